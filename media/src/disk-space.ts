import { statfs } from 'node:fs/promises';
import type { Rung } from './choose-ladder.ts';
import { diskFull } from './media-error.ts';

/** What rungs can take at most, in bytes: their ceilings, and a tenth for pictures, sound and wrapping. */
export const requiredDiskSpace = (rungs: Rung[], duration: number): number =>
  rungs.reduce((sum, { video, audio }) => sum + (video + audio) * 125, 0) * duration * 1.1;

/** Refuses before the work rather than in its middle. */
export async function requireDiskSpace(folder: string, bytes: number, spare: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes + spare)
    throw diskFull(
      `${Math.ceil((bytes + spare) / 2 ** 20)} MiB needed, ${Math.floor(free / 2 ** 20)} MiB free`,
    );
}
