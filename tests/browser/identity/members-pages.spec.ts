import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { expect, servers, test, waitForHydration } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';

const film = '/films/f1000000-0000-4000-8000-000000000002';
const GUARDED = [film, '/films', '/watchlist', '/subscribe', '/profile', '/account', '/purchases'];
const HINT = { name: 'lakou-hint', value: 'in' };

/** As a browser that knows that somebody is signed in, and forgets nothing but its scripts. */
async function giveHint(context: BrowserContext, value = HINT.value): Promise<void> {
  await context.addCookies([{ ...HINT, value, url: servers.demo() }]);
}

const htmlOf = async (request: APIRequestContext, path: string, cookie = 'lakou-hint=in') =>
  (await request.get(path, { headers: { cookie, 'accept-language': 'en' } })).text();

/** Everything that moved by itself since the page began. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) (globalThis as unknown as { shift: number }).shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
const shiftOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shift: number }).shift);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a member sees a film with its people, prices and reviews, and can buy nothing', async ({
    page,
    context,
  }) => {
    await giveHint(context);
    await page.goto(film);
    await expect(page.getByRole('heading', { level: 1, name: 'Wout Mòn Nwa' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Poster of Wout Mòn Nwa' })).toBeVisible();
    for (const text of [/^Klodèl dwe desann/, 'Wilner Jozèf', 'Claudel Saint-Vil', 'Ketsia Baptistin'])
      await expect(page.getByText(text)).toBeVisible();
    // What does nothing without scripts is not shown.
    for (const name of ['Buy for $12.99', 'Rent for $4.49']) await expect(page.getByText(name)).toBeHidden();
    await expect(page.getByText(/Watch Now|Subscribe to Watch/)).toHaveCount(0);
    await expect(page.getByText('Discussion', { exact: true })).toBeHidden();
  });

  test('a member sees the films, the plans and what is around a list or form', async ({ page, context }) => {
    await giveHint(context);
    await page.goto('/films');
    await expect(page.getByRole('list', { name: 'Films' }).getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('option', { name: 'Drama' })).toBeAttached();
    await page.goto('/subscribe');
    await expect(page.getByText('$3.99 per month')).toBeVisible();
    for (const name of ['Subscribe monthly', 'Subscribe yearly'])
      await expect(page.getByText(name)).toBeHidden();
    await page.goto('/watchlist');
    await expect(page.getByRole('heading', { level: 1, name: 'Watchlist' })).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByText('First Name')).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  });

  test('a probable subscriber is not offered a plan', async ({ page, context }) => {
    await giveHint(context, 'in.subscribed');
    await page.goto('/subscribe');
    await expect(page.getByRole('main').getByRole('status')).toBeVisible();
    await expect(page.getByText('per month')).toHaveCount(0);
  });
});

test('a visitor gets nothing of a guarded page and is sent to sign in', async ({ page, request }) => {
  for (const path of GUARDED) {
    const html = await htmlOf(request, path, '');
    expect(html).toMatch(/<main[^>]*>(?:(?!<h1).)*role="status"/s);
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Please login to access this page').last()).toBeVisible();
  }
});

test('somebody with a forged hint sees what visitors can read at most, and is sent to sign in', async ({
  page,
  context,
  request,
}) => {
  for (const path of GUARDED) {
    await giveHint(context, 'in.admin.subscribed');
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Please login to access this page').last()).toBeVisible();
  }
  // A draft, which only editors see.
  const draft = await request.get('/films/f1000000-0000-4000-8000-000000000025', {
    headers: { cookie: 'lakou-hint=in.admin' },
  });
  expect(draft.status()).toBe(404);
  expect(await draft.text()).not.toMatch(/<main[^>]*>(?:(?!<\/main).)*<h1/s);
});

test('two members get the same page from the server, and each sees only what is their own', async ({
  browser,
  request,
}) => {
  const [one, two] = await Promise.all([newMember(request, 'Yolande'), newMember(request, 'Zacharie')]);
  const listed = await tokenOf(request, one);
  await request.post('/rest/v1/watchlist', {
    headers: { authorization: `Bearer ${listed.access_token}` },
    data: { user_id: one.id, movie_id: film.slice('/films/'.length) },
  });
  for (const [member, button] of [
    [one, 'Remove from Watchlist'],
    [two, 'Add to Watchlist'],
  ] as const) {
    const context = await browser.newContext({ baseURL: servers.demo() });
    const page = await context.newPage();
    await enter(page, await tokenOf(request, member));
    const served = await (await page.goto(film))?.text();
    expect(served).not.toContain(one.id);
    expect(served).not.toContain(two.id);
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByLabel('First Name')).toHaveValue(member === one ? 'Yolande' : 'Zacharie');
    await context.close();
  }
});

test('what is personal fills its place without moving the page', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, await tokenOf(request, await newMember(request, 'Ghislaine')));
  await watchShifts(page);
  const arrived = {
    [film]: page.getByRole('link', { name: 'Subscribe to Watch' }),
    '/films': page.locator('html[data-hydrated] li article').first(),
    '/watchlist': page.getByRole('heading', { name: 'Your watchlist is empty' }),
    '/subscribe': page.locator('button:enabled', { hasText: 'Subscribe monthly' }),
    '/profile': page.getByLabel('First Name'),
    '/purchases': page.getByText('No payments yet'),
  };
  for (const [path, part] of Object.entries(arrived)) {
    await page.goto(path);
    await expect(part).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await shiftOf(page), path).toBeLessThan(0.1);
  }
});

test('a member’s profile shows name and picture before the app is there, with one request that the app uses too', async ({
  page,
  request,
}) => {
  await enter(page, await tokenOf(request, { email: 'member@lakou.test', password: 'lakou-demo' }));
  let reads = 0;
  page.on('request', (sent) => {
    if (sent.url().includes('/rest/v1/profiles?select=id%2Cusername%2Cfirst_name')) reads += 1;
  });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/profile', { waitUntil: 'commit' });
  const name = page.locator('#early-name');
  await expect(name).toContainText('Stanley Philogène');
  const portrait = page.locator('#early-portrait img');
  await expect
    .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const address = await portrait.getAttribute('src');
  expect(await page.evaluate(() => document.documentElement.dataset.hydrated)).toBeUndefined();
  release();
  await waitForHydration(page);
  await expect(page.getByLabel('Username')).not.toHaveValue('');
  await expect(name).toContainText('Stanley Philogène');
  await expect(portrait).toHaveCount(0);
  await expect(page.getByRole('main').locator('.avatar img').first()).toHaveAttribute('src', address ?? '');
  expect(reads).toBe(1);
});

test('purchases that cannot be read leave the page where it is', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 403/);
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, await tokenOf(request, await newMember(request, 'Solange')));
  await watchShifts(page);
  await page.route(/\/rest\/v1\/(?!rpc\/is_admin)/, (route) =>
    route.fulfill({ status: 403, json: { message: '' } }),
  );
  await page.goto('/purchases');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(3);
  await page.waitForLoadState('networkidle');
  expect(await shiftOf(page)).toBeLessThan(0.1);
});

test('a member cannot buy before it is known what they own', async ({ page, request }) => {
  await enter(page, await tokenOf(request, await newMember(request, 'Fedner')));
  const entitlement = Promise.withResolvers<void>();
  await page.route('**/rest/v1/rpc/list_title_access?*', async (route) => {
    await entitlement.promise;
    await route.continue();
  });
  await page.goto(film);
  await waitForHydration(page);
  const buy = page.getByRole('button', { name: 'Buy for $12.99' });
  // The right to watch is another question, which is answered.
  await expect(page.getByRole('link', { name: 'Subscribe to Watch' })).toBeVisible();
  await expect(buy).toBeDisabled();
  entitlement.resolve();
  await expect(buy).toBeEnabled();
});

test('a member’s browser does not read again what the server has read', async ({ page, request }) => {
  await enter(page, await tokenOf(request, await newMember(request, 'Roseline')));
  const read: string[] = [];
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    if (pathname.startsWith('/rest/v1/')) read.push(pathname.slice('/rest/v1/'.length));
  });
  await page.goto(film);
  await expect(page.getByRole('link', { name: 'Subscribe to Watch' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(read).toContain('rpc/can_watch');
  for (const table of ['movies', 'reviews', 'rpc/title_topic_id', 'rpc/similar_titles'])
    expect(read).not.toContain(table);
  read.length = 0;
  await page.goto('/films');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(read).not.toContain('rpc/browse_titles');
  expect(read).not.toContain('movie_categories');
});

test('a member opens a filtered list of films, and never sees the others', async ({ page, request }) => {
  const searched = await htmlOf(request, '/films?q=leta');
  expect(searched).toContain('Explore Films');
  expect(searched).not.toContain('<article');
  const filtered = await htmlOf(request, '/films?genre=Comedy&access=free');
  expect(filtered).toContain('Radyo Katye');
  expect(filtered).not.toContain('Wout Mòn Nwa');
  await enter(page, await tokenOf(request, await newMember(request, 'Magalie')));
  await page.goto('/films?q=Brooklyn&genre=Drama');
  await expect(page.getByRole('searchbox')).toHaveValue('Brooklyn');
  await expect(page.getByRole('combobox', { name: 'Genre' })).toHaveValue('Drama');
});

interface Session {
  access_token: string;
}

async function tokenOf(
  request: APIRequestContext,
  { email, password }: { email: string; password: string },
): Promise<Session> {
  const answer = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  return (await answer.json()) as Session;
}

/** Signed in, with the hint that an earlier visit has left. */
async function enter(page: Page, session: Session): Promise<void> {
  await giveHint(page.context());
  await page.addInitScript((text) => localStorage.setItem('lakou-session', text), JSON.stringify(session));
}
