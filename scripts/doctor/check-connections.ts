import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '@lakou/platform/database';
import type { Config } from '../../server/src/config.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const CATCHING_UP_MS = 5_000;
const MEGABYTE = 1024 * 1024;

/** The pooler before the database, and its replica: whatever else the settings name. */
export async function checkConnections({ database: at }: Config, primary: Database): Promise<Finding[]> {
  if (at.kind !== 'postgres') return [];
  return [
    ...(at.url === at.directUrl ? [] : await checkPooler(at.url)),
    ...(at.replicaUrl ? await checkReplica(at.replicaUrl, primary) : []),
  ];
}

async function checkPooler(url: string): Promise<Finding[]> {
  try {
    await (await openDatabase({ url, poolSize: 1 })).close();
    return [well('The pooler of DATABASE_URL answers.')];
  } catch (error) {
    return [
      fault(
        `The pooler of DATABASE_URL does not answer: ${(error as Error).message}`,
        'Does it run, and does it let this user in?',
      ),
    ];
  }
}

async function checkReplica(url: string, primary: Database): Promise<Finding[]> {
  let replica: Database;
  try {
    replica = await openDatabase({ url, poolSize: 1 });
  } catch (error) {
    return [
      warning(
        `The replica does not answer: ${(error as Error).message}`,
        'The primary answers all reads meanwhile. Compare DATABASE_REPLICA_URL, and whether it runs.',
      ),
    ];
  }
  try {
    return [await compare(primary, replica)];
  } finally {
    await replica.close();
  }
}

async function compare(primary: Database, replica: Database): Promise<Finding> {
  const [first] = await primary.query<{ written: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as written`,
  );
  for (const until = Date.now() + CATCHING_UP_MS; ; await sleep(200)) {
    const [state] = await replica.query<{
      is_replica: boolean;
      replayed: number | null;
      seconds: number | null;
      is_paused: boolean | null;
    }>(
      `select pg_is_in_recovery() as is_replica, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed,
        extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as seconds,
        case when pg_is_in_recovery() then pg_is_wal_replay_paused() end as is_paused`,
    );
    if (!state?.is_replica)
      return fault(
        'DATABASE_REPLICA_URL leads to a server that is no replica, or no longer.',
        'Nothing is read from it. Make it a replica again (docs/operation/replica-and-pgbouncer.md), or unset the setting.',
      );
    const behind = (first?.written ?? 0) - (state.replayed ?? 0);
    if (behind <= 0) return well('The replica has everything that was written.');
    if (Date.now() < until) continue;
    const age =
      state.seconds === null ? '' : `, its last transaction is ${state.seconds.toFixed(0)} seconds old`;
    return warning(
      `The replica is ${(behind / MEGABYTE).toFixed(1)} MB behind${age}.`,
      state.is_paused
        ? 'Its replay is paused, and the primary answers all reads: select pg_wal_replay_resume();'
        : 'The primary answers reads meanwhile. Is its connection or its disk too slow?',
    );
  }
}
