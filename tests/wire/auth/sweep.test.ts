import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAuditEntries, deleteUnusedSessions, sweepAuth } from '../../../platform/src/auth/sweep.ts';
import type { Database } from '../../../platform/src/database/database.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';
import { idOf } from '../../support/test-server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const count = async (table: string, where = 'true') => {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer as count from ${table} where ${where}`,
  );
  return row?.count;
};
const untilDone = async (batch: (database: Database) => Promise<boolean>) => {
  let calls = 1;
  while (await batch(database)) calls += 1;
  return calls;
};

/** Rows of which half have expired. */
const expiring: Record<string, string> = {
  'platform.rate_limits': `(key, hits, ends_at) select 'k' || n, 1, time from times`,
  'platform.ended_sessions': '(id, ended_at) select gen_random_uuid(), time from times',
  'platform.pending_sign_ups': `(address, password_hash, user_data, created_at) select 'a', 'h', '{}', time from times`,
  'platform.known_devices': `(token_hash, user_id, used_at) select 't' || n, '${idOf.member}', time from times`,
  'auth.oauth_client_states': `(id, provider_type, created_at) select gen_random_uuid(), 'google', time from times`,
  'auth.flow_state': `(id, provider_type, authentication_method, created_at) select gen_random_uuid(), 'email', 'otp', time from times`,
  'auth.webauthn_challenges': `(challenge_type, session_data, expires_at) select 'signup', '{}', time from times`,
  'auth.refresh_tokens': `(token, revoked, updated_at) select 'r' || n, true, time from times`,
  'auth.sessions': `(id, user_id, not_after, updated_at) select gen_random_uuid(), '${idOf.member}', time, now() from times`,
};

test.each(Object.keys(expiring))(
  'expired rows of %s are deleted batch by batch, others stay',
  async (table) => {
    const before = await count(table);
    await database.query(
      `with times as (
       select n, now() + case when n % 2 = 0 then interval '1 day' else interval '-200 days' end as time from generate_series(1, 3000) n)
     insert into ${table} ${expiring[table]}`,
    );
    expect(await sweepAuth(database)).toBe(true);
    expect(await count(table)).toBe((before ?? 0) + 2500);
    await untilDone(sweepAuth);
    expect(await count(table)).toBe((before ?? 0) + 1500);
  },
);

test('used refresh tokens are deleted, unused ones stay however old they are', async () => {
  await database.query(
    `insert into auth.refresh_tokens (token, revoked, updated_at) values ('old and unused', false, now() - interval '1 year')`,
  );
  await untilDone(sweepAuth);
  expect(await count('auth.refresh_tokens', `token = 'old and unused'`)).toBe(1);
});

test('sessions and audit entries are deleted from before a date', async () => {
  await database.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at)
      select gen_random_uuid(), '${idOf.member}', now() - interval '1 year', now() - n * interval '1 day' from generate_series(1, 10) n`,
  );
  await database.query(
    `insert into auth.audit_log_entries (id, payload, created_at)
      select gen_random_uuid(), '{"test": true}', now() - n * interval '1 day' from generate_series(1, 10) n`,
  );
  const before = new Date(Date.now() - 4.5 * 86_400_000);
  expect(await deleteUnusedSessions(database, before)).toBe(false);
  expect(
    await count('auth.sessions', `user_id = '${idOf.member}' and created_at < now() - interval '300 days'`),
  ).toBe(4);
  expect(await deleteAuditEntries(database, before)).toBe(false);
  expect(await count('auth.audit_log_entries', `payload ->> 'test' = 'true'`)).toBe(4);
});
