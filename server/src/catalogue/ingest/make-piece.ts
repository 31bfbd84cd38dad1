import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodePiece } from '@lakou/media/encode-piece';
import { pieceName } from '@lakou/media/piece-files';
import { log } from '../../log.ts';
import { explainFailure } from './explain-failure.ts';
import { fetchSource } from './fetch-source.ts';
import type { IngestContext } from './ingest-context.ts';
import type { ClaimedPiece } from './piece-queue.ts';

/** Encodes a piece of a film that another worker prepares, and stores it. Failures are left to that worker. */
export async function makePiece(
  context: IngestContext,
  claimed: ClaimedPiece,
  signal: AbortSignal,
): Promise<void> {
  const { piece } = claimed;
  try {
    await storePiece(context, claimed, async (file) => {
      const source = await fetchSource(context, claimed, join(context.folder, claimed.stream_id));
      await encodePiece({ source, piece, file, signal, limits: context.limits });
      signal.throwIfAborted();
    });
  } catch (error) {
    await context.pieces.putBack(claimed, signal.aborted ? 'interrupted' : 'failed');
    if (signal.aborted) return;
    const { key, detail } = explainFailure(error, 1);
    log.warn(
      { job_id: claimed.job_id, stage: piece.stage, number: piece.number, key, detail },
      'piece failed',
    );
  }
}

/** Has a claimed piece written to a file and stores that beside the pieces of the other workers. */
export async function storePiece(
  { folder, streams, pieces, queue }: IngestContext,
  claimed: ClaimedPiece,
  write: (file: string) => Promise<void>,
): Promise<void> {
  const { job_id, stage, number, stream_id } = claimed;
  const aside = join(folder, stream_id, `piece-${randomUUID()}`);
  await mkdir(aside, { recursive: true });
  try {
    const file = join(aside, pieceName(claimed));
    await write(file);
    await streams.adopt(job_id, pieceName(claimed), file);
    if (await pieces.finish(claimed))
      log.info({ job_id, stage, number, worker: queue.worker }, 'piece encoded');
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
