/** What the forum's screens know before anybody writes: kept apart from the checks, which bring zod along. */

/** Twins: forum_page and topic_page in *_forum_reading.sql. */
export const TOPICS_PER_PAGE = 10;
export const POSTS_PER_PAGE = 20;

/** Always exists; topics land here unless they say otherwise. Twin: the insert in *_community.sql. */
export const GENERAL_CATEGORY_ID = '00000000-0000-4000-8000-000000000001';

/** Twin: private.reports in *_forum_moderation.sql. */
export const REPORT_REASONS = ['spam', 'insult', 'spoiler', 'illegal', 'other'] as const;

/**
 * A mention: `@name`, or `@"Two Words"`. The name is the first group or the second; a dot or dash that ends it may be
 * the sentence's. Twin: private.mentioned_in in *_forum_readers.sql.
 */
export const MENTION = /(?<![\p{L}\p{N}_@./-])@(?:"([^"@\n]{2,40})"|([\p{L}\p{N}_.-]{2,40}))/gu;
