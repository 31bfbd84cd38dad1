import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SourceName, sourceFile } from '../test-support/sources.ts';
import {
  declaredLevel,
  decodeWithLog,
  parseMedia,
  segmentBoxes,
  verifyStream,
} from '../test-support/verify-stream.ts';
import { encodeFilm } from './encode-film.ts';
import type { Film } from './film.ts';
import { parseBoxes } from './mp4-boxes.ts';
import { CHUNK_SECONDS } from './pass-arguments.ts';
import type { Progress } from './progress.ts';

const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-film-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function encodeSource(name: SourceName) {
  const stream = join(folder, `${name}-stream`);
  await encodeFilm({ source: sourceFile(folder, name), folder: stream, key });
  expect(readdirSync(stream).filter((entry) => entry.startsWith('.'))).toEqual([]);
  return { stream, ...verifyStream(stream, key) };
}

test('a film with two languages gets all rungs, is watchable early and offers audio tracks and subtitles', async () => {
  const stream = join(folder, 'ladder');
  const reports: Progress[] = [];
  let early: Film | undefined;
  const task = { source: sourceFile(folder, 'two-languages.mkv'), folder: stream, key };
  await encodeFilm({
    ...task,
    onProgress: (progress) => reports.push(progress),
    onWatchable: (film) => {
      early = film;
      const { rungs } = verifyStream(stream, key);
      expect([...rungs.keys()].toSorted()).toEqual(['audio', 'audio-1', 'v145', 'v365']);
    },
  });
  expect(early).toMatchObject({ complete: false, storyboard: null });
  const { film, rungs, master } = verifyStream(stream, key);
  expect(film.complete).toBe(true);
  expect(film.rungs.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['v145', 416, 234],
    ['v365', 640, 360],
    ['v730', 854, 480],
    ['v1100', 960, 540],
  ]);
  for (const { name, width, height, codecs } of film.rungs) {
    const [video] = rungs.get(name)?.streams ?? [];
    expect(video).toMatchObject({ profile: 'High', width, height, level: declaredLevel(codecs) });
    expect(parseMedia(stream, name).segments.map(({ duration }) => duration)).toEqual(
      parseMedia(stream, 'v145').segments.map(({ duration }) => duration),
    );
  }
  expect(master).toContain('TYPE=AUDIO,GROUP-ID="low",NAME="Kreyòl ayisyen",LANGUAGE="ht",DEFAULT=YES');
  expect(master).toContain('TYPE=AUDIO,GROUP-ID="high",NAME="Français",LANGUAGE="fr",DEFAULT=NO');
  expect(rungs.get('iframes')?.keyTimes).toEqual([0, 2, 4]);
  const percents = reports.map(({ percent }) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(reports.at(-1)).toMatchObject({ stage: 'second', secondsLeft: expect.any(Number) });

  expect(film.subtitles).toEqual([
    { file: 'subs-0-ht.vtt', language: 'ht', name: 'Kreyòl ayisyen', kind: 'subtitles' },
  ]);
  expect(readFileSync(join(stream, 'subs-0-ht.vtt'), 'utf8')).toMatch(
    // Timestamps start with the encoder delay of the audio, a few silent samples.
    /00:00:00\.5\d\d --> 00:00:02\.0\d\d\nBonswa &amp; <b>byenvini<\/b>/,
  );
  expect(await sharp(join(stream, 'poster.jpg')).metadata()).toMatchObject({ width: 960, height: 540 });
  expect(film.preview).toMatch(/^data:image\/webp;base64,.{40,500}$/);
  expect(film.storyboard).toMatchObject({ sheets: 1, interval: 2, width: 160, height: 90 });
  expect(await sharp(join(stream, 'storyboard-1.jpg')).metadata()).toMatchObject({ width: 800, height: 450 });
  expect(readFileSync(join(stream, 'storyboard.vtt'), 'utf8')).toContain(
    'storyboard-1.jpg#xywh=320,0,160,90',
  );

  // A second run finds everything complete.
  expect(await encodeFilm({ ...task, onProgress: () => expect.fail('encoded again') })).toEqual(film);
});

test('a segment has a chunk for every half second, also the first', async () => {
  const { stream } = await encodeSource('surround.mkv');
  const init = parseBoxes(readFileSync(join(stream, 'v145', 'init.mp4')));
  expect(init?.map((box) => box.name)).toEqual(['ftyp', 'moov']);
  const segments = segmentBoxes(stream, 'v145', key);
  for (const [at, { duration }] of parseMedia(stream, 'v145').segments.entries()) {
    const [head, ...chunks] = segments[at] ?? [];
    expect(head).toBe('styp');
    expect(chunks.filter((name) => name === 'moof').length).toBeGreaterThanOrEqual(
      Math.floor(duration / CHUNK_SECONDS) - 1,
    );
    expect(chunks.filter((_, place) => place % 2 === 0)).toEqual(Array(chunks.length / 2).fill('moof'));
  }
});

test('a portrait phone clip stays portrait, and its low rungs have every second frame', async () => {
  const { film, rungs } = await encodeSource('phone.mp4');
  expect(film.rungs.map(({ name, width, height, frame_rate }) => [name, width, height, frame_rate])).toEqual([
    ['v145', 234, 416, 30],
    ['v365', 360, 640, 30],
  ]);
  expect(rungs.get('v365')?.streams[0]).toMatchObject({ width: 360, height: 640, nb_read_frames: '90' });
  expect(film.audio_only?.bytes).toBeGreaterThan(1000);
});

test('a variable frame rate becomes constant, and a small film is never enlarged', async () => {
  const { film, rungs } = await encodeSource('uneven.mkv');
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

test('a film without audio has no audio-only playlist; ten bits become eight', async () => {
  const { film, stream, master, rungs } = await encodeSource('ten-bit.mkv');
  expect(film).toMatchObject({ audio: [], audio_only: null });
  expect(master).not.toContain('mp4a');
  expect(existsSync(join(stream, 'audio.m3u8'))).toBe(false);
  expect(rungs.get('v365')?.streams).toEqual([
    expect.objectContaining({ pix_fmt: 'yuv420p', profile: 'High' }),
  ]);
});

test('quiet surround sound becomes stereo at the target loudness', async () => {
  const { film, rungs, stream } = await encodeSource('surround.mkv');
  expect(rungs.get('audio')?.streams[0]).toMatchObject({ channels: 2, profile: 'LC' });
  expect(film.gains[0]).toBeGreaterThan(5);
  const log = decodeWithLog(stream, 'v145', key, ['-vn', '-af', 'ebur128']);
  const loudness = Number(/.*I:\s+(-?[\d.]+) LUFS\s+Threshold/s.exec(log)?.[1]);
  expect(Math.abs(loudness + 16)).toBeLessThan(1.5);
});

test('interlaced video becomes progressive', async () => {
  const { rungs, stream } = await encodeSource('interlaced.ts');
  expect(rungs.get('v365')?.streams[0]).toMatchObject({ avg_frame_rate: '25/1' });
  const log = decodeWithLog(stream, 'v365', key, ['-an', '-vf', 'idet']);
  expect(Number(/Multi frame detection:.*Progressive:\s*(\d+)/.exec(log)?.[1])).toBeGreaterThan(60);
});

test('a truncated film is rejected and leaves an empty folder', async () => {
  const whole = readFileSync(sourceFile(folder, 'uneven.mkv'));
  const half = join(folder, 'half.mkv');
  writeFileSync(half, whole.subarray(0, whole.length / 2));
  const stream = join(folder, 'half-stream');
  await expect(encodeFilm({ source: half, folder: stream, key })).rejects.toMatchObject({
    key: 'media_broken',
  });
  expect(readdirSync(stream).filter((name) => name !== 'poster.jpg')).toEqual([]);
});

test('a described sound track is never the default, and playlists and film.json say what the tracks are', async () => {
  const { film, master } = await encodeSource('described.mkv');
  expect(film.audio.map(({ kind, default: first }) => [kind, first])).toEqual([
    ['description', false],
    ['main', true],
  ]);
  expect(film.subtitles).toMatchObject([{ language: 'ht', kind: 'captions' }]);
  const [description, main] = master.split('\n').filter((line) => line.includes('GROUP-ID="low"'));
  expect(description).toContain(
    'DEFAULT=NO,AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video"',
  );
  expect(main).toContain('DEFAULT=YES,AUTOSELECT=YES,CHANNELS');
  expect(main).toContain('URI="audio/playlist.m3u8"');
});
