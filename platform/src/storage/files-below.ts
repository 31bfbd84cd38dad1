import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Entries of one folder in memory at once, however many it has. */
const AT_ONCE = 10_000;

/** The paths of all files below a folder, by name; with `last`, the parts of a path, those after it. */
export async function* filesBelow(
  folder: string,
  last: readonly string[] = [],
  atOnce = AT_ONCE,
): AsyncIterable<string> {
  const [first = '', ...rest] = last;
  for await (const entry of entriesFrom(folder, first, atOnce)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, entry.name === first ? rest : [], atOnce);
    else if (entry.isFile() && entry.name !== first) yield path;
  }
}

/** Reads a large folder several times instead of sorting all of it. */
async function* entriesFrom(folder: string, first: string, atOnce: number): AsyncIterable<Dirent> {
  let isWanted = (name: string) => name >= first;
  for (;;) {
    const entries = await opendir(folder).catch(ignoreMissing);
    if (!entries) return;
    let chunk: Dirent[] = [];
    let isCut = false;
    for await (const entry of entries) {
      if (isWanted(entry.name)) chunk.push(entry);
      if (chunk.length < 2 * atOnce) continue;
      chunk = chunk.toSorted(byName).slice(0, atOnce);
      isCut = true;
    }
    chunk.sort(byName);
    isCut ||= chunk.length > atOnce;
    chunk = chunk.slice(0, atOnce);
    yield* chunk;
    if (!isCut) return;
    const last = chunk.at(-1)?.name ?? '';
    isWanted = (name) => name > last;
  }
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
