import { writeFileSync } from 'node:fs';
import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { newMember } from '../new-member.ts';
import { startChromium } from './chromium.ts';
import type { Engine, EngineName } from './driver.ts';
import { EnginePage } from './engine-page.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

export { expect };

export interface EngineOptions {
  engine: EngineName;
  /** Where the programs of the engines are. */
  programs: { firefox: string; webkitDriver: string; xvfb: string };
}

interface Fixtures {
  /** A browser of the engine; the journey fails on anything that its console complains about. */
  person: EnginePage;
  /** Complaints that a journey expects, such as failed requests while offline. */
  allowComplaints: (pattern: RegExp) => void;
  /** Signs in without the sign-in screen; holds from the next page on. */
  signIn: (account: { email: string; password: string }) => Promise<void>;
}

/** Pages that are left while they load something. */
const HARMLESS =
  /interrupted while the page was loading|WebSocket is closed before|can’t establish a connection/;

export const test = base.extend<Fixtures, EngineOptions & { running: Engine }>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  programs: [
    { firefox: '', webkitDriver: '', xvfb: '' },
    { option: true, scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed.
  baseURL: async ({}, use) => use(process.env.LAKOU_URL),
  running: [
    async ({ engine, programs, launchOptions }, use) => {
      const start = {
        chromium: () => startChromium(launchOptions),
        firefox: () => startFirefox(programs.firefox),
        webkit: () => startWebKit({ driver: programs.webkitDriver, xvfb: programs.xvfb }),
      };
      const running = await start[engine]();
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  allowComplaints: async ({}, use, { annotations }) =>
    use(({ source }) => void annotations.push({ type: 'allowed complaint', description: source })),
  person: async ({ running, engine }, use, testInfo) => {
    const driver = await running.openDriver();
    await use(new EnginePage(engine, driver, process.env.LAKOU_URL ?? ''));
    if (testInfo.status !== testInfo.expectedStatus)
      writeFileSync(testInfo.outputPath('window.png'), await driver.screenshot());
    const allowed = testInfo.annotations
      .filter(({ type }) => type === 'allowed complaint')
      .map(({ description = '' }) => new RegExp(description));
    const complaints = await driver.complaints().catch(() => []);
    await driver.close();
    const unexpected = complaints.filter((text) => ![HARMLESS, ...allowed].some((one) => one.test(text)));
    expect(unexpected, `${engine}: unexpected complaints of the console`).toEqual([]);
  },
  signIn: async ({ person, request }, use) => {
    await use(async ({ email, password }) => {
      const answer = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
      expect(answer.ok()).toBe(true);
      await person.open('/faq');
      await person.evaluate((text) => localStorage.setItem('lakou-session', text), await answer.text());
    });
  },
});

/** A demo account; tests that change something take a member of their own. */
export const demo = (name: 'admin' | 'subscriber') => ({
  email: `${name}@lakou.test`,
  password: 'lakou-demo',
});

export const newPerson = (request: APIRequestContext) =>
  newMember(request, 'Ti Jan Bouki', process.env.LAKOU_URL);
