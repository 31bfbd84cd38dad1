import type { Page } from '@playwright/test';
import routes from '../../../web/src/routes.ts';
import { expect, servers, test } from '../../support/browser.ts';

type Route = Pick<Awaited<typeof routes>[number], 'path' | 'file' | 'children'>;

/** For routes with parameters. A new one fails here until it has an example. */
const EXAMPLES: Record<string, string> = {
  '/categories/:category': '/categories/drama',
  '/series/:id': '/series/5e000000-0000-4000-8000-000000000004',
  '/titles/:id/:slug?': '/titles/f1000000-0000-4000-8000-000000000002',
  '/bundles/:id': '/bundles/00000000-0000-4000-8000-000000000000',
  '/people/:name': '/people/Esther%20Labossi%C3%A8re',
  '/forum/category/:categoryId': '/forum/category/00000000-0000-4000-8000-000000000001',
  '/forum/topic/:topicId': '/forum/topic/f0000000-0000-4000-8000-000000000002',
  '/profile/:userId': '/profile/a0000000-0000-4000-8000-000000000004',
  '/*': '/nowhere',
};

/** Leads a visitor to the sign-in, with the film in view. */
const FOR_MEMBERS = '/films/f1000000-0000-4000-8000-000000000002';

/** One of each kind; the others with `npm run test:long`. */
const FIRST = ['/', '/titles/:id/:slug?', '/series/:id', '/forum/topic/:topicId', FOR_MEMBERS];

/** Without an order it leads to another page. */
const LEADING_ON = ['/payment'];

/** Without the player, whose controls move while it plays. */
function publicRoutes(entries: readonly Route[], before = ''): string[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    if (/signed-in|admin-only|player-layout/.test(file)) return [];
    const here = path ? `${before}/${path}` : before;
    return children.length > 0 ? publicRoutes(children, here) : [here || '/'];
  });
}

/** A phone's connection: what comes late in it, comes after the first paint. */
async function throttleNetwork(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** Each shift that no input explains, with what moved. */
function collectShifts(): void {
  const shifts: { value: number; moved: string[] }[] = [];
  Object.assign(globalThis, { shifts });
  const nameOf = (node: Node | null): string =>
    (node instanceof Element ? node.outerHTML : node?.textContent)?.slice(0, 100) ?? 'removed';
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    })[])
      if (!entry.hadRecentInput)
        shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => nameOf(node)) });
  }).observe({ type: 'layout-shift', buffered: true });
}

test.use({
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  contextOptions: { reducedMotion: 'no-preference' },
});

for (const route of [...publicRoutes(routes), FOR_MEMBERS].filter((path) => !LEADING_ON.includes(path)))
  test(`nothing on ${route} moves while it loads on a slow phone`, {
    tag: FIRST.includes(route) ? [] : ['@long'],
  }, async ({ page, allowConsoleErrors }) => {
    test.setTimeout(300_000);
    allowConsoleErrors(/Failed to load resource/);
    const path = EXAMPLES[route] ?? route;
    expect(path, 'add an example of this route').not.toMatch(/[:*]/);
    await page.addInitScript(collectShifts);
    await throttleNetwork(page);
    // Other tests hardly write to this server: no news arrive meanwhile.
    await page.goto(servers.strict() + path, { waitUntil: 'load', timeout: 200_000 });
    await page.waitForFunction(
      () => document.documentElement.dataset.hydrated === 'yes' || !document.getElementById('app'),
      undefined,
      { timeout: 200_000 },
    );
    await page.waitForLoadState('networkidle', { timeout: 200_000 });
    const shifts = await page.evaluate(
      () => (globalThis as unknown as { shifts: { value: number; moved: string[] }[] }).shifts,
    );
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum.toFixed(2), JSON.stringify(shifts, null, 2)).toBe('0.00');
  });
