import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@lakou/platform/database';
import { supabaseFolder } from '../../server/src/prepare-database.ts';
import { describeMigratedSchema } from '../describe-schema.ts';
import { checkAuditLog } from './check-audit-log.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const LATE_MINUTES = 15;
const NAMED = 10;

export async function checkDatabase(
  database: Database,
  { auditHead }: { auditHead?: string | undefined } = {},
): Promise<Finding[]> {
  const migrations = await checkMigrations(database);
  const isCurrent = migrations.every(({ state }) => state === 'well');
  return [
    ...(await checkVersion(database)),
    ...migrations,
    // With other migrations the schema differs anyway.
    ...(isCurrent ? await checkSchema(database) : []),
    ...(await checkQueue(database)),
    ...(isCurrent ? await checkAuditLog(database, auditHead) : []),
  ];
}

async function checkVersion(database: Database): Promise<Finding[]> {
  const [row] = await database.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return [well(`PostgreSQL ${row?.version}.`)];
}

async function checkMigrations(database: Database): Promise<Finding[]> {
  const ours = readdirSync(join(supabaseFolder, 'migrations')).map((file) => file.split('_')[0] ?? '');
  const rows = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const done = new Set(rows.map(({ version }) => version));
  const missing = ours.filter((version) => !done.has(version));
  const strange = [...done].filter((version) => !ours.includes(version));
  const found: Finding[] = [];
  if (missing.length > 0)
    found.push(
      warning(
        `${missing.length} migrations have not run, the first is ${missing[0]}.`,
        'The next start runs them.',
      ),
    );
  if (strange.length > 0)
    found.push(
      fault(
        `The database has run ${strange.length} migrations that this version does not have, such as ${strange[0]}.`,
        'A newer version has used this database: start that one.',
      ),
    );
  return found.length > 0 ? found : [well(`All ${ours.length} migrations have run.`)];
}

/** Compares the catalogs with supabase/schema.sql, block by block. */
async function checkSchema(database: Database): Promise<Finding[]> {
  const wanted = readBlocks(readFileSync(join(supabaseFolder, 'schema.sql'), 'utf8'));
  const found = readBlocks(await describeMigratedSchema(database));
  const missing = [...wanted].filter((block) => !found.has(block)).map(firstLine);
  const strange = [...found].filter((block) => !wanted.has(block)).map(firstLine);
  if (missing.length + strange.length === 0) return [well('The schema is what the migrations build.')];
  const changed = [...new Set([...missing, ...strange])];
  const more = changed.length > NAMED ? `, and ${changed.length - NAMED} more` : '';
  return [
    fault(
      `The schema is not what the migrations build: ${changed.slice(0, NAMED).join('; ')}${more}.`,
      'Somebody changed it by hand. Compare with supabase/schema.sql and undo it, or put it into a migration.',
    ),
  ];
}

/** Of views only the first line: versions of PostgreSQL print the same query differently. */
const readBlocks = (text: string) =>
  new Set(
    text.split(/\n{2,}/).map((block) => (block.startsWith('create view') ? firstLine(block) : block.trim())),
  );
const firstLine = (block: string) => block.split('\n')[0] ?? '';

async function checkQueue(database: Database): Promise<Finding[]> {
  const late = await database.query<{ kind: string; minutes: number }>(
    `select kind, floor(extract(epoch from now() - min(run_after)) / 60)::integer as minutes from private.jobs
      where status = 'waiting' and run_after < now() - make_interval(mins => $1) group by kind order by minutes desc limit ${NAMED}`,
    [LATE_MINUTES],
  );
  const failed = await database.query<{ kind: string; count: number }>(
    `select kind, count(*)::integer as count from private.jobs where status = 'failed' group by kind order by kind limit ${NAMED}`,
  );
  const found = [
    ...late.map(({ kind, minutes }) =>
      warning(
        `Background work is late: ${kind} by ${minutes} minutes.`,
        'Is a server running? Its log says what stops it.',
      ),
    ),
    ...failed.map(({ kind, count }) =>
      warning(
        `Background work has failed for good: ${kind} (${count}).`,
        'See /admin/jobs: retry or discard it there.',
      ),
    ),
  ];
  return found.length > 0 ? found : [well('Background work is on time, and none has failed.')];
}
