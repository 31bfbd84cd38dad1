import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { IngestError } from './explain-failure.ts';
import type { IngestContext } from './ingest-context.ts';
import type { Job } from './job-queue.ts';

/** The uploaded file as a local file: a link on the same disk, otherwise a copy. */
export async function fetchSource(
  { objects }: IngestContext,
  job: Pick<Job, 'source_path' | 'source_version'>,
  workFolder: string,
): Promise<string> {
  const source = join(workFolder, 'source');
  if (existsSync(source)) return source;
  await mkdir(workFolder, { recursive: true });
  // Another worker on this disk can fetch it at the same time.
  const arriving = `${source}.${randomUUID()}`;
  const key = { bucket: 'movies', name: job.source_path, version: job.source_version ?? '' };
  if (!(await objects.lend(key, arriving))) {
    throw new IngestError('media_source_missing', `${job.source_path} has no bytes.`);
  }
  await rename(arriving, source);
  return source;
}
