/**
 * For how many days rows are kept, unless an operator sets something else (`RETENTION_…` in README's table). SQL has the
 * same numbers in private.settings, for deployments without our server; a test compares them.
 */
export const RETENTION_DAYS = {
  watch_sessions: 400,
  statistics: 1100,
  notifications: 180,
  topic_readers: 365,
  orders: 90,
  contact_messages: 365,
  media_jobs: 90,
  text_versions: 365,
  moderation: 730,
  audit_log: 1095,
  deleted_rows: 30,
  account_events: 365,
  sessions: 180,
} as const;

export type RetentionDays = Record<keyof typeof RETENTION_DAYS, number>;
