import { expect, test } from 'vitest';
import { findAudioTrack, findSign, findSubtitles } from './find-track.ts';

const track = (language: string, kind: 'main' | 'description', isDefault = false) => ({
  ...{ language, kind, isDefault },
});
const main = track('ht', 'main', true);
const described = track('ht', 'description');
const french = track('fr', 'main');

test('nobody hears a description who did not choose one', () => {
  const wanted = { language: 'ht', kind: 'main' as const };
  expect(findAudioTrack([described, main], wanted)).toBe(main);
  expect(findAudioTrack([described, french], wanted)).toBeUndefined();
  expect(findAudioTrack([main, described], { language: null, kind: 'main' })).toBeUndefined();
});

test('who chose a description hears the next film with one, in its own language where theirs is missing', () => {
  const wanted = { language: 'ht', kind: 'description' as const };
  expect(findAudioTrack([main, french, described], wanted)).toBe(described);
  expect(findAudioTrack([main, french], wanted)).toBe(main);
  const own = track('fr', 'description');
  expect(findAudioTrack([track('fr', 'main', true), own], wanted)).toBe(own);
});

test('captions of the chosen kind come first, then those in the same language', () => {
  const plain = { file: 'a.vtt', language: 'ht', name: 'Kreyòl' };
  const forDeaf = { file: 'b.vtt', language: 'ht', name: 'Kreyòl', kind: 'captions' as const };
  expect(findSubtitles([plain, forDeaf], { captions: 'ht', captionKind: 'captions' })).toBe(forDeaf);
  expect(findSubtitles([plain, forDeaf], { captions: 'ht', captionKind: 'subtitles' })).toBe(plain);
  expect(findSubtitles([forDeaf], { captions: 'ht', captionKind: 'subtitles' })).toBe(forDeaf);
  expect(findSubtitles([plain, forDeaf], { captions: null, captionKind: 'captions' })).toBeUndefined();
});

test('who chose a sign language sees the next film with an interpreter, and nobody else does', () => {
  const signs = [
    { file: 'a.mp4', language: 'ase' as const, name: 'ASL', bytes: 1 },
    { file: 'b.mp4', language: 'sgn-HT' as const, name: 'LSA', bytes: 1 },
  ];
  expect(findSign({ signs }, { sign: 'sgn-HT' })).toBe(signs[1]);
  expect(findSign({ signs }, { sign: 'fsl' })).toBe(signs[0]);
  expect(findSign({ signs }, { sign: null })).toBeUndefined();
  expect(findSign({}, { sign: 'ase' })).toBeUndefined();
});
