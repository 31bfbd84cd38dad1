import type { Database } from '../database/database.ts';

/** Forgets what can no longer be used. To be called now and then; several processes may do it at once. */
export async function sweepAuth(database: Database): Promise<void> {
  await database.query('delete from platform.rate_limits where ends_at < now()');
  await database.query(
    `delete from auth.one_time_tokens where created_at < timezone('utc', now()) - interval '2 days'`,
  );
  await database.query(`delete from auth.flow_state where created_at < now() - interval '2 days'`);
  await database.query(`delete from auth.oauth_client_states where created_at < now() - interval '2 days'`);
  await database.query(`delete from auth.mfa_challenges where created_at < now() - interval '2 days'`);
  // A used token is kept for a while, so that its return is noticed; its session outlives it.
  await database.query(
    `delete from auth.refresh_tokens where revoked and updated_at < now() - interval '30 days'`,
  );
  await database.query('delete from auth.sessions where not_after < now()');
  // Longer than any access token may live.
  await database.query(`delete from platform.ended_sessions where ended_at < now() - interval '8 days'`);
}
