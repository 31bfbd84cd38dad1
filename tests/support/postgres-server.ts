import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { makeOnce, templateKey } from './test-template.ts';

export interface PostgresServer {
  /** Connects as a role that can create databases and roles. */
  url: string;
  /** Version and address, for the suite's output. */
  described: string;
  stop(): Promise<void>;
}

/** A real PostgreSQL for tests: TEST_DATABASE_URL, else one started from the machine's binaries on a free port. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') {
    return {
      url: given,
      described: `PostgreSQL at TEST_DATABASE_URL (${await versionOf(given)})`,
      stop: async () => {},
    };
  }
  return startOwnPostgres();
}

/** A server that can be stopped and started again. */
export interface OwnPostgres extends PostgresServer {
  /** The folder of its files. */
  readonly files: string;
  readonly pid: number | undefined;
  whileDown<T>(work: () => Promise<T>): Promise<T>;
  /** A streaming replica of it, to be stopped first. */
  startReplica(): Promise<OwnPostgres>;
}

/** Starts one from the machine's binaries, on a free port and in its own folder. */
export async function startOwnPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const prepared = await preparedFiles();
  return startMade((files) => ['cp', '-a', prepared, files], settings);
}

/** What a server has from its beginning, for `newDatabase`. Made once per state of the files it depends on. */
function preparedFiles(): Promise<string> {
  const cache = join(import.meta.dirname, '../../.cache');
  mkdirSync(cache, { recursive: true });
  const path = join(cache, `test-template-postgres-${templateKey()}`);
  return makeOnce(path, cache, async () => {
    const options = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    const server = await startMade((files) => [join(findBinaries(), 'initdb'), '-D', files, ...options], {});
    try {
      for (const kind of ['migrated', 'demo'] as const) await newDatabase(server, preparedName(kind), kind);
      await server.whileDown(async () => {
        rmSync(`${path}-new`, { recursive: true, force: true });
        run(['cp', '-a', server.files, `${path}-new`], {});
        renameSync(`${path}-new`, path);
      });
    } finally {
      await server.stop();
    }
  });
}

/** Starts a server on the files that this command makes. */
async function startMade(
  command: (files: string) => string[],
  settings: Record<string, string>,
): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-postgres-'));
  const user = executableBy();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  try {
    const files = join(folder, 'data');
    const [program = ''] = command(files);
    // Only root can copy the files of another user, and PostgreSQL's programs refuse to run as root.
    run(command(files), program === 'cp' ? {} : { ...user, cwd: folder });
    return await serve({ binaries: findBinaries(), folder, files, user, settings });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function run([program = '', ...options]: string[], as: RunAs & { cwd?: string }): void {
  const { status, stderr } = spawnSync(program, options, { ...as, encoding: 'utf8' });
  if (status !== 0) throw new Error(`PostgreSQL cannot make a test database: ${stderr}`);
}

type Kind = 'empty' | 'migrated' | 'demo';
const preparedName = (kind: Kind): string => `lakou_prepared_${kind}`;

/**
 * Creates a database of this name, replacing an older one: empty, migrated, or with the demo world too. Returns its
 * address.
 */
export async function newDatabase(
  server: PostgresServer,
  name: string,
  kind: Kind = 'empty',
): Promise<string> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  try {
    await client.query(`drop database if exists ${name} with (force)`);
    const template = await findPrepared(client, kind);
    await client.query(`create database ${name} template ${template ?? 'template0'} strategy file_copy`);
    if (template === undefined && kind !== 'empty') await prepareAt(url.href, kind);
  } finally {
    await client.end();
  }
  return url.href;
}

/** The name of the database of this kind that the server has from its beginning, if it is one of ours. */
export async function findPrepared(client: Client, kind: Kind): Promise<string | undefined> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [preparedName(kind)]);
  return rowCount === 0 ? undefined : preparedName(kind);
}

/** Migrates it, and adds the demo world. */
export async function prepareAt(url: string, kind: Exclude<Kind, 'empty'>): Promise<void> {
  const { openPostgres } = await import('../../platform/src/database/postgres.ts');
  const { prepareDatabase } = await import('../../server/src/prepare-database.ts');
  const database = await openPostgres({ url });
  await prepareDatabase(database, { demo: kind === 'demo' }).finally(() => database.close());
}

interface MadeServer {
  binaries: string;
  folder: string;
  files: string;
  user: RunAs;
  settings: Record<string, string>;
}

async function serve(made: MadeServer): Promise<OwnPostgres> {
  const { binaries, folder, files, settings } = made;
  const port = await sparePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let running = await startServer(made, url);
  const end = async (): Promise<void> => {
    if (running.server.exitCode !== null) return;
    const ended = once(running.server, 'exit');
    running.server.kill('SIGINT');
    await ended;
  };
  return {
    url,
    described: `PostgreSQL ${running.version} from ${binaries}`,
    files,
    get pid() {
      return running.server.pid;
    },
    async whileDown(work) {
      await end();
      try {
        return await work();
      } finally {
        running = await startServer(made, url);
      }
    },
    startReplica: () =>
      startMade(
        (copy) => [
          join(binaries, 'pg_basebackup'),
          ...['-D', copy, '-d', url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
        ],
        settings,
      ),
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(
  { binaries, folder, files, user, settings: given }: MadeServer,
  url: string,
): Promise<{ server: ChildProcess; version: string }> {
  // Nothing here has to survive a power cut.
  const settings = {
    port: new URL(url).port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    ...given,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(binaries, 'postgres'), ['-D', files, ...args], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr?.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-4_000);
  });
  return { server, version: await untilItAnswers(url, server, () => said) };
}

interface RunAs {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root. */
function executableBy(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error('PostgreSQL does not run as root, and this machine has no user "postgres" to run it as.');
  }
  return { uid: Number(uid), gid: Number(gid) };
}

function findBinaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env.PATH ?? '').split(':');
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...onPath];
  const found = folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
  if (found !== undefined) return found;
  throw new Error(
    'These tests need a real PostgreSQL (15 or later): install the package "postgresql", or set TEST_DATABASE_URL.',
  );
}

export async function sparePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

async function untilItAnswers(url: string, server: ChildProcess, said: () => string): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (server.exitCode !== null) break;
    try {
      return await versionOf(url);
    } catch {
      await sleep(100);
    }
  }
  server.kill('SIGKILL');
  throw new Error(`The PostgreSQL started for the tests does not answer: ${said()}`);
}

async function versionOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  // The connection can break between two attempts; the attempt itself fails with the reason.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? 'of unknown version';
  } finally {
    await client.end();
  }
}
