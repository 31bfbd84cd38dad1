import { expect, test } from 'vitest';
import { changeReaction, countReactions, type ReactionChanges } from './count-reactions.ts';

const kind = 'heart';
const heart = (count: number | null, isOwn: boolean, changes: ReactionChanges) => {
  const [shown] = countReactions(count === null ? null : [count, 0, 0, 0], isOwn ? [kind] : [], changes);
  return [shown?.count, shown?.isGiven];
};

test('a reader’s reaction is counted at once, and not a second time when the database has counted it', () => {
  const given = changeReaction([5, 0, 0, 0], {}, { kind, isGiven: true });
  expect(heart(5, false, given)).toEqual([6, true]);
  expect(heart(6, false, given)).toEqual([6, true]);
  const taken = changeReaction([6, 0, 0, 0], given, { kind, isGiven: false });
  expect(heart(6, false, taken)).toEqual([5, false]);
  expect(heart(5, false, taken)).toEqual([5, false]);
});

test('a reaction that is taken back before it was counted leaves the number as it was', () => {
  const given = changeReaction([5, 0, 0, 0], {}, { kind, isGiven: true });
  const taken = changeReaction([5, 0, 0, 0], given, { kind, isGiven: false });
  expect(heart(5, false, taken)).toEqual([5, false]);
});

test('the first reaction shows 1, also while others’ are counted, and never less than none', () => {
  const given = changeReaction(null, {}, { kind, isGiven: true });
  expect(heart(null, false, given)).toEqual([1, true]);
  expect(heart(0, true, {})).toEqual([1, true]);
  const taken = changeReaction(null, {}, { kind, isGiven: false });
  expect(heart(null, true, taken)).toEqual([0, false]);
});
