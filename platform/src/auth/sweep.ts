import type { Database } from '../database/database.ts';

/** Deletes expired rows. Call it periodically; several processes can do so at once. */
export async function sweepAuth(database: Database): Promise<void> {
  await database.query('delete from platform.rate_limits where ends_at < now()');
  await database.query(
    `delete from auth.one_time_tokens where created_at < timezone('utc', now()) - interval '2 days'`,
  );
  await database.query(`delete from auth.flow_state where created_at < now() - interval '2 days'`);
  await database.query(`delete from auth.oauth_client_states where created_at < now() - interval '2 days'`);
  await database.query(`delete from auth.mfa_challenges where created_at < now() - interval '2 days'`);
  await database.query(`delete from platform.pending_sign_ups where created_at < now() - interval '2 days'`);
  await database.query(`delete from platform.known_devices where used_at < now() - interval '180 days'`);
  await database.query(
    `delete from auth.webauthn_challenges where expires_at < now() - interval '10 minutes'`,
  );
  // Used tokens stay for a while, so that their reuse is noticed.
  await database.query(
    `delete from auth.refresh_tokens where revoked and updated_at < now() - interval '30 days'`,
  );
  await database.query('delete from auth.sessions where not_after < now()');
  // Longer than the lifetime of an access token.
  await database.query(`delete from platform.ended_sessions where ended_at < now() - interval '8 days'`);
}
