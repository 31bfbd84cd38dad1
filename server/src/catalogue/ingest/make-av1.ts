import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeAv1 } from '@lakou/media/encode-av1';
import { log } from '../../log.ts';
import { storeFolder } from '../../playback/store-folder.ts';
import type { Av1Job, Av1Queue } from './av1-queue.ts';
import { explainFailure } from './explain-failure.ts';
import { fetchSource } from './fetch-source.ts';
import type { IngestContext } from './ingest-context.ts';

/** For a file that crashes the process each time, and for failures that pass. */
const MAX_ATTEMPTS = 4;

/** Adds AV1 to a finished film. Interrupted, it leaves what is complete for the next try. */
export async function makeAv1(
  context: IngestContext,
  av1: Av1Queue,
  job: Av1Job,
  signal: AbortSignal,
): Promise<void> {
  const { job_id, source_path: source } = job;
  if (job.attempts > MAX_ATTEMPTS) return av1.giveUp(job);
  try {
    await encodeAndStore(context, av1, job, signal);
    log.info({ job_id, source }, 'film prepared in AV1');
  } catch (error) {
    if (signal.aborted) return av1.putBack(job);
    const { key, detail, retrySeconds } = explainFailure(error, job.attempts);
    log.warn({ job_id, source, key, detail, retrySeconds }, 'AV1 failed');
    if (retrySeconds === null) await av1.giveUp(job);
    else await av1.putBack(job, retrySeconds);
  }
}

async function encodeAndStore(
  context: IngestContext,
  av1: Av1Queue,
  job: Av1Job,
  signal: AbortSignal,
): Promise<void> {
  const { streams, limits } = context;
  const workFolder = join(context.folder, job.stream_id);
  const source = await fetchSource(context, job, workFolder);
  signal.throwIfAborted();
  const folder = join(workFolder, 'av1');
  const rungs = await encodeAv1({
    source,
    folder,
    key: job.encryption_key,
    film: job.film,
    onRung: () => av1.noteRung(job),
    signal,
    limits,
  });
  signal.throwIfAborted();
  await storeFolder(streams, job.stream_id, folder);
  if (await av1.finish(job, rungs)) await rm(workFolder, { recursive: true, force: true });
}
