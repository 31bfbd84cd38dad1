import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { test, waitForHydration } from '../support/browser.ts';
import { allRoutes } from '../support/routes.ts';

const FOLDER = '.cache/screenshots';
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const THEMES = ['dark', 'light'] as const;
const ROW_HEIGHT = 640;
/** What is below is cut off. */
const MAX_PAGE_HEIGHT = 4000;

for (const { path, guard } of allRoutes())
  test(path, async ({ page, signIn, allowConsoleErrors }) => {
    allowConsoleErrors(/./);
    if (guard !== 'none') await signIn('admin');
    await page.goto(path);
    if (path !== '/offline') await waitForHydration(page);
    const name = path.slice(1).replaceAll('/', '-') || 'home';
    mkdirSync(FOLDER, { recursive: true });
    const rows = [];
    for (const theme of THEMES) rows.push(await photographSizes(page, theme));
    await writeSheet(rows, `${FOLDER}/${name}.png`);
    await writeSheet([await photographWhole(page)], `${FOLDER}/${name}-whole.png`);
  });

/** The first screen in every size. */
async function photographSizes(page: Page, theme: (typeof THEMES)[number]): Promise<Buffer[]> {
  const pictures = [];
  for (const size of SIZES) {
    await settle(page, size, theme);
    pictures.push(
      await sharp(await page.screenshot())
        .resize({ height: ROW_HEIGHT })
        .png()
        .toBuffer(),
    );
  }
  return pictures;
}

/** From top to bottom, on a phone and wide. */
async function photographWhole(page: Page): Promise<Buffer[]> {
  const pictures = [];
  for (const [width, shown] of [
    [360, 360],
    [1280, 860],
  ] as const) {
    await settle(page, { width, height: 800 }, 'dark');
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    // Everything is in view once, so that pictures which wait for that are loaded.
    await settle(page, { width, height: Math.min(height, MAX_PAGE_HEIGHT) }, 'dark');
    pictures.push(
      await sharp(await page.screenshot())
        .resize({ width: shown })
        .png()
        .toBuffer(),
    );
  }
  return pictures;
}

async function settle(page: Page, size: { width: number; height: number }, theme: string): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
}

/** Pictures side by side, rows below each other. */
async function writeSheet(rows: Buffer[][], file: string): Promise<void> {
  const gap = 12;
  const parts: { input: Buffer; left: number; top: number }[] = [];
  let [width, top] = [0, gap];
  for (const row of rows) {
    let [left, height] = [gap, 0];
    for (const input of row) {
      const picture = await sharp(input).metadata();
      parts.push({ input, left, top });
      left += picture.width + gap;
      height = Math.max(height, picture.height);
    }
    width = Math.max(width, left);
    top += height + gap;
  }
  await sharp({ create: { width, height: top, channels: 3, background: '#808080' } })
    .composite(parts)
    .png()
    .toFile(file);
}
