/** Keep equal to forum_page() and topic_page(). */
export const TOPICS_PER_PAGE = 10;
export const POSTS_PER_PAGE = 20;

/** Always exists; the category of topics without another. Keep equal to the row in the community migration. */
export const GENERAL_CATEGORY_ID = '00000000-0000-4000-8000-000000000001';

/** Besides the newest first. Keep equal to forum_page(), and the number to private.list_sorted_topic_ids(). */
export const TOPIC_SORTS = ['active', 'discussed'] as const;
export type TopicSort = (typeof TOPIC_SORTS)[number];
export const SORTED_TOPICS_MAX = 100;

/** Keep equal to public.forum_reactions; the order is that of the counts. */
export const REACTIONS = ['heart', 'bravo', 'laugh', 'wow'] as const;
export type Reaction = (typeof REACTIONS)[number];

/** Keep equal to private.notification_settings. */
export const NOTIFICATION_WAYS = ['off', 'app', 'email'] as const;
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number];

/** Keep equal to private.reports. */
export const REPORT_REASONS = ['spam', 'insult', 'spoiler', 'illegal', 'other'] as const;

/**
 * A mention: `@name`, or `@"Two Words"`. The name is the first group or the second; a dot or dash at its end may belong
 * to the sentence. Keep equal to private.find_mentioned_members.
 */
export const MENTION = /(?<![\p{L}\p{N}_@./-])@(?:"([^"@\n]{2,40})"|([\p{L}\p{N}_.-]{2,40}))/gu;

/** Keep equal to the check constraints of the community migration; supabase/tests compares them. */
export const TOPIC_TITLE_MAX = 200;
export const POST_MAX = 20_000;
/** Of a report or suspension. Keep equal to private.reports and private.suspensions. */
export const NOTE_MAX = 1000;
/** What a hidden topic or reply says in its public row. Keep equal to set_hidden(). */
export const HIDDEN_TEXT = 'Hidden by a moderator';
