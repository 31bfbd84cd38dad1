import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error: the scripts are plain JavaScript, which runs before anything is installed.
import { runVitestSuites } from './vitest-suites.mjs';

const reports = mkdtempSync(join(tmpdir(), 'lakou-reports-'));
afterAll(() => rmSync(reports, { recursive: true, force: true }));

const file = (name: string, tests: Record<string, 'passed' | 'failed'>) => ({
  name: `/root/${name}`,
  status: Object.values(tests).includes('failed') ? 'failed' : 'passed',
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === 'failed' ? ['because'] : [],
  })),
});

/** Stands for Vitest: writes one report per run, and remembers what it was asked to run. */
function runWith(...runs: ReturnType<typeof file>[][]) {
  const asked: string[][] = [];
  const runTool = (args: string[]) => {
    asked.push(args.filter((one) => one.startsWith('/root/')));
    const results = runs[asked.length - 1]!;
    const output = args.find((one) => one.startsWith('--outputFile.json='))!.split('=')[1]!;
    writeFileSync(output, JSON.stringify({ testResults: results }));
    return results.some(({ status }) => status === 'failed') ? 1 : 0;
  };
  return { asked, ...runVitestSuites(['unit'], { root: '/root', reports, vitest: 'vitest', runTool }) };
}

test('a file that failed runs once more, and what passes then is flaky, with its first reason', () => {
  const good = file('good.test.ts', { a: 'passed' });
  const result = runWith(
    [good, file('bad.test.ts', { b: 'failed', c: 'passed' })],
    [file('bad.test.ts', { b: 'passed', c: 'passed' })],
  );
  expect(result.asked).toEqual([[], ['/root/bad.test.ts']]);
  expect(result.count).toEqual({ passed: 3, failed: 0, skipped: 0 });
  expect(result.flaky).toEqual(['bad.test.ts > b: because']);
  const { testResults } = JSON.parse(readFileSync(join(reports, 'vitest.json'), 'utf8'));
  expect(testResults.map(({ status }: { status: string }) => status)).toEqual(['passed', 'passed']);
});

test('a file that broke outside of its tests and passes then is flaky too', () => {
  const broken = { ...file('bad.test.ts', {}), status: 'failed', message: 'the hook failed' };
  const result = runWith([broken], [file('bad.test.ts', { b: 'passed' })]);
  expect(result.count).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(result.flaky).toEqual(['bad.test.ts: the hook failed']);
});

test('a file that fails twice has failed', () => {
  const bad = [file('bad.test.ts', { b: 'failed' })];
  const result = runWith(bad, bad);
  expect(result.count.failed).toBe(1);
  expect(result.failures).toEqual(['bad.test.ts > b: because']);
  expect(result.flaky).toEqual([]);
});

test('when many files fail, none gets a second try', () => {
  const bad = Array.from({ length: 6 }, (_, n) => file(`bad${n}.test.ts`, { b: 'failed' }));
  const result = runWith(bad);
  expect(result.asked).toHaveLength(1);
  expect(result.count.failed).toBe(6);
});
