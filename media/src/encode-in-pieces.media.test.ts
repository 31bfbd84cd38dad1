import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceFile } from '../test-support/sources.ts';
import { decodeLuma, listPackets, verifyStream } from '../test-support/verify-stream.ts';
import { encodeFilm } from './encode-film.ts';
import { encodePiece } from './encode-piece.ts';
import { keepPiecesIn, type PieceStore } from './piece-files.ts';
import type { Piece } from './plan-pieces.ts';

const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-pieces-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In decibels; Infinity for equal pictures. */
function compareFrames(a: Buffer = Buffer.alloc(0), b: Buffer = Buffer.alloc(0)): number {
  const squares = a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / a.length));
}

/** Encodes every piece as another process would, and notes which. */
function elsewhere(source: string, encoded: Piece[]): PieceStore {
  const store = keepPiecesIn(join(folder, 'elsewhere'));
  return {
    ...store,
    collect: (pieces, _encode, onSeconds, signal) =>
      store.collect(
        pieces,
        async (piece, file) => {
          encoded.push(piece);
          await encodePiece({ source, piece, file, signal });
        },
        onSeconds,
        signal,
      ),
  };
}

test('a film from pieces has the frames, times and pictures of one that was encoded in one go', async () => {
  const source = sourceFile(folder, 'pauses.mkv');
  const [whole, joined] = [join(folder, 'whole'), join(folder, 'joined')];
  const encoded: Piece[] = [];
  await encodeFilm({ source, folder: whole, key });
  const limits = { pieceSeconds: 8 };
  await encodeFilm({ source, folder: joined, key, limits, pieces: elsewhere(source, encoded) });
  expect(encoded.map(({ stage, start, end }) => [stage, start, end])).toEqual(
    ['first', 'second'].flatMap((stage) => [
      [stage, 0, 6],
      [stage, 6, 14],
      [stage, 14, null],
    ]),
  );

  const { film } = verifyStream(joined, key);
  const expected = verifyStream(whole, key).film;
  expect(film.duration).toBe(expected.duration);
  expect(film.storyboard).toEqual(expected.storyboard);
  for (const name of ['v145', 'v365', 'audio', 'iframes']) {
    expect(listPackets(joined, name, key), name).toEqual(listPackets(whole, name, key));
  }
  for (const name of ['v145', 'v365', 'iframes']) {
    const readPlaylist = (stream: string) => readFileSync(join(stream, name, 'playlist.m3u8'), 'utf8');
    expect(readPlaylist(joined)).toBe(readPlaylist(whole));
    const [ours, theirs] = [decodeLuma(joined, name, key), decodeLuma(whole, name, key)];
    expect(ours.length).toBe(theirs.length);
    const similarity = ours.map((frame, n) => compareFrames(frame, theirs[n]));
    const shifted = ours.slice(1).map((frame, n) => compareFrames(frame, theirs[n]));
    // The clock shows hundredths: a frame too early or too late differs.
    expect(Math.min(...similarity), name).toBeGreaterThan(40);
    expect(Math.min(...shifted), name).toBeLessThan(25);
  }
});

test.runIf(process.env.LONG)(
  'pieces that do not fit together are not used: the film is encoded in one go',
  async () => {
    const source = sourceFile(folder, 'pauses.mkv');
    const store = keepPiecesIn(join(folder, 'misfits'));
    const joined = join(folder, 'fallback');
    const film = await encodeFilm({
      source,
      folder: joined,
      key,
      limits: { pieceSeconds: 8 },
      pieces: {
        ...store,
        // The second piece comes in the place of the first, too.
        collect: async (...args) => {
          const files = await store.collect(...args);
          return files.map((file, n) => (n === 0 ? (files[1] ?? file) : file));
        },
      },
    });
    expect(film.complete).toBe(true);
    verifyStream(joined, key);
  },
);
