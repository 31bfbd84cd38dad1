import { readFileSync } from 'node:fs';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { newMovie } from '../../support/new-movie.ts';
import { tinyFilms } from '../../support/tiny-films.ts';

const films = tinyFilms();
test.afterAll(() => films[Symbol.dispose]());

test('an admin adds a video of an interpreter, sees its length and why a damaged one fails, and removes it', {
  tag: '@long',
}, async ({ page, request, signIn }) => {
  test.setTimeout(180_000);
  const id = await newMovie(request, 'Entèprèt');
  await signIn('admin');
  await page.goto(`/admin/movies/${id}`);
  await expect(page.getByRole('button', { name: 'Upload a video' })).toBeEnabled();
  const video = films.make({ seconds: 2, size: '320x180' });
  await page.getByLabel('Upload a video').setInputFiles(video);
  await expect(page.getByText('Ready to watch')).toBeVisible({ timeout: 90_000 });

  const section = page.getByRole('region', { name: 'Sign language' });
  await expect(section.getByText('No video of an interpreter yet')).toBeVisible();
  const language = section.getByLabel('Sign language of the video');
  await language.selectOption({ label: 'American Sign Language' });
  await section.getByLabel('Add a video of an interpreter').setInputFiles({
    ...{ name: 'asl.mp4', mimeType: 'video/mp4' },
    buffer: readFileSync(video).subarray(0, 3000),
  });
  await expect(section.getByRole('alert')).toContainText('damaged', { timeout: 60_000 });

  // The other is no longer offered.
  await expect(language.getByRole('option')).toHaveText([
    'Lang siy ayisyen',
    'Langue des signes française',
    'Lengua de signos española',
  ]);
  await section
    .getByLabel('Add a video of an interpreter')
    .setInputFiles(films.make({ seconds: 9, size: '320x240' }));
  await expect(page.locator('[data-toaster]')).toContainText('is being prepared');
  const row = section.getByRole('listitem').filter({ hasText: 'Lang siy ayisyen' });
  await expect(row).toContainText('Ready to watch · 7 seconds longer than the film', { timeout: 60_000 });
  await expectAccessibleInBothThemes(page);
  await expectNoHorizontalScroll(page);

  await expect(async () => {
    await page.goto(`/films/${id}`);
    await expect(page.getByRole('main').getByText('Sign language')).toBeVisible({ timeout: 3000 });
  }).toPass();
  await page.goto('/films?accessibility=sign');
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Entèprèt/ })
      .first(),
  ).toBeVisible();

  await page.goto(`/admin/movies/${id}`);
  await section.getByRole('button', { name: 'Remove the video in Lang siy ayisyen' }).click();
  await section.getByRole('button', { name: 'Remove the video in American Sign Language' }).click();
  await expect(section.getByText('No video of an interpreter yet')).toBeVisible();
});
