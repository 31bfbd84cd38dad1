import { z } from 'zod';

export const PASSWORD_MIN = 8;
/** Twin: the size limit of bucket profile-images in supabase/migrations/*_storage.sql. */
export const AVATAR_BYTES = 5 * 1024 * 1024;
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
