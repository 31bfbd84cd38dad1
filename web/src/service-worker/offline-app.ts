import { OFFLINE_PAGES } from './addresses.ts';
import { isFilmCache } from './film-caches.ts';

/** Files of this build that the pages for downloads need, beside those that their documents name. */
interface OfflineFiles {
  always: readonly string[];
  /** The texts of each language. */
  languages: Readonly<Record<string, readonly string[]>>;
}

/** Set by the build. */
declare const __BUILD__: string;
declare const __OFFLINE_FILES__: OfflineFiles;

/** Complete or not there at all, and of one build: its files fit together. */
export const OFFLINE_APP = `lakou-offline-app-${__BUILD__}`;
const NAMES_A_FILE = /\/assets\/[\w.-]+/g;

/** Whether this build has the file, of those that every page loads. */
export function isBuiltFile(path: string): boolean {
  return __OFFLINE_FILES__.always.includes(path);
}

export async function hasDownloads(): Promise<boolean> {
  return (await caches.keys()).some(isFilmCache);
}

/** The pages that play downloads, with everything they load. */
export async function cacheOfflineApp(): Promise<void> {
  const found = await Promise.all(OFFLINE_PAGES.map(fetchPage));
  const { always, languages } = __OFFLINE_FILES__;
  const files = new Set(always);
  for (const { html } of found) {
    for (const [file] of html.matchAll(NAMES_A_FILE)) files.add(file);
    for (const file of languages[languageOf(html) ?? ''] ?? []) files.add(file);
  }
  const cache = await caches.open(OFFLINE_APP);
  await Promise.all([...files].map((file) => addOnce(cache, file)));
  // Last: a page that is there can be opened.
  await Promise.all(found.map(({ page, html, headers }) => cache.put(page, new Response(html, { headers }))));
}

/** Whether it is there, in this language. */
export async function hasOfflineApp(wanted: string): Promise<boolean> {
  const cache = await caches.open(OFFLINE_APP);
  const found = await Promise.all(OFFLINE_PAGES.map(async (page) => (await cache.match(page))?.text()));
  return found.every((html) => html !== undefined && languageOf(html) === wanted);
}

function languageOf(html: string): string | undefined {
  return /<html[^>]* lang="([a-z]+)"/.exec(html)?.[1];
}

async function fetchPage(page: string): Promise<{ page: string; html: string; headers: Headers }> {
  const response = await fetch(page, { cache: 'reload' });
  if (!response.ok) throw new Error(`${page} was answered ${response.status}`);
  return { page, html: await response.text(), headers: response.headers };
}

async function addOnce(cache: Cache, file: string): Promise<void> {
  if (!(await cache.match(file))) await cache.add(file);
}

/** The document of one of these pages, or a file of theirs. */
export async function findInOfflineApp({ pathname }: URL): Promise<Response | undefined> {
  return caches.match(pathname, { cacheName: OFFLINE_APP, ignoreVary: true });
}
