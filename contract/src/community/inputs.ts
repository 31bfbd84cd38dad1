import { z } from '../zod.ts';
import { NOTE_MAX, POST_MAX, REPORT_REASONS, TOPIC_TITLE_MAX } from './limits.ts';

/** Keep equal to private.is_blank. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is meant on its own
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
/** Keep equal to private.check_text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
const LINE_BREAK = /[\n\r\t\u2028\u2029]/u;

/** Nothing a reader would see: blanks and invisible characters only. */
function isBlank(value: string): boolean {
  return value.replace(INVISIBLE, '').trim() === '';
}

/** Text of a topic or reply: line ends unified, trimmed, with something visible and no control characters. */
const postText = (max: number, emptyKey: string) =>
  z
    .string()
    .transform((value) => value.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .refine((value) => !isBlank(value), emptyKey)
        .refine((value) => !UNREADABLE.test(value), 'text_unreadable')
        .refine((value) => [...value].length <= max, 'text_too_long'),
    );
const title = postText(TOPIC_TITLE_MAX, 'topic_title_empty').refine(
  (value) => !LINE_BREAK.test(value),
  'text_one_line',
);
const content = postText(POST_MAX, 'topic_content_empty');
const reply = postText(POST_MAX, 'reply_empty');

/** The browser makes the id, so that a text that is sent twice is stored once. */
export const topicInput = z.object({
  id: z.uuid().optional(),
  title,
  content,
  category_id: z.uuid().optional(),
});
export type TopicInput = z.infer<typeof topicInput>;

export const replyInput = z.object({ id: z.uuid().optional(), topic_id: z.uuid(), content: reply });
export type ReplyInput = z.infer<typeof replyInput>;

export const editTopicInput = z.object({ topic_id: z.uuid(), title, content });
export type EditTopicInput = z.infer<typeof editTopicInput>;

export const editPostInput = z.object({ post_id: z.uuid(), content: reply });
export type EditPostInput = z.infer<typeof editPostInput>;

export const reportInput = z.object({
  target_kind: z.enum(['topic', 'post']),
  target_id: z.uuid(),
  reason: z.enum(REPORT_REASONS),
  note: z.string().trim().max(NOTE_MAX, 'text_too_long').optional(),
});
export type ReportInput = z.infer<typeof reportInput>;

export const suspensionInput = z.object({
  member_id: z.uuid(),
  reason: postText(NOTE_MAX, 'reason_required'),
  until: z.iso.datetime({ offset: true }).optional(),
});
export type SuspensionInput = z.infer<typeof suspensionInput>;

/** Keep equal to the check constraints of contact_messages; supabase/tests compares them. */
const ONE_LINE = /^[^\p{Cc}]*$/u;

export const contactInput = z.object({
  name: z
    .string()
    .trim()
    .min(2, 'contact_name_short')
    .max(120, 'text_too_long')
    .regex(ONE_LINE, 'text_one_line'),
  email: z.email('email_invalid').max(254, 'text_too_long'),
  subject: z
    .string()
    .trim()
    .min(5, 'contact_subject_short')
    .max(200, 'text_too_long')
    .regex(ONE_LINE, 'text_one_line'),
  message: z.string().trim().min(10, 'contact_message_short').max(5000, 'text_too_long'),
});
export type ContactInput = z.infer<typeof contactInput>;
