import { z } from 'zod';

export const PASSWORD_MIN = 8;
/** Twin: private.require_fresh_proof() in supabase/migrations/*_account.sql. */
export const FRESH_PROOF_MINUTES = 10;
/** Twin: make_recovery_codes() in supabase/migrations/*_recovery_codes.sql. */
export const RECOVERY_CODES = 10;
/** Twin: the newest row of terms_versions in supabase/migrations/*_identity.sql. */
export const TERMS_VERSION = '2026-11';

/** Twins: the check constraints in supabase/migrations/*_identity.sql. A test holds them together. */
export const profileInput = z.object({
  username: z
    .string()
    .trim()
    .min(2, 'username_short')
    .max(40, 'text_too_long')
    .regex(/^[^@\p{Cc}]*$/u, 'username_no_email'),
  first_name: z.string().trim().max(80, 'text_too_long'),
  last_name: z.string().trim().max(80, 'text_too_long'),
  bio: z.string().trim().max(2000, 'text_too_long'),
  location: z.string().trim().max(120, 'text_too_long'),
  website: z.union([
    z.literal(''),
    z.url({ protocol: /^https?$/, error: 'url_invalid' }).max(300, 'text_too_long'),
  ]),
  occupation: z.string().trim().max(120, 'text_too_long'),
  phone: z.string().trim().max(40, 'text_too_long'),
  date_of_birth: z.iso.date('date_invalid').nullable(),
  interests: z.array(z.string().trim().min(1)).max(30, 'too_many_entries'),
  is_public: z.boolean(),
});
export type ProfileInput = z.infer<typeof profileInput>;

const address = z.string().trim().min(1, 'email_required').pipe(z.email('email_invalid'));
/** Twin: LONGEST_PASSWORD in platform/src/auth/password-rules.ts. */
const newPassword = z
  .string()
  .min(1, 'password_required')
  .min(PASSWORD_MIN, 'password_short')
  .max(256, 'password_long');
const repeated = z.string().min(1, 'password_repeat_required');

const typedTheSame = (typed: { password: string; confirm_password: string }) =>
  typed.password === typed.confirm_password;
/** Said at the second field, whatever else is still wrong, once both hold something. */
const saidAtTheSecond = {
  path: ['confirm_password'],
  error: 'passwords_differ',
  when: ({ value }: { value: unknown }) => {
    const { password, confirm_password } = value as Record<string, unknown>;
    return Boolean(password && confirm_password);
  },
};

export const loginInput = z.object({
  email: address,
  password: z.string().min(1, 'password_required'),
  remember: z.boolean(),
});
export type LoginInput = z.infer<typeof loginInput>;

export const registerInput = z
  .object({
    full_name: z.string().trim().min(1, 'name_required').max(160, 'text_too_long'),
    email: address,
    password: newPassword,
    confirm_password: repeated,
    terms: z.literal(true, 'terms_required'),
  })
  .refine(typedTheSame, saidAtTheSecond);
export type RegisterInput = z.input<typeof registerInput>;

export const resetInput = z
  .object({ password: newPassword, confirm_password: repeated })
  .refine(typedTheSame, saidAtTheSecond);
export type ResetInput = z.infer<typeof resetInput>;

/** Asks for a letter: to choose a new password, or to confirm the address. */
export const emailInput = z.object({ email: address });
export type EmailInput = z.infer<typeof emailInput>;

/** As an authenticator app shows it; spaces are forgiven. */
export const factorInput = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'code_six_digits')),
});
export type FactorInput = z.infer<typeof factorInput>;

/** As the profile form holds it: interests with commas between, an empty date while none is given. */
export const profileForm = profileInput.extend({
  date_of_birth: z
    .string()
    .transform((day) => day || null)
    .pipe(profileInput.shape.date_of_birth),
  interests: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((interest) => interest.trim())
        .filter(Boolean),
    )
    .pipe(profileInput.shape.interests),
  avatar_url: z.string().max(2000, 'text_too_long').nullable(),
});
export type ProfileForm = z.input<typeof profileForm>;
