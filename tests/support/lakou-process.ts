import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RenditionFiles } from '../../platform/src/storage/rendition-files.ts';
import server from '../../scripts/server-process.json' with { type: 'json' };
import { preparedDatabase } from './prepared-database.ts';
import { copyFolder, linkFolder, makeOnce, templateKey } from './test-template.ts';

export const root = join(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');

/** A server that runs for minutes does not earn back the seconds of optimising the embedded database's code. */
const SHORT_LIVED = ['--liftoff-only'];

export interface LakouProcess {
  url: string;
  dataFolder: string;
  child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends the signal and waits for the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a real server as `npm start` does, on a free port with its own data folder, and waits until it is ready. An
 * embedded database is a copy of a prepared one; `first` starts with an empty folder. `measured` compiles for speed. `project`: the
 * folder of another version of the program.
 */
export async function startLakou(
  env: Record<string, string> = {},
  { first = false, measured = false, project = root } = {},
): Promise<LakouProcess> {
  const own = env.DATA_DIR ? undefined : mkdtempSync(join(tmpdir(), 'lakou-'));
  const dataFolder = env.DATA_DIR ?? own!;
  if (!first && !env.DATABASE_URL) {
    if (env.LAKOU_ENV === 'production') await addMigratedDatabase(dataFolder);
    else await fillDemoFolder(dataFolder);
  }
  const flags = measured ? server.flags : SHORT_LIVED;
  const lakou = run({ PORT: '0', DATA_DIR: dataFolder, ...env }, flags, project);
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

/** Fills an empty folder with what the first start of the demo creates. */
export async function fillDemoFolder(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) return;
  const database = await preparedDatabase('demo');
  const cache = join(root, '.cache');
  const template = await makeOnce(
    join(cache, `test-template-server-${templateKey()}`),
    cache,
    async (path) => {
      const DATA_DIR = mkdtempSync(join(cache, 'making-server-'));
      copyFolder(database, join(DATA_DIR, 'database'));
      await (await startLakou({ DATA_DIR })).stop();
      await addWebpSizes(DATA_DIR);
      renameSync(DATA_DIR, path);
    },
  );
  for (const name of readdirSync(template)) {
    const copy = name === 'storage' ? linkFolder : copyFolder;
    copy(join(template, name), join(folder, name));
  }
}

async function addMigratedDatabase(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'database');
  if (!existsSync(folder)) copyFolder(await preparedDatabase('migrated'), folder);
}

/**
 * The demo's pictures come in all sizes as AVIF. A server that prepares films draws them as WebP too, which takes two
 * minutes of CPU: each size gets the preview instead.
 */
export async function addWebpSizes(dataFolder: string): Promise<void> {
  const storage = join(dataFolder, 'storage');
  const files = new RenditionFiles(join(storage, 'rendered'), Number.POSITIVE_INFINITY);
  for (const path of globSync('*/**/*.avif/*', { cwd: join(storage, 'objects') })) {
    const version = basename(path);
    files.adopt(version, join(root, 'supabase/renditions', dirname(path)));
    const found = await files.find(version);
    if (!found) throw new Error(`no sizes were drawn of ${path}`);
    const preview = await files.read(version, '12.webp');
    for (const name of found.names)
      if (name.endsWith('.avif')) await files.write(version, name.replace(/avif$/, 'webp'), preview!);
  }
}

/** Starts a server that is expected to refuse: its exit code and output. */
export async function startRefused(
  env: Record<string, string>,
): Promise<{ code: number | null; said: string; lines: string[] }> {
  const lakou = run({ PORT: '0', ...env }, SHORT_LIVED);
  const timeout = setTimeout(() => lakou.child.kill('SIGKILL'), 60_000);
  const code = await lakou.ended;
  clearTimeout(timeout);
  const said = lakou.output().trim();
  return { code, said, lines: said.split('\n').filter(Boolean) };
}

function run(env: Record<string, string>, flags: string[], project = root) {
  const child = spawn(node, [...flags, '--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: project,
    // The caller's settings stay out: a test must never write to a developer's DATABASE_URL.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      // Tests that do not ask for films, or for AV1, would only wait for it.
      INGEST: 'off',
      INGEST_AV1: 'off',
      ...server.environment,
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
