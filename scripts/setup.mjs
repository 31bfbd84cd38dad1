// Plain JavaScript on purpose: this runs first, on whatever Node the machine has, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const stamp = join(root, 'node_modules/.lakou-installed');

/** Installs the npm packages if they are not the ones the lock file names. Quick when there is nothing to do. */
export function installPackages() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages…');
  // --no-save: the lock file stays as it is, whichever machine this is.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) stop('npm install failed; its own words are above.');
  // The pre-commit hook, for those who work in a clone of their own.
  if (existsSync(join(root, '.git')))
    spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root });
  writeFileSync(stamp, wanted);
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = ['package.json', 'package-lock.json', ...workspaces.map((name) => `${name}/package.json`)];
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** The project's own Node, brought by npm; else the one that runs this, if it is new enough. */
export function findNode() {
  const own = join(root, 'node_modules/.bin/node');
  if (existsSync(own)) return own;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath;
  return stop(
    `Lakou needs Node 22.22 or newer; this is ${process.versions.node}, and npm has no ready-made Node for ${process.platform} ${process.arch}.`,
  );
}

/** Runs a file with the project's Node until it ends, passes signals on, and ends with its exit code. */
export function runWithNode(args, env = {}) {
  const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: withOwnTools(env),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

export function withOwnTools(env = {}) {
  return {
    ...process.env,
    // A second start finds its modules compiled.
    NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    ...env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  };
}

/** Finds a program the tests need, or installs it (as root, on Debian or Ubuntu), or says what to install. */
export function needProgram(program) {
  return (
    findOrInstall(program) ??
    stop(
      `${program.what} was not found. Please install it (on Debian or Ubuntu: apt install ${program.apt.join(' ')}).`,
    )
  );
}

export const ffmpeg = {
  what: 'ffmpeg',
  found: () =>
    process.env.FFMPEG_PATH || (spawnSync('ffprobe', ['-version']).status === 0 ? 'ffmpeg' : undefined),
  apt: ['ffmpeg'],
};

export function findOrInstall({ what, found, apt }) {
  const before = found();
  if (before) return before;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log(`Installing ${what} with apt…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...apt], { stdio: 'ignore', env });
  return found() || undefined;
}

export function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
