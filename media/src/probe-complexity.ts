import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fitWithin, type Rung } from './choose-ladder.ts';
import { formatRate, framesPerSecond } from './frame-rate.ts';
import type { Limits } from './limits.ts';
import { standardVideoFilters } from './pass-arguments.ts';
import type { Source } from './probe.ts';
import { type FfmpegOptions, runFfmpeg } from './run-ffmpeg.ts';
import { sandboxedInput } from './sandbox.ts';

/** The size at which samples are encoded, a 16:9 frame. */
const SAMPLE_FRAME = { long: 640, short: 360 };
const SAMPLE_SECONDS = 4;
/** Shares of the duration; clips shorter than all samples together have one, their beginning. */
const POSITIONS = [0.15, 0.45, 0.75];
/** Other scenes can need more than the busiest sample. */
const HEADROOM = 1.5;
/** Samples can miss the busy scenes altogether, so no ceiling falls below this share of the usual one. */
const LOWEST_SHARE = 0.5;
/** At equal quality, bits grow slower than pixels and frames. */
const PIXEL_EXPONENT = 0.75;

/** Bits per pixel and frame, to the power above, that the busiest sample needs at constant quality without a ceiling. */
export async function probeComplexity(
  source: Source,
  work: string,
  { crf, threads }: Pick<Limits, 'crf' | 'threads'>,
  run: FfmpegOptions,
): Promise<number> {
  const { video, duration } = source;
  const size = fitWithin(video, SAMPLE_FRAME);
  const file = join(work, 'sample.h264');
  const filters = [
    ...standardVideoFilters(video),
    `fps=${formatRate(video.rate)}`,
    `scale=${size.width}:${size.height}:flags=bicubic`,
  ];
  const positions = duration < SAMPLE_SECONDS * POSITIONS.length ? [0] : POSITIONS;
  let busiest = 0;
  for (const position of positions) {
    const args = [
      ...['-v', 'error', '-nostdin', '-y', '-threads', String(threads)],
      ...[
        '-ss',
        (duration * position).toFixed(3),
        '-t',
        String(SAMPLE_SECONDS),
        ...sandboxedInput(source.file),
      ],
      ...['-map', `0:${video.index}`, '-vf', filters.join(','), '-c:v', 'libx264', '-preset', 'veryfast'],
      ...['-crf', String(crf), '-threads', String(threads), '-f', 'h264', file],
    ];
    await runFfmpeg({ ...run, args });
    const seconds = Math.min(SAMPLE_SECONDS, duration);
    const kbps = ((await stat(file)).size * 8) / 1000 / seconds;
    busiest = Math.max(busiest, kbps / weigh(size, framesPerSecond(video.rate)));
  }
  await rm(file, { force: true });
  return busiest;
}

/** Lowers the ceiling of a rung for a film that needs less; never raises it. */
export function withCeiling(rung: Rung, complexity: number): Rung {
  const needed = complexity * weigh(rung, framesPerSecond(rung.rate)) * HEADROOM;
  const ceiling = Math.min(rung.video, Math.max(rung.video * LOWEST_SHARE, needed));
  return { ...rung, video: Math.round(ceiling) };
}

const weigh = ({ width, height }: { width: number; height: number }, rate: number): number =>
  (width * height * rate) ** PIXEL_EXPONENT;
