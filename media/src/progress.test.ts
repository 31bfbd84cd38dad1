import { expect, test } from 'vitest';
import { type Part, type Progress, trackProgress } from './progress.ts';

test('weighs the parts and counts what an earlier run completed', () => {
  const reports: Progress[] = [];
  const parts: [Part, Part] = [
    { stage: 'first', weight: 1 },
    { stage: 'second', weight: 3 },
  ];
  const first = trackProgress(parts, (progress) => reports.push(progress));
  first.report(parts[0], 0.5);
  first.finish(parts[0]);
  first.report(parts[1], 0.5);
  const resumed = trackProgress(parts, (progress) => reports.push(progress));
  resumed.skip(parts[0]);
  resumed.report(parts[1], 0);
  resumed.report(parts[1], 7);
  expect(reports.map(({ percent }) => percent)).toEqual([12.5, 62.5, 25, 99.9]);
  expect(reports[2]).toMatchObject({ stage: 'second', secondsLeft: null });
});
