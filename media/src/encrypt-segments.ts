import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codecsOf, isWholeSegment } from './boxes.ts';
import { diskFull, MediaError } from './media-error.ts';
import { mediaPlaylist, parseSegments, type Segment } from './playlists.ts';

/** What a folder of segments turned out to be. */
export interface Packed {
  name: string;
  segments: Segment[];
  codecs: string[];
}

/** Each folder's own: the same beginning of a segment reads differently in every rung. */
export const ivFor = (key: Buffer, name: string): Buffer =>
  createHmac('sha256', key).update(name).digest().subarray(0, 16);

interface Work {
  folder: string;
  name: string;
  key: Buffer;
  kind?: 'all' | 'key frames';
  signal?: AbortSignal | undefined;
}

/** Encrypts each segment of a finished folder as a whole, in its place, and writes the playlist for them. */
export async function encryptSegments({ folder, name, key, kind = 'all', signal }: Work): Promise<Packed> {
  const place = join(folder, name);
  const playlist = await readFile(join(place, 'playlist.m3u8'), 'utf8').catch(() => '');
  const listed = parseSegments(playlist);
  if (listed.length === 0) throw new MediaError('media_broken', 'The file holds nothing that can be shown.');
  const iv = ivFor(key, name);
  const segments: Segment[] = [];
  for (const { file, duration } of listed) {
    signal?.throwIfAborted();
    const path = join(place, file);
    const plain = await readFile(path);
    // ffmpeg's muxer does not always notice that a disk is full.
    if (!isWholeSegment(plain)) throw diskFull(`${name}/${file} was cut off`);
    const cipher = createCipheriv('aes-128-cbc', key, iv);
    const closed = Buffer.concat([cipher.update(plain), cipher.final()]);
    await writeFile(`${path}.new`, closed);
    await rename(`${path}.new`, path);
    segments.push({ file, duration, bytes: closed.length });
  }
  await writeFile(join(place, 'playlist.m3u8'), mediaPlaylist(segments, iv, kind));
  const codecs = codecsOf(await readFile(join(place, 'init.mp4')));
  return { name, segments, codecs };
}

/** Reads a finished folder again; undefined if it is not there, not whole, or was closed with another key. */
export async function readPacked(folder: string, name: string, key: Buffer): Promise<Packed | undefined> {
  try {
    const place = join(folder, name);
    const listed = parseSegments(await readFile(join(place, 'playlist.m3u8'), 'utf8'));
    const [first] = listed;
    if (!first || !opensWith(await readFile(join(place, first.file)), key, ivFor(key, name)))
      return undefined;
    const segments: Segment[] = [];
    for (const { file, duration } of listed) {
      const { size } = await stat(join(place, file));
      segments.push({ file, duration, bytes: size });
    }
    return { name, segments, codecs: codecsOf(await readFile(join(place, 'init.mp4'))) };
  } catch {
    return undefined;
  }
}

function opensWith(closed: Buffer, key: Buffer, iv: Buffer): boolean {
  try {
    const open = createDecipheriv('aes-128-cbc', key, iv);
    return isWholeSegment(Buffer.concat([open.update(closed), open.final()]));
  } catch {
    return false;
  }
}
