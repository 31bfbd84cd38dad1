import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartRefused } from './errors.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { syncFolder, unpackTar } from './unpack-tar.ts';

/** What the pinned PGlite is and speaks; a test compares. */
export const pgliteVersion = '0.5.16';
export const embeddedMajor = 18;

/** An empty database, packed: unpacking takes a sixth of the time that PGlite needs to make one. */
export const emptyTemplate = fileURLToPath(
  new URL(`./template/pglite-${pgliteVersion}.tar.zst`, import.meta.url),
);

export interface DataFolder {
  /** PostgreSQL's own files. */
  files: string;
  lock: FolderLock;
}

/** Locks the folder, and puts a database in it when it has none yet. Refuses with a sentence when it cannot. */
export function claimDataFolder(folder: string, template = emptyTemplate): DataFolder {
  let lock: FolderLock | undefined;
  try {
    refuseUnwritable(folder);
    mkdirSync(folder, { recursive: true });
    lock = lockFolder(folder);
    const files = join(folder, 'postgres');
    removeLeftovers(folder);
    if (!existsSync(files)) fill(folder, files, template);
    refuseForeignMajor(folder, files);
    return { files, lock };
  } catch (error) {
    lock?.release();
    throw refusal(folder, error);
  }
}

/** Turns what the file system says into a sentence for the person who starts the server. */
export function refusal(folder: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const sentence = code === undefined ? undefined : sentences.get(code);
  return sentence === undefined ? error : new StartRefused(sentence(folder), { cause: error });
}

export const fullDisk = (folder: string): string =>
  `The disk that holds ${folder} is full; free some space, nothing is lost.`;
const notWritable = (folder: string): string =>
  `The folder ${folder} cannot be written to; make it writable for this user or choose another DATA_DIR.`;
const notAFolder = (folder: string): string =>
  `The folder ${folder} is a file or lies below one; choose another DATA_DIR.`;

const sentences = new Map([
  ['ENOSPC', fullDisk],
  ['EDQUOT', fullDisk],
  ['EROFS', notWritable],
  ['EACCES', notWritable],
  ['EPERM', notWritable],
  ['ENOTDIR', notAFolder],
]);

/** Asked beforehand, because Node says "no such file" when it cannot make a folder on a read-only disk. */
function refuseUnwritable(folder: string): void {
  const nearest = nearestThatExists(folder);
  if (!statSync(nearest).isDirectory()) throw new StartRefused(notAFolder(folder));
  accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
}

function nearestThatExists(path: string): string {
  return existsSync(path) ? path : nearestThatExists(dirname(path));
}

/** Made aside and renamed: whoever is interrupted leaves nothing that looks like a database. */
function fill(folder: string, files: string, template: string): void {
  const aside = join(folder, `postgres.new-${process.pid}`);
  try {
    unpackTar(template, aside);
    syncFolder(aside);
    renameSync(aside, files);
    syncFolder(folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}

function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('postgres.new-')) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function refuseForeignMajor(folder: string, files: string): void {
  const major = recordedMajor(files);
  if (major === String(embeddedMajor)) return;
  throw new StartRefused(
    major === undefined
      ? `${folder} holds no complete database (PG_VERSION is missing); restore a backup or choose another DATA_DIR.`
      : `${folder} was written by PostgreSQL ${major}, and this version brings PostgreSQL ${embeddedMajor}; dump it with the version that wrote it and restore the dump into a new folder.`,
  );
}

function recordedMajor(files: string): string | undefined {
  try {
    return readFileSync(join(files, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined;
  }
}
