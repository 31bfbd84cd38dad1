import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyFolder, makeOnce, templateKey } from './test-template.ts';

export const root = join(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');

/** What lives for minutes at most is not worth the seconds of compiling the embedded database for speed. */
const SHORT_LIVED = ['--liftoff-only'];

export interface LakouProcess {
  url: string;
  dataFolder: string;
  child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Asks it to end, as Ctrl-C does, and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * A real server as `npm start` runs it, on a spare port with a data folder of its own, ready to serve. An embedded demo
 * finds its folder as a first start leaves it, unless this one is to be the first. One that is measured is compiled for
 * speed.
 */
export async function startLakou(
  env: Record<string, string> = {},
  { first = false, measured = false } = {},
): Promise<LakouProcess> {
  const own = env.DATA_DIR ? undefined : mkdtempSync(join(tmpdir(), 'lakou-'));
  const dataFolder = env.DATA_DIR ?? own!;
  if (!first && !env.DATABASE_URL && env.LAKOU_ENV !== 'production') {
    await fillDemoFolder(dataFolder);
  }
  const lakou = run({ PORT: '0', DATA_DIR: dataFolder, ...env }, measured ? [] : SHORT_LIVED);
  const url = await Promise.race([
    ready(lakou),
    lakou.ended.then((code) => {
      throw new Error(`the server ended with ${code} instead of becoming ready:\n${lakou.output()}`);
    }),
  ]);
  return {
    url,
    dataFolder,
    child: lakou.child,
    output: lakou.output,
    async stop(signal = 'SIGTERM') {
      if (lakou.child.exitCode === null) lakou.child.kill(signal);
      const code = await lakou.ended;
      if (own) rmSync(own, { recursive: true, force: true });
      return code;
    },
  };
}

/** Puts into an empty folder what the first start of the demo leaves there: made once, not at eight seconds each. */
export async function fillDemoFolder(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) return;
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const house = join(cache, `test-template-house-${templateKey()}`);
  await makeOnce(house, cache, async () => {
    const DATA_DIR = mkdtempSync(join(cache, 'making-house-'));
    await (await startLakou({ DATA_DIR, INGEST: 'off' }, { first: true })).stop();
    renameSync(DATA_DIR, house);
  });
  copyFolder(house, folder);
}

/** A start that is expected to be refused: its exit code and what it said. */
export async function startRefused(
  env: Record<string, string>,
): Promise<{ code: number | null; said: string; lines: string[] }> {
  const lakou = run({ PORT: '0', ...env }, SHORT_LIVED);
  const patience = setTimeout(() => lakou.child.kill('SIGKILL'), 60_000);
  const code = await lakou.ended;
  clearTimeout(patience);
  const said = lakou.output().trim();
  return { code, said, lines: said.split('\n').filter(Boolean) };
}

function run(env: Record<string, string>, flags: string[]) {
  const child = spawn(node, [...flags, '--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: root,
    // Nothing of the caller's own settings may leak in: a developer's DATABASE_URL is not ours to write to.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout?.on('data', (bytes: Buffer) => (printed += bytes));
  child.stderr?.on('data', (bytes: Buffer) => (printed += bytes));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => printed, ended };
}

async function ready(lakou: { output(): string; child: ChildProcess }): Promise<string> {
  while (lakou.child.exitCode === null) {
    const address = /is ready on [^\n]*\n\s+(http:\S+)/.exec(lakou.output())?.[1];
    if (address) return address;
    await sleep(50);
  }
  return new Promise(() => {});
}
