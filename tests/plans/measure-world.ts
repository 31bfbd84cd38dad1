import { Client } from 'pg';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { startTestServer } from '../support/test-server.ts';
import { drive } from './drive.ts';
import { driveJobs } from './drive-jobs.ts';
import { PlanClient } from './plan-client.ts';
import { leastOf, type Measured, readStatements } from './statements.ts';

const UNLIMITED = [
  'signUps',
  'signIns',
  'refreshes',
  'codes',
  'verifications',
  'mails',
  'messagesPerAddress',
  'messagesPerRecipient',
  'failuresPerAddress',
];
const SETTINGS = {
  AUTH_LIMITS: UNLIMITED.map((name) => `${name}=off`).join(),
  LOG_LEVEL: 'error',
  PLAYBACK_TRUST_SECONDS: '1',
};
const ROUNDS = process.env.LONG ? 3 : 2;
/** Most periodic work is done every ten minutes. */
const TURNS_PER_DAY = 144;

export interface MeasuredWorld {
  statements: Map<string, Measured>;
  faults: string[];
  /** Background work that failed, such as by a statement over its time limit. */
  failedJobs: string[];
  /** Functions of ours that nothing has called. */
  uncalled: string[];
}

/** Runs the whole product over a world, several times, and reads what each statement cost. */
export async function measureWorld(url: string, { rounds = ROUNDS, days = 0 } = {}): Promise<MeasuredWorld> {
  const reader = new Client({ connectionString: url });
  await reader.connect();
  try {
    await reader.query('create extension if not exists pg_stat_statements schema public');
    const statements = await measureRounds(url, { rounds, turns: days * TURNS_PER_DAY }, reader);
    // Connections report the calls of functions when they end.
    return { ...statements, uncalled: await listUncalled(reader) };
  } finally {
    await reader.end();
  }
}

async function measureRounds(
  url: string,
  { rounds, turns }: { rounds: number; turns: number },
  reader: Client,
): Promise<Omit<MeasuredWorld, 'uncalled'>> {
  const reset = () => reader.query('select pg_stat_statements_reset()');
  await reset();
  const database = await openPostgres({ url, poolSize: 2 });
  try {
    const server = await startTestServer(SETTINGS, database as never);
    try {
      const start = await readStatements(reader);
      const faults: string[] = [];
      const measured: Map<string, Measured>[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await reset();
        faults.push(...(await drive(server)));
        measured.push(await readStatements(reader));
      }
      const statements = leastOf(measured);
      for (const [id, cost] of start) if (!statements.has(id)) statements.set(id, { ...cost, isCold: true });
      const idle = await PlanClient.connect(server);
      for (let turn = 0; turn < turns; turn += 1) await driveJobs(idle);
      return { statements, faults: [...new Set(faults)], failedJobs: [...new Set(idle.faults)] };
    } finally {
      await server.close();
    }
  } finally {
    await database.close();
  }
}

/**
 * An immutable function reads no table, nor does one that only refuses, so that its cost cannot depend on their size. A
 * function in SQL without settings becomes part of the statement that calls it, and is not counted.
 */
async function listUncalled(reader: Client): Promise<string[]> {
  const { rows } = await reader.query<{ name: string }>(
    `select p.oid::regproc::text as name from pg_proc p join pg_language l on l.oid = p.prolang left join pg_stat_user_functions f on f.funcid = p.oid
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.provolatile <> 'i' and coalesce(f.calls, 0) = 0
        and p.prosrc !~ '^\\s*begin\\s+raise exception using [^;]*;\\s*end\\s*$' and not (l.lanname = 'c' or l.lanname = 'sql' and not p.prosecdef and p.proconfig is null) order by 1`,
  );
  return rows.map(({ name }) => name);
}
