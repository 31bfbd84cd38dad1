import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a film is made before it is moved to its place. */
export const workFolder = (folder: string): string => join(folder, '.work');

/** Removes what a run that was killed has left in a stream's folder; whole things stay. */
export async function sweepTemporary(folder: string): Promise<void> {
  await rm(workFolder(folder), { recursive: true, force: true });
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (/^\..*\.new$/.test(name)) await rm(join(folder, name), { force: true });
}
