import { expect, type Page } from '@playwright/test';
import { waitForHydration } from './browser.ts';

/** Opens a film's page and downloads it in this size. */
export async function startDownload(page: Page, path: string, size: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
  await page
    .getByRole('button', { name: /^Download / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: size }).check();
  await dialog.getByRole('button', { name: /^Download/ }).click();
  await expect(dialog).toHaveCount(0);
}

export function rowOf(page: Page, title: string) {
  return page.getByRole('article', { name: title });
}

/** Opens the list and waits until the film can be played. */
export async function expectDownloaded(page: Page, title: string): Promise<void> {
  await page.goto('/downloads');
  await expect(rowOf(page, title).getByRole('link', { name: `Play ${title}` })).toBeVisible({
    timeout: 30_000,
  });
}

/** The service worker has everything that these pages need. */
export async function expectOfflineApp(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const name = (await caches.keys()).find((one) => one.startsWith('lakou-offline-app-'));
          const found = name ? await (await caches.open(name)).keys() : [];
          return found.map(({ url }) => new URL(url).pathname);
        }),
      { timeout: 30_000 },
    )
    .toEqual(expect.arrayContaining(['/downloads', '/downloads/watch']));
}

export interface StoredFile {
  file: string;
  bytes: number[];
}

/** Every byte that this browser keeps of films. */
export function storedFiles(page: Page): Promise<StoredFile[]> {
  return page.evaluate(async () => {
    const files: StoredFile[] = [];
    for (const name of (await caches.keys()).filter((one) => one.startsWith('lakou-film-'))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const bytes = new Uint8Array((await answer?.arrayBuffer()) ?? []);
        files.push({ file: new URL(request.url).pathname.replace('/film/', ''), bytes: [...bytes] });
      }
    }
    return files;
  });
}

/** Rows of the browser's database, with keys as they are described to scripts. */
export function storedRecords(
  page: Page,
  store: 'downloads' | 'devices',
): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    (name) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open('lakou-downloads');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result as Record<string, unknown>[]);
          };
        };
      }),
    store,
  );
}
