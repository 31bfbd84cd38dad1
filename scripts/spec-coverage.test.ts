import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const script = join(import.meta.dirname, 'spec-coverage.mjs');
const folder = mkdtempSync(join(tmpdir(), 'lakou-coverage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const UNIT = 'web/a.test.ts';
const BROWSER = 'tests/browser/a/b.spec.ts';
const SOURCES = {
  [UNIT]: `describe('a member', () => { test.each(all)('may not %s', () => {}); test('sleeps', () => {}); });`,
  [BROWSER]: `for (const width of [360]) test(\`fits a screen of \${width} px\`, async () => {});`,
};
const unitResult = (title: string, status = 'passed') => ({ ancestorTitles: ['a member'], title, status });
const browserResult = (title: string, ok = true) => ({
  title,
  ok,
  tests: [{ status: ok ? 'expected' : 'unexpected' }],
});

/** Checks a document with one statement, beside all decisions, that these tests are said to prove. */
function check(
  proof: string,
  results: { unit?: object[]; browser?: object[] } = {},
  ...words: string[]
): { said: string; ok: boolean } {
  rmSync(folder, { recursive: true, force: true });
  const sleeps = `\`${UNIT}\` › "sleeps"`;
  const decisions = Array.from({ length: 47 }, (_, at) => `| **P-${at + 1}** Decided. | ${sleeps} |`);
  const table = ['| Statement | Proof |', '|---|---|', `| It works. | ${proof} |`, ...decisions];
  const reports: Record<string, object> = {
    ...(results.unit && {
      vitest: { testResults: [{ name: join(folder, UNIT), assertionResults: results.unit }] },
    }),
    ...(results.browser && {
      browser: {
        config: { rootDir: join(folder, 'tests/browser') },
        suites: [{ title: 'a/b.spec.ts', file: 'a/b.spec.ts', specs: results.browser }],
      },
    }),
  };
  const files = {
    ...SOURCES,
    'docs/spec-coverage.md': table.join('\n'),
    ...Object.fromEntries(
      Object.entries(reports).map(([name, report]) => [
        `.cache/test-reports/${name}.json`,
        JSON.stringify(report),
      ]),
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { stdout, status } = spawnSync(process.execPath, [script, folder, ...words], { encoding: 'utf8' });
  return { said: stdout, ok: status === 0 };
}

const SLEEPS = unitResult('sleeps');
const both = `\`${UNIT}\` › "a member › may not %s"<br>\`${BROWSER}\` › "fits a screen of \${width} px"`;

describe('a statement of the specification', () => {
  test('is proven by tests that are there and have passed, whatever values they ran with', () => {
    const unit = [SLEEPS, unitResult('may not shout'), unitResult('may not (even) whisper')];
    const browser = [browserResult('fits a screen of 360 px')];
    const { said, ok } = check(both, { unit, browser }, '--all-ran');
    expect(said).toBe('48 statements, 3 tests: all there\n');
    expect(ok).toBe(true);
  });

  test('is proven for the time being by tests that are there, while not all have run', () => {
    expect(check(both)).toEqual({
      said: '48 statements, 3 tests: all there; 49 proofs not run\n',
      ok: true,
    });
  });

  test.each<[what: string, proof: string, results: Parameters<typeof check>[1], said: string]>([
    ['without a test', '', {}, 'no test is named'],
    ['with a test that is misspelt', `\`${UNIT}\` › "sleep"`, {}, 'has no test "sleep"'],
    ['under another heading', `\`${UNIT}\` › "a dog › sleeps"`, {}, 'has no test "a dog"'],
    ['in a file that is gone', '`web/b.test.ts` › "sleeps"', {}, 'web/b.test.ts does not exist'],
    ['in words that nobody can follow', `${UNIT}: sleeps`, {}, 'is not written as'],
    ['that failed', both, { unit: [SLEEPS, unitResult('may not shout', 'failed')] }, 'did not pass'],
    ['that was left out', `\`${UNIT}\` › "sleeps"`, { unit: [unitResult('may not shout')] }, 'did not run'],
    [
      'that failed in the browser',
      both,
      { browser: [browserResult('fits a screen of 360 px', false)] },
      'did not pass',
    ],
  ])('%s is not proven', (_what, proof, results, said) => {
    const checked = check(proof, results);
    expect(checked.said).toContain(`docs/spec-coverage.md:3: `);
    expect(checked.said).toContain(said);
    expect(checked.ok).toBe(false);
  });

  test('whose tests were not among those that ran is not proven once all should have', () => {
    const { said, ok } = check(both, { unit: [SLEEPS, unitResult('may not shout')] }, '--all-ran');
    expect(said).toContain(`${BROWSER} did not run`);
    expect(ok).toBe(false);
  });
});
