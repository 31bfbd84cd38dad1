import { mailFailedRenewal } from '../commerce/mail-failed-renewal.ts';
import { mailGift } from '../commerce/mail-gift.ts';
import { mailPassReminders } from '../commerce/mail-pass-reminders.ts';
import { mailTrialReminders } from '../commerce/mail-trial-reminders.ts';
import { enqueuePaymentDays, reconcileDay } from '../commerce/reconcile-day.ts';
import { bookMissedPayments, reconcilePayments } from '../commerce/reconcile-payments.ts';
import { notifyFollowers, removeDeletedTopic, removeReplyNotifications } from '../community/forum-jobs.ts';
import { mailContactMessage } from '../community/mail-contact-message.ts';
import { mailNotifications } from '../community/mail-notifications.ts';
import { deleteAccount } from '../identity/delete-account.ts';
import { checkServices } from '../status/check-services.ts';
import { inBatches, type JobHandler } from './job.ts';
import { retentionHandlers } from './retention-handlers.ts';
import { sealAuditLog } from './seal-audit-log.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every kind of background work, named as the SQL function that does or enqueues it. The admin's list of failed jobs
 * names a kind by the text `admin.job_<kind>`.
 */
export const jobHandlers = {
  /** Four days, mostly an hour apart. */
  mail_contact_message: { maxAttempts: 100, run: mailContactMessage },
  /** Enqueued with a notification that a member wants by e-mail. */
  mail_notifications: { maxAttempts: 20, run: mailNotifications },
  /** Enqueued when a gift with an e-mail address is paid, and when its giver sends it again. */
  mail_gift: { maxAttempts: 50, run: mailGift },
  /** Enqueued when a renewal could not be charged, and when the subscription ends because of it. */
  mail_failed_renewal: { maxAttempts: 20, run: mailFailedRenewal },
  notify_followers: { run: notifyFollowers },
  remove_deleted_topic: { run: removeDeletedTopic },
  remove_reply_notifications: { run: removeReplyNotifications },
  /** Enqueued by a view for a second later. */
  fold_topic_views: { every: MINUTE, run: inBatches('fold_topic_views', 10_000) },
  /** Enqueued by a vote for a second later. */
  fold_review_votes: { every: MINUTE, run: inBatches('fold_review_votes', 1_000) },
  /** Enqueued by a reaction for a second later. */
  fold_reactions: { every: MINUTE, run: inBatches('fold_reactions', 1_000) },
  /** Enqueued by a changed title; repeated so that each title is looked at every week. */
  refresh_similar_titles: { every: HOUR, run: inBatches('refresh_similar_titles', 20) },
  /** Enqueued for the time an editor set; repeated for what was imported without triggers. */
  apply_release_windows: { every: 10 * MINUTE, run: inBatches('apply_release_windows', 1_000) },
  /** Enqueued for an account with more rows than one request can delete. */
  delete_account: { maxAttempts: 50, run: deleteAccount },
  reconcile_payments: { every: MINUTE, run: reconcilePayments },
  book_missed_payments: { every: 10 * MINUTE, run: bookMissedPayments },
  enqueue_payment_days: { every: HOUR, run: enqueuePaymentDays },
  /** Enqueued when a day has ended, and by accountants. */
  reconcile_day: { maxAttempts: 20, run: reconcileDay },
  mail_pass_reminders: { every: HOUR, run: mailPassReminders },
  mail_trial_reminders: { every: HOUR, run: mailTrialReminders },
  rename_category: { run: inBatches('rename_category_in_titles', 200) },
  purge_playback_sessions: { every: 10 * MINUTE, run: inBatches('purge_playback_sessions', 5_000) },
  purge_failed_jobs: { every: DAY, run: inBatches('purge_failed_jobs', 1_000) },
  sweep_realtime: { every: 10 * MINUTE, run: (_job, { platform }) => platform.sweep.realtime() },
  sweep_auth: { every: 10 * MINUTE, run: (_job, { platform }) => platform.sweep.auth() },
  sweep_storage: { every: 10 * MINUTE, run: (_job, { platform }) => platform.sweep.storage() },
  remove_unused_uploads: { every: 10 * MINUTE, run: inBatches('remove_unused_uploads', 500) },
  sweep_deleted_titles: { every: HOUR, run: (_job, { ingest }) => ingest.sweep() },
  roll_up_statistics: { every: 5 * MINUTE, run: inBatches('roll_up_statistics', 1) },
  fold_subscriber_changes: { every: MINUTE, run: inBatches('fold_subscriber_changes', 1_000) },
  /** For outages that have ended. */
  extend_rentals: { every: MINUTE, run: inBatches('extend_rentals', 1_000) },
  purge_search_words: { every: HOUR, run: inBatches('purge_search_words', 200) },
  check_services: { every: MINUTE, run: checkServices },
  seal_audit_log: { every: MINUTE, run: sealAuditLog },
  ...retentionHandlers,
} satisfies Record<string, JobHandler>;
