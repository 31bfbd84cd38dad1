/** Statements that may read more in a larger world, each with its reason. */
export const GROWING_STATEMENTS: { pattern: RegExp; reason: string }[] = [
  {
    pattern: /DELETE FROM "public"\."(movies|series|episodes)"/,
    reason: 'a deleted title takes the progress of its viewers with it',
  },
  {
    pattern: /DELETE FROM "public"\."forum_posts"/,
    reason:
      'a deleted reply takes up to a hundred notifications with it; the small world has none, the rest is a job',
  },
  {
    pattern: /SELECT "(movies|series)"\."id" AS "id", "\1"\."updated_at" AS "updated_at"/,
    reason: 'a sitemap lists a thousand titles with each statement; the small world has only two hundred',
  },
  {
    pattern: /from storage\.objects where id > \$1/,
    reason: 'the storage sweep looks at five hundred objects a turn, which the small world does not have',
  },
  {
    pattern: /insert into public\.forum_posts .* from generate_series/s,
    reason: 'the test itself writes thousands of replies to the topic with the most followers',
  },
  {
    pattern: /as slug\s+from public\.movies m|delete from private\.streams where source_path is null/,
    reason: 'at the start of a demo, which looks for the videos of its films',
  },
];

/** Functions that the product calls at other times than these tests can make. */
export const UNCALLED_FUNCTIONS: Record<string, string> = {
  'private.reject_audit_change': 'refuses; reads nothing',
  'private.reject_ledger_change': 'refuses; reads nothing',
  'private.protect_moderation_log': 'refuses; reads nothing',
  'private.protect_general_category': 'refuses; reads nothing',
  'private.read_by_words': 'for searches with more matches than a page of the medium world has',
  setup_admin: 'refuses while there is an admin; one row',
};
