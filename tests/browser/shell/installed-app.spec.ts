import { expect, servers, test, waitForHydration } from '../../support/browser.ts';

test('the app is offered once after a good moment, and not on the way to an account', async ({ page }) => {
  await page.addInitScript(() => {
    // As Chromium sends it where the app can be installed.
    addEventListener('DOMContentLoaded', () => {
      const send = () => {
        const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
          prompt: async () => {
            document.documentElement.dataset.installed = 'asked';
            return { outcome: 'accepted' };
          },
        });
        dispatchEvent(event);
      };
      new MutationObserver(send).observe(document.documentElement, { attributeFilter: ['data-hydrated'] });
    });
  });
  const offer = page.getByText('keep Lakou there');
  await page.goto('/faq');
  await waitForHydration(page);
  await page.goto('/categories');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('lakou-install', 'due'));
  await page.goto('/login');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.goto('/categories');
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Install app' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-installed', 'asked');

  await page.goto('/faq');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('the icon of the app has the number of unread notifications, and none after signing out', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(globalThis, { badges });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void badges.push(count),
      clearAppBadge: async () => void badges.push(0),
    });
  });
  const badges = () => page.evaluate(() => (globalThis as unknown as { badges: number[] }).badges);
  await page.route('**/rest/v1/notification_counts*', (route) => route.fulfill({ json: [{ unread: 3 }] }));
  await signIn('member');
  await page.goto('/faq');
  await expect.poll(async () => (await badges()).at(-1)).toBeGreaterThan(0);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(async () => (await badges()).at(-1)).toBe(0);
});

test('what another app shares opens our title or a search', async ({ page, request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    share_target: { action: string; method: string; params: Record<string, string> };
    shortcuts: { url: string }[];
  };
  expect(manifest.share_target.method).toBe('GET');
  for (const { url } of manifest.shortcuts) expect((await request.get(url)).ok()).toBe(true);
  const share = (shared: Record<string, string>) => {
    const named = Object.entries(shared).map(([name, value]) => [
      manifest.share_target.params[name] ?? '',
      value,
    ]);
    return page.goto(`${manifest.share_target.action}?${new URLSearchParams(Object.fromEntries(named))}`);
  };
  const id = 'f1000000-0000-4000-8000-000000000002';
  await share({ text: `Gade sa: ${servers.demo()}/films/${id}` });
  await expect(page).toHaveURL(new RegExp(`/titles/${id}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wout Mòn Nwa');
  await share({ title: 'Wout Mòn', text: 'https://elsewhere.example/x' });
  await expect(page).toHaveURL(/\/search\?q=Wout/);
  await expect(page.getByRole('searchbox')).toHaveValue('Wout Mòn');
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /^Wout Mòn Nwa/ })
      .first(),
  ).toBeVisible();
});

test('no Android app is named where none is set', async ({ request }) => {
  expect((await request.get('/.well-known/assetlinks.json')).status()).toBe(404);
});
