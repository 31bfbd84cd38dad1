import { execFileSync, spawnSync } from 'node:child_process';
import { createDecipheriv } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, setOptions, type types } from 'hls-parser';
import { expect } from 'vitest';
import { ivFor } from '../src/encrypt-segments.ts';
import type { Film } from '../src/film.ts';
import { parseBoxes } from '../src/mp4-boxes.ts';

setOptions({ strictMode: true });

export interface Decoded {
  streams: {
    codec_type: string;
    profile?: string;
    level?: number;
    width?: number;
    height?: number;
    pix_fmt?: string;
    field_order?: string;
    channels?: number;
    avg_frame_rate?: string;
    nb_read_frames: string;
  }[];
  keyTimes: number[];
  lastTime: number;
}

/** Decrypts and decodes every folder of a stream and checks it against its playlists. */
export function verifyStream(
  folder: string,
  key: Buffer,
): { film: Film; rungs: Map<string, Decoded>; master: string } {
  const film = JSON.parse(readFileSync(join(folder, 'film.json'), 'utf8')) as Film;
  const master = readFileSync(join(folder, 'master.m3u8'), 'utf8');
  expect(parse(master).isMasterPlaylist).toBe(true);
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  );
  const rungs = new Map<string, Decoded>();
  for (const { name } of names) rungs.set(name, verifyFolder(folder, name, key));
  for (const variant of parseMaster(master).variants) checkVariant(folder, variant, film);
  return { film, rungs, master };
}

const parseMaster = (text: string): types.MasterPlaylist => parse(text) as types.MasterPlaylist;
export const parseMedia = (folder: string, name: string): types.MediaPlaylist =>
  parse(readFileSync(join(folder, name, 'playlist.m3u8'), 'utf8')) as types.MediaPlaylist;

function verifyFolder(folder: string, name: string, key: Buffer): Decoded {
  const playlist = parseMedia(folder, name);
  expect(playlist.endlist).toBe(true);
  const listed = playlist.segments.map(({ uri }) => uri);
  expect(readdirSync(join(folder, name)).toSorted()).toEqual(
    [...listed, 'init.mp4', 'playlist.m3u8'].toSorted(),
  );
  for (const { duration } of playlist.segments)
    expect(Math.round(duration)).toBeLessThanOrEqual(playlist.targetDuration);
  const decoded = decode(folder, name, key);
  const total = playlist.segments.reduce((sum, { duration }) => sum + duration, 0);
  // Each segment starts with a key frame at the time given by the playlist.
  if (decoded.keyTimes.length > 0) {
    let time = 0;
    const starts = playlist.segments.map(({ duration }) => {
      time += duration;
      return time - duration;
    });
    expect(decoded.keyTimes.length).toBe(starts.length);
    for (const [n, start] of starts.entries()) expect(decoded.keyTimes[n]).toBeCloseTo(start, 2);
  }
  expect(decoded.lastTime).toBeLessThanOrEqual(total + 0.1);
  return decoded;
}

/** The names of the boxes of each segment, in order. */
export function segmentBoxes(folder: string, name: string, key: Buffer): string[][] {
  return parseMedia(folder, name).segments.map(({ uri }) => {
    const decipher = createDecipheriv('aes-128-cbc', key, ivFor(key, name));
    const plain = [decipher.update(readFileSync(join(folder, name, uri))), decipher.final()];
    return (parseBoxes(Buffer.concat(plain)) ?? []).map((box) => box.name);
  });
}

const LOCAL = ['-protocol_whitelist', 'file,crypto', '-allowed_extensions', 'ALL'];

/** Writes a copy of the playlist whose key is a file beside it, for ffmpeg. A player would fetch the key by URL. */
function withKeyFile<Result>(
  folder: string,
  name: string,
  key: Buffer,
  read: (playlist: string) => Result,
): Result {
  const [keyFile, playlist] = [join(folder, name, 'key.bin'), join(folder, name, 'with-key-file.m3u8')];
  writeFileSync(keyFile, key);
  writeFileSync(
    playlist,
    readFileSync(join(folder, name, 'playlist.m3u8'), 'utf8').replace('../key', 'key.bin'),
  );
  try {
    return read(playlist);
  } finally {
    rmSync(keyFile);
    rmSync(playlist);
  }
}

/** The log of ffmpeg decoding a rung to its end. */
export function decodeWithLog(folder: string, name: string, key: Buffer, filters: string[]): string {
  return withKeyFile(folder, name, key, (playlist) =>
    execFileSync(
      'sh',
      [
        '-c',
        'exec ffmpeg -hide_banner -nostdin "$@" -f null - 2>&1',
        'sh',
        ...LOCAL,
        '-i',
        playlist,
        ...filters,
      ],
      { encoding: 'utf8' },
    ),
  );
}

/** The luma of every frame of a rung, 160 × 90, one behind the other. */
export function decodeLuma(folder: string, name: string, key: Buffer): Buffer[] {
  const size = 160 * 90;
  const bytes = withKeyFile(folder, name, key, (playlist) =>
    execFileSync(
      'ffmpeg',
      [
        ...['-v', 'error', '-nostdin', ...LOCAL, '-i', playlist, '-an', '-vsync', 'passthrough'],
        ...['-vf', 'scale=160:90,format=gray', '-f', 'rawvideo', '-'],
      ],
      { maxBuffer: 2 ** 28 },
    ),
  );
  return Array.from({ length: bytes.length / size }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
}

/** Every packet of a rung as `type,pts,dts`. */
export const listPackets = (folder: string, name: string, key: Buffer): string[] =>
  withKeyFile(folder, name, key, (playlist) =>
    execFileSync(
      'ffprobe',
      [
        ...['-v', 'error', '-show_entries', 'packet=codec_type,pts,dts', '-of', 'csv=p=0', ...LOCAL],
        playlist,
      ],
      { encoding: 'utf8', maxBuffer: 2 ** 27 },
    )
      .trim()
      .split('\n'),
  );

function decode(folder: string, name: string, key: Buffer): Decoded {
  const args = ['-v', 'error', '-count_frames', '-show_streams', '-show_packets', ...LOCAL, '-of', 'json'];
  const { stdout, stderr } = withKeyFile(folder, name, key, (playlist) =>
    spawnSync('ffprobe', [...args, playlist], { encoding: 'utf8', maxBuffer: 2 ** 27 }),
  );
  // -count_frames decodes every frame and logs errors for those it cannot.
  expect(stderr).toBe('');
  const { streams, packets } = JSON.parse(stdout) as {
    streams: Decoded['streams'];
    packets: { codec_type: string; pts_time: string; flags: string }[];
  };
  const frames = packets.filter(({ codec_type }) => codec_type === 'video');
  return {
    streams,
    keyTimes: frames.filter(({ flags }) => flags.startsWith('K')).map(({ pts_time }) => Number(pts_time)),
    lastTime: Math.max(...(frames.length > 0 ? frames : packets).map(({ pts_time }) => Number(pts_time))),
  };
}

/** What the master playlist declares about a rung must match its files. */
function checkVariant(folder: string, variant: types.Variant, film: Film): void {
  const name = variant.uri.split('/')[0] ?? '';
  if (!variant.isIFrameOnly) {
    const { bandwidth, codecs } = film.rungs.find((rung) => rung.name === name) ?? {};
    expect({ bandwidth: variant.bandwidth, codecs: variant.codecs }).toEqual({ bandwidth, codecs });
  }
  const { segments } = parseMedia(folder, name);
  const measured = { bits: 0, seconds: 0, peak: 0 };
  for (const { uri, duration } of segments) {
    const bits = statSync(join(folder, name, uri)).size * 8;
    measured.bits += bits;
    measured.seconds += duration;
    if (duration > 1.9 || variant.isIFrameOnly) measured.peak = Math.max(measured.peak, bits / duration);
  }
  expect(variant.bandwidth).toBeGreaterThanOrEqual(Math.floor(measured.peak));
  const hasSeparateAudio = variant.audio.length > 0;
  if (!hasSeparateAudio) expect(variant.averageBandwidth).toBe(Math.ceil(measured.bits / measured.seconds));
  else expect(variant.averageBandwidth).toBeGreaterThan(measured.bits / measured.seconds);
}

/** The level in a codec string such as `avc1.64001E`, as the number ffprobe prints. */
export const declaredLevel = (codecs: string): number =>
  Number.parseInt(/avc1\.....(..)/.exec(codecs)?.[1] ?? '', 16);
