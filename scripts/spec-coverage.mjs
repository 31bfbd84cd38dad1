// `npm run spec-coverage`: every statement in docs/spec-coverage.md names the tests that prove it. Each must be there,
// and where the last reports (scripts/test.mjs) know its file, have run and passed. `--all-ran`: they must know them all.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const DOCUMENT = 'docs/spec-coverage.md';
const DECISIONS = 47;

const allRan = process.argv.includes('--all-ran');
const root =
  process.argv.slice(2).find((word) => !word.startsWith('--')) ??
  join(dirname(fileURLToPath(import.meta.url)), '..');
const problems = [];

const rows = readRows(readFileSync(join(root, DOCUMENT), 'utf8'));
const ran = new Map([...readVitest(), ...readBrowser()]);
const sources = new Map();
let notRun = 0;
for (const { line, proofs } of rows) {
  if (proofs.length === 0) complain(line, 'no test is named');
  for (const proof of proofs) check(line, proof);
}
const decided = new Set(rows.map(({ decision }) => decision));
for (let number = 1; number <= DECISIONS; number += 1)
  if (!decided.has(number)) problems.push(`${DOCUMENT}: P-${number} is missing`);

for (const problem of problems) console.log(problem);
const proofs = rows.flatMap((row) => row.proofs);
const tests = new Set(proofs.map(({ file, name }) => `${file} ${name}`)).size;
const missing = problems.length ? `${problems.length} problems` : 'all there';
console.log(
  `${rows.length} statements, ${tests} tests: ${missing}${notRun ? `; ${notRun} proofs not run` : ''}`,
);
process.exit(problems.length > 0 || rows.length === 0 ? 1 : 0);

/** Every row of every table: | statement | `file` › "test"<br>`file` › "describe › test" | */
function readRows(text) {
  return text.split('\n').flatMap((content, at) => {
    const [, statement, proof] = /^\| (.+?) \| (.*?) ?\|$/.exec(content) ?? [];
    if (statement === undefined || /^-+$/.test(proof) || proof === 'Proof') return [];
    const named = proof.split('<br>').map((one) => /^`([^`]+)` › "(.+)"$/.exec(one.trim()));
    if (proof && named.includes(null)) complain(at + 1, 'a proof is not written as `file` › "test"');
    return {
      line: at + 1,
      decision: Number(/^\*\*P-(\d+)\*\*/.exec(statement)?.[1] ?? 0),
      proofs: named.filter(Boolean).map(([, file, name]) => ({ file, name })),
    };
  });
}

function check(line, { file, name }) {
  const source = sourceOf(file);
  if (source === undefined) return complain(line, `${file} does not exist`);
  const parts = name.split(' › ');
  const unknown = parts.find(
    (part) => !["'", '"', '`'].some((quote) => source.includes(quote + part + quote)),
  );
  if (unknown !== undefined) return complain(line, `${file} has no test "${unknown}"`);
  const results = ran.get(file);
  if (!results) {
    if (allRan) complain(line, `${file} did not run`);
    else notRun += 1;
    return;
  }
  const patterns = parts.map(patternOf);
  const found = results.filter(({ titles }) =>
    patterns.every((pattern, at) => pattern.test(titles[titles.length - patterns.length + at] ?? '')),
  );
  if (found.length === 0) complain(line, `"${name}" of ${file} did not run`);
  else if (found.some(({ passed }) => !passed)) complain(line, `"${name}" of ${file} did not pass`);
}

function sourceOf(file) {
  const path = join(root, file);
  if (!sources.has(file)) sources.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  return sources.get(file);
}

/** A title as it stands in the source, where values stand for %s, $name and ${…} in the report. */
function patternOf(title) {
  const fixed = title.split(/%[a-zA-Z#]|\$\{[^}]*\}|\$[a-z]\w*/);
  return new RegExp(`^${fixed.map((part) => escaped(part)).join('[^]*')}$`);
}

function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function readVitest() {
  const byFile = new Map();
  for (const { name, assertionResults } of readReport('vitest')?.testResults ?? []) {
    const file = relative(root, name);
    const results = assertionResults.map(({ ancestorTitles, title, status }) => ({
      titles: [...ancestorTitles, title],
      passed: status === 'passed',
    }));
    byFile.set(file, [...(byFile.get(file) ?? []), ...results]);
  }
  return byFile;
}

function readBrowser() {
  const report = readReport('browser');
  const resultsOf = ({ specs = [], suites = [] }, titles = []) => [
    ...specs.map(({ title, ok, tests }) => ({
      titles: [...titles, title],
      passed: ok && tests.every(({ status }) => status !== 'skipped'),
    })),
    ...suites.flatMap((suite) => resultsOf(suite, [...titles, suite.title])),
  ];
  return new Map(
    (report?.suites ?? []).map((suite) => [
      relative(root, join(report.config.rootDir, suite.file)),
      resultsOf(suite),
    ]),
  );
}

function readReport(suite) {
  const path = join(root, '.cache/test-reports', `${suite}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function complain(line, what) {
  problems.push(`${DOCUMENT}:${line}: ${what}`);
}
