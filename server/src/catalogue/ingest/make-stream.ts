import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeFilm } from '@lakou/media/encode-film';
import { type Film, readFilm } from '@lakou/media/film';
import { storeFolder } from '../../playback/store-folder.ts';
import { IngestError } from './explain-failure.ts';
import { fetchSource } from './fetch-source.ts';
import type { IngestContext } from './ingest-context.ts';
import type { Job, Progress } from './job-queue.ts';
import { setDefaultPoster } from './set-default-poster.ts';
import { sharePieces } from './shared-pieces.ts';

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
  const inOneGo = !(await context.pieces.isShared(job.job_id));
  const film = await encodeFilm({
    source,
    folder,
    key: job.encryption_key,
    onProgress: ({ percent, secondsLeft, stage }) =>
      report({ percent, secondsLeft: secondsLeft ?? null, stage }),
    onWatchable: publish,
    pieces: sharePieces(context, job),
    signal,
    limits: { ...limits, ...(inOneGo && { pieceSeconds: Number.POSITIVE_INFINITY }) },
  });
  signal.throwIfAborted();
  await storeFolder(streams, job.stream_id, folder);
  await setDefaultPoster(database, context.objects, job, join(folder, 'poster.jpg'));
  if (await queue.done(job, film)) await rm(workFolder, { recursive: true, force: true });
}
