import { qualityInput } from '../../../contract/src/playback/inputs.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { expectPlaying, film } from '../../support/playing.ts';

test('a player reports how it went when the viewer leaves, and an admin reads it', async ({
  page,
  signIn,
}) => {
  // This one is in the sample.
  await page.addInitScript(() => {
    Math.random = () => 0.1;
  });
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
