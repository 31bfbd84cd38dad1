import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-targets.ts';

const settings = {
  url: 'https://lakou.example',
  redirectTargets: ['https://*.preview.example/**', 'lakou://open'],
};

test('a browser ends at an allowed target whatever is requested', () => {
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
      const target = new URL(redirectTarget(pieces.join(''), settings));
      expect(target.username + target.password).toBe('');
      expect(target.href).toMatch(
        /^(https:\/\/lakou\.example(\/|$)|https:\/\/[^./]*\.preview\.example\/|lakou:\/\/open)/,
      );
    }),
    { numRuns: 5000 },
  );
});

test('keeps path and query of the site itself', () => {
  expect(redirectTarget('https://lakou.example/films?a=1', settings)).toBe('https://lakou.example/films?a=1');
});

test('uses the site when no target or a too long one is requested', () => {
  expect(redirectTarget(undefined, settings)).toBe(settings.url);
  expect(redirectTarget(`https://lakou.example/${'x'.repeat(3000)}`, settings)).toBe(settings.url);
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
])('%s leads to the site instead', (requested) => {
  expect(redirectTarget(requested, settings)).toBe(settings.url);
});
