import { expect, test } from 'vitest';
import { plainProse, proseParts } from './prose-parts.ts';

test('parses text, links and placeholders', () => {
  expect(proseParts('By post at {address}, or [write to us](/contact).')).toEqual([
    'By post at ',
    { blank: 'address' },
    ', or ',
    { label: 'write to us', to: '/contact' },
    '.',
  ]);
  expect(proseParts('{email}')).toEqual([{ blank: 'email' }]);
});

test('what only looks like a mark stays as it is', () => {
  const text = 'Brackets [like these], {others}, and [elsewhere](https://elsewhere.example).';
  expect(proseParts(text)).toEqual([text]);
});

test('plain text for search has no link syntax', () => {
  expect(plainProse('Ask [us](/contact) anything.')).toBe('Ask us anything.');
});
