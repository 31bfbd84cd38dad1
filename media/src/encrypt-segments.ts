import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFull, MediaError } from './media-error.ts';
import { isCompleteSegment, readCodecs, splitInit } from './mp4-boxes.ts';
import { formatMediaPlaylist, parseSegments, type Segment } from './playlists.ts';

/** One output folder with its encrypted segments. */
export interface EncodedFolder {
  name: string;
  segments: Segment[];
  codecs: string[];
}

/** One IV per folder, so that equal segment headers encrypt differently in every rung. */
export const ivFor = (key: Buffer, name: string): Buffer =>
  createHmac('sha256', key).update(name).digest().subarray(0, 16);

interface Options {
  folder: string;
  name: string;
  key: Buffer;
  kind?: 'all' | 'key frames';
  signal?: AbortSignal | undefined;
}

/** Encrypts every segment of a finished folder in place and writes its playlist. */
export async function encryptSegments({
  folder,
  name,
  key,
  kind = 'all',
  signal,
}: Options): Promise<EncodedFolder> {
  const path = join(folder, name);
  const playlist = await readFile(join(path, 'playlist.m3u8'), 'utf8').catch(() => '');
  const listed = parseSegments(playlist);
  if (listed.length === 0) throw new MediaError('media_broken', 'The file holds no playable video.');
  const iv = ivFor(key, name);
  // When ffmpeg writes chunks, those of the first segment are behind the header.
  const { init, chunks } = splitInit(await readFile(join(path, 'init.mp4')));
  await writeFile(join(path, 'init.mp4'), init);
  const segments: Segment[] = [];
  for (const { file, duration } of listed) {
    signal?.throwIfAborted();
    const segmentPath = join(path, file);
    const written = await readFile(segmentPath);
    const plain = segments.length === 0 ? Buffer.concat([written, chunks]) : written;
    // ffmpeg's muxer does not always notice that a disk is full.
    if (!isCompleteSegment(plain)) throw diskFull(`${name}/${file} was cut off`);
    const cipher = createCipheriv('aes-128-cbc', key, iv);
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
    await writeFile(`${segmentPath}.new`, encrypted);
    await rename(`${segmentPath}.new`, segmentPath);
    segments.push({ file, duration, bytes: encrypted.length });
  }
  await writeFile(join(path, 'playlist.m3u8'), formatMediaPlaylist(segments, iv, kind));
  return { name, segments, codecs: readCodecs(init) };
}

/** Reads a finished folder; undefined if it is missing, incomplete or encrypted with another key. */
export async function readEncodedFolder(
  folder: string,
  name: string,
  key: Buffer,
): Promise<EncodedFolder | undefined> {
  try {
    const path = join(folder, name);
    const listed = parseSegments(await readFile(join(path, 'playlist.m3u8'), 'utf8'));
    const [first] = listed;
    if (!first || !canDecrypt(await readFile(join(path, first.file)), key, ivFor(key, name)))
      return undefined;
    const segments: Segment[] = [];
    for (const { file, duration } of listed) {
      const { size } = await stat(join(path, file));
      segments.push({ file, duration, bytes: size });
    }
    return { name, segments, codecs: readCodecs(await readFile(join(path, 'init.mp4'))) };
  } catch {
    return undefined;
  }
}

function canDecrypt(encrypted: Buffer, key: Buffer, iv: Buffer): boolean {
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, iv);
    return isCompleteSegment(Buffer.concat([decipher.update(encrypted), decipher.final()]));
  } catch {
    return false;
  }
}
