import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SIGN_LANGUAGES } from '@lakou/contract/media/sign-languages';
import { encodeSign } from '@lakou/media/encode-sign';
import { log } from '../../log.ts';
import { explainFailure, IngestError } from './explain-failure.ts';
import { fetchSource } from './fetch-source.ts';
import type { IngestContext } from './ingest-context.ts';
import type { ClaimedSign } from './sign-queue.ts';

/** For a file that crashes the process each time. */
const MAX_ATTEMPTS = 4;

/** Adds an uploaded sign video to a stream, or removes a deleted one. Interrupted, it begins again. */
export async function makeSign(
  context: IngestContext,
  claimed: ClaimedSign,
  signal: AbortSignal,
): Promise<void> {
  const { signs } = context;
  const { sign_id, source_path: source } = claimed;
  try {
    if (source === null) return await removeFromStream(context, claimed);
    if (claimed.attempts > MAX_ATTEMPTS)
      throw new IngestError('media_failed', `The work was interrupted ${claimed.attempts - 1} times.`);
    await addToStream(context, claimed, signal);
    log.info({ sign_id, source }, 'sign video prepared');
  } catch (error) {
    if (signal.aborted) return signs.putBack(claimed);
    const { key, detail, retrySeconds } = explainFailure(error, claimed.attempts);
    log.warn({ sign_id, source, key, detail, retrySeconds }, 'sign video failed');
    if (retrySeconds === null) await signs.fail(claimed, key);
    else await signs.putBack(claimed, retrySeconds);
  }
}

async function addToStream(context: IngestContext, claimed: ClaimedSign, signal: AbortSignal): Promise<void> {
  const { signs, streams, limits } = context;
  const { sign_id, stream_id, language, source_path, source_version } = claimed;
  if (language === null || source_path === null || source_version === null)
    throw new IngestError('media_source_missing', `${source_path} is not in the bucket movies.`);
  const workFolder = join(context.folder, sign_id);
  try {
    const source = await fetchSource(context, { source_path, source_version }, workFolder);
    signal.throwIfAborted();
    const made = join(workFolder, 'made.mp4');
    const { duration, bytes } = await encodeSign({ source, file: made, signal, limits });
    signal.throwIfAborted();
    const file = `sign-${sign_id.slice(0, 8)}-${language}.mp4`;
    await streams.adopt(stream_id, file, made);
    const name = SIGN_LANGUAGES[language];
    await signs.finish(claimed, { entry: { file, language, name, bytes }, duration });
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function removeFromStream({ signs, streams }: IngestContext, claimed: ClaimedSign): Promise<void> {
  const isOurs = await signs.finish(claimed, null);
  if (isOurs && claimed.file !== null) await streams.removeFile(claimed.stream_id, claimed.file);
}
