import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Piece } from './plan-pieces.ts';
import type { Stage } from './progress.ts';
import type { OnSeconds } from './run-pass.ts';

/** Where the pieces of one film are: who encodes them, and where the files are kept until the film is complete. */
export interface PieceStore {
  /** All pieces of the film, first things first. Returns them as they are stored when an earlier run has offered them. */
  offer(pieces: Piece[]): Promise<Piece[]>;
  /**
   * The files of these pieces, in order, when all are there. `encode` writes one; `onSeconds` is called with the seconds
   * of film that are finished.
   */
  collect(
    pieces: Piece[],
    encode: (piece: Piece, file: string, onSeconds: OnSeconds, signal: AbortSignal) => Promise<void>,
    onSeconds: OnSeconds,
    signal: AbortSignal,
  ): Promise<string[]>;
}

export const pieceName = ({ stage, number }: { stage: Stage; number: number }): string =>
  `${stage}-${String(number).padStart(5, '0')}.piece`;

/** Pieces in a folder of this run, encoded one after the other. */
export function keepPiecesIn(folder: string): PieceStore {
  return {
    offer: async (pieces) => pieces,
    async collect(pieces, encode, onSeconds, signal) {
      await mkdir(folder, { recursive: true });
      const files: string[] = [];
      for (const piece of pieces) {
        const file = join(folder, pieceName(piece));
        await encode(piece, file, (seconds) => onSeconds(piece.start + seconds), signal);
        files.push(file);
      }
      return files;
    },
  };
}
