import { z } from 'zod';

/** Twins: the check constraints in supabase/migrations/*_contact.sql. A test holds them together. */
const oneLine = /^[^\p{Cc}]*$/u;

export const contactInput = z.object({
  name: z
    .string()
    .trim()
    .min(2, 'contact_name_short')
    .max(120, 'text_too_long')
    .regex(oneLine, 'text_one_line'),
  email: z.email('email_invalid').max(254, 'text_too_long'),
  subject: z
    .string()
    .trim()
    .min(5, 'contact_subject_short')
    .max(200, 'text_too_long')
    .regex(oneLine, 'text_one_line'),
  message: z.string().trim().min(10, 'contact_message_short').max(5000, 'text_too_long'),
});
export type ContactInput = z.infer<typeof contactInput>;
