import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Database, Transaction } from './database.ts';
import { DatabaseError, StartRefused } from './errors.ts';
import { explainFailure } from './explain-failure.ts';
import { isIndexStatement, runIndexStatement } from './migrate-index.ts';
import { type ScriptStatement, splitStatements } from './split-statements.ts';

export interface MigrateOptions {
  /** Holds `<digits>_<name>.sql` files. They run in the order of their names. */
  folder: string;
  /**
   * The table that records which have run: `platform.migrations`, or the Supabase CLI's
   * `supabase_migrations.schema_migrations` (created by the platform's schemas).
   */
  record: 'platform' | 'supabase';
}

interface Migration {
  file: string;
  version: string;
  name: string;
  sql: string;
  checksum: string;
}

interface Recorded {
  version: string;
  name: string | null;
  /** Null when another tool, such as the Supabase CLI, ran the file. */
  checksum: string | null;
}

// An arbitrary constant, the same in every process.
const lockNumber = 7_514_306_221;

/**
 * Statements that wait behind a migration wait for what it waits for. So it gives up soon, lets them pass and tries again.
 */
const LOCK_WAIT_MS = 2_000;
const LOCK_TRIES = 60;
const LOCK_PAUSE_MS = 1_000;

/**
 * Runs the files that have not run yet, each once and in its own transaction. Several processes can do so at once.
 * Returns the names of the files that this call ran; throws `StartRefused` with the reason.
 */
export async function migrate(database: Database, { folder, record }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder);
  if (record === 'platform') await createRecord(database);
  const known = await database.query<Recorded>(recorded[record]);
  checkHistory(migrations, known, folder);

  const done = new Set(known.map(({ version }) => version));
  const ran: string[] = [];
  for (const migration of migrations) {
    if (done.has(migration.version)) continue;
    if (await runOnce(database, migration, record)) ran.push(migration.file);
  }
  return ran;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const fileOf = new Map<string, string>();
  const migrations: Migration[] = [];
  for (const file of files) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) {
      throw new StartRefused(`The migration ${file} in ${folder} must be named <digits>_<name>.sql.`);
    }
    const other = fileOf.get(version);
    if (other !== undefined) {
      throw new StartRefused(
        `The migrations ${other} and ${file} in ${folder} have the same version ${version}: rename one.`,
      );
    }
    fileOf.set(version, file);
    // Line ends differ between checkouts.
    const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
    migrations.push({ file, version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') });
  }
  return migrations;
}

/** Throws unless the recorded history is a prefix of the folder's files. */
function checkHistory(migrations: Migration[], known: Recorded[], folder: string): void {
  const byVersion = new Map(migrations.map((migration) => [migration.version, migration]));
  let lastKnown: Migration | undefined;
  for (const { version, name, checksum } of known) {
    const migration = byVersion.get(version);
    if (!migration) {
      throw new StartRefused(
        `The database has run the migration ${version}${name ? `_${name}` : ''}, which is not in ${folder}: it is newer than this program, so start the newer version.`,
      );
    }
    if (checksum !== null && checksum !== migration.checksum) {
      throw new StartRefused(
        `The migration ${migration.file} was changed after the database had run it: restore the file and put the change into a new migration, or start with an empty database.`,
      );
    }
    if (!lastKnown || migration.file > lastKnown.file) lastKnown = migration;
  }
  const done = new Set(known.map(({ version }) => version));
  const late = migrations.find(
    ({ version, file }) => lastKnown && file < lastKnown.file && !done.has(version),
  );
  if (late && lastKnown) {
    throw new StartRefused(
      `The migration ${late.file} has not run, but ${lastKnown.file}, which comes after it, has: give it a later version.`,
    );
  }
}

/** False when another process ran the file in the meantime. */
async function runOnce(
  database: Database,
  migration: Migration,
  record: MigrateOptions['record'],
): Promise<boolean> {
  const statements = splitStatements(migration.sql);
  refuseUnsupported(migration, statements);
  const isOfIndexes = statements.length > 0 && statements.every(({ text }) => isIndexStatement(text));
  if (isOfIndexes)
    for (const statement of statements)
      await explaining(migration, statement, () => runIndexStatement(database, statement.text));
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(async (transaction) => {
        await takeLock(transaction);
        const known = await transaction.query<Recorded>(recorded[record]);
        if (known.some(({ version }) => version === migration.version)) return false;
        if (!isOfIndexes) await runStatements(transaction, migration, statements);
        await writeDown[record](transaction, migration, statements);
        return true;
      });
    } catch (error) {
      if (!wasInTheWay(error) || tries === LOCK_TRIES) throw error;
      await setTimeout(LOCK_PAUSE_MS);
    }
  }
}

async function runStatements(
  transaction: Transaction,
  migration: Migration,
  statements: ScriptStatement[],
): Promise<void> {
  await transaction.script(`set local lock_timeout = ${LOCK_WAIT_MS}`);
  for (const statement of statements) {
    await explaining(migration, statement, () => transaction.script(statement.text));
  }
  // Checks deferred constraints here; at the commit the error could not be assigned to a file.
  const last = statements.at(-1);
  if (last) await explaining(migration, last, () => transaction.script('set constraints all immediate'));
}

/** 55P03: somebody else's transaction holds the table. 40P01: and waits for another one that this has. */
const wasInTheWay = (error: unknown): boolean =>
  error instanceof StartRefused &&
  error.cause instanceof DatabaseError &&
  ['55P03', '40P01'].includes(error.cause.code);

async function explaining(
  migration: Migration,
  statement: ScriptStatement,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new StartRefused(explainFailure(migration.file, migration.sql, statement, error), { cause: error });
  }
}

/** Waits without a time limit for other processes. Released with the transaction. */
async function takeLock(transaction: Transaction): Promise<void> {
  await transaction.script('set local statement_timeout = 0; set local lock_timeout = 0');
  await transaction.query('select pg_advisory_xact_lock($1)', [lockNumber]);
}

/** Refuses statements that end the transaction or that outlive it on a pooled connection. */
function refuseUnsupported(migration: Migration, statements: ScriptStatement[]): void {
  for (const { text, start } of statements) {
    const line = migration.sql.slice(0, start).split('\n').length;
    const words = text.slice(0, 60).toLowerCase().split(/\s+/);
    if (['begin', 'start', 'commit', 'end', 'rollback', 'abort'].includes(words[0] ?? '')) {
      throw new StartRefused(
        `The migration ${migration.file} says "${words[0]}" at line ${line}, but each migration already runs in a transaction of its own: remove it.`,
      );
    }
    const scoped = ['local', 'constraints', 'transaction'].includes(words[1] ?? '');
    if (words[0] === 'set' && !scoped) {
      throw new StartRefused(
        `The migration ${migration.file} says "set ${words[1]}" at line ${line}, which would outlive it: write "set local".`,
      );
    }
  }
}

async function createRecord(database: Database): Promise<void> {
  const [row] = await database.query<{ there: boolean }>(
    `select to_regclass('platform.migrations') is not null as there`,
  );
  if (row?.there) return;
  await database.transaction(async (transaction) => {
    // Under the lock, because simultaneous `create … if not exists` can still collide.
    await takeLock(transaction);
    await transaction.script(`
      create schema if not exists platform;
      create table if not exists platform.migrations (
        version text primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      );
    `);
  });
}

const recorded = {
  platform: 'select version, name, checksum from platform.migrations',
  supabase: `select version, name, checksum
    from supabase_migrations.schema_migrations left join platform.migration_checksums using (version)`,
};

const writeDown = {
  async platform(transaction: Transaction, { version, name, checksum }: Migration): Promise<void> {
    await transaction.query('insert into platform.migrations (version, name, checksum) values ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
  },
  async supabase(
    transaction: Transaction,
    { version, name, checksum }: Migration,
    statements: ScriptStatement[],
  ): Promise<void> {
    await transaction.query(
      `insert into supabase_migrations.schema_migrations (version, name, statements)
       values ($1, $2, array(select jsonb_array_elements_text($3::jsonb)))`,
      [version, name, JSON.stringify(statements.map(({ text }) => text))],
    );
    await transaction.query('insert into platform.migration_checksums (version, checksum) values ($1, $2)', [
      version,
      checksum,
    ]);
  },
};
