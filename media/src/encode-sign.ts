import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDiskFull, requireDiskSpace } from './disk-space.ts';
import { type FrameRate, formatRate, framesPerSecond } from './frame-rate.ts';
import { type Limits, withDefaultLimits } from './limits.ts';
import { diskFull, MediaError, toMediaError } from './media-error.ts';
import { NO_METADATA, standardVideoFilters } from './pass-arguments.ts';
import { probe, type Source } from './probe.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { ffmpegOptions } from './run-pass.ts';
import { sandboxedInput } from './sandbox.ts';

/** Hands and face are read at this size in a corner of the picture. */
const MAX_HEIGHT = 360;
const MAX_WIDTH = 640;
const MAX_RATE: FrameRate = { num: 25, den: 1 };
/** In kbit/s. */
const MAX_BITRATE = 200;
/** Seconds between key frames: players look for one when somebody seeks. */
const KEY_FRAME_SECONDS = 2;

interface SignTask {
  /** Path of the uploaded file; it is only read. */
  source: string;
  /** Where the MP4 is written. */
  file: string;
  signal?: AbortSignal | undefined;
  limits?: Partial<Limits>;
}

/** Makes a small H.264 video without sound of an interpreter's video. Duration in seconds. */
export async function encodeSign(task: SignTask): Promise<{ duration: number; bytes: number }> {
  const { file, signal } = task;
  const limits = withDefaultLimits(task.limits);
  const folder = dirname(file);
  try {
    const source = await probe(task.source, { limits, signal });
    await requireDiskSpace(folder, source.duration * MAX_BITRATE * 125 * 1.1, limits.spareDisk);
    const run = await ffmpegOptions(source, limits, signal);
    // Progress is asked for, since an encoder that stalls is stopped.
    await runFfmpeg({ ...run, folder, args: buildArguments(source, file, limits), onProgress: () => {} });
    if (await isDiskFull(folder)) throw diskFull();
    const { duration } = await probe(file, { limits, signal });
    if (duration < source.duration * 0.9 - 1)
      throw new MediaError(
        'media_broken',
        'The file is broken: only a part of it can be decoded.',
        `${Math.round(duration)} of ${Math.round(source.duration)} seconds`,
      );
    return { duration, bytes: (await stat(file)).size };
  } catch (error) {
    throw toMediaError(error);
  }
}

function buildArguments(source: Source, file: string, limits: Limits): string[] {
  const { video, duration } = source;
  const rate = framesPerSecond(video.rate) > framesPerSecond(MAX_RATE) ? MAX_RATE : video.rate;
  const { width, height } = fit(video);
  const filters = [
    ...standardVideoFilters(video),
    `fps=${formatRate(rate)}:start_time=0`,
    `scale=${width}:${height}:flags=bicubic:out_range=tv`,
    'setsar=1',
  ];
  const keyFrames = String(Math.round(KEY_FRAME_SECONDS * framesPerSecond(rate)));
  return [
    ...['-hide_banner', '-nostdin', '-y', '-v', 'warning', '-nostats', '-progress', 'pipe:1'],
    ...['-threads', String(limits.threads), ...sandboxedInput(source.file, duration)],
    ...['-map', `0:${video.index}`, '-vf', filters.join(','), '-an', '-sn', '-dn'],
    ...['-c:v', 'libx264', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-threads', String(limits.threads)],
    ...['-preset', 'fast', '-crf', String(limits.crf)],
    ...['-maxrate', `${MAX_BITRATE}k`, '-bufsize', `${MAX_BITRATE * 2}k`],
    ...['-g', keyFrames, '-keyint_min', keyFrames, '-sc_threshold', '0'],
    ...[...NO_METADATA, '-movflags', '+faststart', '-f', 'mp4', `file:${file}`],
  ];
}

function fit({ width, height }: Source['video']): { width: number; height: number } {
  const scale = Math.min(1, MAX_HEIGHT / height, MAX_WIDTH / width);
  const even = (size: number): number => Math.max(2, Math.round((size * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
