import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

export interface Entry {
  name: string;
  id: string;
  isFolder: boolean;
}
/** A line of the journal that `power-cut-disk.ts` writes: a file or folder, and the way to it from the root. */
export type Synced = { way: Entry[] } & ({ copy: string } | { entries: Entry[] });

const ROOT = 'root';
const BLOCK = 4096;

/** What is on the disk, by the ids of files and folders. */
interface Disk {
  folders: Map<string, Map<string, Entry>>;
  /** Names of copies. */
  files: Map<string, string>;
}

/**
 * Puts a folder into a state in which a power cut may leave it: what was synced is there; of the rest each block of a file
 * is there with the given chance, in no order.
 */
export function losePower(folder: string, notes: string, chance: number): void {
  const disk = readJournal(notes);
  const lost = `${folder}.lost`;
  renameSync(folder, lost);
  const write = (id: string, to: string, from: string): void => {
    mkdirSync(to);
    for (const entry of disk.folders.get(id)?.values() ?? []) {
      const [path, written] = [join(to, entry.name), join(from, entry.name)];
      if (entry.isFolder) write(entry.id, path, written);
      else writeFileSync(path, mix(readCopy(disk.files.get(entry.id)), readWritten(written), chance));
    }
  };
  const readCopy = (copy: string | undefined) => (copy ? readFileSync(join(notes, copy)) : Buffer.alloc(0));
  write(ROOT, folder, lost);
  rmSync(lost, { recursive: true });
  for (const name of readdirSync(notes)) rmSync(join(notes, name));
  noteTree(folder, [], notes);
}

/** What has survived a cut survives the next one. */
function noteTree(path: string, way: Entry[], notes: string): void {
  const entries = readdirSync(path).map((name) => entryOf(join(path, name)));
  noteSynced(notes, { way, entries });
  for (const entry of entries) {
    const inside = join(path, entry.name);
    if (entry.isFolder) noteTree(inside, [...way, entry], notes);
    else noteSynced(notes, { way: [...way, entry], copy: keepCopy(inside, notes) });
  }
}

export function noteSynced(notes: string, synced: Synced): void {
  appendFileSync(join(notes, 'journal'), `${JSON.stringify(synced)}\n`);
}

export function keepCopy(path: string, notes: string): string {
  const name = String(process.hrtime.bigint());
  copyFileSync(path, join(notes, name));
  return name;
}

export function entryOf(path: string): Entry {
  const stats = statSync(path);
  // Numbers of files are used again; with their birth they are not.
  return { name: basename(path), id: `${stats.ino}-${stats.birthtimeMs}`, isFolder: stats.isDirectory() };
}

function readJournal(notes: string): Disk {
  const disk: Disk = { folders: new Map(), files: new Map() };
  const journal = join(notes, 'journal');
  const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : [];
  for (const line of lines.filter(Boolean)) {
    const synced = JSON.parse(line) as Synced;
    let id = ROOT;
    for (const entry of synced.way) {
      entriesOf(disk, id).set(entry.name, entry);
      ({ id } = entry);
    }
    if ('copy' in synced) disk.files.set(id, synced.copy);
    else disk.folders.set(id, new Map(synced.entries.map((entry) => [entry.name, entry])));
  }
  return disk;
}

function entriesOf(disk: Disk, id: string): Map<string, Entry> {
  const entries = disk.folders.get(id) ?? new Map<string, Entry>();
  disk.folders.set(id, entries);
  return entries;
}

function readWritten(path: string): Buffer {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : Buffer.alloc(0);
}

/** The synced content with some of the blocks that were written since. */
function mix(synced: Buffer, written: Buffer, chance: number): Buffer {
  const isLonger = Math.random() < chance;
  const mixed = Buffer.alloc(isLonger ? Math.max(synced.length, written.length) : synced.length);
  synced.copy(mixed);
  for (let at = 0; at < Math.min(mixed.length, written.length); at += BLOCK)
    if (Math.random() < chance) written.copy(mixed, at, at, Math.min(at + BLOCK, mixed.length));
  return mixed;
}
