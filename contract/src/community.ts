import { z } from 'zod';
import { REPORT_REASONS } from './forum.ts';

export { GENERAL_CATEGORY_ID, MENTION, POSTS_PER_PAGE, REPORT_REASONS, TOPICS_PER_PAGE } from './forum.ts';

/** Twins: the check constraints in supabase/migrations/*_community.sql. A test holds them together. */
export const TOPIC_TITLE_MAX = 200;
export const POST_MAX = 20_000;
/** What a hidden topic or reply says in its public row. Twin: set_hidden in *_forum_moderation.sql. */
export const HIDDEN_TEXT = 'Hidden by a moderator';

/** Twins: private.reports and private.suspensions in *_forum_moderation.sql and *_forum_writing.sql. */
const NOTE_MAX = 1000;

/** Twin: private.is_blank in *_forum_writing.sql. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each stands for itself
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
/** Twin: private.check_text in *_forum_writing.sql. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
const SECOND_LINE = /[\n\r\t\u2028\u2029]/u;

/** Nothing a reader would see: blanks and invisible characters only. */
function isBlank(value: string): boolean {
  return value.replace(INVISIBLE, '').trim() === '';
}

/** What people write: line ends as one sign, no blanks around it, something to see, nothing unreadable. */
const written = (max: number, emptyKey: string) =>
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
const title = written(TOPIC_TITLE_MAX, 'topic_title_empty').refine(
  (value) => !SECOND_LINE.test(value),
  'text_one_line',
);
const content = written(POST_MAX, 'topic_content_empty');
const reply = written(POST_MAX, 'reply_empty');

/** The id is made by the browser, so that a text that was sent twice is taken once. */
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
  reason: written(NOTE_MAX, 'reason_required'),
  until: z.iso.datetime({ offset: true }).optional(),
});
export type SuspensionInput = z.infer<typeof suspensionInput>;
