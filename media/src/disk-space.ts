import { statfs } from 'node:fs/promises';
import type { Rung } from './choose-ladder.ts';
import { diskFull } from './media-error.ts';

const SMALLEST_SEGMENT = 64 * 1024;

/** Upper bound in bytes: the maximum bit rates plus a tenth for images, extra audio and container overhead. */
export const requiredDiskSpace = (rungs: Rung[], duration: number): number =>
  rungs.reduce((sum, { video, audio }) => sum + (video + audio) * 125, 0) * duration * 1.1;

/** Checks before encoding, so that a full disk does not waste the work. */
export async function requireDiskSpace(folder: string, bytes: number, spare: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes + spare)
    throw diskFull(
      `${Math.ceil((bytes + spare) / 2 ** 20)} MiB needed, ${Math.floor(free / 2 ** 20)} MiB free`,
    );
}

/** To be asked after ffmpeg, whose muxer does not always notice: parts of what it wrote are missing then. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < SMALLEST_SEGMENT;
}
