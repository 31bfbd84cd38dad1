import { findFfmpeg } from './find-ffmpeg.ts';
import type { Limits } from './limits.ts';
import type { Span } from './pass-arguments.ts';
import type { Plan } from './plan-film.ts';
import type { Source } from './probe.ts';
import type { Stage } from './progress.ts';
import { type FfmpegOptions, runFfmpeg } from './run-ffmpeg.ts';
import { sandboxedInput } from './sandbox.ts';

/** A part of a film that is encoded on its own, by whichever process takes it. */
export interface Piece {
  stage: Stage;
  number: number;
  start: number;
  /** Null for the last piece: to the end of the film. */
  end: number | null;
  /** From probe-complexity.ts. */
  complexity: number;
}

/** Containers with an index, in which ffmpeg finds a time at once and exactly. */
const INDEXED = ['mov', 'matroska'];
/** A source whose key frames are farther apart would be decoded twice to a good part. */
const MAX_KEY_DISTANCE = 20;

/** Where the pieces of a film begin, in seconds: 0, then some starts of segments. */
export async function findCuts(
  source: Source,
  plan: Plan,
  { pieceSeconds }: Pick<Limits, 'pieceSeconds'>,
  run: FfmpegOptions,
): Promise<number[]> {
  const isIndexed = INDEXED.some((name) => source.container.split(',').includes(name));
  const wanted = isIndexed ? chooseCuts(source.duration, plan, pieceSeconds) : [];
  if (wanted.length === 0) return [0];
  const keys = await findKeyFrames(source, wanted, run);
  const canSeek = (cut: number): boolean => keys.some((key) => key <= cut && key > cut - MAX_KEY_DISTANCE);
  return [0, ...wanted.filter(canSeek)];
}

/** Every piece has key frames and thumbnails, and the last is no shorter than half of the others. */
export function chooseCuts(
  duration: number,
  { ladder, second }: Pick<Plan, 'ladder' | 'second'>,
  pieceSeconds: number,
): number[] {
  const { first, following } = ladder.segmentDurations;
  const longestInterval = Math.max(second.keyFrames?.interval ?? 0, second.sheets?.interval ?? 0);
  const segments = Math.max(1, Math.round(Math.max(pieceSeconds, 2 * longestInterval) / following));
  const count = Math.max(0, Math.floor(duration / (segments * following) - 0.5));
  const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
  return Array.from({ length: count }, (_, n) =>
    toMicroseconds(first + ((n + 1) * segments - 1) * following),
  );
}

/** The key frame at which ffmpeg begins to read for each of these times. */
async function findKeyFrames(source: Source, times: number[], run: FfmpegOptions): Promise<number[]> {
  const intervals = times.map((time) => `${(time + source.startTime).toFixed(3)}%+#1`);
  const args = [
    ...['-v', 'error', '-select_streams', String(source.video.index), '-read_intervals', intervals.join(',')],
    ...['-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0', ...sandboxedInput(source.file)],
  ];
  const { ffprobe: program } = await findFfmpeg();
  const { stdout } = await runFfmpeg({ ...run, program, args });
  return [...stdout.matchAll(/^(-?[\d.]+),K/gm)].map(([, time]) => Number(time) - source.startTime);
}

/** The pieces of a film in the order in which they are wanted. */
export const listPieces = (cuts: number[], complexity: number): Piece[] =>
  (['first', 'second'] as const).flatMap((stage) =>
    cuts.map((start, number) => ({ stage, number, start, end: cuts[number + 1] ?? null, complexity })),
  );

/** A file can be longer than it declares: the last piece stops a little after that, as `sandboxedInput` does. */
export const spanOf = ({ start, end }: Piece, source: Source): Span => ({
  start,
  seconds: (end ?? source.duration * 1.05 + 1) - start,
});
