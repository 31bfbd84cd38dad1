import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { sparePort } from './postgres-server.ts';

export interface PgBouncer {
  /** The given database, through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode before a database. Its few connections are shared by all clients. */
export async function startPgBouncer(database: string): Promise<PgBouncer> {
  const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) =>
    existsSync(path),
  );
  if (!program) throw new Error('this test needs PgBouncer (on Debian or Ubuntu: apt install pgbouncer)');
  const home = mkdtempSync(join(tmpdir(), 'lakou-pgbouncer-'));
  const url = new URL(database);
  const server = `host=${url.hostname} port=${url.port}`;
  url.port = String(await sparePort());
  writeFileSync(join(home, 'users'), `"${url.username}" ""\n`);
  writeFileSync(
    join(home, 'pgbouncer.ini'),
    `[databases]
    * = ${server}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${url.port}
    unix_socket_dir =
    auth_type = trust
    auth_file = ${home}/users
    pool_mode = transaction
    default_pool_size = 3
    max_client_conn = 200`.replaceAll(/^ +/gm, ''),
  );
  // It drops the rights of root, which made these files.
  chmodSync(home, 0o755);
  const child = spawn(
    program,
    [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), join(home, 'pgbouncer.ini')],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4_000)));
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    rmSync(home, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt += 1) {
    if (await answers(url.href)) return { url: url.href, stop };
    await sleep(100);
  }
  await stop();
  throw new Error(`PgBouncer did not start: ${said}`);
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
