import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { CODE_ALPHABET, createCode, isCode, normalizeCode } from './codes.ts';

const code = () => createCode(16, randomInt);

test('a code is grouped and has no vowels and no look-alikes', () => {
  for (let n = 0; n < 200; n += 1) expect(code()).toMatch(/^[CDFGHJKMNPQRTVWXY346789]{4}(-[^-]{4}){3}$/);
});

test('case and separators do not matter', () => {
  const given = code();
  for (const typed of [
    given,
    given.toLowerCase(),
    given.replaceAll('-', ''),
    ` ${given.replaceAll('-', ' ')} `,
  ])
    expect(isCode(typed, 16), typed).toBe(true);
});

test('one wrong character and two swapped ones are noticed, everywhere', () => {
  for (let n = 0; n < 20; n += 1) {
    const given = normalizeCode(code());
    for (let place = 0; place < given.length; place += 1) {
      for (const wrong of CODE_ALPHABET.replace(given.charAt(place), ''))
        expect(isCode(given.slice(0, place) + wrong + given.slice(place + 1), 16)).toBe(false);
      for (let other = place + 1; other < given.length; other += 1) {
        const swapped = [...given];
        [swapped[place], swapped[other]] = [given.charAt(other), given.charAt(place)];
        if (swapped.join('') !== given) expect(isCode(swapped.join(''), 16), given).toBe(false);
      }
    }
  }
});

test('text that is no code is refused', () => {
  for (const typed of ['', '-', 'AAAA-AAAA-AAAA-AAAA', code().slice(0, -1), `${code()}C`])
    expect(isCode(typed, 16), typed).toBe(false);
});
