import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldTitle, readFolder } from './read-folder.ts';

test('a folder of files reads as films, episodes and their subtitles; the rest is left alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-import-'));
  mkdirSync(join(folder, 'seri'));
  for (const name of [
    'Lanmè_ble.MP4',
    'Lanmè_ble.fr.srt',
    'Lanmè_ble.ht.vtt',
    'notes.txt',
    '.hidden.mp4',
    'seri/Bri Kouran S02E03.mkv',
  ]) {
    writeFileSync(join(folder, name), 'x');
  }
  const films = await readFolder(folder);
  expect(films).toMatchObject([
    {
      title: 'Lanmè ble',
      extension: 'mp4',
      bytes: 1,
      episode: undefined,
      subtitles: [{ language: 'fr' }, { language: 'ht' }],
    },
    { extension: 'mkv', episode: { series: 'Bri Kouran', season: 2, number: 3 }, subtitles: [] },
  ]);
  expect(foldTitle('Lanmè  BLE!')).toBe(foldTitle('lanme-ble'));
  rmSync(folder, { recursive: true });
});
