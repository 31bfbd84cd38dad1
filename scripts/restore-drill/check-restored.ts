import { spawnSync } from 'node:child_process';
import { openDatabase } from '@lakou/platform/database';
import { findProgram } from '../../server/src/backup/postgres-programs.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { type Finding, fault, well } from '../doctor/finding.ts';

/** When people last did something: it shows how much is missing. */
const LATEST = {
  'The last payment': 'select max(occurred_at) as at from public.ledger',
  'The last reply': 'select max(created_at) as at from public.forum_posts',
  'The last account': 'select max(created_at) as at from auth.users',
};

/** Reads every row, and asks the doctor: migrations, schema, queue, the chain of the audit log. */
export async function checkRestored(url: string): Promise<Finding[]> {
  const found = [readEveryRow(url)];
  const database = await openDatabase({ url });
  try {
    found.push(...(await checkDatabase(database)));
    for (const [what, text] of Object.entries(LATEST)) {
      const [row] = await database.query<{ at: string | Date | null }>(text);
      found.push(well(`${what}: ${row?.at ? new Date(row.at).toISOString() : 'none'}.`));
    }
  } finally {
    await database.close();
  }
  return found;
}

function readEveryRow(url: string): Finding {
  const args = [`--dbname=${url}`, '--format=custom', '--compress=0', '--no-sync', '--file=/dev/null'];
  const { status, stderr } = spawnSync(findProgram('pg_dump'), args, { encoding: 'utf8' });
  if (status === 0) return well('Every row of every table can be read.');
  return fault(`Not every row can be read: ${stderr.trim().slice(0, 500)}`, 'Use an older base backup.');
}
