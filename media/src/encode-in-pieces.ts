import { setMaxListeners } from 'node:events';
import { writePiece } from './encode-piece.ts';
import { encodeAudio, joinPieces } from './join-pieces.ts';
import type { MediaError } from './media-error.ts';
import type { Pass } from './pass-arguments.ts';
import type { PieceStore } from './piece-files.ts';
import type { Piece } from './plan-pieces.ts';
import type { OnSeconds, PassJob } from './run-pass.ts';

/** Writes the folders of a pass from pieces, and its audio meanwhile. `pass` is as planned, without ceilings. */
export async function encodeInPieces(
  job: PassJob,
  pass: Pass,
  gains: number[],
  onEncoded: OnSeconds,
  { store, pieces }: { store: PieceStore; pieces: Piece[] },
): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(job.task.signal ? [job.task.signal] : [])]);
  setMaxListeners(0, signal);
  const bounded = { ...job, run: { ...job.run, signal } };
  // What fails stops the other.
  const orStop = (error: unknown): never => {
    failure.abort();
    throw error;
  };
  const encode: Parameters<PieceStore['collect']>[1] = (piece, file, onSeconds, pieceSignal) =>
    writePiece({ ...job, run: { ...job.run, signal: pieceSignal } }, pass, piece, file, onSeconds);
  const outcomes = await Promise.allSettled([
    store.collect(pieces, encode, onEncoded, signal).catch(orStop),
    encodeAudio(bounded, pass, gains).catch(orStop),
  ]);
  const [files] = outcomes;
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  const reason = reasons.find((error) => (error as MediaError).key !== 'media_canceled') ?? reasons[0];
  if (reason !== undefined || files.status === 'rejected') throw reason;
  await joinPieces(job, pass, pieces, files.value);
}
