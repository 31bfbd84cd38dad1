import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type LaunchOptions, type Page, type Response } from '@playwright/test';
import { fillDemoFolder, root, startLakou } from './lakou-process.ts';
import { copyFolder, makeOnce, templateKey } from './test-template.ts';

const PAGES = ['/', '/films', '/series', '/categories', '/films/f1000000-0000-4000-8000-000000000002'];
const WIDTHS = [1280, 360];

/**
 * Fills a data folder with the demo and with its images already rendered at the sizes that browsers request. Rendering
 * them takes minutes on a busy machine, and a page's scripts wait behind its images. Made once, like the demo itself.
 */
export async function fillDemoFolderWithImages(
  folder: string,
  env: Record<string, string>,
  launchOptions: LaunchOptions,
): Promise<void> {
  await fillDemoFolder(folder);
  const cache = join(root, '.cache');
  const images = join(cache, `test-template-images-${templateKey()}`);
  await makeOnce(images, cache, async () => {
    const DATA_DIR = mkdtempSync(join(cache, 'making-images-'));
    copyFolder(folder, DATA_DIR);
    const server = await startLakou({ ...env, DATA_DIR, INGEST: 'off' });
    await visitPages(server.url, launchOptions);
    await server.stop();
    renameSync(join(DATA_DIR, 'storage/rendered'), images);
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  mkdirSync(join(folder, 'storage'), { recursive: true });
  copyFolder(images, join(folder, 'storage/rendered'));
}

/** Until no image stands in for another one that is still being made. */
async function visit(page: Page, path: string): Promise<void> {
  let standIns = 0;
  const count = (answer: Response) => {
    if (answer.headers()['x-stand-in']) standIns += 1;
  };
  page.on('response', count);
  do {
    standIns = 0;
    await page.goto(path, { waitUntil: 'networkidle', timeout: 300_000 });
  } while (standIns > 0);
  page.off('response', count);
}

async function visitPages(url: string, launchOptions: LaunchOptions): Promise<void> {
  const browser = await chromium.launch(launchOptions);
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: JSON.stringify({ email: 'member@lakou.test', password: 'lakou-demo' }),
  });
  const session = await signedIn.text();
  for (const width of WIDTHS) {
    // Tall enough for images that load only when they come into view.
    const viewport = { width, height: 4000 };
    const page = await browser.newPage({ baseURL: url, viewport, serviceWorkers: 'block' });
    await page.goto('/favicon.svg');
    await page.evaluate((text) => localStorage.setItem('lakou-session', text), session);
    for (const path of PAGES) await visit(page, path);
    await page.close();
  }
  await browser.close();
}
