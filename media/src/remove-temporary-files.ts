import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Outputs are written here and moved when they are complete. */
export const workFolder = (folder: string): string => join(folder, '.work');

/** Removes what a killed run left in a stream folder. Completed outputs stay. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  await rm(workFolder(folder), { recursive: true, force: true });
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (/^\..*\.new$/.test(name)) await rm(join(folder, name), { force: true });
}
