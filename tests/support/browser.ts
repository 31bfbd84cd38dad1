import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

export { expect };

/** The demo; the server that confirms addresses; the empty one. */
export const servers = {
  demo: () => process.env.LAKOU_URL ?? '',
  strict: () => process.env.LAKOU_STRICT_URL ?? '',
  empty: () => process.env.LAKOU_EMPTY_URL ?? '',
};

type Person = 'admin' | 'subscriber' | 'member';

interface Fixtures {
  /** Complaints of the browser that a test expects, such as the network being gone. */
  forgive: (pattern: RegExp) => void;
  /** Signed in as one of the demo's people from the first page on, without the sign-in screen. */
  signIn: (who: Person | { email: string; password: string }) => Promise<void>;
}

/** Most tests do without a service worker (playwright.config.ts); and people leave a page whose line is just being opened. */
const HARMLESS =
  /Service Worker registration blocked|WebSocket is closed before the connection is established/;

/** Whatever a browser says that nobody should have to read. */
export function gatherComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!HARMLESS.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
}

/** Every test fails on anything the browser complains about: errors, warnings of the console, refused content. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed.
  baseURL: async ({}, use) => use(servers.demo()),
  forgive: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      const forgiven: RegExp[] = [];
      gatherComplaints(page.context(), complaints);
      await use((pattern) => forgiven.push(pattern));
      const unforgiven = complaints.filter((text) => !forgiven.some((pattern) => pattern.test(text)));
      expect(unforgiven, 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page, request }, use) => {
    await use(async (who) => {
      const account = typeof who === 'string' ? { email: `${who}@lakou.test`, password: 'lakou-demo' } : who;
      const answer = await request.post('/auth/v1/token?grant_type=password', {
        data: { email: account.email, password: account.password },
      });
      expect(answer.ok()).toBe(true);
      const session = await answer.text();
      await page.goto('/favicon.svg');
      await page.evaluate((text) => localStorage.setItem('lakou-session', text), session);
    });
  },
});

interface Examination {
  rules?: string[];
  /** A part of the page, where the rest is examined elsewhere. */
  within?: string;
}

/**
 * Nothing that would seriously hinder somebody with a screen reader, a keyboard or weak eyes. (Preloading would have axe
 * write stylesheets into the page, which its security policy refuses.)
 */
export async function expectNoObstacles(
  page: Page,
  theme: 'dark' | 'light',
  { rules, within = 'html' }: Examination = {},
): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  // Colours glide; what is judged is where they arrive.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const examination = new AxeBuilder({ page })
    .include(within)
    .options({ preload: false, resultTypes: ['violations'] })
    // No frames of others on our pages: everything is judged where it stands, without a page of its own for the verdict.
    .setLegacyMode(true);
  if (rules) examination.withRules(rules);
  const { violations } = await examination.analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(' | ')}`,
    );
  expect(serious).toEqual([]);
}

/** Everything in one theme; in the other what depends on its colours. */
export async function expectNoObstaclesInAnyLight(page: Page): Promise<void> {
  await expectNoObstacles(page, 'dark');
  await expectNoObstacles(page, 'light', { rules: ['color-contrast', 'link-in-text-block'] });
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide).toBeLessThanOrEqual(seen!);
}

interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The newest letter to somebody, once it has arrived. */
export async function emailTo(address: string, server = servers.demo()): Promise<Letter> {
  let found: Letter | undefined;
  await expect
    .poll(async () => {
      const letters = (await (await fetch(`${server}/_mail.json`)).json()) as Letter[];
      found = letters.filter(({ to }) => to.includes(address)).at(0);
      return found?.subject;
    })
    .toBeTruthy();
  return found!;
}

/** An address that nobody has used yet. */
export function newAddress(name = 'neg'): string {
  return `${name}-${Math.random().toString(36).slice(2, 10)}@example.test`;
}

/** The page has come alive: what is clicked now does what it should. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.alive === 'yes');
}
