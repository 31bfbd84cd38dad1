import type { Database } from '../database/database.ts';

/** Rows in one transaction. */
const BATCH = 500;

/** Each `due` can be answered from an index whose first column it compares. `order` is that column. */
interface Expiry {
  table: string;
  key: string;
  order: string;
  due: string;
}

const EXPIRIES: readonly Expiry[] = [
  { table: 'platform.rate_limits', key: 'key', order: 'ends_at', due: 'ends_at < now()' },
  {
    table: 'auth.one_time_tokens',
    key: 'id',
    order: 'created_at',
    due: `created_at < timezone('utc', now()) - interval '2 days'`,
  },
  older('auth.flow_state', '2 days'),
  older('auth.oauth_client_states', '2 days'),
  older('auth.mfa_challenges', '2 days'),
  older('platform.pending_sign_ups', '2 days'),
  { ...older('platform.known_devices', '180 days', 'used_at'), key: '(token_hash, user_id)' },
  older('auth.webauthn_challenges', '10 minutes', 'expires_at'),
  // Used tokens stay for a while, so that their reuse is noticed.
  {
    table: 'auth.refresh_tokens',
    key: 'id',
    order: 'updated_at',
    due: `revoked and updated_at < now() - interval '30 days'`,
  },
  { table: 'auth.sessions', key: 'id', order: 'not_after', due: 'not_after < now()' },
  // Longer than the lifetime of an access token.
  older('platform.ended_sessions', '8 days', 'ended_at'),
];

function older(table: string, age: string, order = 'created_at'): Expiry {
  return { table, key: 'id', order, due: `${order} < now() - interval '${age}'` };
}

/** Deletes expired rows, a batch of each kind. True when there are more. */
export async function sweepAuth(database: Database): Promise<boolean> {
  let isMore = false;
  for (const expiry of EXPIRIES) if (await deleteBatch(database, expiry)) isMore = true;
  return isMore;
}

/** Deletes sessions that were last used before then, a batch. True when there are more. */
export async function deleteUnusedSessions(database: Database, before: Date): Promise<boolean> {
  return deleteBefore(database, 'auth.sessions', 'updated_at', before);
}

/** Deletes older entries of the audit log, a batch. True when there are more. */
export async function deleteAuditEntries(database: Database, before: Date): Promise<boolean> {
  return deleteBefore(database, 'auth.audit_log_entries', 'created_at', before);
}

async function deleteBefore(
  database: Database,
  table: string,
  order: string,
  before: Date,
): Promise<boolean> {
  return deleteBatch(database, { table, key: 'id', order, due: `${order} < $1::timestamptz` }, [before]);
}

/** Rows that somebody else is using or deleting wait for the next time. */
async function deleteBatch(
  database: Database,
  { table, key, order, due }: Expiry,
  values: unknown[] = [],
): Promise<boolean> {
  const columns = key.replace(/[()]/g, '');
  const [deleted] = await database.query<{ count: number }>(
    `with deleted as (
       delete from ${table} where ${key} in (
         select ${columns} from ${table} where ${due} order by ${order} limit ${BATCH} for update skip locked)
       returning 1)
     select count(*)::integer as count from deleted`,
    values,
  );
  return deleted?.count === BATCH;
}
