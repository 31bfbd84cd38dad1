import type { APIRequestContext, Page } from '@playwright/test';
import { expect, servers, test } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';

const BROOKLYN_KONPA = { movie_id: 'f1000000-0000-4000-8000-000000000012' };
const LEOGANE = { series_id: '5e000000-0000-4000-8000-000000000003' };

interface Session {
  access_token: string;
  expires_at: number;
  user: { id: string };
}

/** The session of a new member who has these titles on the watchlist. */
async function memberWith(request: APIRequestContext, ...titles: object[]): Promise<Session> {
  const { email, password } = await newMember(request);
  const answer = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  const session = (await answer.json()) as Session;
  for (const title of titles)
    await request.post('/rest/v1/watchlist', {
      headers: { authorization: `Bearer ${session.access_token}` },
      data: { user_id: session.user.id, ...title },
    });
  return session;
}

/** Opens the watchlist of somebody who was signed in here before; the app's scripts arrive when the returned function is called. */
async function openWithoutApp(page: Page, session: Session): Promise<() => void> {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/favicon.svg');
  await store(page, session);
  await page.context().addCookies([{ name: 'lakou-hint', value: 'in', url: servers.demo() }]);
  await page.goto('/watchlist', { waitUntil: 'commit' });
  return scripts.resolve;
}

async function store(page: Page, session: Session): Promise<void> {
  await page.evaluate((text) => localStorage.setItem('lakou-session', text), JSON.stringify(session));
}

function countReads(page: Page): { reads: number } {
  const count = { reads: 0 };
  page.on('request', (one) => {
    if (one.method() === 'GET' && one.url().includes('/rest/v1/watchlist?')) count.reads += 1;
  });
  return count;
}
const listOf = (page: Page) => page.getByRole('list', { name: 'Watchlist' });
const titlesOf = (page: Page) => listOf(page).getByRole('heading');

test('a member sees their titles before the app is there, and the app does not read them again', async ({
  page,
  request,
}) => {
  const count = countReads(page);
  const startApp = await openWithoutApp(page, await memberWith(request, BROOKLYN_KONPA, LEOGANE));
  await expect(titlesOf(page)).toHaveText(['Les héritiers de Léogâne', 'Brooklyn Konpa']);
  await expect(page.getByRole('link', { name: 'Brooklyn Konpa' })).toHaveAttribute(
    'href',
    `/films/${BROOKLYN_KONPA.movie_id}`,
  );
  for (const picture of await listOf(page).locator('img').all())
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  await expect(page.getByText('Loading titles')).toBeHidden();
  await expect(page.getByRole('button', { name: /from watchlist/ })).toHaveCount(0);
  startApp();
  await expect(page.getByRole('button', { name: /from watchlist/ })).toHaveCount(2);
  await expect(titlesOf(page)).toHaveText(['Les héritiers de Léogâne', 'Brooklyn Konpa']);
  expect(count.reads).toBe(1);
});

test('a member never sees the list of who was signed in when the page was opened', async ({
  page,
  request,
}) => {
  const [one, two] = await Promise.all([memberWith(request, BROOKLYN_KONPA), memberWith(request, LEOGANE)]);
  const startApp = await openWithoutApp(page, one);
  await expect(titlesOf(page)).toHaveText(['Brooklyn Konpa']);
  await store(page, two);
  const list = Promise.withResolvers<void>();
  await page.route('**/rest/v1/watchlist?*', async (route) => {
    await list.promise;
    await route.continue();
  });
  const isAsked = page.waitForRequest('**/rest/v1/watchlist?*');
  startApp();
  expect((await isAsked).headers().authorization).toBe(`Bearer ${two.access_token}`);
  await expect(page.getByText('Brooklyn Konpa')).toHaveCount(0);
  list.resolve();
  await expect(titlesOf(page)).toHaveText(['Les héritiers de Léogâne']);
});

test('who signs out before the app is there is sent to sign in', async ({ page, request }) => {
  const startApp = await openWithoutApp(page, await memberWith(request, BROOKLYN_KONPA));
  await expect(titlesOf(page)).toHaveText(['Brooklyn Konpa']);
  await page.evaluate(() => localStorage.removeItem('lakou-session'));
  startApp();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Brooklyn Konpa')).toHaveCount(0);
});

test('a member whose token has expired gets the list from the app', async ({ page, request }) => {
  const count = countReads(page);
  const session = await memberWith(request, BROOKLYN_KONPA);
  const startApp = await openWithoutApp(page, { ...session, expires_at: 1 });
  await expect(page.getByText('Loading titles')).toBeAttached();
  expect(count.reads).toBe(0);
  startApp();
  await expect(titlesOf(page)).toHaveText(['Brooklyn Konpa']);
});

test('a list that is empty or cannot be read ends as the app shows it, without a second read', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 403/);
  const count = countReads(page);
  const session = await memberWith(request);
  (await openWithoutApp(page, session))();
  await expect(page.getByRole('heading', { name: 'Your watchlist is empty' })).toBeVisible();
  expect(count.reads).toBe(1);
  await page.route('**/rest/v1/watchlist?*', (route) =>
    route.fulfill({ status: 403, json: { message: '' } }),
  );
  await page.reload();
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(count.reads).toBe(2);
});
