import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { convertSubtitles } from './convert-subtitles.ts';
import { describeFilm, lengthOf } from './describe-film.ts';
import { requireDiskSpace, requiredDiskSpace } from './disk-space.ts';
import { encryptSegments, type Packed, readPacked } from './encrypt-segments.ts';
import { type Film, type FilmSubtitles, readFilm, type Storyboard, writeWhole } from './film.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { type Limits, withDefaults } from './limits.ts';
import { type Heard, listen } from './listen.ts';
import { asMediaError, MediaError } from './media-error.ts';
import { type Pass, passArguments } from './pass.ts';
import { foldersOf, type Plan, planFilm } from './plan-film.ts';
import { drawPoster } from './poster.ts';
import { probe, type Source } from './probe.ts';
import { followProgress, type Part, type Progress } from './progress.ts';
import { type Run, runFfmpeg } from './run-ffmpeg.ts';
import { storyboardVtt } from './storyboard.ts';
import { sweepTemporary, workFolder } from './sweep-temporary.ts';

export interface EncodeTask {
  /** The film-maker's file; it is only read. */
  source: string;
  /** Where the stream shall lie. Nothing is written outside of it. */
  folder: string;
  /** Sixteen bytes that close the segments. */
  key: Buffer;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Called once the two lowest rungs can be watched. */
  onWatchable?: ((film: Film) => void | Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
  limits?: Partial<Limits>;
}

/**
 * Makes a stream of a film: first the two lowest rungs, so that it can be watched early, then the rest from one
 * decoding. Called again on a folder whose first pass was finished, it goes on with the second.
 */
export async function encodeFilm(task: EncodeTask): Promise<Film> {
  const { folder, key, signal } = task;
  const work = workFolder(folder);
  const limits = withDefaults(task.limits);
  try {
    if (key.length !== 16) throw new MediaError('media_failed', 'The key must have 16 bytes.');
    await mkdir(folder, { recursive: true });
    await sweepTemporary(folder);
    await mkdir(work);
    const source = await probe(task.source, { limits, signal });
    const plan = planFilm(source, limits);
    const job = { task, limits, source, plan, work, run: await runner(source, limits, signal) };
    return await makeBoth(job);
  } catch (error) {
    throw asMediaError(error);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

interface Job {
  task: EncodeTask;
  limits: Limits;
  source: Source;
  plan: Plan;
  work: string;
  run: Omit<Run, 'args'>;
}

async function runner(source: Source, limits: Limits, signal?: AbortSignal): Promise<Omit<Run, 'args'>> {
  const { ffmpeg } = await findFfmpeg();
  const { niceness, memory, stalledSeconds } = limits;
  const seconds = limits.seconds || Math.max(600, source.duration * 40);
  return { program: ffmpeg, niceness, memory, stalledSeconds, seconds, signal };
}

async function makeBoth(job: Job): Promise<Film> {
  const { task, plan, source } = job;
  const listening: Part = { stage: 'first', weight: source.duration * 1e6 };
  const first: Part = { stage: 'first', weight: effort(plan.first, source) };
  const second: Part = { stage: 'second', weight: effort(plan.second, source) };
  const progress = followProgress([listening, first, second], task.onProgress);
  const follow = (part: Part) => (seconds: number) => progress.at(part, seconds / source.duration);

  let film = await finishedFilm(job);
  if (film?.complete) return film;
  if (film) for (const part of [listening, first]) progress.skip(part);
  else {
    progress.at(listening, 0);
    film = await makeFirst(job, follow(listening), follow(first), () => progress.finish(listening));
    progress.finish(first);
    await task.onWatchable?.(film);
  }
  progress.at(second, 0);
  return makeSecond(job, film, follow(second));
}

/** What a pass costs, roughly, in pictures' dots: one decoding, and each rung by its size and care. */
function effort({ rungs }: Pass, { video, duration }: Source): number {
  const dots = (one: { width: number; height: number }, rate: { num: number; den: number }): number =>
    (one.width * one.height * rate.num) / rate.den;
  const encoding = rungs.map((rung) => dots(rung, rung.rate) * (rung.preset === 'fast' ? 2 : 1));
  return duration * encoding.reduce((sum, one) => sum + one, dots(video, video.rate) * 0.6);
}

/** The film that an earlier run left in the folder, if its parts are whole and fit this source and key. */
async function finishedFilm({ task, plan, source }: Job): Promise<Film | undefined> {
  const film = await readFilm(task.folder);
  if (film?.version !== 1 || film.width !== source.video.width || film.height !== source.video.height) return;
  if (Math.abs(film.duration - source.duration) > 2 + source.duration * 0.1) return;
  const wanted = [...foldersOf(plan.first), ...(film.complete ? foldersOf(plan.second) : [])];
  const packed = await readFolders(task, wanted);
  return packed.size === wanted.length ? film : undefined;
}

async function readFolders({ folder, key }: EncodeTask, names: string[]): Promise<Map<string, Packed>> {
  const packed = new Map<string, Packed>();
  for (const name of names) {
    const one = await readPacked(folder, name, key);
    if (one) packed.set(name, one);
  }
  return packed;
}

type Follow = (seconds: number) => void;

async function makeFirst(job: Job, heardTo: Follow, madeTo: Follow, heard: () => void): Promise<Film> {
  const { task, limits, source, plan, work, run } = job;
  await requireDiskSpace(task.folder, requiredDiskSpace(plan.first.rungs, source.duration), limits.spareDisk);
  const sound = await listen(source, work, { ...run, onProgress: heardTo });
  heard();
  const { preview } = await drawPoster(source, task.folder, work, run);
  await makePass(job, plan.first, sound.gains, madeTo);
  const packed = await readFolders(task, foldersOf(plan.first));
  const { film, master, audio } = describeFilm({ source, plan, packed });
  const whole: Film = {
    version: 1,
    ...film,
    subtitles: await keepSubtitles(sound, work, task.folder),
    poster: 'poster.jpg',
    preview,
    storyboard: null,
    gains: sound.gains,
    complete: false,
  };
  if (audio) await writeWhole(task.folder, 'audio.m3u8', audio);
  await writeWhole(task.folder, 'film.json', `${JSON.stringify(whole)}\n`);
  await writeWhole(task.folder, 'master.m3u8', master);
  return whole;
}

async function makeSecond(job: Job, early: Film, madeTo: Follow): Promise<Film> {
  const { task, limits, source, plan, work } = job;
  await requireDiskSpace(
    task.folder,
    requiredDiskSpace(plan.second.rungs, source.duration),
    limits.spareDisk,
  );
  await makePass(job, plan.second, early.gains, madeTo);
  const packed = await readFolders(task, [...foldersOf(plan.first), ...foldersOf(plan.second)]);
  const { film, master } = describeFilm({ source, plan, packed });
  const storyboard = await keepStoryboard(plan, film.duration, work, task.folder);
  const whole: Film = { ...early, ...film, storyboard, complete: true };
  await writeWhole(task.folder, 'film.json', `${JSON.stringify(whole)}\n`);
  await writeWhole(task.folder, 'master.m3u8', master);
  return whole;
}

/** One ffmpeg, then the segments closed with the key, then everything moved to its place. */
async function makePass(job: Job, pass: Pass, gains: number[], madeTo: Follow): Promise<void> {
  const { task, limits, source, plan, work, run } = job;
  const names = foldersOf(pass);
  for (const name of names) await mkdir(join(work, name), { recursive: true });
  const args = passArguments(pass, { source, gains, beat: plan.ladder.beat, limits });
  await runFfmpeg({ ...run, args, folder: work, onProgress: madeTo });
  for (const name of names) {
    const kind = name === pass.keyFrames?.name ? 'key frames' : 'all';
    const packed = await encryptSegments({ folder: work, name, key: task.key, kind, signal: task.signal });
    const length = lengthOf(packed);
    if (kind === 'all' && length < source.duration * 0.9 - 1 && pass.rungs.some((rung) => rung.name === name))
      throw new MediaError(
        'media_broken',
        'The file is broken: only a part of it can be read.',
        `${Math.round(length)} of ${Math.round(source.duration)} seconds`,
      );
  }
  for (const name of names) {
    await rm(join(task.folder, name), { recursive: true, force: true });
    await rename(join(work, name), join(task.folder, name));
  }
}

async function keepSubtitles({ subtitles }: Heard, work: string, folder: string): Promise<FilmSubtitles[]> {
  const kept: FilmSubtitles[] = [];
  for (const { file, track } of subtitles) {
    const name = `subs-${kept.length}-${track.language}.vtt`;
    const good = await convertSubtitles(join(work, file), join(folder, name)).catch((error: MediaError) => {
      if (error.key?.startsWith('media_')) return undefined;
      throw error;
    });
    if (good) kept.push({ file: name, language: track.language, name: track.name });
  }
  return kept;
}

async function keepStoryboard(
  { second }: Plan,
  duration: number,
  work: string,
  folder: string,
): Promise<Storyboard | null> {
  const sheets = (await readdir(work)).filter((name) => /^storyboard-\d+\.jpg$/.test(name));
  if (!second.sheets || sheets.length === 0) return null;
  for (const name of sheets) await rename(join(work, name), join(folder, name));
  const board = { sheets: sheets.length, ...second.sheets };
  await writeWhole(folder, 'storyboard.vtt', storyboardVtt(board, duration));
  return { vtt: 'storyboard.vtt', ...board };
}
