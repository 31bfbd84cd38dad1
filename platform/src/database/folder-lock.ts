import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartRefused } from './errors.ts';

export interface FolderLock {
  release(): void;
}

/**
 * Allows only one process to use a folder. The lock is the operating system's (taken through SQLite, because Node has
 * no file locks), so it ends with the process, however that ends.
 */
export function lockFolder(folder: string): FolderLock {
  const owner = join(folder, 'lock-owner');
  const database = openQuietly(join(folder, 'lock'));
  try {
    database.exec('pragma journal_mode = off; begin exclusive');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new StartRefused(`${folder} is already in use${describeOwner(owner)}; stop that one first.`);
  }
  const release = (): void => {
    rmSync(owner, { force: true });
    database.close();
  };
  try {
    writeFileSync(owner, `${process.pid} ${new Date().toISOString()}\n`);
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

function openQuietly(path: string): DatabaseSync {
  // Before Node 24 the module prints an experimental warning.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const sqlite = process.getBuiltinModule('node:sqlite');
    return new sqlite.DatabaseSync(path, { timeout: 0 });
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isBusy(error: unknown): boolean {
  const busy = 5;
  return (error as { errcode?: number }).errcode === busy;
}

function describeOwner(path: string): string {
  try {
    const [pid, since] = readFileSync(path, 'utf8').trim().split(' ');
    return ` by process ${pid} since ${since}`;
  } catch {
    return ' by another process';
  }
}
