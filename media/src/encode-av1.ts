import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseAv1Rungs, isAlsoInAv1, type Rung } from './choose-ladder.ts';
import { requireDiskSpace, requiredDiskSpace } from './disk-space.ts';
import { type EncodedFolder, readEncodedFolder } from './encrypt-segments.ts';
import { type Film, type FilmRung, writeAtomically } from './film.ts';
import { framesPerSecond } from './frame-rate.ts';
import { type Limits, withDefaultLimits } from './limits.ts';
import { MediaError, toMediaError } from './media-error.ts';
import { planFilm } from './plan-film.ts';
import { formatMasterPlaylist, measureBandwidths, type Variant } from './playlists.ts';
import { probe } from './probe.ts';
import { removeTemporaryFiles, workFolder } from './remove-temporary-files.ts';
import {
  encodeInOneGo,
  ffmpegOptions,
  type PassJob,
  readFolders,
  runPass,
  withCeilings,
} from './run-pass.ts';

interface Av1Task {
  /** Path of the uploaded file; it is only read. */
  source: string;
  /** Output folder: the AV1 rungs and av1.m3u8, to be stored beside the files of the stream. */
  folder: string;
  /** The key of the stream. */
  key: Buffer;
  /** The finished film. */
  film: Pick<Film, 'rungs' | 'gains' | 'complexity'>;
  /** Another rung is complete. */
  onRung(): Promise<void>;
  signal?: AbortSignal | undefined;
  limits?: Partial<Limits>;
}

/**
 * Encodes the low rungs of a finished film in AV1 with Opus, one after the other: a rung that is in the folder is kept, so
 * an interrupted run loses at most one. Films with several audio tracks, whose audio is separate, and films that do not become
 * smaller get none.
 */
export async function encodeAv1(task: Av1Task): Promise<FilmRung[]> {
  const { folder, signal, film } = task;
  const work = workFolder(folder);
  const limits = withDefaultLimits(task.limits);
  try {
    await mkdir(folder, { recursive: true });
    await removeTemporaryFiles(folder);
    await mkdir(work);
    const source = await probe(task.source, { limits, signal });
    if (source.audio.length > 1) return [];
    const plan = planFilm(source, limits);
    const job = { task, limits, source, plan, work, run: await ffmpegOptions(source, limits, signal) };
    const rungs = chooseAv1Rungs(plan.ladder);
    for (const rung of rungs) await encodeRung(job, rung, task);
    const folders = await readFolders(
      task,
      rungs.map(({ name }) => name),
    );
    const made = rungs.map((rung) => describeRung(rung, folders.get(rung.name)));
    if (!isSmaller(made, film.rungs.filter(isAlsoInAv1))) {
      for (const { name } of made) await rm(join(folder, name), { recursive: true, force: true });
      return [];
    }
    // Above, there is H.264 alone: a player on a fast connection changes the codec there.
    const above = film.rungs.filter((rung) => !isAlsoInAv1(rung));
    const variants = [...made, ...above].map(toVariant);
    await writeAtomically(folder, 'av1.m3u8', formatMasterPlaylist({ variants }));
    return made;
  } catch (error) {
    throw toMediaError(error);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Films of a few flat pictures can be larger in AV1; who gains nothing by it keeps H.264. */
function isSmaller(rungs: FilmRung[], than: FilmRung[]): boolean {
  const total = (of: FilmRung[]): number => of.reduce((sum, { bytes }) => sum + bytes, 0);
  return total(rungs) < total(than);
}

async function encodeRung(job: PassJob, rung: Rung, { folder, key, film, onRung }: Av1Task): Promise<void> {
  const { limits, source } = job;
  if (await readEncodedFolder(folder, rung.name, key)) return;
  await requireDiskSpace(folder, requiredDiskSpace([rung], source.duration), limits.spareDisk);
  const { gains, complexity = Number.POSITIVE_INFINITY } = film;
  const pass = withCeilings({ rungs: [rung], audio: [], keyFrames: null, sheets: null }, complexity);
  await runPass(job, pass, () => encodeInOneGo(job, pass, gains, () => {}));
  await onRung();
}

function describeRung(rung: Rung, folder: EncodedFolder | undefined): FilmRung {
  if (!folder) throw new MediaError('media_failed', `${rung.name} was not written.`);
  const { peak, average, bytes } = measureBandwidths(folder.segments);
  return {
    name: rung.name,
    width: rung.width,
    height: rung.height,
    frame_rate: Math.round(framesPerSecond(rung.rate) * 1000) / 1000,
    bandwidth: peak,
    average_bandwidth: average,
    codecs: folder.codecs.join(','),
    bytes,
  };
}

const toVariant = (rung: FilmRung): Variant => ({
  uri: `${rung.name}/playlist.m3u8`,
  bandwidth: { peak: rung.bandwidth, average: rung.average_bandwidth, bytes: rung.bytes },
  codecs: rung.codecs.split(','),
  width: rung.width,
  height: rung.height,
  frameRate: rung.frame_rate,
});
