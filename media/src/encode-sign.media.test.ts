import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SourceName, sourceFile } from '../test-support/sources.ts';
import { encodeSign } from './encode-sign.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-sign-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface ProbedStream {
  codec_type: string;
  codec_name: string;
  width: number;
  height: number;
  avg_frame_rate: string;
  bit_rate: string;
}
const describeFile = (file: string) => {
  const read = (...args: string[]): string =>
    execFileSync('ffprobe', ['-v', 'error', ...args, file], { encoding: 'utf8' });
  const { streams } = JSON.parse(read('-show_streams', '-of', 'json')) as { streams: ProbedStream[] };
  const keyFrames = read('-skip_frame', 'nokey', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0');
  return { streams, keyFrames: keyFrames.match(/[\d.]+/g)?.map(Number) };
};

test.each<[SourceName, { width: number; height: number; rate: string; seconds: number }]>([
  ['phone.mp4', { width: 202, height: 360, rate: '25/1', seconds: 3 }],
  ['two-languages.mkv', { width: 640, height: 360, rate: '24000/1001', seconds: 5 }],
  ['interlaced.ts', { width: 352, height: 288, rate: '25/1', seconds: 3 }],
])('%s becomes a small video without sound', async (name, { width, height, rate, seconds }) => {
  const file = join(folder, `${name}.mp4`);
  const made = await encodeSign({ source: sourceFile(folder, name), file, limits: { spareDisk: 0 } });
  const { streams, keyFrames } = describeFile(file);
  expect(streams).toMatchObject([
    { codec_type: 'video', codec_name: 'h264', width, height, avg_frame_rate: rate },
  ]);
  expect(Math.abs(made.duration - seconds)).toBeLessThan(0.2);
  expect(keyFrames?.map(Math.round)).toEqual(seconds === 5 ? [0, 2, 4] : [0, 2]);
  const bytes = readFileSync(file);
  expect(made.bytes).toBe(bytes.length);
  // The index comes first: a player can begin before it has the whole file.
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
});

test('much detail is held to 200 kbit/s', async () => {
  const source = join(folder, 'noise.mp4');
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=12,noise=alls=20:allf=t'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', source],
  ]);
  const { bytes, duration } = await encodeSign({ source, file: join(folder, 'held.mp4') });
  expect((bytes * 8) / duration).toBeLessThan(230_000);
});

test.each([
  ['media_empty', Buffer.alloc(0)],
  ['media_not_a_film', Buffer.from('no film at all, only words '.repeat(50))],
  ['media_broken', 'cut'],
])('what cannot be used fails with its reason: %s', async (key, bytes) => {
  const source = join(folder, `${key}.mp4`);
  writeFileSync(
    source,
    bytes === 'cut' ? readFileSync(sourceFile(folder, 'silent.mp4')).subarray(0, 2000) : bytes,
  );
  await expect(encodeSign({ source, file: join(folder, 'none.mp4') })).rejects.toMatchObject({ key });
});

test('sound alone is no video of an interpreter', async () => {
  const source = join(folder, 'sound.mp4');
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=2', '-c:a', 'aac', source]);
  const none = encodeSign({ source, file: join(folder, 'none.mp4') });
  await expect(none).rejects.toMatchObject({ key: 'media_no_picture' });
});
