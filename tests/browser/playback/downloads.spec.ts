import { expect, test, waitForHydration } from '../../support/browser.ts';
import {
  expectDownloaded,
  expectOfflineApp,
  rowOf,
  startDownload,
  storedFiles,
  storedRecords,
} from '../../support/downloads.ts';
import { newMember } from '../../support/new-member.ts';
import { expectPlaying, film, timeOf } from '../../support/playing.ts';

test.use({ serviceWorkers: 'allow' });

/** Free, with captions, in two sizes. */
const FREE = { path: `/films/${film(3)}`, id: film(3), title: 'Machann Solèy' };

const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load resource|NetworkError/;

test('a member downloads a film, goes offline and watches it to the end with captions; the progress is sent later', async ({
  page,
  context,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(OFFLINE);
  const member = await newMember(request);
  await signIn(member);
  await startDownload(page, FREE.path, '360p');
  await expectDownloaded(page, FREE.title);
  await expectOfflineApp(page);

  await context.setOffline(true);
  await page.goto('/?app=yes');
  await expect(page).toHaveURL(/\/downloads$/);
  await waitForHydration(page);
  await rowOf(page, FREE.title)
    .getByRole('link', { name: `Play ${FREE.title}` })
    .click();
  await expectPlaying(page);
  await page.keyboard.press('c');
  await expect(page.locator('[data-captions]').first()).not.toBeEmpty();
  await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Back to my downloads' }).first().click();
  await expect(rowOf(page, FREE.title)).toContainText('Watched');

  await context.setOffline(false);
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/rpc/save_progress'));
  await page.reload();
  expect((await sent).status()).toBeLessThan(300);
  expect(await timeOf(page)).toBe(0);
});

test('what is stored is as large as was chosen, at two sizes', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  test.slow();
  await signIn(await newMember(request));
  const sums: number[] = [];
  for (const size of ['234p', '360p']) {
    await startDownload(page, FREE.path, size);
    await expectDownloaded(page, FREE.title);
    const files = await storedFiles(page);
    const segments = files.filter(({ file }) => file.endsWith('.m4s'));
    sums.push(segments.reduce((sum, { bytes }) => sum + bytes.length, 0));
    const all = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const [record] = await storedRecords(page, 'downloads');
    // With playlists, headers and captions; the picture for the list is not of the film.
    const poster = files.find(({ file }) => file === 'poster')?.bytes.length ?? 0;
    expect((all - poster) / Number(record?.bytes)).toBeGreaterThan(0.9);
    expect((all - poster) / Number(record?.bytes)).toBeLessThan(1.1);
  }
  // As in film.json of the demo's stream.
  expect(sums).toEqual([87_312, 130_864]);
});
