import type { Film } from '@lakou/contract/playback/responses';
import { expect, test } from 'vitest';
import { resumePosition } from './resume-position.ts';
import type { StoredProgress } from './stored-progress.ts';

const film = { duration: 100 } as Film;
const stored = (position: number) => ({ position, duration: 100 }) as StoredProgress;

test('a film goes on where this browser left it, else where the server says', () => {
  expect(resumePosition(stored(41.5), { position: 12, film })).toBe(41.5);
  expect(resumePosition(stored(0), { position: 12, film })).toBe(0);
  expect(resumePosition(undefined, { position: 12, film })).toBe(12);
});

test('a film that was left at or past its end begins again, in this browser and by the server', () => {
  for (const end of [95, 99.9, 100, 130]) {
    expect(resumePosition(stored(end), { position: 12, film })).toBe(0);
    expect(resumePosition(undefined, { position: end, film })).toBe(0);
  }
  expect(resumePosition(stored(94.9), { position: 0, film })).toBe(94.9);
});

test('of a short clip the end is its last tenth', () => {
  const clip = { duration: 10 } as Film;
  expect(resumePosition(stored(8.9), { position: 0, film: clip })).toBe(8.9);
  expect(resumePosition(stored(9), { position: 0, film: clip })).toBe(0);
});
