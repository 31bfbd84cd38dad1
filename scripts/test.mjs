// `npm test`: installs what it needs, runs every suite, and ends with one line: `N passed, N failed`.
// `--only check,unit,media,embedded,postgres,process,browser` runs some of them; `--long` (npm run test:long) at full size.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { findNode, findTool, installPackages, root, withOwnTools } from './setup.mjs';
import { findChromium, findEngines, suitesThatCanRun } from './test-programs.mjs';
import { runVitestSuites } from './vitest-suites.mjs';

const VITEST_SUITES = ['unit', 'media', 'embedded', 'postgres', 'process'];
/** These start a server that has pages. */
const SUITES_WITH_PAGES = ['postgres', 'embedded', 'process', 'browser'];

const started = Date.now();
const only = process.argv.includes('--only')
  ? process.argv[process.argv.indexOf('--only') + 1]?.split(',')
  : null;
const reports = join(root, '.cache/test-reports');

installPackages();
const node = findNode();
const env = withOwnTools(process.argv.includes('--long') ? { LONG: '1' } : {});
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const flaky = [];

const suites = suitesThatCanRun(
  [...VITEST_SUITES, 'browser'].filter((suite) => !only || only.includes(suite)),
);
// They share the processors with the build.
const checks =
  !only || only.includes('check')
    ? [
        startCheck('formatting and lint', [findTool('biome'), 'check', '--error-on-warnings', '.']),
        startCheck('types', [findTool('tsc'), '--noEmit', '-p', '.']),
        startCheck('dead code', [findTool('knip'), '--no-progress']),
      ]
    : [];
const isBuilt = !suites.some((suite) => SUITES_WITH_PAGES.includes(suite)) || buildWeb();
for (const finishCheck of checks) await finishCheck();
if (!isBuilt) process.exit(1);
const vitestSuites = suites.filter((suite) => VITEST_SUITES.includes(suite));
if (vitestSuites.length) runVitest(vitestSuites);
if (suites.includes('browser')) runBrowser();
if (!only) await startCheck('spec coverage', ['scripts/spec-coverage.mjs', '--all-ran'])();

for (const name of failures) console.log(`failed: ${name}`);
for (const name of flaky) console.log(`flaky (passed at the second try): ${name}`);
console.log(`All suites together, in ${Math.round((Date.now() - started) / 1000)} s:`);
console.log(`${flaky.length} flaky`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

/** Starts it beside other work. The result waits for its end, prints its output, and counts it. */
function startCheck(name, args) {
  const output = join(reports, `${name.replaceAll(' ', '-')}.log`);
  const file = openSync(output, 'w');
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', file, file], env });
  closeSync(file);
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  return async () => {
    const code = await ended;
    console.log(`— ${name}`);
    process.stdout.write(readFileSync(output, 'utf8'));
    count(code === 0 ? { passed: 1 } : { failed: 1 }, name);
  };
}

function runVitest(names) {
  console.log(`— ${names.join(', ')}`);
  const result = runVitestSuites(names, { root, reports, vitest: findTool('vitest'), runTool: run });
  failures.push(...result.failures);
  flaky.push(...result.flaky);
  count(result.count, names.join(', '));
}

function runBrowser() {
  console.log('— browser');
  const report = join(reports, 'browser.json');
  const status = run([findTool('playwright'), 'test'], {
    ...findChromium(),
    ...findEngines(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const { stats = {}, suites: files = [] } = read(report);
  const { expected = 0, unexpected = 0, flaky: retried = 0, skipped = 0 } = stats;
  flaky.push(...files.flatMap((file) => flakySpecs(file, [])));
  count(
    {
      passed: expected + retried,
      failed: status !== 0 && unexpected === 0 ? 1 : unexpected,
      skipped,
    },
    'browser',
  );
}

function flakySpecs({ title, specs = [], suites: inner = [] }, above) {
  const path = [...above, title];
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map((spec) => [...path, spec.title].join(' > ')),
    ...inner.flatMap((suite) => flakySpecs(suite, path)),
  ];
}

function count({ passed = 0, failed = 0, skipped = 0 }, name) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed) failures.push(name);
}

function run(args, more) {
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...env, ...more } }).status;
}

function read(file, fallback = {}) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : fallback;
}
