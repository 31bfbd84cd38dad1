import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** Two different frames were presented, one after the other, in a player that takes keys and taps. */
export async function expectPlaying(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A film plays before the app is there.
    const video = document.querySelector<HTMLVideoElement>('[data-player] video');
    return video && !video.paused && video.currentTime > 0 && video.readyState > 2;
  });
  const [first, later] = await page.evaluate(async () => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const canvas = new OffscreenCanvas(64, 36);
    const pen = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
    const frame = () =>
      new Promise<{ time: number; picture: string }>((resolve) =>
        video.requestVideoFrameCallback((_now, { mediaTime }) => {
          pen.drawImage(video, 0, 0, 64, 36);
          resolve({ time: mediaTime, picture: pen.getImageData(0, 0, 64, 36).data.join() });
        }),
      );
    const before = await frame();
    let after = before;
    for (let tries = 0; tries < 100 && after.picture === before.picture; tries += 1) after = await frame();
    return [before, after];
  });
  expect(later?.time).toBeGreaterThan(first?.time ?? 0);
  expect(later?.picture === first?.picture, 'the picture does not change').toBe(false);
}

/** Opens one of the player's panels from its settings. */
export async function openPanel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page
    .getByRole('region', { name: 'Settings' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
}

export async function timeOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
}

/** The id of a demo film by its number in the seed. */
export const film = (n: number) => `f1000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Writes a row with the service key; browsers cannot. */
export async function insertAsService(
  request: APIRequestContext,
  table: 'user_purchases' | 'subscriptions' | 'movies' | 'watch_progress',
  row: object,
): Promise<void> {
  const serviceKey = process.env.LAKOU_SERVICE_KEY;
  if (!serviceKey) throw new Error('LAKOU_SERVICE_KEY is the service key of the server at LAKOU_URL');
  const answer = await request.post(`/rest/v1/${table}`, {
    data: row,
    headers: { authorization: `Bearer ${serviceKey}` },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}
