import { createDecipheriv } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, type types } from 'hls-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceFile } from '../test-support/sources.ts';
import { decodeWithLog, parseMedia } from '../test-support/verify-stream.ts';
import { encodeAv1 } from './encode-av1.ts';
import { ivFor } from './encrypt-segments.ts';
import { canEncodeAv1 } from './find-ffmpeg.ts';
import { isCompleteSegment } from './mp4-boxes.ts';

const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
/** What a finished film above the AV1 rungs has. */
const above = {
  name: 'v1100',
  width: 960,
  height: 540,
  frame_rate: 30,
  bandwidth: 1_000_000,
  average_bandwidth: 900_000,
  codecs: 'avc1.64001F,mp4a.40.2',
  bytes: 10_000_000,
};
const film = { rungs: [{ ...above, name: 'v145' }, { ...above, name: 'v365' }, above], gains: [0] };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-av1-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the low rungs become AV1 with Opus, encrypted; a second run keeps them, and a cut one is continued', async () => {
  expect(await canEncodeAv1()).toBe(true);
  const stream = join(folder, 'stream');
  let made = 0;
  const onRung = async () => {
    made += 1;
  };
  const task = { source: sourceFile(folder, 'uneven.mkv'), folder: stream, key, film, onRung };
  const rungs = await encodeAv1(task);
  expect(made).toBe(2);
  expect(rungs.map(({ name, codecs }) => [name, codecs])).toEqual([
    ['av1-145', 'av01.0.00M.08,opus'],
    ['av1-365', 'av01.0.00M.08,opus'],
  ]);
  const master = parse(readFileSync(join(stream, 'av1.m3u8'), 'utf8')) as types.MasterPlaylist;
  expect(master.variants.map(({ uri, codecs, bandwidth }) => [uri, codecs, bandwidth])).toEqual([
    ...rungs.map(({ name, codecs, bandwidth }) => [`${name}/playlist.m3u8`, codecs, bandwidth]),
    ['v1100/playlist.m3u8', above.codecs, above.bandwidth],
  ]);
  const { segments } = parseMedia(stream, 'av1-365');
  expect(segments.map(({ duration }) => Math.round(duration))).toEqual([4, 1]);
  for (const { uri } of segments) {
    const encrypted = readFileSync(join(stream, 'av1-365', uri));
    expect(isCompleteSegment(encrypted)).toBe(false);
    const decipher = createDecipheriv('aes-128-cbc', key, ivFor(key, 'av1-365'));
    expect(isCompleteSegment(Buffer.concat([decipher.update(encrypted), decipher.final()]))).toBe(true);
  }
  const log = decodeWithLog(stream, 'av1-365', key, []);
  expect(log).toMatch(/Video: av1/);
  expect(log).toMatch(/Audio: opus/);
  expect(Number(/.*frame=\s*(\d+)/s.exec(log)?.[1])).toBeGreaterThan(145);

  // As a process leaves it that was killed in the second rung.
  const times = () =>
    readdirSync(join(stream, 'av1-145')).map((name) => statSync(join(stream, 'av1-145', name)).mtimeMs);
  const first = times();
  rmSync(join(stream, 'av1-365'), { recursive: true });
  rmSync(join(stream, 'av1.m3u8'));
  expect(await encodeAv1(task)).toMatchObject(rungs.map(({ name, codecs }) => ({ name, codecs })));
  expect(times()).toEqual(first);
  expect(made).toBe(3);
  expect(readdirSync(stream).toSorted()).toEqual(['av1-145', 'av1-365', 'av1.m3u8']);

  // Nobody gains by AV1 that is larger.
  rmSync(join(stream, 'av1.m3u8'));
  const tiny = { ...film, rungs: film.rungs.map((rung) => ({ ...rung, bytes: 10 })) };
  expect(await encodeAv1({ ...task, film: tiny })).toEqual([]);
  expect(readdirSync(stream)).toEqual([]);
});

test('a film with several audio tracks gets no AV1', async () => {
  const stream = join(folder, 'two-languages');
  const source = sourceFile(folder, 'two-languages.mkv');
  const task = { source, folder: stream, key, film: { ...film, gains: [0, 0] }, onRung: async () => {} };
  expect(await encodeAv1(task)).toEqual([]);
  expect(readdirSync(stream)).toEqual([]);
});
