import { availableParallelism } from 'node:os';

/** Bounds on the work for one film. Callers override single values. */
export interface Limits {
  /** Threads per encoder and decoder. */
  threads: number;
  /** Scheduling priority of ffmpeg as in `nice -n`, 0 to 19. */
  niceness: number;
  /** Address space of one ffmpeg process, in bytes. */
  memory: number;
  /** Longest run of one ffmpeg process, in seconds; 0 means forty times the film's duration, at least ten minutes. */
  seconds: number;
  /** ffmpeg is killed after this many seconds without progress. */
  stalledSeconds: number;
  maxSourceBytes: number;
  maxSourceSeconds: number;
  /** Bytes that must stay free on the disk. */
  spareDisk: number;
  /** Rungs above this bit rate (kbit/s) are skipped; the two lowest are always encoded. */
  maxRungBitrate: number;
  /** Highest audio bit rate of any rung, in kbit/s. */
  maxAudioBitrate: number;
  /** How long the pieces of a film are, about; each is encoded on its own. */
  pieceSeconds: number;
  /** Constant rate factor of x264: higher means fewer bytes and less detail. */
  crf: number;
}

const GiB = 2 ** 30;

export const withDefaultLimits = (limits: Partial<Limits> = {}): Limits => ({
  threads: Math.min(availableParallelism(), 8),
  niceness: 10,
  memory: 8 * GiB,
  seconds: 0,
  stalledSeconds: 300,
  maxSourceBytes: 100 * GiB,
  maxSourceSeconds: 8 * 3600,
  spareDisk: GiB / 4,
  maxRungBitrate: 4500,
  maxAudioBitrate: 160,
  pieceSeconds: 120,
  crf: 23,
  ...limits,
});
