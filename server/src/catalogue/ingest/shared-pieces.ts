import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type PieceStore, pieceName } from '@lakou/media/piece-files';
import type { Piece } from '@lakou/media/plan-pieces';
import type { IngestContext } from './ingest-context.ts';
import type { Job } from './job-queue.ts';
import { Lease } from './lease.ts';
import { storePiece } from './make-piece.ts';
import type { ClaimedPiece } from './piece-queue.ts';

/** How often to look whether other workers have finished theirs. */
const LOOK_MS = 500;

/** The pieces of a job: any worker takes them, and so does the one that prepares the film. They outlast all of them. */
export function sharePieces(context: IngestContext, { job_id, stream_id }: Job): PieceStore {
  const { pieces: queue, streams } = context;
  const folder = join(context.folder, stream_id, 'pieces');

  /** Undefined if a stored piece is not there after all. */
  async function fetchPieces(pieces: Piece[]): Promise<string[] | undefined> {
    const files: string[] = [];
    await mkdir(folder, { recursive: true });
    for (const piece of pieces) {
      const file = join(folder, pieceName(piece));
      await rm(file, { force: true });
      if (await streams.lend(job_id, pieceName(piece), file)) files.push(file);
      else await queue.reset({ job_id, ...piece });
    }
    return files.length === pieces.length ? files : undefined;
  }

  return {
    offer: (pieces) => queue.offer(job_id, pieces),
    async collect(pieces, encode, onSeconds, signal) {
      const stage = pieces[0]?.stage ?? 'first';
      for (;;) {
        signal.throwIfAborted();
        const done = new Set(await queue.listDone(job_id, stage));
        const seconds = pieces.reduce((sum, { number, start, end }) => {
          return done.has(number) ? sum + (end ?? start) - start : sum;
        }, 0);
        onSeconds(seconds);
        const claimed = await queue.claim({ job_id, stage });
        if (claimed) await encodeClaimed(claimed, seconds);
        else if (done.size < pieces.length) await wait(LOOK_MS, undefined, { signal });
        else {
          const files = await fetchPieces(pieces);
          if (files) return files;
        }
      }

      async function encodeClaimed(claimed: ClaimedPiece, before: number): Promise<void> {
        const lease = new Lease(() => queue.hold(claimed));
        const either = AbortSignal.any([signal, lease.controller.signal]);
        try {
          await storePiece(context, claimed, (file) =>
            encode(claimed.piece, file, (seconds) => onSeconds(before + seconds), either),
          );
        } catch (error) {
          await queue.putBack(claimed, either.aborted ? 'interrupted' : 'failed');
          // Another worker has it now, or it is claimed again.
          if (!lease.controller.signal.aborted || signal.aborted) throw error;
        } finally {
          lease.stop();
        }
      }
    },
  };
}
