import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinParts, splitText } from './relay-parts.ts';

test('splits and reassembles texts of any length and language', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer({ min: 1, max: 1_000 }),
      (piece, times) => {
        const original = { text: piece.repeat(times) };
        const parts = splitText('one', JSON.stringify(original));
        expect(parts.every((part) => Buffer.byteLength(part) < 8_000)).toBe(true);
        const join = joinParts();
        const received = parts.map((part) => join(part));
        expect(received.slice(0, -1).every((unfinished) => unfinished === undefined)).toBe(true);
        expect(JSON.parse(received.at(-1)?.text ?? '')).toEqual(original);
      },
    ),
    { numRuns: 50 },
  );
});

test('reassembles interleaved texts of two senders and drops one with a missing part', () => {
  const [ann, bob] = [
    splitText('ann', `"${'a'.repeat(20_000)}"`),
    splitText('bob', `"${'b'.repeat(9_000)}"`),
  ];
  const join = joinParts();
  const received = [ann[0], bob[0], ann[1], bob[1], ann[2]].map((part) => join(part ?? '')?.from);
  expect(received).toEqual([undefined, undefined, undefined, 'bob', 'ann']);
  expect([ann[0], ann[2]].map((part) => join(part ?? ''))).toEqual([undefined, undefined]);
  expect(join('noise')).toBeUndefined();
});
