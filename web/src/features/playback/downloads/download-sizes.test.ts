import { expect, test } from 'vitest';
import { sizeChoices, type TitleSizes } from './download-sizes.ts';

const rung = (height: number, bytes: number) => ({ name: `v${height}`, width: 1, height, bytes });
const title = (...rungs: TitleSizes['rungs']) =>
  ({ rungs, audio_tracks: 1, audio_bytes: 10 }) as unknown as TitleSizes;

test('a choice is the sum of what is stored of every title', () => {
  const choices = sizeChoices([title(rung(234, 100), rung(360, 200)), title(rung(234, 50), rung(360, 70))]);
  expect(choices.map(({ height, bytes }) => [height, bytes])).toEqual([
    [234, 150],
    [360, 270],
  ]);
});

test('a title without a size takes its next smaller one, or its only one', () => {
  const choices = sizeChoices([title(rung(234, 100), rung(720, 900)), title(rung(360, 70))]);
  expect(choices.map(({ height, bytes }) => [height, bytes])).toEqual([
    [234, 170],
    [360, 170],
    [720, 970],
  ]);
});

test('further languages count, each as long as the first', () => {
  const [choice] = sizeChoices([{ ...title(rung(234, 100)), audio_tracks: 3 }]);
  expect(choice?.bytes).toBe(120);
});
