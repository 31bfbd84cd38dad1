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
];

/** Functions that the product calls at other times than these tests can make. */
export const UNCALLED_FUNCTIONS: Record<string, string> = {
  'private.reject_audit_change': 'refuses; reads nothing',
  'private.reject_ledger_change': 'refuses; reads nothing',
  'private.protect_moderation_log': 'refuses; reads nothing',
  'private.protect_general_category': 'refuses; reads nothing',
  'private.reopen_admin_setup': 'runs at a start with ADMIN_SETUP=reopen; one row',
  'private.store_admin_code': 'runs at a start with ADMIN_SETUP=code; one row',
  'private.extend_job_lease': 'for work that takes minutes; one row by its key',
  'private.fail_job': 'for work that fails; one row by its key',
  'private.release_job': 'for work that a stop interrupts; one row by its key',
  'private.list_pending_subtitles':
    'runs where films are encoded; tested with many streams in supabase/tests',
  'private.save_stream_subtitle': 'runs where films are encoded; one row by its key',
  'private.is_removable_upload': 'asked an hour after an upload; by keys',
  'private.move_in_reply_lists': 'for replies whose time an operator changes',
  'private.read_by_words': 'for searches with more matches than a page of the medium world has',
  'private.set_recent_at': 'for progress that an operator changes; reads nothing',
  'private.mark_day_stale': 'for rows of a past day; one row',
  'private.mark_past_day_stale': 'for rows of a past day; one row',
  setup_admin: 'refuses while there is an admin; one row',
};
