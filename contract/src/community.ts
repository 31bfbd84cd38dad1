import { z } from 'zod';

/** Twins: the check constraints in supabase/migrations/*_community.sql. A test holds them together. */
export const TOPIC_TITLE_MAX = 200;
export const POST_MAX = 20_000;
export const TOPICS_PER_PAGE = 10;
/** Always exists; topics land here unless they say otherwise. Twin: the insert in *_community.sql. */
export const GENERAL_CATEGORY_ID = '00000000-0000-4000-8000-000000000001';

export const topicInput = z.object({
  title: z.string().trim().min(1, 'topic_title_empty').max(TOPIC_TITLE_MAX, 'text_too_long'),
  content: z.string().trim().min(1, 'topic_content_empty').max(POST_MAX, 'text_too_long'),
  category_id: z.uuid().optional(),
});
export type TopicInput = z.infer<typeof topicInput>;

export const replyInput = z.object({
  topic_id: z.uuid(),
  content: z.string().trim().min(1, 'reply_empty').max(POST_MAX, 'text_too_long'),
});
export type ReplyInput = z.infer<typeof replyInput>;
