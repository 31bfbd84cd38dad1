import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pgliteVersion } from '../../platform/src/database/data-folder.ts';
import { StartRefused } from '../../platform/src/database/errors.ts';
import { lockFolder } from '../../platform/src/database/folder-lock.ts';

const root = join(import.meta.dirname, '../..');

let known: string | undefined;

/** A hash of everything that the prepared test database depends on. */
export function templateKey(): string {
  known ??= fingerprint();
  return known;
}

function fingerprint(): string {
  const hash = createHash('sha256').update(pgliteVersion);
  // The demo's dates are relative to now, so the template is made again every day.
  hash.update(new Date().toISOString().slice(0, 10));
  const made = [
    'platform/src/schemas/**',
    'server/src/prepare-database.ts',
    'supabase/migrations/**',
    'supabase/seed*',
  ];
  for (const path of files(made)) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  for (const path of files(['supabase/buckets/**', 'supabase/seed*/**'])) hash.update(`\0${path}`);
  return hash.digest('hex').slice(0, 16);
}

function files(patterns: string[]): string[] {
  return globSync(patterns, { cwd: root })
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted();
}

/** Makes a file or folder once, while other processes wait for it; deletes outdated ones. */
export async function makeOnce(
  path: string,
  folder: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  while (!existsSync(path)) {
    const lock = takeLock(folder);
    if (!lock) {
      await sleep(200);
      continue;
    }
    try {
      if (existsSync(path)) return path;
      removeOld(folder);
      await make(path);
    } finally {
      lock.release();
    }
  }
  return path;
}

/** Copies; shares blocks where the file system can. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
}

/** For files that are replaced and removed, but never written again: where the file system can, both folders have the same ones. */
export function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else linkFile(source, target);
  }
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** Undefined while another process holds it. */
function takeLock(folder: string): ReturnType<typeof lockFolder> | undefined {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof StartRefused) return undefined;
    throw error;
  }
}

/** Keeps those of today, and recent ones, which another run can be about to open. */
function removeOld(folder: string): void {
  const hour = 3_600_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith(templateKey())) continue;
    if (name.startsWith('test-template-') && Date.now() - statSync(path).mtimeMs > hour)
      rmSync(path, { recursive: true });
  }
}
