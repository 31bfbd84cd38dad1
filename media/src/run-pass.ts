import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ladder } from './choose-ladder.ts';
import { totalDuration } from './describe-film.ts';
import { isDiskFull } from './disk-space.ts';
import { type EncodedFolder, encryptSegments, readEncodedFolder } from './encrypt-segments.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { Limits } from './limits.ts';
import { diskFull, MediaError } from './media-error.ts';
import { buildPassArguments, type Pass } from './pass-arguments.ts';
import { outputFolders } from './plan-film.ts';
import type { Source } from './probe.ts';
import { withCeiling } from './probe-complexity.ts';
import { type FfmpegOptions, runFfmpeg } from './run-ffmpeg.ts';

/** What every pass over a source needs. */
export interface PassJob {
  task: { folder: string; key: Buffer; signal?: AbortSignal | undefined };
  limits: Limits;
  source: Source;
  plan: { ladder: Ladder };
  work: string;
  run: FfmpegOptions;
}

export type OnSeconds = (seconds: number) => void;

export async function ffmpegOptions(
  source: Source,
  limits: Limits,
  signal?: AbortSignal,
): Promise<FfmpegOptions> {
  const { ffmpeg } = await findFfmpeg();
  const { niceness, memory, stalledSeconds } = limits;
  const seconds = limits.seconds || Math.max(600, source.duration * 40);
  return { program: ffmpeg, niceness, memory, stalledSeconds, seconds, signal };
}

export async function readFolders(
  { folder, key }: PassJob['task'],
  names: string[],
): Promise<Map<string, EncodedFolder>> {
  const folders = new Map<string, EncodedFolder>();
  for (const name of names) {
    const encoded = await readEncodedFolder(folder, name, key);
    if (encoded) folders.set(name, encoded);
  }
  return folders;
}

export const withCeilings = (pass: Pass, complexity: number): Pass => ({
  ...pass,
  rungs: pass.rungs.map((rung) => withCeiling(rung, complexity)),
});

/** Writes the folders of a pass as unencrypted segments, with one ffmpeg command. */
export async function encodeInOneGo(
  job: PassJob,
  pass: Pass,
  gains: number[],
  onEncoded: OnSeconds,
): Promise<void> {
  const { limits, source, plan, work, run } = job;
  const { segmentDurations } = plan.ladder;
  const args = buildPassArguments(pass, { source, gains, segmentDurations, limits });
  await runFfmpeg({ ...run, args, folder: work, onProgress: onEncoded });
}

/** Has the folders written, encrypts the segments, then moves the finished folders into the stream. */
export async function runPass(job: PassJob, pass: Pass, write: () => Promise<void>): Promise<void> {
  const { task, source, work } = job;
  const names = outputFolders(pass);
  for (const name of names) await mkdir(join(work, name), { recursive: true });
  await write();
  if (await isDiskFull(work)) throw diskFull();
  for (const name of names) {
    const kind = name === pass.keyFrames?.name ? 'key frames' : 'all';
    const encoded = await encryptSegments({ folder: work, name, key: task.key, kind, signal: task.signal });
    const length = totalDuration(encoded);
    if (kind === 'all' && length < source.duration * 0.9 - 1 && pass.rungs.some((rung) => rung.name === name))
      throw new MediaError(
        'media_broken',
        'The file is broken: only a part of it can be decoded.',
        `${Math.round(length)} of ${Math.round(source.duration)} seconds`,
      );
  }
  for (const name of names) {
    await rm(join(task.folder, name), { recursive: true, force: true });
    await rename(join(work, name), join(task.folder, name));
  }
}
