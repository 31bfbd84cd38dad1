import type { Page } from '@playwright/test';
import { expect, servers, test } from '../../support/browser.ts';

const SERIES = '/series/5e000000-0000-4000-8000-000000000004';
const SERIES_FOR_ALL = '/titles/5e000000-0000-4000-8000-000000000004';
const FILM_FOR_ALL = '/titles/f1000000-0000-4000-8000-000000000002';
const TOPIC = '/forum/topic/f0000000-0000-4000-8000-000000000002';
const PAGES = [
  '/',
  '/forum',
  TOPIC,
  SERIES,
  SERIES_FOR_ALL,
  FILM_FOR_ALL,
  '/categories/drama',
  '/categories',
  '/series',
  '/login',
  '/register',
];
/** In KB, before compression. */
const MOST: Record<string, number> = { '/': 60, [FILM_FOR_ALL]: 88 };
const MORE_PAGES = ['/faq', '/terms', '/privacy', '/contact', '/subscribe', '/films', '/offline', '/nowhere'];

const read = async (url: string, cookie = ''): Promise<string> =>
  (await fetch(url, { headers: { cookie } })).text();

test('no page has more than 20 KB of styles in it, and home is at most 60 KB', async () => {
  test.setTimeout(180_000);
  // The server reads the previews of images when somebody asks for the page first.
  await expect.poll(() => read(`${servers.strict()}/`)).toContain('data:image/webp');
  for (const theme of ['dark', 'system'])
    for (const path of [...PAGES, ...MORE_PAGES]) {
      // Other tests hardly write to this server: its content is the demo's.
      const html = await read(servers.strict() + path, `lakou-theme=${theme}`);
      const [, styles = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? [];
      expect(styles, path).toContain('@layer');
      expect(Buffer.byteLength(styles), `styles of ${path}`).toBeLessThan(20 * 1024);
      expect(Buffer.byteLength(html), path).toBeLessThan((MOST[path] ?? 80) * 1024);
    }
});

test('a topic with twenty posts is at most 80 KB', async () => {
  const key = process.env.LAKOU_SERVICE_KEY ?? '';
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const api = `${servers.demo()}/rest/v1`;
  const send = async (method: string, path: string, rows?: unknown): Promise<void> => {
    const answer = await fetch(`${api}/${path}`, { method, headers, body: JSON.stringify(rows) });
    expect(answer.ok, await answer.text()).toBe(true);
  };
  const posts = JSON.parse(await read(`${api}/forum_posts?select=user_id,content&limit=20`)) as object[];
  expect(posts).toHaveLength(20);
  const id = crypto.randomUUID();
  // Old, so that it is not in the lists that other tests look at.
  await send('POST', 'forum_topics', { ...posts[0], id, title: 'Twenty replies', created_at: '2020-01-01' });
  await send(
    'POST',
    'forum_posts',
    posts.map((post) => ({ ...post, topic_id: id })),
  );
  const html = await read(`${servers.demo()}/forum/topic/${id}`);
  await send('DELETE', `forum_posts?topic_id=eq.${id}`);
  await send('DELETE', `forum_topics?id=eq.${id}`);
  expect(html.match(/ data-number="/g)).toHaveLength(20);
  expect(Buffer.byteLength(html)).toBeLessThan(80 * 1024);
});

/** What people see of each element on the first screens, its `::before` and `::after`. */
function look(): string[] {
  const properties = [
    ...[
      'display',
      'position',
      'color',
      'background-color',
      'background-image',
      'border',
      'border-radius',
      'box-shadow',
    ],
    ...[
      'font',
      'letter-spacing',
      'text-align',
      'text-decoration',
      'text-wrap',
      'white-space',
      'opacity',
      'visibility',
    ],
    ...[
      'margin',
      'padding',
      'gap',
      'grid-template-columns',
      'translate',
      'scale',
      'outline',
      'overflow',
      'z-index',
      'inset',
    ],
    ...[
      'fill',
      'stroke',
      'stroke-width',
      'mask-image',
      'object-fit',
      'object-position',
      'cursor',
      'list-style',
      'content',
    ],
  ];
  const below = document.querySelector('[data-below]');
  const shown = ':is(body, body *):not(script, [data-below], [data-below] *, :has([data-below]))';
  return [...document.querySelectorAll(shown)].map((element) => {
    const { x, y: top, width, height } = element.getBoundingClientRect();
    // What follows moves further down.
    const isBehind = below && below.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    const box = [x, ...(isBehind ? [] : [top]), width, height].map((length) => length.toFixed(2));
    const styles = ['', '::before', '::after'].map((part) => {
      const computed = getComputedStyle(element, part);
      return properties.map((property) => `${property}:${computed.getPropertyValue(property)}`).join(';');
    });
    return [element.outerHTML.slice(0, 120), ...box, ...styles].join(' | ');
  });
}

async function addWholeStylesheet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const href = /href="([^"]+\.css)"/.exec(document.querySelector('noscript')?.textContent ?? '')?.[1] ?? '';
    await new Promise((onload, onerror) => {
      const link = Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        href,
        onload,
        onerror,
      });
      document.head.append(link);
    });
  });
}

for (const width of [360, 1280])
  test(`at ${width} px the first paint looks as with the whole stylesheet, in both themes`, {
    tag: '@long',
  }, async ({ page, context, allowConsoleErrors }) => {
    test.setTimeout(120_000);
    // Fonts are blocked too; on a slow machine the browser notices that before the next page.
    allowConsoleErrors(/Failed to load resource|was preloaded using link preload/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    let isBlocked = true;
    await page.route(/\/assets\/|\/storage\//, (route) =>
      isBlocked || !route.request().url().endsWith('.css') ? route.abort() : route.continue(),
    );
    for (const [theme, paths] of Object.entries({
      dark: ['/', '/forum', SERIES, FILM_FOR_ALL, '/login'],
      light: ['/', TOPIC],
    }))
      for (const path of paths) {
        await context.addCookies([{ name: 'lakou-theme', value: theme, url: servers.demo() }]);
        isBlocked = true;
        await page.goto(path);
        const first = await page.evaluate(look);
        isBlocked = false;
        await addWholeStylesheet(page);
        expect(await page.evaluate(look), `${path}, ${theme}`).toEqual(first);
      }
  });

test('the stylesheet is there before the app starts', async ({ page }) => {
  await page.route(/\.css$/, async (route) => {
    expect(await page.evaluate(() => document.documentElement.dataset.hydrated)).toBeUndefined();
    await route.continue();
  });
  await page.goto('/');
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes');
  const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
  expect(sheets.filter((href) => href?.endsWith('.css'))).toHaveLength(1);
});

test('the app starts although the stylesheet cannot be loaded', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.route(/\.css$/, (route) => route.abort());
  await page.goto('/faq');
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'yes');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the whole stylesheet is loaded, and home has links to its titles', async ({ page }) => {
    const stylesheet = page.waitForResponse(/\/assets\/app-[^/]+\.css$/);
    await page.goto('/');
    expect((await stylesheet).ok()).toBe(true);
    expect(await page.locator('a[href^="/titles/"]').count()).toBeGreaterThan(5);
  });
});
