import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { requireDiskSpace, requiredDiskSpace } from './disk-space.ts';
import { encodeInPieces } from './encode-in-pieces.ts';
import type { Film } from './film.ts';
import type { MediaError } from './media-error.ts';
import type { Pass } from './pass-arguments.ts';
import type { PieceStore } from './piece-files.ts';
import { outputFolders, type Plan } from './plan-film.ts';
import { listPieces } from './plan-pieces.ts';
import type { Stage } from './progress.ts';
import { encodeInOneGo, type OnSeconds, type PassJob, runPass, withCeilings } from './run-pass.ts';

export interface FilmJob extends PassJob {
  plan: Plan;
  /** Where pieces begin, in seconds; one for a film that is encoded in one go. */
  cuts: number[];
  pieces: PieceStore;
}

const isInPieces = ({ cuts }: FilmJob): boolean => cuts.length > 1;

/** Pieces are there beside the segments that they become. */
export function requireSpace(job: FilmJob, stage: Stage): Promise<void> {
  const { task, plan, source, limits } = job;
  const bytes = requiredDiskSpace(plan[stage].rungs, source.duration);
  return requireDiskSpace(task.folder, isInPieces(job) ? bytes * 2 : bytes, limits.spareDisk);
}

/** All pieces have the ceilings of those that an earlier run offered: a sample can turn out a little different. */
export async function settleComplexity(job: FilmJob, complexity: number): Promise<number> {
  if (!isInPieces(job)) return complexity;
  const [piece] = await job.pieces.offer(listPieces(job.cuts, complexity));
  return piece?.complexity ?? complexity;
}

/** Encodes all outputs of a pass and moves them into the stream. */
export async function encodePass(
  job: FilmJob,
  stage: Stage,
  { gains, complexity = Number.POSITIVE_INFINITY }: Pick<Film, 'gains' | 'complexity'>,
  onEncoded: OnSeconds,
): Promise<void> {
  const planned = job.plan[stage];
  const pass = withCeilings(planned, complexity);
  const canSplit = isInPieces(job) && Number.isFinite(complexity);
  await runPass(job, pass, async () => {
    if (canSplit && (await tryInPieces(job, stage, { gains, complexity }, onEncoded))) return;
    await encodeInOneGo(job, pass, gains, onEncoded);
  });
}

/** False for a file that cannot be read from the middle, or whose pieces do not fit: one go tells what is wrong with it. */
async function tryInPieces(
  job: FilmJob,
  stage: Stage,
  { gains, complexity }: { gains: number[]; complexity: number },
  onEncoded: OnSeconds,
): Promise<boolean> {
  const pass = job.plan[stage];
  const offered = await job.pieces.offer(listPieces(job.cuts, complexity));
  const pieces = offered.filter((piece) => piece.stage === stage);
  try {
    await encodeInPieces(job, pass, gains, onEncoded, { store: job.pieces, pieces });
    return true;
  } catch (error) {
    if (!['media_failed', 'media_broken'].includes((error as MediaError).key ?? '')) throw error;
    await emptyFolders(job, pass);
    return false;
  }
}

async function emptyFolders({ work }: FilmJob, pass: Pass): Promise<void> {
  for (const name of outputFolders(pass)) {
    await rm(join(work, name), { recursive: true, force: true });
    await mkdir(join(work, name));
  }
}
