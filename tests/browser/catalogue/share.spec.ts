import { expect, servers, test } from '../../support/browser.ts';

test('the sitemap has every published page, and none that belongs to a member', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /admin');
  const index = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '';
  expect(index).toMatch(/^http.*\/sitemap\.xml$/);
  const parts = await addresses(index);
  const pages = (await Promise.all(parts.map(addresses))).flat().map((address) => new URL(address).pathname);
  for (const path of ['/', '/categories', '/series', '/faq', '/categories/drama'])
    expect(pages).toContain(path);
  const titles = pages.filter((path) => path.startsWith('/titles/'));
  expect(titles).toHaveLength(28);
  expect((await request.get(titles[0]!, { maxRedirects: 0 })).status()).toBe(200);
  expect((await request.get('/sitemap-movies-2-of-1.xml')).status()).toBe(404);

  async function addresses(sitemap: string): Promise<string[]> {
    const answer = await request.get(new URL(sitemap).pathname);
    expect(answer.headers()['content-type']).toContain('xml');
    return Array.from((await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address!);
  }
});

test('a shared link to the home page has title, description, image and site name', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: servers.demo(), javaScriptEnabled: false });
  await page.goto('/');
  const head = page.locator('head');
  await expect(head.locator('meta[name=description]')).toHaveAttribute('content', /Haitian films/);
  await expect(head.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.*\.png$/);
  await expect(head.locator('link[rel=canonical]')).toHaveAttribute('href', /^http[^?]*\/$/);
  for (const language of ['ht', 'fr', 'en', 'es'])
    await expect(head.locator(`link[hreflang=${language}]`)).toHaveAttribute(
      'href',
      new RegExp(`lang=${language}$`),
    );
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data['@graph'].map((thing: { '@type': string }) => thing['@type'])).toEqual([
    'Organization',
    'WebSite',
  ]);
  await page.close();
});

test('the web app manifest is in the visitor’s language', async ({ page, request }) => {
  await page.goto('/faq');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(address!, { headers: { 'accept-language': 'fr' } });
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    name: 'Lakou',
    start_url: '/?app=yes',
    display: 'standalone',
    lang: 'fr',
  });
  expect(manifest.shortcuts[0].name).toBe('Films');
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const src of [touch, ...manifest.icons.map((icon: { src: string }) => icon.src)]) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
  }
});
