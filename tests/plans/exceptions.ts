/** Statements that may read more in a larger world, each with its reason. */
export const GROWING_STATEMENTS: { pattern: RegExp; reason: string }[] = [
  {
    pattern: /DELETE FROM "public"\."(movies|series|episodes)"/,
    reason: 'a deleted title takes the progress of its viewers with it',
  },
  {
    pattern:
      /FROM "public"\."episodes" AS "episodes" ORDER BY "episodes"\."created_at" DESC, "episodes"\."id" LIMIT/,
    reason:
      'the newest episodes of all series, for which no page asks, are read up to the first twenty that the reader can see',
  },
];

interface BoundedStatement {
  pattern: RegExp;
  reason: string;
  mostBuffers: number;
  /** Sent only where the world has its full size. */
  onlyLong?: true;
}

/** Statements that read more in a larger world up to a number of rows, and then no more: what that costs at most. */
const BOUNDED: BoundedStatement[] = [
  {
    pattern: /LATERAL "public"\."browse_titles"\("of_kind" := a\."of_kind", "access" := a\."access", "page"/,
    reason: 'the twentieth page of free films, which the small world does not have',
    mostBuffers: 1_200,
  },
  {
    pattern: /LATERAL "public"\."admin_(members|subscriptions)"\("search" := a\."search"\)/,
    reason:
      'a search among few members reads them all; among a million it samples 250 and reads the lists of rare trigrams',
    mostBuffers: 4_000,
  },
  {
    pattern:
      /count\(\*\)\)::private\.forum_blocks|insert into private\.forum_blocks .* from unnest\(parts\)/s,
    reason: 'a block of the forum’s lists is split at 576 entries, which the small world does not have',
    mostBuffers: 1_200,
    onlyLong: true,
  },
  {
    pattern: /LATERAL "public"\."browse_titles"\("of_kind" := a\."of_kind", "containing"/,
    reason: 'filters of a search by words are applied to its matches, at most 480',
    mostBuffers: 20_000,
  },
  {
    pattern: /from realtime\.changes c, jsonb_populate_record/,
    reason: 'changes are compared together, at most five hundred; how many came meanwhile depends on speed',
    mostBuffers: 2_500,
  },
  {
    pattern: /LATERAL "public"\."admin_audit_log"\(.*"(action|object|from_day)"/,
    reason: 'filters look at the ten thousand latest entries, more than the small world has',
    mostBuffers: 12_000,
  },
  {
    pattern: /LATERAL "public"\."payment_export_rows"/,
    reason: 'a part of an export has up to five hundred entries, more than the small world’s day',
    mostBuffers: 8_000,
  },
];

export const BOUNDED_STATEMENTS = BOUNDED.filter(({ onlyLong }) => !onlyLong || process.env.LONG);

/** Functions that the product calls at other times than these tests can make, each with its reason. */
export const UNCALLED_FUNCTIONS: Record<string, string> = {
  'private.count_cut': 'one session by key, and the sessions of one member, after a cut of ten minutes',
  'private.forget_agent': 'a trigger on one agent, when the account is deleted',
  'private.forget_giver': 'a trigger on one gift, when its giver leaves',
  'private.has_paid_to_keep': 'one title of one member, when a gift of a title is looked at',
  'private.has_tried': 'the orders of one member, when a provider reports a trial',
  'private.mark_pass_reminded': 'one pass by key, when it ends within days',
  'private.mark_trial_reminded': 'one subscription by key, when its trial ends within days',
  'private.report_quality': 'one title by key, and five rows of a day by key',
  'private.revoke_pass': 'one pass by key, when its payment is refunded',
  recheck_payment_day: 'one day by key, and one job; days are compared when they are over',
};
