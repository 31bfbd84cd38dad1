import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinParts, splitText } from './relay-parts.ts';

test('a text of any length and language arrives as it was, in parts that a notification can carry', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer({ min: 1, max: 1_000 }),
      (piece, times) => {
        const said = { text: piece.repeat(times) };
        const parts = splitText('one', JSON.stringify(said));
        expect(parts.every((part) => Buffer.byteLength(part) < 8_000)).toBe(true);
        const join = joinParts();
        const heard = parts.map((part) => join(part));
        expect(heard.slice(0, -1).every((unfinished) => unfinished === undefined)).toBe(true);
        expect(JSON.parse(heard.at(-1)?.text ?? '')).toEqual(said);
      },
    ),
    { numRuns: 50 },
  );
});

test('texts of two speakers may be mixed, and one that lost a part is dropped', () => {
  const [ann, bob] = [
    splitText('ann', `"${'a'.repeat(20_000)}"`),
    splitText('bob', `"${'b'.repeat(9_000)}"`),
  ];
  const join = joinParts();
  const heard = [ann[0], bob[0], ann[1], bob[1], ann[2]].map((part) => join(part ?? '')?.from);
  expect(heard).toEqual([undefined, undefined, undefined, 'bob', 'ann']);
  expect([ann[0], ann[2]].map((part) => join(part ?? ''))).toEqual([undefined, undefined]);
  expect(join('noise')).toBeUndefined();
});
