import type { RetentionDays } from '@lakou/contract/retention';
import type { JobContext, JobHandler } from './job.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR;

/** In one transaction: well under a second, also where a row takes others along. */
const AT_MOST = 1_000;

/** Deletes what a rule of private.retention_rules says. */
function purge(rule: string, every = HOUR): JobHandler {
  return {
    every,
    async run(_job, { database }) {
      const [batch] = await database.query<{ more: boolean }>(
        'select private.purge_expired($1, $2) as more',
        [rule, AT_MOST],
      );
      return batch?.more ?? false;
    },
  };
}

const keptSince = ({ config }: JobContext, setting: keyof RetentionDays): Date =>
  new Date(Date.now() - config.retentionDays[setting] * DAY_MS);

/** What is deleted when it is old enough, a job for each table: one that fails does not stop the others. */
export const retentionHandlers = {
  purge_daily_salts: purge('daily_salts', 10 * MINUTE),
  purge_topic_views: purge('topic_views', 10 * MINUTE),
  purge_rate_limits: purge('rate_limits', 10 * MINUTE),
  purge_watch_sessions: purge('watch_sessions'),
  purge_rolled_periods: purge('rolled_periods'),
  purge_watch_rollups: purge('watch_rollups'),
  purge_playback_quality: purge('playback_quality'),
  purge_download_devices: purge('download_devices'),
  purge_device_requests: purge('device_requests'),
  purge_notifications: purge('notifications'),
  purge_topic_readers: purge('topic_readers'),
  purge_checkouts: purge('checkouts'),
  purge_gifts: purge('gifts'),
  purge_provider_entries: purge('provider_entries'),
  purge_sandbox_events: purge('sandbox_events'),
  purge_sandbox_sessions: purge('sandbox_sessions'),
  purge_orders: purge('orders'),
  purge_contact_messages: purge('contact_messages'),
  purge_media_jobs: purge('media_jobs'),
  purge_media_workers: purge('media_workers'),
  purge_text_versions: purge('text_versions'),
  purge_reports: purge('reports'),
  purge_moderation_log: purge('moderation_log'),
  purge_audit_log: purge('audit_log'),
  purge_outages: purge('outages'),
  purge_trial_marks: purge('trial_marks'),
  purge_deleted_rows: purge('deleted_rows'),
  purge_sessions: {
    every: HOUR,
    run: (_job, context) => context.platform.sweep.sessions(keptSince(context, 'sessions')),
  },
  purge_account_events: {
    every: HOUR,
    run: (_job, context) => context.platform.sweep.auditLog(keptSince(context, 'account_events')),
  },
} satisfies Record<string, JobHandler>;
