import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceFile } from '../test-support/sources.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { MediaError } from './media-error.ts';
import { probe } from './probe.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-probe-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, contents: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, contents);
  return file;
}
const whyNot = (file: string, limits = {}): Promise<string> =>
  probe(file, { limits }).then(
    () => 'taken',
    (error: MediaError) => error.key,
  );

test('a file without a byte is refused as empty', async () => {
  expect(await whyNot(written('nothing.mp4', ''))).toBe('media_empty');
});

test('a text that is called .mp4, noise and a still picture are not films', async () => {
  expect(await whyNot(written('letter.mp4', 'Chè zanmi, mwen ekri ou lèt sa a.\n'.repeat(200)))).toBe(
    'media_not_a_film',
  );
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919 + 13) % 251));
  expect(await whyNot(written('noise.mp4', noise))).toBe('media_not_a_film');
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  expect(await whyNot(written('dot.mp4', Buffer.from(dot, 'base64')))).toBe('media_not_a_film');
});

test('a list of other files or addresses is refused, whatever it is called', async () => {
  const film = sourceFile(folder, 'silent.mp4');
  const lists = {
    'playlist.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n`,
    'joined.mp4': `ffconcat version 1.0\nfile '${film}'\n`,
    'dash.mp4': `<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>\n`,
  };
  for (const [name, list] of Object.entries(lists))
    expect([name, await whyNot(written(name, list))]).toEqual([name, 'media_refers_elsewhere']);
});

test('a film whose tracks lie in another file is refused', async () => {
  const bytes = readFileSync(sourceFile(folder, 'silent.mp4'));
  const entry = bytes.indexOf('url ', bytes.indexOf('dref'));
  // The flag that says "the data is in this file", taken away.
  bytes.writeUInt32BE(0, entry + 4);
  expect(await whyNot(written('borrowed.mp4', bytes))).toBe('media_refers_elsewhere');
});

test('half of a file is refused as broken: without its index, or without its end', async () => {
  const bytes = readFileSync(sourceFile(folder, 'silent.mp4'));
  expect(await whyNot(written('half.mp4', bytes.subarray(0, bytes.length / 2)))).toBe('media_broken');
  const mkv = readFileSync(sourceFile(folder, 'ten-bit.mkv'));
  expect(await whyNot(written('head.mkv', mkv.subarray(0, 300)))).toBe('media_broken');
});

test('sound without a picture is refused', async () => {
  const { ffmpeg } = await findFfmpeg();
  const { execFileSync } = await import('node:child_process');
  const file = join(folder, 'song.mp4');
  execFileSync(ffmpeg, ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac', file]);
  expect(await whyNot(file)).toBe('media_no_picture');
});

test('a film that is too long or too large is refused', async () => {
  const film = sourceFile(folder, 'silent.mp4');
  expect(await whyNot(film, { sourceSeconds: 2 })).toBe('media_too_long');
  expect(await whyNot(film, { sourceBytes: 1000 })).toBe('media_too_large');
});

test('a name that ffmpeg would read as an instruction is just a name', async () => {
  const odd = join(folder, 'concat:a|b %05d.mp4');
  copyFileSync(sourceFile(folder, 'silent.mp4'), odd);
  expect(await probe(odd)).toMatchObject({ audio: [], video: { width: 320, height: 180 } });
});

test('a film is described as it is shown: turned upright, with its languages', async () => {
  expect(await probe(sourceFile(folder, 'phone.mp4'))).toMatchObject({ video: { width: 360, height: 640 } });
  expect(await probe(sourceFile(folder, 'interlaced.ts'))).toMatchObject({ video: { interlaced: true } });
  const { audio, subtitles } = await probe(sourceFile(folder, 'two-languages.mkv'));
  expect(audio.map(({ language, name, default: first }) => [language, name, first])).toEqual([
    ['ht', 'Kreyòl ayisyen', true],
    ['fr', 'Français', false],
  ]);
  expect(subtitles.map(({ language }) => language)).toEqual(['ht']);
});

test('without ffmpeg there is one sentence about what to install', async () => {
  await expect(findFfmpeg('/nowhere/ffmpeg')).rejects.toMatchObject({
    key: 'media_ffmpeg_missing',
    message: expect.stringContaining('apt install ffmpeg'),
  });
});
