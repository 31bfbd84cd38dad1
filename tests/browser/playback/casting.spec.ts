import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { expectPlaying, film, timeOf } from '../../support/playing.ts';
import { tinyFilms } from '../../support/tiny-films.ts';

const RECEIVER = { 'user-agent': 'Mozilla/5.0 (Linux; Android 12) Chrome/120.0 Safari/537.36 CrKey/1.56' };

/** What the receiver shows. */
const films = tinyFilms();
test.afterAll(() => films[Symbol.dispose]());

/** A browser that finds a receiver for playlists, as phones do, and connects when it is asked to. */
async function imitateReceiver(page: Page, { isChosen = true } = {}): Promise<void> {
  await page.addInitScript((chosen) => {
    class Remote extends EventTarget {
      state = 'disconnected';
      readonly #video: HTMLVideoElement;
      constructor(video: HTMLVideoElement) {
        super();
        this.#video = video;
      }
      async watchAvailability(onChange: (isThere: boolean) => void) {
        onChange(this.#video.src.includes('.m3u8'));
        return 1;
      }
      async cancelWatchAvailability() {}
      async prompt() {
        if (!this.#video.dataset.cast) throw new DOMException('', 'NotSupportedError');
        if (!chosen) throw new DOMException('', 'NotAllowedError');
        this.state = 'connected';
        this.dispatchEvent(new Event('connect'));
      }
      disconnect() {
        this.state = 'disconnected';
        this.dispatchEvent(new Event('disconnect'));
      }
    }
    // Chromium cannot play the playlist by itself: the video gets a file instead.
    const src = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src') as PropertyDescriptor;
    Object.defineProperty(HTMLMediaElement.prototype, 'src', {
      get: src.get as () => string,
      set(this: HTMLVideoElement, value: string) {
        const isCast = value.includes('/cast/');
        if (isCast) this.dataset.cast = new URL(value, location.href).href;
        else delete this.dataset.cast;
        src.set?.call(this, isCast ? '/imitated-receiver.mp4' : value);
      },
    });
    const remotes = new WeakMap<HTMLMediaElement, Remote>();
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
      get(this: HTMLVideoElement) {
        const remote = remotes.get(this) ?? new Remote(this);
        remotes.set(this, remote);
        return remote;
      },
    });
  }, isChosen);
  const bytes = readFileSync(films.make({ seconds: 30, size: '320x180' }));
  await page.route('**/imitated-receiver.mp4', (route) => answerRange(route, bytes));
}

async function answerRange(route: Route, bytes: Buffer): Promise<void> {
  const [, first = '0', last] = /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '') ?? [];
  const end = last ? Number(last) : bytes.length - 1;
  await route.fulfill({
    status: 206,
    contentType: 'video/mp4',
    headers: { 'content-range': `bytes ${first}-${end}/${bytes.length}`, 'accept-ranges': 'bytes' },
    body: bytes.subarray(Number(first), end + 1),
  });
}

/** Paused at five seconds, so that the position can be compared. */
async function playUntilFive(page: Page): Promise<void> {
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await page.keyboard.press('k');
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => timeOf(page)).toBe(5);
}

const sourceOf = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video') as HTMLVideoElement;
    return video.dataset.cast ?? video.currentSrc;
  });
const castButton = (page: Page) => page.getByRole('button', { name: 'Play on another screen' });

test('a viewer plays a film on another screen and continues here at the same position', async ({
  page,
  playwright,
}) => {
  await imitateReceiver(page);
  await playUntilFive(page);
  await castButton(page).click();
  await expect(castButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sourceOf(page)).toContain('/cast/');
  await expect.poll(() => timeOf(page)).toBe(5);
  // The receiver has nothing but the address.
  const address = await sourceOf(page);
  const receiver = await playwright.request.newContext({ extraHTTPHeaders: RECEIVER });
  const master = await receiver.get(address);
  expect(master.status()).toBe(200);
  const [rung = ''] = (await master.text()).split('\n').filter((line) => /^[^#].*m3u8$/.test(line));
  const playlist = new URL(rung, address);
  expect((await receiver.get(playlist.href)).status()).toBe(200);
  expect((await receiver.get(new URL('../key', playlist).href)).status()).toBe(200);

  await page.evaluate(() => {
    const { remote } = document.querySelector('video') as HTMLVideoElement;
    (remote as unknown as { disconnect(): void }).disconnect();
  });
  await expect.poll(() => sourceOf(page)).toMatch(/^blob:/);
  await expect.poll(() => timeOf(page)).toBe(5);
  await expect(castButton(page)).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('k');
  await expectPlaying(page);
  await expect.poll(async () => (await receiver.get(address)).status(), { timeout: 30_000 }).toBe(401);
  await receiver.dispose();
});

test('a viewer who closes the list of screens keeps watching here', { tag: '@long' }, async ({ page }) => {
  await imitateReceiver(page, { isChosen: false });
  await playUntilFive(page);
  await castButton(page).click();
  await expect.poll(() => sourceOf(page)).toMatch(/^blob:/);
  await expect.poll(() => timeOf(page)).toBe(5);
  await expect(castButton(page)).toHaveAttribute('aria-pressed', 'false');
});

test('a browser without a receiver shows no button for it', async ({ page }) => {
  await page.goto(`/watch/movie/${film(3)}`);
  await expectPlaying(page);
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await expect(castButton(page)).toHaveCount(0);
});
