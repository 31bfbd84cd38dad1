import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@lakou/platform/database';
import { migrate } from '../platform/src/database/migrate.ts';
import { syncRealtime } from '../platform/src/schemas/install-schemas.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../tests/support/postgres-server.ts';
import { describeSchema } from './describe-schema.ts';

const root = join(import.meta.dirname, '..');
const PATHS = { platform: 'platform/src/schemas', supabase: 'supabase/migrations' };
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'realtime', 'platform', 'supabase_migrations'];

/**
 * `npm run db:compare -- <revision> [<revision>]`: builds the databases of a git revision and of the working tree (or of
 * another revision), on PostgreSQL and embedded, and prints what differs in the catalogs, in `pg_dump --schema-only` and
 * in the rows that migrations insert.
 */
async function compare(before: string, after: string | undefined): Promise<boolean> {
  const work = mkdtempSync(join(tmpdir(), 'lakou-compare-'));
  try {
    const sources = {
      before: checkOut(before, join(work, 'source-before')),
      after: after === undefined ? root : checkOut(after, join(work, 'source-after')),
    };
    for (const [name, source] of Object.entries(sources)) {
      await withEmbedded(join(work, `database-${name}`), async (database) => {
        await build(database, source);
        save(join(work, name), {
          'embedded-catalogs.sql': await catalogs(database),
          'embedded-rows.txt': await rows(database),
        });
      });
    }
    await withPostgres(async (server) => {
      for (const [index, [name, source]] of Object.entries(sources).entries()) {
        const url = await newDatabase(server, `lakou_compare_${index}`);
        const database = await openDatabase({ url });
        try {
          await build(database, source);
          save(join(work, name), {
            'postgresql-catalogs.sql': await catalogs(database),
            'postgresql-rows.txt': await rows(database),
            'postgresql-dump.sql': dump(url),
          });
        } finally {
          await database.close();
        }
      }
    });
    return report(work, before, after ?? 'the working tree');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function checkOut(revision: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', revision, ...Object.values(PATHS)], {
    cwd: root,
    maxBuffer: 100_000_000,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return folder;
}

async function build(database: Database, source: string): Promise<void> {
  await migrate(database, { folder: join(source, PATHS.platform), record: 'platform' });
  await migrate(database, { folder: join(source, PATHS.supabase), record: 'supabase' });
  await syncRealtime(database);
}

async function withEmbedded(folder: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ folder });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function withPostgres(work: (server: PostgresServer) => Promise<void>): Promise<void> {
  const server = await startPostgresServer().catch((error: Error) => {
    console.warn(`Not compared on PostgreSQL: ${error.message}`);
  });
  if (!server) return;
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

const catalogs = (database: Database) => describeSchema(database, { schemas: SCHEMAS });

/** Every row of every table, without times and without the record of which migrations ran. */
async function rows(database: Database): Promise<string> {
  const tables = await database.query<{ name: string; times: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
        (select coalesce(json_agg(a.attname), '[]') from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'timestamptz'::regtype) as times
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind = 'r' and c.relname !~ 'migration'
      order by name`,
    [SCHEMAS],
  );
  const lines: string[] = [];
  for (const { name, times } of tables) {
    const found = await database.query<{ row: string }>(
      `select (to_jsonb(t) - array(select jsonb_array_elements_text($1::jsonb)))::text as row from ${name} t`,
      [JSON.stringify(times)],
    );
    lines.push(...found.map(({ row }) => `${name} ${row}`).toSorted());
  }
  return `${lines.join('\n')}\n`;
}

/** The order of a dump follows when objects were created, which is not part of the schema: sorted by object. */
function dump(url: string): string {
  const { status, stdout, stderr, error } = spawnSync('pg_dump', ['--schema-only', url], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (error || status !== 0) {
    console.warn(`Not compared with pg_dump: ${error?.message ?? stderr}`);
    return '';
  }
  const [, ...objects] = stdout.replaceAll(/^\\(un)?restrict .*\n/gm, '').split(/^--\n(?=-- Name: )/m);
  return objects
    .map((object) => object.trim())
    .toSorted()
    .join('\n\n');
}

function save(folder: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function report(work: string, before: string, after: string): boolean {
  const { status, stdout, stderr } = spawnSync('git', ['diff', '--no-index', '--', 'before', 'after'], {
    cwd: work,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0 && status !== 1) throw new Error(stderr);
  process.stdout.write(stdout);
  for (const file of readdirSync(join(work, 'before'))) {
    const lines = readFileSync(join(work, 'before', file), 'utf8').split('\n').length;
    console.log(`${file}: ${lines} lines compared`);
  }
  const same = status === 0;
  console.log(
    `The migrations of ${before} and of ${after} build ${same ? 'the same database' : 'different databases'}.`,
  );
  return same;
}

const [before, after] = process.argv.slice(2);
if (!before) {
  console.error('Usage: npm run db:compare -- <git revision> [<git revision>]');
  process.exit(2);
}
process.exit((await compare(before, after)) ? 0 : 1);
