import { expect, test } from 'vitest';
import { remember } from './remember.ts';

function countedLengths(maxCharacters: number) {
  const made: string[] = [];
  const lengthOf = remember((text) => {
    made.push(text);
    return text.length;
  }, maxCharacters);
  return { made, lengthOf };
}

test('a result is made once', () => {
  const { made, lengthOf } = countedLengths(100);
  expect([lengthOf('one'), lengthOf('one'), lengthOf('three')]).toEqual([3, 3, 5]);
  expect(made).toEqual(['one', 'three']);
});

test('what was used last is dropped last', () => {
  const { made, lengthOf } = countedLengths(6);
  for (const text of ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb']) lengthOf(text);
  expect(made).toEqual(['aaa', 'bbb', 'ccc', 'bbb']);
});

test('a text that is longer than all that is kept drops nothing', () => {
  const { made, lengthOf } = countedLengths(6);
  for (const text of ['aaa', 'bbbbbbb', 'aaa', 'bbbbbbb']) lengthOf(text);
  expect(made).toEqual(['aaa', 'bbbbbbb', 'bbbbbbb']);
});
