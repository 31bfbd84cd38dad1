import type { APIRequestContext } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film, timeOf } from '../../support/playing.ts';

/** A free film with captions. */
async function captionedFilm(request: APIRequestContext): Promise<string> {
  for (const n of [3, 7, 13]) {
    const answer = await request.post('/functions/v1/playback', {
      data: { mediaType: 'movie', id: film(n) },
    });
    const { film: made } = (await answer.json()) as { film: { subtitles: unknown[] } };
    if (made.subtitles.length > 0) return film(n);
  }
  throw new Error('no free film of the demo has captions');
}

test('a viewer controls the player with keys alone', async ({ page }) => {
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Play', exact: true }).first()).toBeVisible();
  await page.keyboard.press('0');
  await expect.poll(() => timeOf(page)).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => timeOf(page)).toBe(5);
  await page.keyboard.press('j');
  await expect.poll(() => timeOf(page)).toBe(0);
  const seek = page.getByRole('slider', { name: 'Position' });
  await seek.focus();
  await page.keyboard.press('ArrowRight');
  await expect(seek).toHaveAttribute('aria-valuetext', /^5 seconds of \d+ /);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Play', exact: true }).last()).toBeFocused();
  // Without a tap a film begins with sound or muted, whichever the browser allows at that moment.
  await page.evaluate(() => {
    for (const video of document.querySelectorAll('video')) video.muted = false;
  });
  await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Sound on' })).toBeVisible();
  // Louder than muted is as loud as before.
  await page.getByRole('button', { name: 'Play', exact: true }).last().blur();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();
  expect(await page.evaluate(() => document.querySelector('video')?.volume)).toBe(1);
  await page.keyboard.press('>');
  expect(await page.evaluate(() => document.querySelector('video')?.playbackRate)).toBe(1.25);
  await page.keyboard.press('?');
  const keys = page.getByRole('region', { name: 'Keyboard' });
  await expect(keys.getByText('10 seconds back or forward')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await page.keyboard.press('f');
  await page.keyboard.press('k');
  await expectPlaying(page);
});

test('a viewer chooses the captions’ look and a data limit per hour', async ({ page, request }) => {
  const id = await captionedFilm(request);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/watch/movie/${id}`);
  await expectPlaying(page);
  await page.keyboard.press('c');
  const caption = page.locator('[data-captions] p').first();
  await expect(caption).not.toBeEmpty();
  await page.keyboard.press('k');
  // On the picture, which fills only the middle of an upright phone.
  const film = await page.evaluate(() => {
    const { clientWidth, clientHeight, videoWidth, videoHeight } = document.querySelector('video')!;
    const height = (clientWidth * videoHeight) / videoWidth;
    return { top: (clientHeight - height) / 2, bottom: (clientHeight + height) / 2 };
  });
  await expect
    .poll(async () => {
      const line = (await caption.boundingBox())!;
      return line.y > film.top && line.y + line.height < film.bottom;
    })
    .toBe(true);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^Captions / }).click();
  await page.getByRole('button', { name: 'How captions look' }).click();
  await page.getByRole('radio', { name: 'Mango' }).check();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: /^Quality/ }).click();
  const rungs = page.getByRole('group', { name: 'Quality' });
  await expect(rungs.getByText(/^\d+ MB per hour$/).first()).toBeVisible();
  await rungs.getByRole('radio').last().check();
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.locator('[data-captions] p').first()).toHaveClass(/text-highlight/);
});

test('a viewer switches to audio only at the same position', async ({ page }) => {
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await page.keyboard.press('k');
  await page.keyboard.press('1');
  const before = await timeOf(page);
  const sound = page.waitForResponse(/\/audio\/\d+\.m4s$/);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Audio only' }).check();
  await sound;
  await expect(page.getByText('Sound only')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => timeOf(page)).toBeCloseTo(before, 0);
  await page.getByRole('button', { name: 'Play', exact: true }).last().press('Enter');
  await expect.poll(() => timeOf(page)).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Show the picture' }).click();
  await expectPlaying(page);
});

test('a member resumes at the same position, on another day and after a reload', async ({
  page,
  request,
  signIn,
}) => {
  await signIn(await newMember(request));
  await page.goto(`/watch/movie/${film(7)}`);
  await expectPlaying(page);
  // The page is closed without an unload event.
  await page.keyboard.press('4');
  const at = await timeOf(page);
  expect(at).toBeGreaterThan(2);
  await page.reload();
  await expect(page.getByText(/^Resumed at 0:/)).toBeVisible();
  await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(at - 1);
  await expectPlaying(page);
  await page.getByRole('button', { name: 'Start from the beginning' }).click();
  await expect.poll(() => timeOf(page)).toBeLessThan(at);
  // Seconds that were started but not watched are not counted.
  await page.keyboard.press('3');
  await expect.poll(() => timeOf(page)).toBeGreaterThan(2);

  await page.goto('/');
  const row = page.getByRole('list', { name: 'Continue watching' });
  await expect(row.getByRole('link', { name: 'Continue Radyo Katye' })).toHaveAttribute(
    'href',
    `/watch/movie/${film(7)}`,
  );
  await row.getByRole('button', { name: 'Remove Radyo Katye from this row' }).click();
  await expect(row).toHaveCount(0);
});

test('a viewer sees when the connection is lost, and playback resumes by itself', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  let cut = true;
  let parts = 0;
  await page.route('**/*.m4s', (route) => {
    parts += 1;
    return cut && parts > 1 ? route.abort() : route.continue();
  });
  await page.goto(`/watch/movie/${film(3)}`);
  await expect(
    page.getByText('The connection is gone. We keep trying; you will not lose your place.'),
  ).toBeVisible();
  const at = await timeOf(page);
  cut = false;
  await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeGreaterThan(at);
  await expect(page.getByText('The connection is gone.')).toHaveCount(0);
});

test('a viewer whose session was ended elsewhere resumes with a new ticket at the same position', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/401/);
  await signIn(await newMember(request));
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Segments at the start are never refused here: they play before the app is there.
  await page.route(/\/(?!0000[01])\d+\.m4s$/, async (route) => {
    await held;
    await route.continue();
  });
  const ticket = () => page.waitForResponse(/\/functions\/v1\/playback(\?|$)/);
  const [issued, segment] = await Promise.all([
    ticket(),
    page.waitForResponse(/\/00000\.m4s$/),
    page.goto(`/watch/movie/${film(13)}`),
  ]);
  const { session } = (await issued.json()) as { session: string };
  await expect(page.locator('[data-player] video')).toBeVisible();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0);
  const token = await page.evaluate(() => {
    return (JSON.parse(localStorage.getItem('lakou-session') ?? '') as { access_token: string }).access_token;
  });
  const end = await request.post('/rest/v1/rpc/end_playback', {
    data: { session },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await end.json()).toBe(true);
  const renewed = ticket();
  // The server rechecks within a few seconds; requests after that are refused.
  const statusOf = (url: string) => fetch(url, { cache: 'no-store' }).then(({ status }) => status);
  await expect.poll(() => page.evaluate(statusOf, segment.url()), { timeout: 30_000 }).toBe(401);
  const at = await timeOf(page);
  release();
  expect((await renewed).status()).toBe(200);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(at);
});
