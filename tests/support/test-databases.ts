import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import type { Database, OnAnswered } from '../../platform/src/database/database.ts';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import type { DatabaseOptions } from '../../platform/src/database/open-database.ts';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { findPrepared, prepareAt, startPostgresServer } from './postgres-server.ts';
import { preparedDatabase } from './prepared-database.ts';
import { copyFolder } from './test-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: { url: string; prefix: string };
  }
}

/** Vitest's global setup: on PostgreSQL, one server for the whole run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.config.env.TEST_DATABASE !== 'postgres') return undefined;
  const server = await startPostgresServer();
  console.log(`database tests run on ${server.described}`);
  const prefix = `lakou_test_${randomUUID().slice(0, 8)}_`;
  project.provide('testPostgres', { url: server.url, prefix });
  return async () => {
    await dropDatabases(server.url, prefix);
    await server.stop();
  };
}

export type TestDatabase = Database &
  AsyncDisposable & {
    /** How to open the same database once more: on PostgreSQL beside this one, embedded after closing it. */
    readonly options: DatabaseOptions;
  };

export interface TestDatabaseOptions {
  /** Empty, without our schemas. */
  empty?: boolean;
  /** Migrated, with the demo world (the default) or without. */
  demo?: boolean;
  timeoutMs?: number;
  /** Of PostgreSQL's connections. */
  poolSize?: number;
  transactionTimeoutMs?: number;
  onAnswered?: OnAnswered | undefined;
}

/** A new database on the engine that TEST_DATABASE names. Closing it deletes it. */
export function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? openOnServer(options) : openInFolder(options);
}

async function openInFolder({
  empty = false,
  demo = true,
  poolSize: _,
  ...limits
}: TestDatabaseOptions): Promise<TestDatabase> {
  const parent = mkdtempSync(join(tmpdir(), 'lakou-test-'));
  const remove = async (): Promise<void> => rmSync(parent, { recursive: true, force: true });
  try {
    const options = { folder: join(parent, 'database'), ...limits };
    copyFolder(await preparedDatabase(empty ? 'empty' : demo ? 'demo' : 'migrated'), options.folder);
    return disposable(await openEmbedded(options), options, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function openOnServer({
  empty = false,
  demo = true,
  ...limits
}: TestDatabaseOptions): Promise<TestDatabase> {
  const { inject } = await import('vitest');
  const { url, prefix } = inject('testPostgres');
  const template = empty ? 'template0' : await preparedTemplate(url, prefix, demo);
  const name = prefix + randomUUID().slice(0, 8);
  await onServer(url, (server) =>
    server.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const options = { url: withDatabase(url, name), ...limits };
  const drop = (): Promise<void> => dropDatabases(url, name);
  try {
    return disposable(await openPostgres(options), options, drop);
  } catch (error) {
    await drop();
    throw error;
  }
}

/** The migrated database as a template: a server of ours has it, on a given one it is made once in a run. */
async function preparedTemplate(url: string, prefix: string, demo: boolean): Promise<string> {
  const kind = demo ? 'demo' : 'migrated';
  const name = `${prefix}template_${kind}`;
  const making = `${name}_making`;
  return onServer(url, async (server) => {
    const prepared = await findPrepared(server, kind);
    if (prepared !== undefined) return prepared;
    // Held until the connection ends: other processes that want the template wait here.
    await server.query("select pg_advisory_lock(hashtext('lakou test template'))");
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return name;
    await server.query(`drop database if exists ${making}`);
    await server.query(`create database ${making} template template0`);
    await prepareAt(withDatabase(url, making), kind);
    await server.query(`alter database ${making} rename to ${name}`);
    return name;
  });
}

/** CREATE and DROP DATABASE run outside transactions, which our own driver always opens. */
async function onServer<T>(url: string, work: (server: Client) => Promise<T>): Promise<T> {
  const server = new Client({ connectionString: url });
  await server.connect();
  return work(server).finally(() => server.end());
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  await onServer(url, async (server) => {
    const matching = 'select datname from pg_database where starts_with(datname, $1)';
    const { rows } = await server.query<{ datname: string }>(matching, [prefix]);
    for (const { datname } of rows) await server.query(`drop database if exists ${datname} with (force)`);
  });
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** The same database with a close() that also deletes it. */
function disposable(database: Database, options: DatabaseOptions, remove: () => Promise<void>): TestDatabase {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= database.close().then(remove);
    return closing;
  };
  return {
    kind: database.kind,
    options,
    run: database.run.bind(database),
    query: database.query.bind(database),
    transaction: database.transaction.bind(database),
    listen: database.listen.bind(database),
    load: database.load.bind(database),
    close,
    [Symbol.asyncDispose]: close,
  };
}
