import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '@lakou/platform/database';

/** Uses PostgreSQL's own programs, which must be at least as new as the server. */
export function runPgDump(url: string, snapshot: string, file: string): Promise<void> {
  return run('pg_dump', url, ['--format=custom', `--snapshot=${snapshot}`, `--file=${file}`]);
}

/** In one transaction. The tables are owned by the role that `url` names. */
export function runPgRestore(url: string, file: string): Promise<void> {
  return run('pg_restore', url, ['--single-transaction', '--exit-on-error', '--no-owner', file]);
}

function run(name: string, url: string, args: string[]): Promise<void> {
  const program = findProgram(name);
  const place = new URL(url);
  const PGPASSWORD = decodeURIComponent(place.password);
  // Everybody on the machine can read a program's arguments.
  place.password = '';
  const env = { ...clientEnvironment(), ...(PGPASSWORD && { PGPASSWORD }) };
  return new Promise((resolve, reject) => {
    const child = spawn(program, [`--dbname=${place.href}`, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env,
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(0, 2_000);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new StartRefused(`${name} failed: ${said.trim()}`));
    });
  });
}

/** What PostgreSQL's programs read, and none of our secrets. */
function clientEnvironment(): Record<string, string | undefined> {
  const names = Object.keys(process.env).filter((name) => /^(PATH|HOME|TZ|LANG|LC_.*|PG.*)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/** PostgreSQL's own, the newest that is installed. */
export function findProgram(name: string): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found) return found;
  throw new StartRefused(
    `${name} was not found; it comes with PostgreSQL's client programs (on Debian or Ubuntu: apt install postgresql-client).`,
  );
}
