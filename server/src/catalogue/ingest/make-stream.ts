import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeFilm } from '@lakou/media/encode-film';
import { type Film, readFilm } from '@lakou/media/film';
import type { Limits } from '@lakou/media/limits';
import type { Database } from '@lakou/platform/database';
import type { ObjectStore } from '@lakou/platform/storage';
import { storeFolder } from '../../playback/store-folder.ts';
import type { StreamStore } from '../../playback/stream-store.ts';
import type { TraceJob } from '../../tracing/tracing.ts';
import { IngestError } from './explain-failure.ts';
import type { Job, JobQueue, Progress } from './job-queue.ts';
import { setDefaultPoster } from './set-default-poster.ts';

export interface IngestContext {
  database: Database;
  queue: JobQueue;
  /** Uploaded files. */
  objects: ObjectStore;
  /** Finished streams. */
  streams: StreamStore;
  /** One folder per stream in work. */
  folder: string;
  traceJob: TraceJob;
  limits: Partial<Limits>;
}

/** Encodes an uploaded file and stores the stream. Continues where a killed process stopped. */
export async function makeStream(
  context: IngestContext,
  given: Job,
  signal: AbortSignal,
  report: (progress: Progress) => void,
): Promise<void> {
  const { queue, streams, database, limits } = context;
  if (given.source_version === null) {
    throw new IngestError('media_source_missing', `${given.source_path} is not in the bucket movies.`);
  }
  const isHere = existsSync(join(context.folder, given.stream_id));
  const job = !given.fresh && !isHere ? await queue.restart(given) : given;
  const workFolder = join(context.folder, job.stream_id);
  const source = await fetchSource(context, job, workFolder);
  signal.throwIfAborted();

  const folder = join(workFolder, 'stream');
  await mkdir(folder, { recursive: true });
  const publish = async (film: Film): Promise<void> => {
    await storeFolder(streams, job.stream_id, folder);
    await queue.watchable(job, film);
  };
  // A process was killed after the first pass: its result can be watched now.
  const left = await readFilm(folder);
  if (left && !left.complete) await publish(left);
  const film = await encodeFilm({
    source,
    folder,
    key: job.encryption_key,
    onProgress: ({ percent, secondsLeft, stage }) =>
      report({ percent, secondsLeft: secondsLeft ?? null, stage }),
    onWatchable: publish,
    signal,
    limits,
  });
  signal.throwIfAborted();
  await storeFolder(streams, job.stream_id, folder);
  await setDefaultPoster(database, context.objects, job, join(folder, 'poster.jpg'));
  if (await queue.done(job, film)) await rm(workFolder, { recursive: true, force: true });
}

/** The uploaded file as a local file: a link on the same disk, otherwise a copy. */
export async function fetchSource(
  { objects }: IngestContext,
  job: Pick<Job, 'source_path' | 'source_version'>,
  workFolder: string,
): Promise<string> {
  const source = join(workFolder, 'source');
  if (existsSync(source)) return source;
  await mkdir(workFolder, { recursive: true });
  const arriving = `${source}.arriving`;
  const key = { bucket: 'movies', name: job.source_path, version: job.source_version ?? '' };
  if (!(await objects.lend(key, arriving))) {
    throw new IngestError('media_source_missing', `${job.source_path} has no bytes.`);
  }
  await rename(arriving, source);
  return source;
}
