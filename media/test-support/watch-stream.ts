import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, setOptions, type types } from 'hls-parser';
import { expect } from 'vitest';
import type { Film } from '../src/film.ts';

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

/** Everything in a stream that a player would meet, opened with the key and decoded to its end. */
export function watchStream(
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
  for (const { name } of names) rungs.set(name, watchFolder(folder, name, key));
  for (const variant of asMaster(master).variants) checkVariant(folder, variant, film);
  return { film, rungs, master };
}

const asMaster = (text: string): types.MasterPlaylist => parse(text) as types.MasterPlaylist;
export const asMedia = (folder: string, name: string): types.MediaPlaylist =>
  parse(readFileSync(join(folder, name, 'playlist.m3u8'), 'utf8')) as types.MediaPlaylist;

function watchFolder(folder: string, name: string, key: Buffer): Decoded {
  const playlist = asMedia(folder, name);
  expect(playlist.endlist).toBe(true);
  const listed = playlist.segments.map(({ uri }) => uri);
  expect(readdirSync(join(folder, name)).toSorted()).toEqual(
    [...listed, 'init.mp4', 'playlist.m3u8'].toSorted(),
  );
  for (const { duration } of playlist.segments)
    expect(Math.round(duration)).toBeLessThanOrEqual(playlist.targetDuration);
  const decoded = decode(folder, name, key);
  const total = playlist.segments.reduce((sum, { duration }) => sum + duration, 0);
  // Each segment begins with a key frame at the second that the playlist says.
  if (decoded.keyTimes.length > 0) {
    let at = 0;
    const begins = playlist.segments.map(({ duration }) => {
      at += duration;
      return at - duration;
    });
    expect(decoded.keyTimes.length).toBe(begins.length);
    for (const [n, begin] of begins.entries()) expect(decoded.keyTimes[n]).toBeCloseTo(begin, 2);
  }
  expect(decoded.lastTime).toBeLessThanOrEqual(total + 0.1);
  return decoded;
}

const LOCAL = ['-protocol_whitelist', 'file,crypto', '-allowed_extensions', 'ALL'];

/** A player fetches the key from its address; ffmpeg gets it from a file beside the playlist. */
function opened<Answer>(folder: string, name: string, key: Buffer, look: (list: string) => Answer): Answer {
  const [keyFile, list] = [join(folder, name, 'key.bin'), join(folder, name, 'opened.m3u8')];
  writeFileSync(keyFile, key);
  writeFileSync(list, readFileSync(join(folder, name, 'playlist.m3u8'), 'utf8').replace('../key', 'key.bin'));
  try {
    return look(list);
  } finally {
    rmSync(keyFile);
    rmSync(list);
  }
}

/** What ffmpeg says while it decodes a rung to its end. */
export function decodeAloud(folder: string, name: string, key: Buffer, filters: string[]): string {
  return opened(folder, name, key, (list) =>
    execFileSync(
      'sh',
      ['-c', 'exec ffmpeg -hide_banner -nostdin "$@" -f null - 2>&1', 'sh', ...LOCAL, '-i', list, ...filters],
      { encoding: 'utf8' },
    ),
  );
}

function decode(folder: string, name: string, key: Buffer): Decoded {
  const args = ['-v', 'error', '-count_frames', '-show_streams', '-show_packets', ...LOCAL, '-of', 'json'];
  const { stdout, stderr } = opened(folder, name, key, (list) =>
    spawnSync('ffprobe', [...args, list], { encoding: 'utf8', maxBuffer: 2 ** 27 }),
  );
  // It decodes every picture to count them, and complains about those it cannot.
  expect(stderr).toBe('');
  const { streams, packets } = JSON.parse(stdout) as {
    streams: Decoded['streams'];
    packets: { codec_type: string; pts_time: string; flags: string }[];
  };
  const pictures = packets.filter(({ codec_type }) => codec_type === 'video');
  return {
    streams,
    keyTimes: pictures.filter(({ flags }) => flags.startsWith('K')).map(({ pts_time }) => Number(pts_time)),
    lastTime: Math.max(...(pictures.length > 0 ? pictures : packets).map(({ pts_time }) => Number(pts_time))),
  };
}

/** What the master says about a rung must be what its files are. */
function checkVariant(folder: string, variant: types.Variant, film: Film): void {
  const name = variant.uri.split('/')[0] ?? '';
  if (!variant.isIFrameOnly) {
    const { bandwidth, codecs } = film.rungs.find((rung) => rung.name === name) ?? {};
    expect({ bandwidth: variant.bandwidth, codecs: variant.codecs }).toEqual({ bandwidth, codecs });
  }
  const { segments } = asMedia(folder, name);
  const own = { bits: 0, seconds: 0, peak: 0 };
  for (const { uri, duration } of segments) {
    const bits = statSync(join(folder, name, uri)).size * 8;
    own.bits += bits;
    own.seconds += duration;
    if (duration > 1.9 || variant.isIFrameOnly) own.peak = Math.max(own.peak, bits / duration);
  }
  expect(variant.bandwidth).toBeGreaterThanOrEqual(Math.floor(own.peak));
  const apart = variant.audio.length > 0;
  if (!apart) expect(variant.averageBandwidth).toBe(Math.ceil(own.bits / own.seconds));
  else expect(variant.averageBandwidth).toBeGreaterThan(own.bits / own.seconds);
}

/** `avc1.64001E` in numbers, as ffprobe has them. */
export const declaredLevel = (codecs: string): number =>
  Number.parseInt(/avc1\.....(..)/.exec(codecs)?.[1] ?? '', 16);
