import { z } from '../zod.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { isReadableName, tidyName } from './readable-name.ts';

const name = z.string().overwrite(tidyName).refine(isReadableName, 'name_unreadable');

/** Keep equal to the check constraints of the identity migrations; supabase/tests compares them. */
export const profileInput = z.object({
  username: z
    .string()
    .overwrite(tidyName)
    .min(2, 'username_short')
    .max(40, 'text_too_long')
    .regex(/^[^@]*$/, 'username_no_email')
    .refine(isReadableName, 'username_unreadable'),
  first_name: name.max(80, 'text_too_long'),
  last_name: name.max(80, 'text_too_long'),
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
const newPassword = z
  .string()
  .min(1, 'password_required')
  .min(PASSWORD_MIN, 'password_short')
  .max(PASSWORD_MAX, 'password_long');
const repeated = z.string().min(1, 'password_repeat_required');

const passwordsMatch = (input: { password: string; confirm_password: string }) =>
  input.password === input.confirm_password;
/** Reported at the second field once both are filled, even while other fields are invalid. */
const mismatchError = {
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
    full_name: name.min(1, 'name_required').max(160, 'text_too_long'),
    email: address,
    password: newPassword,
    confirm_password: repeated,
    terms: z.literal(true, 'terms_required'),
  })
  .refine(passwordsMatch, mismatchError);
export type RegisterInput = z.input<typeof registerInput>;

export const resetInput = z
  .object({ password: newPassword, confirm_password: repeated })
  .refine(passwordsMatch, mismatchError);
export type ResetInput = z.infer<typeof resetInput>;

/** Requests an e-mail: to choose a new password, or to confirm the address. */
export const emailInput = z.object({ email: address });
export type EmailInput = z.infer<typeof emailInput>;

/** As an authenticator app shows it; spaces are ignored. */
export const factorInput = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'code_six_digits')),
});
export type FactorInput = z.infer<typeof factorInput>;

/** The profile form's values: interests separated by commas, an empty date for none. */
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

/** Function `delete-account`: the caller's account, or, for admins, that of `user_id`. Empty texts count as missing. */
export const deleteAccountInput = z.object({
  user_id: z.union([z.literal(''), z.uuid()]).optional(),
  password: z.string().optional(),
});

/** For the job that deletes a closed account. */
export const eraseAccountInput = z.object({ user_id: z.uuid() });
