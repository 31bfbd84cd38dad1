// `npm test`: installs what it needs, runs every suite, and ends with one line: `N passed, N failed`.
// `--only check,unit,media,embedded,postgres,process,browser` runs some of them; `--long` (npm run test:long) at full size.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { ffmpeg, findOrInstall, installPackages, needProgram, root, withOwnTools } from './setup.mjs';

const started = Date.now();
const only = process.argv.includes('--only')
  ? process.argv[process.argv.indexOf('--only') + 1]?.split(',')
  : null;
const wants = (suite) => !only || only.includes(suite);
const env = withOwnTools(process.argv.includes('--long') ? { LONG: '1' } : {});
const reports = join(root, '.cache/test-reports');

installPackages();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

// They share the processors with the build.
const checks = wants('check')
  ? [
      beginCheck('formatting and lint', 'biome', ['check', '--error-on-warnings', '.']),
      beginCheck('types', 'tsc', ['--noEmit', '-p', '.']),
      beginCheck('dead code', 'knip', ['--no-progress']),
    ]
  : [];
const built = only?.every((suite) => suite === 'check') || buildWeb();
for (const check of checks) await check();
if (!built) process.exit(1);
const vitestSuites = ['unit', 'media', 'embedded', 'postgres', 'process'].filter(wants);
if (vitestSuites.includes('postgres') || vitestSuites.includes('process')) needPostgres();
if (vitestSuites.length || wants('browser')) needProgram(ffmpeg);
if (vitestSuites.includes('process')) {
  needProgram({ what: 'nginx', found: findNginx, apt: ['nginx-light'] });
  needProgram({ what: 'libfaketime', found: findFaketime, apt: ['libfaketime'] });
}
if (vitestSuites.length) runVitest(vitestSuites);
if (wants('browser')) runBrowser();
if (!only) await beginCheck('spec coverage', process.execPath, ['scripts/spec-coverage.mjs', '--all-ran'])();

for (const name of failures) console.log(`failed: ${name}`);
console.log(`All suites together, in ${Math.round((Date.now() - started) / 1000)} s:`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

/** Begins it beside other work; the answer waits for its end, prints what it said, and counts it. */
function beginCheck(name, command, args) {
  const said = join(reports, `${name.replaceAll(' ', '-')}.log`);
  const file = openSync(said, 'w');
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', file, file], env });
  closeSync(file);
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  return async () => {
    const code = await ended;
    console.log(`— ${name}`);
    process.stdout.write(readFileSync(said, 'utf8'));
    count(code === 0 ? { passed: 1 } : { failed: 1 }, name);
  };
}

function runVitest(suites) {
  console.log(`— ${suites.join(', ')}`);
  const report = join(reports, 'vitest.json');
  const projects = suites.flatMap((suite) => ['--project', suite]);
  const { status } = run('vitest', [
    'run',
    ...projects,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const failed = counted.numFailedTests ?? 0;
  // A suite that breaks outside of any test has failed too.
  count(
    {
      passed: counted.numPassedTests ?? 0,
      failed: status !== 0 && failed === 0 ? 1 : failed,
      skipped: (counted.numPendingTests ?? 0) + (counted.numTodoTests ?? 0),
    },
    suites.join(', '),
  );
}

function runBrowser() {
  console.log('— browser');
  const CHROMIUM_PATH =
    findOrInstall({ what: 'Chromium', found: findHeadlessShell, apt: ['chromium-headless-shell'] }) ??
    needProgram({ what: 'Chromium', found: findChromium, apt: ['chromium'] });
  const report = join(reports, 'browser.json');
  const { status } = run('playwright', ['test'], { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const { stats } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const failed = stats?.unexpected ?? 0;
  count(
    {
      passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
      failed: status !== 0 && failed === 0 ? 1 : failed,
      skipped: stats?.skipped ?? 0,
    },
    'browser',
  );
}

function count({ passed = 0, failed = 0, skipped = 0 }, name) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed) failures.push(name);
}

function run(command, args, more = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...env, ...more } });
}

/** The same browser without a window: its pages cost a third less. Not every system has it. */
function findHeadlessShell() {
  const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell'];
  return places.find((path) => path && existsSync(path));
}

function findChromium() {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return places.find((path) => existsSync(path));
}

function findNginx() {
  return ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path));
}

/** Sets the clock of one process, for the tests of a clock that jumps. */
function findFaketime() {
  const folders = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/faketime`)
    : [];
  return folders.find((folder) => existsSync(folder));
}

/** The tests start a PostgreSQL of their own from the machine's programs, unless they are given one. */
function needPostgres() {
  const versions = '/usr/lib/postgresql';
  const installed = () =>
    process.env.TEST_DATABASE_URL ||
    (existsSync(versions) &&
      readdirSync(versions).some((v) => existsSync(join(versions, v, 'bin/initdb')))) ||
    spawnSync('initdb', ['--version']).status === 0;
  needProgram({ what: 'PostgreSQL', found: installed, apt: ['postgresql'] });
}
