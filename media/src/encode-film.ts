import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { analyseTracks, type TrackAnalysis } from './analyse-tracks.ts';
import { convertSubtitles } from './convert-subtitles.ts';
import { describeFilm } from './describe-film.ts';
import { encodePass, type FilmJob, requireSpace, settleComplexity } from './encode-pass.ts';
import { extractPoster } from './extract-poster.ts';
import { type Film, type FilmSubtitles, readFilm, type Storyboard, writeAtomically } from './film.ts';
import { type Limits, withDefaultLimits } from './limits.ts';
import { MediaError, toMediaError } from './media-error.ts';
import type { Pass } from './pass-arguments.ts';
import { keepPiecesIn, type PieceStore } from './piece-files.ts';
import { outputFolders, type Plan, planFilm } from './plan-film.ts';
import { findCuts } from './plan-pieces.ts';
import { probe, type Source } from './probe.ts';
import { probeComplexity } from './probe-complexity.ts';
import { type Part, type Progress, trackProgress } from './progress.ts';
import { removeTemporaryFiles, workFolder } from './remove-temporary-files.ts';
import { ffmpegOptions, type OnSeconds, readFolders } from './run-pass.ts';
import { formatStoryboard } from './storyboard.ts';

export interface EncodeTask {
  /** Path of the uploaded file; it is only read. */
  source: string;
  /** Output folder of the stream. Nothing is written outside of it. */
  folder: string;
  /** The AES-128 key of the segments: 16 bytes. */
  key: Buffer;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Called when the two lowest rungs are playable. */
  onWatchable?: ((film: Film) => void | Promise<void>) | undefined;
  /** Where the pieces of a long film are kept and who else encodes them; without, this process does all, one by one. */
  pieces?: PieceStore | undefined;
  signal?: AbortSignal | undefined;
  limits?: Partial<Limits>;
}

/**
 * Encodes a film as an encrypted HLS stream: first the two lowest rungs, so that it can be watched early, then all others
 * from one decode. If the folder already has a finished first pass, it continues with the second.
 */
export async function encodeFilm(task: EncodeTask): Promise<Film> {
  const { folder, key, signal } = task;
  const work = workFolder(folder);
  const limits = withDefaultLimits(task.limits);
  try {
    if (key.length !== 16) throw new MediaError('media_failed', 'The key must have 16 bytes.');
    await mkdir(folder, { recursive: true });
    await removeTemporaryFiles(folder);
    await mkdir(work);
    const source = await probe(task.source, { limits, signal });
    const plan = planFilm(source, limits);
    const run = await ffmpegOptions(source, limits, signal);
    const cuts = await findCuts(source, plan, limits, run);
    const pieces = task.pieces ?? keepPiecesIn(join(work, 'pieces'));
    return await encodePasses({ task, limits, source, plan, work, run, cuts, pieces });
  } catch (error) {
    throw toMediaError(error);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

interface Job extends FilmJob {
  task: EncodeTask;
}

async function encodePasses(job: Job): Promise<Film> {
  const { task, plan, source } = job;
  const analysis: Part = { stage: 'first', weight: source.duration * 1e6 };
  const first: Part = { stage: 'first', weight: estimateCost(plan.first, source) };
  const second: Part = { stage: 'second', weight: estimateCost(plan.second, source) };
  const progress = trackProgress([analysis, first, second], task.onProgress);
  const reporter = (part: Part) => (seconds: number) => progress.report(part, seconds / source.duration);

  let film = await readFinishedFilm(job);
  if (film?.complete) return film;
  if (film) for (const part of [analysis, first]) progress.skip(part);
  else {
    progress.report(analysis, 0);
    film = await encodeFirstPass(job, reporter(analysis), reporter(first), () => progress.finish(analysis));
    progress.finish(first);
    await task.onWatchable?.(film);
  }
  progress.report(second, 0);
  return encodeSecondPass(job, film, reporter(second));
}

/** Rough cost of a pass in pixels: one decode plus each rung, weighted by its preset. */
function estimateCost({ rungs }: Pass, { video, duration }: Source): number {
  const pixels = (size: { width: number; height: number }, rate: { num: number; den: number }): number =>
    (size.width * size.height * rate.num) / rate.den;
  const encoding = rungs.map((rung) => pixels(rung, rung.rate) * (rung.preset === 'slow' ? 2 : 1));
  return duration * encoding.reduce((sum, cost) => sum + cost, pixels(video, video.rate) * 0.6);
}

/** The film of an earlier run, if its outputs are complete and match this source and key. */
async function readFinishedFilm({ task, plan, source }: Job): Promise<Film | undefined> {
  const film = await readFilm(task.folder);
  if (film?.version !== 1 || film.width !== source.video.width || film.height !== source.video.height) return;
  if (Math.abs(film.duration - source.duration) > 2 + source.duration * 0.1) return;
  const expected = [...outputFolders(plan.first), ...(film.complete ? outputFolders(plan.second) : [])];
  const folders = await readFolders(task, expected);
  return folders.size === expected.length ? film : undefined;
}

async function encodeFirstPass(
  job: Job,
  onAnalysed: OnSeconds,
  onEncoded: OnSeconds,
  onAnalysisDone: () => void,
): Promise<Film> {
  const { task, limits, source, plan, work, run } = job;
  await requireSpace(job, 'first');
  const analysis = await analyseTracks(source, work, { ...run, onProgress: onAnalysed });
  onAnalysisDone();
  const { preview } = await extractPoster(source, task.folder, work, run);
  const complexity = await settleComplexity(job, await probeComplexity(source, work, limits, run));
  await encodePass(job, 'first', { gains: analysis.gains, complexity }, onEncoded);
  const folders = await readFolders(task, outputFolders(plan.first));
  const { measured, master, audio } = describeFilm({ source, plan, folders });
  const film: Film = {
    version: 1,
    ...measured,
    subtitles: await saveSubtitles(analysis, work, task.folder),
    poster: 'poster.jpg',
    preview,
    storyboard: null,
    gains: analysis.gains,
    complexity,
    complete: false,
  };
  if (audio) await writeAtomically(task.folder, 'audio.m3u8', audio);
  await writeAtomically(task.folder, 'film.json', `${JSON.stringify(film)}\n`);
  await writeAtomically(task.folder, 'master.m3u8', master);
  return film;
}

async function encodeSecondPass(job: Job, early: Film, onEncoded: OnSeconds): Promise<Film> {
  const { task, source, plan, work } = job;
  await requireSpace(job, 'second');
  await encodePass(job, 'second', early, onEncoded);
  const folders = await readFolders(task, [...outputFolders(plan.first), ...outputFolders(plan.second)]);
  const { measured, master } = describeFilm({ source, plan, folders });
  const storyboard = await saveStoryboard(plan, measured.duration, work, task.folder);
  const film: Film = { ...early, ...measured, storyboard, complete: true };
  await writeAtomically(task.folder, 'film.json', `${JSON.stringify(film)}\n`);
  await writeAtomically(task.folder, 'master.m3u8', master);
  return film;
}

async function saveSubtitles(
  { subtitles }: TrackAnalysis,
  work: string,
  folder: string,
): Promise<FilmSubtitles[]> {
  const saved: FilmSubtitles[] = [];
  for (const { file, track } of subtitles) {
    const name = `subs-${saved.length}-${track.language}.vtt`;
    const converted = await convertSubtitles(join(work, file), join(folder, name)).catch(
      (error: MediaError) => {
        if (error.key?.startsWith('media_')) return undefined;
        throw error;
      },
    );
    const { language, kind } = track;
    if (converted) saved.push({ file: name, language, name: track.name, kind });
  }
  return saved;
}

async function saveStoryboard(
  { second }: Plan,
  duration: number,
  work: string,
  folder: string,
): Promise<Storyboard | null> {
  const sheets = (await readdir(work)).filter((name) => /^storyboard-\d+\.jpg$/.test(name));
  if (!second.sheets || sheets.length === 0) return null;
  for (const name of sheets) await rename(join(work, name), join(folder, name));
  const board = { sheets: sheets.length, ...second.sheets };
  await writeAtomically(folder, 'storyboard.vtt', formatStoryboard(board, duration));
  return { vtt: 'storyboard.vtt', ...board };
}
