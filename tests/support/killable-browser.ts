import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { waitForLine } from './engines/start-program.ts';
import { removeBackgroundFetch } from './remove-background-fetch.ts';

/** A browser with a profile of its own on disk, which can be killed and started again. */
export interface KillableBrowser {
  page: Page;
  kill(): Promise<void>;
}

/** Playwright's own persistent contexts end in an orderly way; this one ends as when the power goes. */
export async function startKillableBrowser(
  profile: string,
  { executablePath = 'chromium', args = [] }: LaunchOptions,
  { backgroundFetch = false } = {},
): Promise<KillableBrowser> {
  const child: ChildProcess = spawn(
    executablePath,
    [...args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    // A group of its own: some systems start the browser from a shell script, which alone would be killed.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const [, address = ''] = await waitForLine(child, child.stderr, /DevTools listening on (ws:\S+)/);
  const browser: Browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no context');
  if (!backgroundFetch) await removeBackgroundFetch(context);
  return {
    page: await context.newPage(),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await ended;
      await browser.close().catch(() => {});
    },
  };
}
