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

function writeSource(name: string, contents: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, contents);
  return file;
}
const rejectionKey = (file: string, limits = {}): Promise<string> =>
  probe(file, { limits }).then(
    () => 'accepted',
    (error: MediaError) => error.key,
  );

test('rejects an empty file', async () => {
  expect(await rejectionKey(writeSource('nothing.mp4', ''))).toBe('media_empty');
});

test('rejects text, noise and a still image named .mp4', async () => {
  expect(await rejectionKey(writeSource('text.mp4', 'Chè zanmi, mwen ekri ou lèt sa a.\n'.repeat(200)))).toBe(
    'media_not_a_film',
  );
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919 + 13) % 251));
  expect(await rejectionKey(writeSource('noise.mp4', noise))).toBe('media_not_a_film');
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  expect(await rejectionKey(writeSource('dot.mp4', Buffer.from(dot, 'base64')))).toBe('media_not_a_film');
});

test('rejects playlists of other files or URLs, whatever their name', async () => {
  const film = sourceFile(folder, 'silent.mp4');
  const lists = {
    'playlist.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n`,
    'joined.mp4': `ffconcat version 1.0\nfile '${film}'\n`,
    'dash.mp4': `<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>\n`,
  };
  for (const [name, list] of Object.entries(lists))
    expect([name, await rejectionKey(writeSource(name, list))]).toEqual([name, 'media_refers_elsewhere']);
});

test('rejects a film whose tracks are in another file', async () => {
  const bytes = readFileSync(sourceFile(folder, 'silent.mp4'));
  const entry = bytes.indexOf('url ', bytes.indexOf('dref'));
  // Clears the flag "the data is in this file".
  bytes.writeUInt32BE(0, entry + 4);
  expect(await rejectionKey(writeSource('borrowed.mp4', bytes))).toBe('media_refers_elsewhere');
});

test('rejects truncated files: without the index, or without the end', async () => {
  const bytes = readFileSync(sourceFile(folder, 'silent.mp4'));
  expect(await rejectionKey(writeSource('half.mp4', bytes.subarray(0, bytes.length / 2)))).toBe(
    'media_broken',
  );
  const mkv = readFileSync(sourceFile(folder, 'ten-bit.mkv'));
  expect(await rejectionKey(writeSource('head.mkv', mkv.subarray(0, 300)))).toBe('media_broken');
});

test('rejects audio without video', async () => {
  const { ffmpeg } = await findFfmpeg();
  const { execFileSync } = await import('node:child_process');
  const file = join(folder, 'song.mp4');
  execFileSync(ffmpeg, ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac', file]);
  expect(await rejectionKey(file)).toBe('media_no_picture');
});

test('rejects a film that is too long or too large', async () => {
  const film = sourceFile(folder, 'silent.mp4');
  expect(await rejectionKey(film, { maxSourceSeconds: 2 })).toBe('media_too_long');
  expect(await rejectionKey(film, { maxSourceBytes: 1000 })).toBe('media_too_large');
});

test('a file name that looks like an ffmpeg protocol is only a name', async () => {
  const odd = join(folder, 'concat:a|b %05d.mp4');
  copyFileSync(sourceFile(folder, 'silent.mp4'), odd);
  expect(await probe(odd)).toMatchObject({ audio: [], video: { width: 320, height: 180 } });
});

test('reads the display size after rotation, and the languages of the tracks', async () => {
  expect(await probe(sourceFile(folder, 'phone.mp4'))).toMatchObject({ video: { width: 360, height: 640 } });
  expect(await probe(sourceFile(folder, 'interlaced.ts'))).toMatchObject({ video: { interlaced: true } });
  const { audio, subtitles } = await probe(sourceFile(folder, 'two-languages.mkv'));
  expect(audio.map(({ language, name, default: first }) => [language, name, first])).toEqual([
    ['ht', 'Kreyòl ayisyen', true],
    ['fr', 'Français', false],
  ]);
  expect(subtitles.map(({ language }) => language)).toEqual(['ht']);
});

test('without ffmpeg the error says what to install', async () => {
  await expect(findFfmpeg('/nowhere/ffmpeg')).rejects.toMatchObject({
    key: 'media_ffmpeg_missing',
    message: expect.stringContaining('apt install ffmpeg'),
  });
});
