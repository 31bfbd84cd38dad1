import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('others have their turn between two tasks, which run in their order', async () => {
  const ran: string[] = [];
  await new Promise<void>((resolve) => {
    inTurn(() => {
      ran.push('first');
      setImmediate(() => ran.push('another event'));
    });
    inTurn(() => ran.push('second'));
    inTurn(() => {
      ran.push('third');
      resolve();
    });
  });
  expect(ran).toEqual(['first', 'another event', 'second', 'third']);
});
