import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** All that ffmpeg gets of our environment, which holds keys and passwords. */
export function isolatedEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', AV_LOG_FORCE_NOCOLOR: '1' };
}

/** As root, or as anybody where the system allows user namespaces. */
const WAYS = [
  ['unshare', '--net', '--'],
  ['unshare', '--user', '--map-current-user', '--net', '--'],
];

let found: Promise<readonly string[]> | undefined;

/** The command that starts a program without network access; empty where the system has none. Tried once. */
export function withoutNetwork(): Promise<readonly string[]> {
  found ??= findWay();
  return found;
}

async function findWay(): Promise<readonly string[]> {
  for (const way of WAYS) {
    const [program = '', ...args] = way;
    const works = await run(program, [...args, 'true'], { timeout: 5000, env: isolatedEnvironment() }).then(
      () => true,
      () => false,
    );
    if (works) return way;
  }
  return [];
}
