import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { convertSubtitles } from './convert-subtitles.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-subtitles-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function convert(contents: string | Buffer): Promise<string> {
  const [file, out] = [join(folder, 'in'), join(folder, 'out.vtt')];
  writeFileSync(file, contents);
  await convertSubtitles(file, out);
  return readFileSync(out, 'utf8');
}

test('SRT becomes WebVTT: commas, numbers, Windows line ends, unknown tags and bare characters', async () => {
  const srt =
    '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color="red">Sak pase</font> & <i>n ap boule</i>\r\n\r\n2\r\n0:01:02,5 --> 0:01:04,000 X1:40\r\n{\\an8}Anwo <3\r\n\r\n\r\n3\r\n01:00:00,000 --> 01:00:01,000\r\n\r\n';
  expect(await convert(srt)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nSak pase &amp; <i>n ap boule</i>\n\n00:01:02.500 --> 00:01:04.000\nAnwo &lt;3\n',
  );
});

test('WebVTT keeps cue settings and drops notes and styles', async () => {
  const vtt =
    'WEBVTT - Tit\n\nNOTE yon nòt\n\nSTYLE\n::cue { color: red }\n\nkou\n00:03.000 --> 00:04.000 line:10% align:start bad:<x>\nBonjou\n';
  expect(await convert(vtt)).toBe('WEBVTT\n\n00:00:03.000 --> 00:00:04.000 line:10% align:start\nBonjou\n');
});

test('Windows-1252 and UTF-16 are read too', async () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nÇa va, frère\n';
  expect(await convert(Buffer.from(srt, 'latin1'))).toContain('Ça va, frère');
  expect(await convert(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(srt, 'utf16le')]))).toContain(
    'Ça va',
  );
});

test('rejects files that are not subtitles, with the reason', async () => {
  const cases: [string | Buffer, string, string][] = [
    ['', 'media_empty', 'empty'],
    ['Chè zanmi,\n\nsa se yon lèt.\n', 'media_not_subtitles', 'no line has times'],
    ['1\n00:00:05,000 --> 00:00:02,000\nA\n', 'media_not_subtitles', 'before it begins'],
    ['1\n00:xx --> 00:00:02,000\nA\n', 'media_not_subtitles', 'no readable times'],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 8]), 'media_not_subtitles', 'not text'],
  ];
  for (const [contents, key, text] of cases)
    await expect(convert(contents)).rejects.toMatchObject({ key, message: expect.stringContaining(text) });
});
