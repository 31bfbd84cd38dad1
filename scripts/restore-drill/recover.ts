import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefused } from '@lakou/platform/database';
import { Client } from 'pg';

export interface RecoverOptions {
  /** A folder that pg_basebackup made. */
  base: string;
  /** Where archive_command has put the WAL. */
  wal: string;
  /** The moment to go back to; undefined: to the end of the WAL. */
  until: Date | undefined;
  /** For the copy. */
  folder: string;
  /** The program `postgres`, of the version that made the backup. */
  program: string;
  /** The role that owns everything. */
  user: string;
  minutes: number;
}

export interface Recovered {
  /** Of one of its databases. */
  url(database: string): string;
  copySeconds: number;
  recoverySeconds: number;
  stop(): Promise<void>;
}

/**
 * Copies the base backup, replays the WAL up to the moment, and opens the result on this machine alone. Neither the backup nor the
 * database it was made of is touched.
 */
export async function recover(options: RecoverOptions): Promise<Recovered> {
  const { base, folder, program, user } = options;
  checkBackup(options);
  const started = Date.now();
  const files = join(folder, 'data');
  cpSync(base, files, { recursive: true, preserveTimestamps: true });
  // PostgreSQL refuses a folder that others can read.
  chmodSync(files, 0o700);
  const copied = Date.now();
  const runAs = ownerOf(folder);
  const port = await freePort();
  configure(files, port, options);
  if (runAs) giveAll(folder, runAs);
  const server = spawn(program, ['-D', files], {
    ...runAs,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-8_000);
  });
  const url = (database: string) => `postgres://${encodeURIComponent(user)}@127.0.0.1:${port}/${database}`;
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  };
  try {
    await untilRecovered(server, url('postgres'), options.minutes, () => said);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    copySeconds: (copied - started) / 1000,
    recoverySeconds: (Date.now() - copied) / 1000,
    stop,
  };
}

function checkBackup({ base, wal }: RecoverOptions): void {
  if (!existsSync(join(base, 'backup_label')))
    throw new StartRefused(
      `${base} is no base backup: make one with pg_basebackup --format=plain --checkpoint=fast -D ${base}.`,
    );
  if (!existsSync(wal)) throw new StartRefused(`There is no folder ${wal} with WAL.`);
}

/** The settings of the database that was backed up are left out: they name its folders, its network and its replicas. */
function configure(files: string, port: number, { wal, until }: RecoverOptions): void {
  for (const name of ['postmaster.pid', 'standby.signal']) rmSync(join(files, name), { force: true });
  writeFileSync(
    join(files, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
ssl = off
archive_mode = off
hot_standby = off
restore_command = 'cp "${quoted(wal)}/%f" "%p"'
recovery_target_action = 'promote'
`,
  );
  if (until)
    appendFileSync(
      join(files, 'postgresql.conf'),
      `recovery_target_time = '${until.toISOString().replace('T', ' ').replace('Z', '+00')}'\n`,
    );
  writeFileSync(join(files, 'postgresql.auto.conf'), '');
  // Only this machine reaches it, and only while the drill runs.
  writeFileSync(join(files, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  writeFileSync(join(files, 'pg_ident.conf'), '');
  writeFileSync(join(files, 'recovery.signal'), '');
}

/** Inside a shell's double quotes inside a setting's single quotes. */
function quoted(path: string): string {
  if (/["$`\\\n%]/.test(path))
    throw new StartRefused(`The folder ${path} has a character that a shell would read.`);
  return path.replaceAll("'", "''");
}

async function untilRecovered(
  server: ChildProcess,
  url: string,
  minutes: number,
  said: () => string,
): Promise<void> {
  const deadline = Date.now() + minutes * 60_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new StartRefused(`The recovery failed:\n${said().trim()}`);
    if (await isOpen(url)) return;
    await sleep(200);
  }
  throw new StartRefused(`The recovery was not over after ${minutes} minutes:\n${said().trim()}`);
}

async function isOpen(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_open: boolean }>('select not pg_is_in_recovery() as is_open');
    return rows[0]?.is_open ?? false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

interface RunAs {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root. */
function ownerOf(folder: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new StartRefused(
      `PostgreSQL does not run as root, and this machine has no user "postgres" for ${folder}.`,
    );
  return { uid: Number(uid), gid: Number(gid) };
}

function giveAll(folder: string, { uid, gid }: RunAs): void {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  for (const path of [folder, ...below]) chownSync(path, uid, gid);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new StartRefused('No port is free.');
  return address.port;
}
