import { availableParallelism } from 'node:os';

/** What a film may cost. Everything has a bound; callers change what they want otherwise. */
export interface Limits {
  /** Threads of each encoder and decoder. */
  threads: number;
  /** How polite ffmpeg is to the rest of the machine, 0 to 19. */
  niceness: number;
  /** Address space of one ffmpeg, in bytes. */
  memory: number;
  /** The longest one ffmpeg may run, in seconds; 0 means forty times the film's length, at least ten minutes. */
  seconds: number;
  /** Without a sign of progress for this long, in seconds, it is ended. */
  stalledSeconds: number;
  /** The largest source, in bytes. */
  sourceBytes: number;
  /** The longest source, in seconds. */
  sourceSeconds: number;
  /** What must stay free on the disk, in bytes. */
  spareDisk: number;
  /** Rungs above this bit rate (kbit/s) are not made; the two lowest always are. */
  highestRung: number;
  /** The most that sound may take in any rung, in kbit/s. */
  soundBitrate: number;
  /** x264's constant rate factor: more means fewer bytes and less detail. */
  coarseness: number;
}

const GiB = 2 ** 30;

export const withDefaults = (limits: Partial<Limits> = {}): Limits => ({
  threads: Math.min(availableParallelism(), 8),
  niceness: 10,
  memory: 8 * GiB,
  seconds: 0,
  stalledSeconds: 300,
  sourceBytes: 100 * GiB,
  sourceSeconds: 8 * 3600,
  spareDisk: GiB / 4,
  highestRung: 4500,
  soundBitrate: 160,
  coarseness: 23,
  ...limits,
});
