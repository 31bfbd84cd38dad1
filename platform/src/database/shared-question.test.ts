import { expect, test } from 'vitest';
import { SharedQuestion } from './shared-question.ts';

function open() {
  const sent: PromiseWithResolvers<number>[] = [];
  const question = new SharedQuestion(() => {
    const answer = Promise.withResolvers<number>();
    sent.push(answer);
    return answer.promise;
  });
  return { question, sent };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('who asks while a question is under way gets the answer to the next one, together', async () => {
  const { question, sent } = open();
  const first = question.ask();
  const later = [question.ask(), question.ask(), question.ask()];
  expect(sent).toHaveLength(1);
  sent[0]?.resolve(1);
  await settle();
  expect(sent).toHaveLength(2);
  sent[1]?.resolve(2);
  expect(await first).toBe(1);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

test('a failed question fails for those who asked it only', async () => {
  const { question, sent } = open();
  const first = question.ask();
  const second = question.ask();
  sent[0]?.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await settle();
  sent[1]?.resolve(2);
  expect(await second).toBe(2);
  const third = question.ask();
  sent[2]?.resolve(3);
  expect(await third).toBe(3);
});
