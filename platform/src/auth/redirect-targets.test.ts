import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-targets.ts';

const house = {
  url: 'https://lakou.example',
  redirectTargets: ['https://*.preview.example/**', 'lakou://open'],
};

test('whatever is asked for, a browser ends at an allowed place', () => {
  const piece = fc.constantFrom(
    ...[
      'https:',
      'http:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '#',
      '?',
      '.',
      '%2f',
      '%00',
      '\t',
      '\n',
      ' ',
      'lakou.example',
    ],
    ...[
      'evil.example',
      'x.preview.example',
      'preview.example',
      'javascript:',
      '[::1]',
      '127.0.0.1',
      '。',
      'ⓛakou',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const target = new URL(redirectTarget(pieces.join(''), house));
      expect(target.username + target.password).toBe('');
      expect(target.href).toMatch(
        /^(https:\/\/lakou\.example(\/|$)|https:\/\/[^./]*\.preview\.example\/|lakou:\/\/open)/,
      );
    }),
    { numRuns: 5000 },
  );
});

test('the site itself keeps path and query', () => {
  expect(redirectTarget('https://lakou.example/films?a=1', house)).toBe('https://lakou.example/films?a=1');
});

test('without a wish, and with an endless one, the site is the target', () => {
  expect(redirectTarget(undefined, house)).toBe(house.url);
  expect(redirectTarget(`https://lakou.example/${'x'.repeat(3000)}`, house)).toBe(house.url);
});

test.each([
  'https://lakou.example.evil.example/',
  'https://lakou.example@evil.example/',
  'https://lakou.example:443@evil.example/',
  'https://lakou.exampleevil.example/',
  'https://lakou.example:8443/',
  'http://lakou.example/',
  'https://evil.example/?https://lakou.example/',
  'https://evil.example/https://x.preview.example/',
  'https://x.preview.example.evil.example/',
  'lakou://open.evil',
])('%s leads to the site instead', (wish) => {
  expect(redirectTarget(wish, house)).toBe(house.url);
});
