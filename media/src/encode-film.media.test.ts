import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SourceName, sourceFile } from '../test-support/sources.ts';
import { asMedia, declaredLevel, decodeAloud, watchStream } from '../test-support/watch-stream.ts';
import { encodeFilm } from './encode-film.ts';
import type { Film } from './film.ts';
import type { Progress } from './progress.ts';

const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-film-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function made(name: SourceName) {
  const stream = join(folder, `${name}-stream`);
  await encodeFilm({ source: sourceFile(folder, name), folder: stream, key });
  expect(readdirSync(stream).filter((entry) => entry.startsWith('.'))).toEqual([]);
  return { stream, ...watchStream(stream, key) };
}

test('a film with two languages becomes a whole ladder, watchable early, with sound and subtitles to choose', async () => {
  const stream = join(folder, 'ladder');
  const told: Progress[] = [];
  let early: Film | undefined;
  const task = { source: sourceFile(folder, 'two-languages.mkv'), folder: stream, key };
  await encodeFilm({
    ...task,
    onProgress: (progress) => told.push(progress),
    onWatchable: (film) => {
      early = film;
      const { rungs } = watchStream(stream, key);
      expect([...rungs.keys()].toSorted()).toEqual(['audio', 'audio-1', 'v145', 'v365']);
    },
  });
  expect(early).toMatchObject({ complete: false, storyboard: null });
  const { film, rungs, master } = watchStream(stream, key);
  expect(film.complete).toBe(true);
  expect(film.rungs.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['v145', 416, 234],
    ['v365', 640, 360],
    ['v730', 854, 480],
    ['v1100', 960, 540],
  ]);
  for (const { name, width, height, codecs } of film.rungs) {
    const [picture] = rungs.get(name)?.streams ?? [];
    expect(picture).toMatchObject({ profile: 'High', width, height, level: declaredLevel(codecs) });
    expect(asMedia(stream, name).segments.map(({ duration }) => duration)).toEqual(
      asMedia(stream, 'v145').segments.map(({ duration }) => duration),
    );
  }
  expect(master).toContain('TYPE=AUDIO,GROUP-ID="low",NAME="Kreyòl ayisyen",LANGUAGE="ht",DEFAULT=YES');
  expect(master).toContain('TYPE=AUDIO,GROUP-ID="high",NAME="Français",LANGUAGE="fr",DEFAULT=NO');
  expect(rungs.get('iframes')?.keyTimes).toEqual([0, 2, 4]);
  const percents = told.map(({ percent }) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(told.at(-1)).toMatchObject({ stage: 'second', secondsLeft: expect.any(Number) });

  expect(film.subtitles).toEqual([{ file: 'subs-0-ht.vtt', language: 'ht', name: 'Kreyòl ayisyen' }]);
  expect(readFileSync(join(stream, 'subs-0-ht.vtt'), 'utf8')).toMatch(
    // The container lets everything begin with the sound's first, silent samples.
    /00:00:00\.5\d\d --> 00:00:02\.0\d\d\nBonswa &amp; <b>byenvini<\/b>/,
  );
  expect(await sharp(join(stream, 'poster.jpg')).metadata()).toMatchObject({ width: 960, height: 540 });
  expect(film.preview).toMatch(/^data:image\/webp;base64,.{40,500}$/);
  expect(film.storyboard).toMatchObject({ sheets: 1, interval: 2, width: 160, height: 90 });
  expect(await sharp(join(stream, 'storyboard-1.jpg')).metadata()).toMatchObject({ width: 800, height: 450 });
  expect(readFileSync(join(stream, 'storyboard.vtt'), 'utf8')).toContain(
    'storyboard-1.jpg#xywh=320,0,160,90',
  );

  // Asked again, it finds everything in place.
  expect(await encodeFilm({ ...task, onProgress: () => expect.fail('worked again') })).toEqual(film);
});

test('a phone clip held upright stands upright, and its low rungs show every second picture', async () => {
  const { film, rungs } = await made('phone.mp4');
  expect(film.rungs.map(({ name, width, height, frame_rate }) => [name, width, height, frame_rate])).toEqual([
    ['v145', 234, 416, 30],
    ['v365', 360, 640, 30],
  ]);
  expect(rungs.get('v365')?.streams[0]).toMatchObject({ width: 360, height: 640, nb_read_frames: '90' });
  expect(film.audio_only?.bytes).toBeGreaterThan(1000);
});

test('uneven pictures become even ones, and a small film is never enlarged', async () => {
  const { film, rungs } = await made('uneven.mkv');
  expect(film.rungs.map(({ width, height }) => [width, height])).toEqual([
    [320, 180],
    [320, 180],
  ]);
  expect(rungs.get('v145')?.streams[0]).toMatchObject({
    avg_frame_rate: '30/1',
    nb_read_frames: expect.stringMatching(/^15[01]$/),
  });
  expect(film.duration).toBeCloseTo(5, 0);
});

test('a silent film stays silent and has no audio-only playlist; its ten bits become eight', async () => {
  const { film, stream, master, rungs } = await made('ten-bit.mkv');
  expect(film).toMatchObject({ audio: [], audio_only: null });
  expect(master).not.toContain('mp4a');
  expect(existsSync(join(stream, 'audio.m3u8'))).toBe(false);
  expect(rungs.get('v365')?.streams).toEqual([
    expect.objectContaining({ pix_fmt: 'yuv420p', profile: 'High' }),
  ]);
});

test('quiet surround sound becomes stereo at the house’s loudness', async () => {
  const { film, rungs, stream } = await made('surround.mkv');
  expect(rungs.get('audio')?.streams[0]).toMatchObject({ channels: 2, profile: 'LC' });
  expect(film.gains[0]).toBeGreaterThan(5);
  const said = decodeAloud(stream, 'v145', key, ['-vn', '-af', 'ebur128']);
  const loudness = Number(/.*I:\s+(-?[\d.]+) LUFS\s+Threshold/s.exec(said)?.[1]);
  expect(Math.abs(loudness + 16)).toBeLessThan(1.5);
});

test('half pictures become whole ones', async () => {
  const { rungs, stream } = await made('interlaced.ts');
  expect(rungs.get('v365')?.streams[0]).toMatchObject({ avg_frame_rate: '25/1' });
  const said = decodeAloud(stream, 'v365', key, ['-an', '-vf', 'idet']);
  expect(Number(/Multi frame detection:.*Progressive:\s*(\d+)/.exec(said)?.[1])).toBeGreaterThan(60);
});

test('a film that ends in the middle of its data is refused, and leaves nothing but the folder', async () => {
  const whole = readFileSync(sourceFile(folder, 'uneven.mkv'));
  const half = join(folder, 'half.mkv');
  writeFileSync(half, whole.subarray(0, whole.length / 2));
  const stream = join(folder, 'half-stream');
  await expect(encodeFilm({ source: half, folder: stream, key })).rejects.toMatchObject({
    key: 'media_broken',
  });
  expect(readdirSync(stream).filter((name) => name !== 'poster.jpg')).toEqual([]);
});
