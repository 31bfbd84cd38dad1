import type { Page, Route } from '@playwright/test';
import { type QualityInput, qualityInput } from '../../../contract/src/playback/inputs.ts';
import { watchBeacons } from '../../support/beacons.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { expectPlaying, film } from '../../support/playing.ts';

/** This browser is in the sample. */
async function joinSample(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Math.random = () => 0.1;
  });
}

async function watchReports(page: Page): Promise<() => Promise<QualityInput[]>> {
  const beacons = await watchBeacons(page, /^\/playback-quality$/);
  return async () => (await beacons()).map((body) => qualityInput.parse(body));
}

test('a viewer who leaves before the app is there is counted', async ({ page }) => {
  await joinSample(page);
  const reports = await watchReports(page);
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.goto(`/watch/movie/${film(3)}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
  await page.goto('/favicon.svg');
  const [report, ...others] = await reports();
  expect(others).toEqual([]);
  expect(report).toMatchObject({ id: film(3), begins: true, codec: 'h264', errors: 0 });
  expect(report?.first_picture_ms).toBeGreaterThan(0);
  expect(report?.played_ms).toBeGreaterThan(500);
  expect(report?.rung_ms).toBe(report?.played_ms);
  expect(report?.kilobits).toBeGreaterThan(0);
});

test('what played before the app was there is in the player’s report', async ({ page }) => {
  await joinSample(page);
  const reports = await watchReports(page);
  const [files, segment] = [/\/assets\/.*\.js$/, /\/v\d+\/00001\.m4s$/];
  const held: Route[] = [];
  // A stall that ends before the app is there.
  for (const pattern of [files, segment]) await page.route(pattern, (route) => void held.push(route));
  const release = async (pattern: RegExp): Promise<void> => {
    await page.unroute(pattern);
    for (const route of held) if (pattern.test(route.request().url())) await route.continue().catch(() => {});
  };
  await page.goto(`/watch/movie/${film(3)}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const { currentTime = 0, readyState = 4 } = document.querySelector('video') ?? {};
    return currentTime > 1 && readyState < 3;
  });
  await release(segment);
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 2);
  await release(files);
  await page.locator('[data-player] video').first().waitFor();
  await page.goto('/favicon.svg');
  const [report, ...others] = await reports();
  expect(others).toEqual([]);
  expect(report?.begins).toBe(true);
  expect(report?.stalls).toBeGreaterThan(0);
  expect(report?.stalled_ms).toBeGreaterThan(0);
  expect(report?.played_ms).toBeGreaterThan(1000);
});

test('a player reports how it went when the viewer leaves, and an admin reads it', async ({
  page,
  signIn,
}) => {
  await joinSample(page);
  const sent = page.waitForRequest((request) => request.url().endsWith('/playback-quality'));
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await page.mouse.move(200, 200);
  await page.mouse.move(210, 210);
  await page.getByRole('link', { name: /^Back/ }).click();
  const request = await sent;
  const body = request.postData() ?? '';
  const report = qualityInput.parse(JSON.parse(body));
  expect(report).toMatchObject({ id: film(3), begins: true, codec: 'h264', errors: 0 });
  expect(report.first_picture_ms).toBeGreaterThan(0);
  expect(report.played_ms).toBeGreaterThan(0);
  expect(body.length).toBeLessThan(1000);
  expect((await request.allHeaders()).cookie ?? '').not.toContain('lakou_stream');

  await signIn('admin');
  await page.goto('/admin/quality');
  await expect(page.getByRole('heading', { level: 1, name: 'Playback quality' })).toBeVisible();
  for (const name of ['By day', 'By country', 'By device', 'By title', 'By codec'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'By codec' })).toContainText('H.264');
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);

  await page.goto('/admin/quality?from=2020-01-01&to=2020-01-02');
  await expect(page.getByText('No player has reported in these days')).toBeVisible();
});
