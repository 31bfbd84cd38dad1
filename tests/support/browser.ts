import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { removeBackgroundFetch } from './remove-background-fetch.ts';

export { expect };

/** The demo; the server that confirms addresses; the empty one. */
export const servers = {
  demo: () => process.env.LAKOU_URL ?? '',
  strict: () => process.env.LAKOU_STRICT_URL ?? '',
  empty: () => process.env.LAKOU_EMPTY_URL ?? '',
};

type Person = 'admin' | 'subscriber' | 'member';

interface Fixtures {
  /** Console errors that a test expects, such as a failed request while offline. */
  allowConsoleErrors: (pattern: RegExp) => void;
  /** Signs in as one of the demo's accounts without the sign-in screen; holds from the first page on. */
  signIn: (who: Person | { email: string; password: string }) => Promise<void>;
}

/** Service workers are blocked in most tests (playwright.config.ts), and some leave a page while its socket is opening. */
const HARMLESS =
  /Service Worker registration blocked|WebSocket is closed before the connection is established/;

/** Collects errors and warnings of the console and uncaught errors. */
export function collectConsoleErrors(context: BrowserContext, errors: string[]): void {
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!HARMLESS.test(message.text())) errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.push(error.error().message));
}

/** Every test fails on unexpected console errors and warnings, which include content refused by the security policy. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed.
  baseURL: async ({}, use) => use(servers.demo()),
  context: async ({ context }, use) => {
    await removeBackgroundFetch(context);
    await use(context);
  },
  allowConsoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      const allowed: RegExp[] = [];
      collectConsoleErrors(page.context(), errors);
      await use((pattern) => allowed.push(pattern));
      const unexpected = errors.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, 'unexpected console errors').toEqual([]);
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

interface AccessibilityOptions {
  rules?: string[];
  /** Checks only this part of the page. */
  within?: string;
  /** Also checks that targets have 24 pixels, or space around them. */
  withTargetSize?: boolean;
}

/**
 * Fails on serious or critical accessibility violations. Preloading is off: it would have axe write stylesheets into the
 * page, which its security policy refuses. Our pages have no foreign frames.
 */
export async function expectAccessible(
  page: Page,
  theme: 'dark' | 'light',
  { rules, within = 'html', withTargetSize = false }: AccessibilityOptions = {},
): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  // Colours are animated: wait for their final values.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  // Reading its 600 KB takes longer than most checks: once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: RunOptions = {
    preload: false,
    iframes: false,
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: withTargetSize } },
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const serious = await page.evaluate(
    async ([part, given]) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(part, given);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(' | ')}`,
        );
    },
    [within, options] as const,
  );
  expect(serious).toEqual([]);
}

/** All rules in the dark theme; in the light one those that depend on colours. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page, 'dark');
  await expectAccessible(page, 'light', { rules: ['color-contrast', 'link-in-text-block'] });
}

/** Names the elements that are too wide and not cut off by one of their parents. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const findTooWide = () =>
    page.evaluate(() => {
      if (document.documentElement.scrollWidth <= innerWidth) return [];
      const isCutOff = (element: Element): boolean =>
        element.parentElement !== null &&
        (getComputedStyle(element.parentElement).overflowX !== 'visible' || isCutOff(element.parentElement));
      const found = [...document.body.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth && !isCutOff(element))
        .map((element) => element.outerHTML.slice(0, 300));
      return [`${document.documentElement.scrollWidth} px`, ...found];
    });
  // After a change of the width something may still move.
  await expect.poll(findTooWide).toEqual([]);
}

interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The newest email to this address, once it has arrived. */
export async function waitForEmail(address: string, server = servers.demo()): Promise<Email> {
  let found: Email | undefined;
  await expect
    .poll(async () => {
      const emails = (await (await fetch(`${server}/_mail.json`)).json()) as Email[];
      found = emails.filter(({ to }) => to.includes(address)).at(0);
      return found?.subject;
    })
    .toBeTruthy();
  return found!;
}

/** An email address that nobody has used yet. */
export function newEmailAddress(name = 'neg'): string {
  return `${name}-${Math.random().toString(36).slice(2, 10)}@example.test`;
}

/** Waits until the page is hydrated: clicks before that do nothing. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes');
}
