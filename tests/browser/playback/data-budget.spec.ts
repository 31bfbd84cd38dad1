import { expect, test } from '../../support/browser.ts';
import { expectPlaying, film } from '../../support/playing.ts';

test('a viewer sets a limit, is warned and asked, goes on, and sees what the film used', async ({ page }) => {
  await page.goto('/data-use');
  await expect(page.getByText('No film has used data this month')).toBeVisible();
  await page.getByLabel('Megabytes').fill('lots');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter a number greater than 0, or leave it empty')).toBeVisible();
  // Less than the first seconds of any film.
  await page.getByLabel('Megabytes').fill('0.05');
  await page.getByLabel('What a gigabyte costs you, in gourdes').fill('250');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.goto(`/watch/movie/${film(3)}`);
  const question = page.getByRole('alertdialog', { name: /for today are used/ });
  await expect(question).toBeVisible();
  const isPaused = () => page.evaluate(() => document.querySelector('video')?.paused);
  expect(await isPaused()).toBe(true);
  // No key or tap plays on.
  await page.evaluate(() =>
    document
      .querySelector('video')
      ?.play()
      .catch(() => {}),
  );
  await expect.poll(isPaused).toBe(true);
  await question.getByRole('button', { name: 'Go on with 20 MB more' }).click();
  await expect(question).toBeHidden();
  await expectPlaying(page);

  await page.goto('/data-use');
  const use = page.getByRole('listitem').filter({ hasText: 'Machann Solèy' });
  await expect(use).toContainText(/[\d.]+ MB · \d+ G/);
  await expect(page.getByLabel('Megabytes')).toHaveValue('0.05');

  await page.goto(`/titles/${film(3)}`);
  await expect(page.getByText(/Needs \d+ MB of data or more, about \d+ G/)).toBeVisible();
});

test('without a limit nobody is asked', async ({ page }) => {
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('before the app is there, no film is loaded beyond the limit', async ({ page }) => {
  await page.goto('/favicon.svg');
  await page.evaluate(() => {
    const now = new Date();
    const pad = (n: number) => String(n).padStart(2, '0');
    const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
    localStorage.setItem('lakou-data-budget', '{"limit":1000,"period":"day"}');
    localStorage.setItem('lakou-data-used', JSON.stringify({ days: { [day]: 2000 } }));
  });
  await page.route(/\/assets\/.*\.js$/, () => {});
  let segments = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('.m4s')) segments += 1;
  });
  await page.goto(`/watch/movie/${film(3)}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'earlyPlayback' in globalThis);
  const opened = await page.evaluate(
    () => (globalThis as unknown as { earlyPlayback: { opening: Promise<unknown> } }).earlyPlayback.opening,
  );
  expect(opened).toBeNull();
  expect(segments).toBe(0);
});
