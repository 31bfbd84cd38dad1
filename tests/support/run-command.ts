import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lakou-process.ts';

/** Runs one of the project's commands as its npm script does: its output and exit code. */
export async function runCommand(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    ['--liftoff-only', '--disable-warning=ExperimentalWarning', join(root, script), ...args],
    {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes));
  child.stderr.on('data', (bytes: Buffer) => (said += bytes));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}
