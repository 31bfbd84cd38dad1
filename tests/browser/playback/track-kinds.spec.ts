import { expect, expectAccessibleInBothThemes, test } from '../../support/browser.ts';
import { newMovie } from '../../support/new-movie.ts';
import { expectPlaying, openPanel } from '../../support/playing.ts';
import { tinyFilms } from '../../support/tiny-films.ts';

const films = tinyFilms();
test.afterAll(() => films[Symbol.dispose]());

test('an admin says which sound describes the film and which captions are for the deaf; viewers find and keep them', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  test.setTimeout(180_000);
  allowConsoleErrors(/status of 400/);
  const id = await newMovie(request, 'De vwa');
  await signIn('admin');
  await page.goto(`/admin/movies/${id}`);
  await expect(page.getByRole('button', { name: 'Upload a video' })).toBeEnabled();
  await page
    .getByLabel('Upload a video')
    .setInputFiles(films.make({ seconds: 12, size: '320x180', tones: 2 }));
  await expect(page.getByText('Ready to watch')).toBeVisible({ timeout: 90_000 });

  const sounds = page.getByRole('region', { name: 'Sound tracks' });
  await expect(sounds.getByRole('combobox')).toHaveCount(2);
  await sounds.getByRole('combobox').nth(1).selectOption({ label: 'With audio description' });
  await expect(page.locator('[data-toaster]')).toContainText('Sound track changed');
  // The last track without a description has to stay.
  await sounds.getByRole('combobox').first().selectOption({ label: 'With audio description' });
  await expect(page.locator('[data-toaster]')).toContainText('One sound track has to stay');
  await expect(sounds.getByRole('combobox').first()).toHaveValue('main');

  const subtitles = page.getByRole('region', { name: 'Subtitles' });
  await subtitles.getByLabel('What they show').selectOption({ label: 'Words and sounds, for the deaf' });
  await page.getByLabel('Add subtitles').setInputFiles({
    ...{ name: 'ht.vtt', mimeType: 'text/vtt' },
    buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:11.000\n[lapli ap tonbe]\n'),
  });
  await expect(subtitles.getByRole('listitem')).toContainText('Words and sounds, for the deaf');
  await expectAccessibleInBothThemes(page);

  // The films of a title and of lists say it once the files are there.
  await expect(async () => {
    await page.goto(`/films/${id}`);
    const details = page.getByRole('main');
    await expect(details.getByText('Audio description')).toBeVisible({ timeout: 3000 });
    await expect(details.getByText('Captions for the deaf')).toBeVisible({ timeout: 3000 });
  }).toPass();
  await page.goto('/films');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Accessibility').selectOption({ label: 'Audio description' });
  await expect(page).toHaveURL(/accessibility=description/);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /De vwa/ })
      .first(),
  ).toBeVisible();

  const folders = new Set<string>();
  page.on('request', (sent) => {
    const [, folder] = /\/(audio[a-z\d-]*)\/\d+\.m4s$/.exec(sent.url()) ?? [];
    if (folder) folders.add(folder);
  });
  const described = page.getByRole('radio', { name: 'Kreyòl ayisyen, with audio description' });
  await page.goto(`/watch/movie/${id}`);
  await expectPlaying(page);
  expect([...folders].filter((folder) => folder === 'audio-1' || folder === 'audio-high-1')).toEqual([]);
  await openPanel(page, 'Audio');
  await expect(page.getByRole('radio', { name: 'Kreyòl ayisyen', exact: true })).toBeChecked();
  await described.click();
  await expect(described).toBeChecked();
  await expect.poll(() => [...folders].some((folder) => /^audio-(high-)?1$/.test(folder))).toBe(true);
  await page.keyboard.press('Escape');
  await openPanel(page, 'Captions');
  await page.getByRole('radio', { name: 'Kreyòl ayisyen, for the deaf' }).click();
  await expect(page.locator('[data-captions]')).toContainText('lapli ap tonbe');
  expect(await page.locator('video track').getAttribute('kind')).toBe('captions');

  // Remembered for the next time.
  await page.goto(`/watch/movie/${id}?t=0`);
  await expect(page.locator('[data-captions]')).toContainText('lapli ap tonbe');
  await openPanel(page, 'Audio');
  await expect(described).toBeChecked();
});
