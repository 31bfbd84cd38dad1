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
import { syncFolder, syncTree, unpackTar } from './unpack-tar.ts';

/** The pinned PGlite and its PostgreSQL version; a test compares them with the package. */
export const pgliteVersion = '0.5.16';
export const embeddedMajor = 18;

/** An empty database: unpacking it takes a sixth of the time that PGlite needs to create one. */
export const emptyTemplate = fileURLToPath(
  new URL(`./template/pglite-${pgliteVersion}.tar.zst`, import.meta.url),
);

export interface DataFolder {
  /** PostgreSQL's own files. */
  files: string;
  /** Whether what is written has to be on the disk before it is used. */
  synced: boolean;
  lock: FolderLock;
}

interface ClaimOptions {
  folder: string;
  template?: string;
  synced?: boolean;
}

/** Locks the folder, and creates a database in it when it has none. Throws StartRefused with the reason. */
export async function claimDataFolder({
  folder,
  template = emptyTemplate,
  synced = true,
}: ClaimOptions): Promise<DataFolder> {
  let lock: FolderLock | undefined;
  try {
    refuseUnwritable(folder);
    mkdirSync(folder, { recursive: true });
    lock = lockFolder(folder);
    const files = join(folder, 'postgres');
    removeLeftovers(folder);
    if (!existsSync(files)) await createDatabaseFiles({ folder, files, template, synced });
    refuseForeignMajor(folder, files);
    return { files, lock, synced };
  } catch (error) {
    lock?.release();
    throw explainFolderError(folder, error);
  }
}

/** Turns a file system error into a message for the operator. */
export function explainFolderError(folder: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const message = code === undefined ? undefined : messages.get(code);
  return message === undefined ? error : new StartRefused(message(folder), { cause: error });
}

export const fullDisk = (folder: string): string =>
  `The disk that holds ${folder} is full; free some space, nothing is lost.`;
const notWritable = (folder: string): string =>
  `The folder ${folder} cannot be written to; make it writable for this user or choose another DATA_DIR.`;
const notAFolder = (folder: string): string =>
  `The folder ${folder} is a file or lies below one; choose another DATA_DIR.`;

const messages = new Map([
  ['ENOSPC', fullDisk],
  ['EDQUOT', fullDisk],
  ['EROFS', notWritable],
  ['EACCES', notWritable],
  ['EPERM', notWritable],
  ['ENOTDIR', notAFolder],
]);

/** Checked first, because Node reports "no such file" when it cannot create a folder on a read-only disk. */
function refuseUnwritable(folder: string): void {
  const nearest = findExistingAncestor(folder);
  if (!statSync(nearest).isDirectory()) throw new StartRefused(notAFolder(folder));
  accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
}

function findExistingAncestor(path: string): string {
  return existsSync(path) ? path : findExistingAncestor(dirname(path));
}

/** Unpacked under a temporary name and renamed, so that an interruption leaves no incomplete database. */
async function createDatabaseFiles({
  folder,
  files,
  template,
  synced,
}: Required<ClaimOptions> & { files: string }): Promise<void> {
  const aside = join(folder, `postgres.new-${process.pid}`);
  try {
    await unpackTar(template, aside);
    if (synced) syncTree(aside);
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
