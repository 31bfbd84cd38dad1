import { expect, test } from 'vitest';
import { nothingRead, renderMarkup } from '../../test-support/render-markup.tsx';
import { BannerStrip, stripBanners } from './banner-strip.tsx';

const banner = { id: '1', title: 'Festival', image_url: '/b.avif', link: null };

/** Markup of the strip with these banners; without any argument the read failed. */
async function strip(banners?: (typeof banner | { link: string })[], { subscribed = false } = {}) {
  const queries = nothingRead();
  if (banners) queries.setQueryData(stripBanners().queryKey, banners as never);
  else await queries.prefetchQuery(stripBanners());
  return renderMarkup(<BannerStrip />, { queries, subscribed });
}

test('the strip is empty when banners fail, when none is active, and for subscribers', async () => {
  expect(await strip()).toBe('');
  expect(await strip([])).toBe('');
  expect(await strip([banner], { subscribed: true })).toBe('');
});

test('a banner fills the width at a fixed height; one with a link opens it in a new tab', async () => {
  const plain = await strip([banner]);
  expect(plain).toMatch(/<span class="block h-12[^"]*"><img[^>]* class="size-full object-cover"/);
  expect(plain).not.toContain('<a ');
  const linked = await strip([{ ...banner, link: 'https://example.org/' }]);
  expect(linked).toMatch(/<a href="https:\/\/example\.org\/" target="_blank" rel="noopener noreferrer"/);
});
