import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, StartRefused } from '@lakou/platform/database';
import { Client } from 'pg';
import { type Config, directly, readConfig } from '../server/src/config.ts';
import { openConfiguredDatabase, prepareDatabase } from '../server/src/prepare-database.ts';

/** Files belong to rows of the database. `keys.json` and `backups` stay. */
const DATA = ['database', 'storage', 'streams'];

/** What the platform and the migrations create in a PostgreSQL database. */
const SCHEMAS = [
  'public',
  'private',
  'auth',
  'storage',
  'realtime',
  'extensions',
  'platform',
  'supabase_migrations',
];

async function reset(): Promise<void> {
  const config = directly(readConfig(process.env));
  if (!config.demo) {
    throw new StartRefused(
      'Nothing was deleted: npm run db:reset works in demo mode only, and LAKOU_ENV is production.',
    );
  }
  await (config.database.kind === 'postgres' ? emptyServer(config.database.url) : refuseInUse(config));
  for (const name of DATA) {
    const path = join(config.dataFolder, name);
    if (!existsSync(path)) continue;
    rmSync(path, { recursive: true });
    console.log(`Deleted ${path}.`);
  }
  const database = await openConfiguredDatabase(config);
  try {
    await prepareDatabase(database, { demo: true });
  } finally {
    await database.close();
  }
  console.log(
    'The demo world is new. Its pictures and films are put in place when the server starts: npm start.',
  );
}

/** Opening a folder that a server uses is refused. */
async function refuseInUse(config: Config): Promise<void> {
  const folder = join(config.dataFolder, 'database');
  if (!existsSync(folder)) return;
  const database = await openDatabase({ folder });
  try {
    await refuseOtherWorld((sql) => database.query(sql), folder);
  } finally {
    await database.close();
  }
}

async function emptyServer(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'lakou db:reset' });
  await client.connect();
  const query = async <T extends object>(sql: string) => (await client.query<T>(sql)).rows;
  try {
    const name = `the PostgreSQL database ${client.database}`;
    const [users] = await query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (users && users.count > 0) {
      throw new StartRefused(
        `Nothing was deleted: others (${users.count} connections) use ${name}; stop the server first.`,
      );
    }
    await refuseOtherWorld(query, name);
    await client.query(`
      begin;
      drop publication if exists supabase_realtime;
      drop schema if exists ${SCHEMAS.join(', ')} cascade;
      create schema public;
      grant usage on schema public to public;
      commit;
    `);
    console.log(`Deleted everything in ${name}.`);
  } finally {
    await client.end();
  }
}

/** Somebody's own data could lie where LAKOU_ENV was forgotten. */
async function refuseOtherWorld(
  query: <T extends object>(sql: string) => Promise<T[]>,
  where: string,
): Promise<void> {
  const [is] = await query<{ prepared: boolean }>(
    `select to_regclass('platform.settings') is not null or to_regclass('auth.users') is not null as prepared`,
  );
  if (!is?.prepared) return;
  const seeded = await query(`select key from platform.settings where key = 'demo_world'`);
  if (seeded.length === 0) {
    throw new StartRefused(`Nothing was deleted: ${where} does not hold the demo world.`);
  }
}

try {
  await reset();
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exitCode = 1;
}
