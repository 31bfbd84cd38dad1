import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDemoFolder, root } from './lakou-process.ts';

export interface DevServer {
  url: string;
  /** A copy of the web app's folder, from which the pages come: tests change files in it. */
  webFolder: string;
  output(): string;
  /** Waits until the output has a match behind the given place in it. */
  waitForOutput(pattern: RegExp, from?: number): Promise<RegExpExecArray>;
  stop(): Promise<void>;
}

/** `npm run dev`, with a demo of its own and a copy of the web app's sources. */
export async function startDevServer(): Promise<DevServer> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Inside of the project, where the copy finds node_modules.
  const folder = mkdtempSync(join(root, '.cache/dev-server-'));
  const webFolder = join(folder, 'web');
  const left = new Set(['build', 'node_modules', '.react-router']);
  cpSync(join(root, 'web'), webFolder, {
    recursive: true,
    filter: (source) => !left.has(basename(source)),
  });
  await fillDemoFolder(join(folder, 'data'));
  const npm = spawn('npm', ['run', 'dev'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      WEB_SOURCE: webFolder,
      INGEST: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => npm.kill());
  let printed = '';
  npm.stdout.on('data', (bytes: Buffer) => (printed += bytes));
  npm.stderr.on('data', (bytes: Buffer) => (printed += bytes));
  // When the last process that writes to it has ended.
  const ended = new Promise((resolve) => npm.once('close', resolve));
  async function waitForOutput(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(printed.slice(from));
      if (found) return found;
      if (npm.exitCode !== null) throw new Error(`npm run dev has ended:\n${printed}`);
      await sleep(50);
    }
  }
  const [, url = ''] = await waitForOutput(/is ready on [^\n]*\n\s+(http:\S+)/);
  await waitForOutput(/Watching for changes/);
  return {
    url,
    webFolder,
    output: () => printed,
    waitForOutput,
    async stop() {
      npm.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
