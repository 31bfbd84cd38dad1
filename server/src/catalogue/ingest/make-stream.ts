import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeFilm } from '@lakou/media/encode-film';
import { type Film, readFilm } from '@lakou/media/film';
import type { Limits } from '@lakou/media/limits';
import type { Database } from '@lakou/platform/database/database';
import type { ObjectStore } from '@lakou/platform/storage/object-store';
import { storeFolder } from '../../playback/store-folder.ts';
import type { StreamStore } from '../../playback/stream-store.ts';
import { IngestError } from './explain-failure.ts';
import type { Job, JobQueue, Progress } from './job-queue.ts';
import { offerPoster } from './offer-poster.ts';

export interface Workshop {
  database: Database;
  queue: JobQueue;
  /** Where uploaded files lie. */
  objects: ObjectStore;
  /** Where finished ones go. */
  streams: StreamStore;
  /** Where they are made: one folder per stream. */
  folder: string;
  limits: Partial<Limits>;
}

/** From the uploaded file to a stream that plays, telling how far it is. Goes on where a killed process left off. */
export async function makeStream(
  workshop: Workshop,
  given: Job,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<void> {
  const { queue, streams, database, limits } = workshop;
  if (given.source_version === null) {
    throw new IngestError('media_source_missing', `${given.source_path} is not in the bucket movies.`);
  }
  const leftHere = existsSync(join(workshop.folder, given.stream_id));
  const job = !given.fresh && !leftHere ? await queue.restart(given) : given;
  const bench = join(workshop.folder, job.stream_id);
  const source = await fetchSource(workshop, job, bench);
  signal.throwIfAborted();

  const folder = join(bench, 'stream');
  await mkdir(folder, { recursive: true });
  const show = async (film: Film): Promise<void> => {
    await storeFolder(streams, job.stream_id, folder);
    await queue.watchable(job, film);
  };
  // Killed between the first pass and this line: what is there can be watched now.
  const left = await readFilm(folder);
  if (left && !left.complete) await show(left);
  const film = await encodeFilm({
    source,
    folder,
    key: job.encryption_key,
    onProgress: ({ percent, secondsLeft, stage }) =>
      tell({ percent, secondsLeft: secondsLeft ?? null, stage }),
    onWatchable: show,
    signal,
    limits,
  });
  signal.throwIfAborted();
  await storeFolder(streams, job.stream_id, folder);
  await offerPoster(database, workshop.objects, job, join(folder, 'poster.jpg'));
  if (await queue.done(job, film)) await rm(bench, { recursive: true, force: true });
}

/** The original as a file of this machine; on the same disk it takes no room of its own. */
async function fetchSource({ objects }: Workshop, job: Job, bench: string): Promise<string> {
  const source = join(bench, 'source');
  if (existsSync(source)) return source;
  await mkdir(bench, { recursive: true });
  const arriving = `${source}.arriving`;
  const key = { bucket: 'movies', name: job.source_path, version: job.source_version ?? '' };
  if (!(await objects.lend(key, arriving))) {
    throw new IngestError('media_source_missing', `${job.source_path} has no bytes.`);
  }
  await rename(arriving, source);
  return source;
}
