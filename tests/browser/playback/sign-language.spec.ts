import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from '../../support/browser.ts';
import { addSignVideo, newMovie, uploadVideo } from '../../support/new-movie.ts';
import { expectPlaying, film, openPanel } from '../../support/playing.ts';
import { tinyFilms } from '../../support/tiny-films.ts';

const films = tinyFilms();
test.afterAll(() => films[Symbol.dispose]());

/** A film with an interpreter, both as long. */
async function signedFilm(request: APIRequestContext): Promise<string> {
  const id = await newMovie(request, 'Ak entèprèt');
  const video = films.make({ seconds: 40, size: '320x180' });
  await uploadVideo(request, `movies/${id}.mp4`, readFileSync(video));
  const path = `signs/${randomUUID()}.mp4`;
  await uploadVideo(request, path, readFileSync(films.make({ seconds: 40, size: '320x240' })));
  await addSignVideo(request, id, path);
  await expect
    .poll(
      async () => {
        const data = { mediaType: 'movie', id };
        const answer = await request.post('/functions/v1/playback', { data });
        return ((await answer.json()) as { film?: { signs?: unknown[] } }).film?.signs?.length;
      },
      { timeout: 120_000 },
    )
    .toBe(1);
  return id;
}

/** How far apart the two are, in seconds, and whether both play. */
const compare = (page: Page) =>
  page.evaluate(() => {
    const [film, sign] = ['[data-player] video', '[data-sign] video'].map((one) =>
      document.querySelector<HTMLVideoElement>(one),
    );
    if (!film || !sign) return { apart: Number.POSITIVE_INFINITY, film: 'missing', sign: 'missing' };
    const state = ({ paused }: HTMLVideoElement) => (paused ? 'paused' : 'playing');
    return {
      apart: Math.abs(film.currentTime - sign.currentTime),
      film: state(film),
      sign: state(sign),
    };
  });

async function expectInStep(page: Page, state: 'playing' | 'paused'): Promise<void> {
  await expect(page.locator('[data-sign="shown"]')).toBeVisible();
  await expect
    .poll(async () => {
      const { apart, ...both } = await compare(page);
      return { ...both, isInStep: apart < 0.25 };
    })
    .toEqual({ film: state, sign: state, isInStep: true });
}

test('a viewer chooses sign language, sees the interpreter in step with the film, and again in the next film', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const id = await signedFilm(request);
  const asked: string[] = [];
  page.on('request', (sent) => {
    const [file] =
      /(?:sign-[^/]+\.mp4|sign-video-[^/]+\.js|\d+\.m4s)$/.exec(new URL(sent.url()).pathname) ?? [];
    if (file) asked.push(file);
  });
  await page.goto(`/watch/movie/${id}`);
  await expectPlaying(page);
  await expect(page.locator('[data-sign]')).toHaveCount(0);
  expect(asked.filter((file) => file.startsWith('sign'))).toEqual([]);

  await openPanel(page, 'Sign language');
  await expect(page.getByRole('radio', { name: 'Off' })).toBeChecked();
  await page.getByRole('radio', { name: 'Lang siy ayisyen' }).click();
  await expectInStep(page, 'playing');
  const interpreter = page.getByLabel('Sign language: Lang siy ayisyen');
  const small = await interpreter.boundingBox();
  await page.getByRole('radio', { name: 'Large' }).click();
  await expect.poll(async () => (await interpreter.boundingBox())?.width).toBeGreaterThan(small?.width ?? 0);
  await page.getByRole('radio', { name: 'Small' }).click();
  await page.keyboard.press('Escape');

  await page.keyboard.press('k');
  await expectInStep(page, 'paused');
  await page.keyboard.press('0');
  await expectInStep(page, 'paused');
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowRight');
  await expectInStep(page, 'paused');
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('k');
  await expectInStep(page, 'playing');
  await page.keyboard.press('>');
  await expect.poll(() => interpreter.evaluate((sign: HTMLVideoElement) => sign.playbackRate)).toBe(1.25);
  await page.keyboard.press('<');

  // It takes no taps.
  const box = await interpreter.boundingBox();
  const isHit = await page.evaluate(
    ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('[data-sign]') !== null,
    [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10],
  );
  expect(isHit).toBe(false);

  asked.length = 0;
  await page.goto(`/watch/movie/${id}?t=10`);
  await expectInStep(page, 'playing');
  expect(asked.findIndex((file) => file.startsWith('sign'))).toBeGreaterThan(
    asked.findIndex((file) => file.endsWith('.m4s')),
  );

  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await expect(page.locator('[data-sign]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'Settings' }).getByText('Speed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Settings' }).getByText('Sign language')).toHaveCount(0);
});
