import { expect, test } from 'vitest';
import { checkPlaylists } from './check-playlists.ts';
import {
  FilmFileError,
  type FilmHeader,
  hashOf,
  openFilmFile,
  parseHeader,
  writeHeader,
} from './film-file.ts';

const STREAM = '11111111-1111-4111-8111-111111111111';
const FILM = '22222222-2222-4222-8222-222222222222';
const MASTER =
  '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:BANDWIDTH=76736,CODECS="avc1.64000C,mp4a.40.2",RESOLUTION=416x234,FRAME-RATE=15.000\nv145/playlist.m3u8\n';
const MEDIA =
  '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI="init.mp4"\n#EXT-X-KEY:METHOD=AES-128,URI="../key",IV=0x00112233445566778899aabbccddeeff\n#EXTINF:4,\n00000.m4s\n#EXT-X-ENDLIST\n';
const FILES: Record<string, string> = {
  'master.m3u8': MASTER,
  'v145/playlist.m3u8': MEDIA,
  'v145/init.mp4': 'head',
  'v145/00000.m4s': 'encrypted',
  'subs-0-ht.vtt': 'encrypted too',
};

async function headerOf(files: Record<string, string>): Promise<FilmHeader> {
  const parts = await Promise.all(
    Object.entries(files).map(async ([file, text]) => {
      const bytes = new TextEncoder().encode(text);
      return { file, bytes: bytes.length, hash: await hashOf(bytes) };
    }),
  );
  return { media: 'movie', id: FILM, stream: STREAM, rung: 'v145', name: 'Machann Solèy', parts };
}

async function fileOf(files = FILES): Promise<Uint8Array<ArrayBuffer>> {
  const header = await writeHeader(await headerOf(files));
  return new Uint8Array(await new Blob([header, ...Object.values(files)]).arrayBuffer());
}

async function problemOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  try {
    const opened = await openFilmFile(new Blob([bytes]));
    await checkPlaylists(opened);
    for (const part of opened.header.parts) await opened.readPart(part);
    return undefined;
  } catch (error) {
    if (error instanceof FilmFileError) return error.problem;
    throw error;
  }
}

test('a film that was written is read as it was', async () => {
  const opened = await openFilmFile(new Blob([await fileOf()]));
  expect(opened.header).toEqual(await headerOf(FILES));
  for (const part of opened.header.parts)
    expect(new TextDecoder().decode(await opened.readPart(part))).toBe(FILES[part.file]);
  expect(await problemOf(await fileOf())).toBeUndefined();
});

test('no file has a key, and its header names none', async () => {
  const { parts, ...rest } = await headerOf(FILES);
  expect(Object.keys(rest).toSorted()).toEqual(['id', 'media', 'name', 'rung', 'stream']);
  expect(parts.some(({ file }) => file.includes('key'))).toBe(false);
});

test('each kind of damage has its own answer', async () => {
  const whole = await fileOf();
  const changed = (at: number) => whole.with(at, (whole[at] ?? 0) ^ 1) as Uint8Array<ArrayBuffer>;
  expect(await problemOf(new Uint8Array())).toBe('not_ours');
  expect(await problemOf(new TextEncoder().encode('PK\u0003\u0004 some other file'))).toBe('not_ours');
  expect(await problemOf(changed(11))).toBe('damaged'); // version 0
  expect(await problemOf(whole.with(11, 2) as Uint8Array<ArrayBuffer>)).toBe('newer');
  expect(await problemOf(changed(60))).toBe('damaged');
  expect(await problemOf(changed(whole.length - 1))).toBe('damaged');
  expect(await problemOf(new Uint8Array([...whole, 0]))).toBe('damaged');
  for (const length of [9, 47, 48, 60, whole.length - 1])
    expect(await problemOf(whole.slice(0, length)), String(length)).toBe('cut_off');
});

test('a header of four gigabytes is not read', async () => {
  const whole = await fileOf();
  whole.set([0xff, 0xff, 0xff, 0xff], 12);
  expect(await problemOf(whole)).toBe('damaged');
});

test('every changed byte of a file is noticed', async () => {
  const whole = await fileOf();
  for (let at = 0; at < whole.length; at += 7)
    expect(
      await problemOf(whole.with(at, (whole[at] ?? 0) ^ 0x10) as Uint8Array<ArrayBuffer>),
      `byte ${at}`,
    ).toBeDefined();
});

test.each<[string, (header: Record<string, unknown>) => unknown]>([
  ['no object', () => 'text'],
  ['null', () => null],
  ['another kind of title', (h) => ({ ...h, media: 'series' })],
  ['an id that is none', (h) => ({ ...h, id: '../../admin' })],
  ['a stream that is none', (h) => ({ ...h, stream: 'x' })],
  ['a size that is a path', (h) => ({ ...h, rung: '../v145' })],
  ['a name of a megabyte', (h) => ({ ...h, name: 'x'.repeat(1_000_000) })],
  ['a name with control characters', (h) => ({ ...h, name: 'a\u0000b' })],
  ['no parts', (h) => ({ ...h, parts: [] })],
  ['parts that are no list', (h) => ({ ...h, parts: { length: 3 } })],
  ['too many parts', (h) => ({ ...h, parts: new Array(20_001).fill(['poster', 1, 'a'.repeat(64)]) })],
  ['a part twice', (h) => ({ ...h, parts: [...(h.parts as unknown[]), ...(h.parts as unknown[])] })],
  ['a part outside of the film', (h) => ({ ...h, parts: [['../poster', 1, 'a'.repeat(64)]] })],
  ['a part of a web page', (h) => ({ ...h, parts: [['index.html', 1, 'a'.repeat(64)]] })],
  ['a part of no length', (h) => ({ ...h, parts: [['poster', -1, 'a'.repeat(64)]] })],
  ['a part of half a byte', (h) => ({ ...h, parts: [['poster', 0.5, 'a'.repeat(64)]] })],
  ['a part of an exabyte', (h) => ({ ...h, parts: [['poster', 1e18, 'a'.repeat(64)]] })],
  ['a part without a hash', (h) => ({ ...h, parts: [['poster', 1, '']] })],
])('a header with %s is refused', async (_, change) => {
  const { parts, ...rest } = await headerOf(FILES);
  const plain = { ...rest, parts: parts.map(({ file, bytes, hash }) => [file, bytes, hash]) };
  expect(() => parseHeader(JSON.stringify(plain))).not.toThrow();
  expect(() => parseHeader(JSON.stringify(change(plain)))).toThrow(FilmFileError);
});

test.each<[string, Record<string, string>]>([
  [
    'another server for the film',
    { 'v145/playlist.m3u8': MEDIA.replace('00000.m4s', 'https://evil.example/00000.m4s') },
  ],
  ['another key', { 'v145/playlist.m3u8': MEDIA.replace('../key', 'https://evil.example/key') }],
  ['another header', { 'v145/playlist.m3u8': MEDIA.replace('init.mp4', '//evil.example/init.mp4') }],
  [
    'a tag of another kind',
    { 'v145/playlist.m3u8': `${MEDIA}#EXT-X-DATERANGE:X-URL="https://evil.example"\n` },
  ],
  ['another playlist', { 'master.m3u8': MASTER.replace('v145/', 'https://evil.example/') }],
  ['a further playlist', { 'master.m3u8': `${MASTER}v365/playlist.m3u8\n` }],
  ['segments that are not there', { 'v145/playlist.m3u8': MEDIA.replace('00000.m4s', '00001.m4s') }],
  ['parts that no playlist names', { 'v365/00000.m4s': 'more' }],
])('a file whose playlists name %s is refused', async (_, changes) => {
  expect(await problemOf(await fileOf({ ...FILES, ...changes }))).toBe('damaged');
});
