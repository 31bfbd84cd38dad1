import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { MediaError } from './media-error.ts';

const PLAYLISTS =
  /^\s*(#EXTM3U|ffconcat|<\?xml[^>]*>\s*<(MPD|SmoothStreaming|smil|asx|playlist)|<(MPD|SmoothStreaming|smil|asx)\b|\[playlist\]|\[reference\]|RTSPtext|v=0\s)/i;
const refersElsewhere = (what: string): MediaError =>
  new MediaError(
    'media_refers_elsewhere',
    `This is ${what}: it refers to other files instead of containing the film.`,
  );
const broken = (detail: string): MediaError =>
  new MediaError('media_broken', 'The file is broken: its end is missing.', detail);

/** Rejects playlists, text and truncated files before ffmpeg opens the file. */
export async function checkContainer(file: string, bytes: number): Promise<{ isKnownContainer: boolean }> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    const head = buffer.subarray(0, bytesRead);
    const text = head.toString('utf8').replace(/^\uFEFF/, '');
    if (PLAYLISTS.test(text)) throw refersElsewhere('a playlist');
    if (isText(head)) throw new MediaError('media_not_a_film', 'This is a text file, not a film.');
    if (isIso(head)) {
      await checkIsoBoxes(handle, bytes);
      return { isKnownContainer: true };
    }
    return { isKnownContainer: isContainer(head) };
  } finally {
    await handle.close();
  }
}

const isIso = (head: Buffer): boolean =>
  ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(head.toString('latin1', 4, 8));

const isContainer = (head: Buffer): boolean =>
  head.readUInt32BE(0) === 0x1a45dfa3 ||
  ['RIFF', 'OggS', 'FLV\x01'].includes(head.toString('latin1', 0, 4)) ||
  head[0] === 0x47 ||
  head.readUInt32BE(0) === 0x000001ba ||
  head.readUInt32BE(0) === 0x3026b275;

/** No zero byte and hardly any control character; video data never looks like that. */
function isText(head: Buffer): boolean {
  const sample = head.subarray(0, 4096);
  if (sample.length < 12) return true;
  const controls = sample.filter((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127).length;
  return controls / sample.length < 0.005 && !sample.includes(0);
}

/** The boxes of an MP4 or MOV must end where the file ends, and one of them must be the index (moov). */
async function checkIsoBoxes(handle: FileHandle, bytes: number): Promise<void> {
  const head = Buffer.alloc(16);
  let hasIndex = false;
  for (let at = 0, boxes = 0; at + 8 <= bytes && boxes < 100_000; boxes += 1) {
    await handle.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? bytes - at : short;
    const name = head.toString('latin1', 4, 8);
    if (name === 'moov') {
      hasIndex = true;
      await refuseReferences(handle, at, size);
    }
    // Some cameras append a few stray bytes after the last box.
    if (size < 8 || !/^[\w\xa9 -]{4}$/.test(name)) break;
    at += size;
    if (at > bytes) throw broken(`the box ${name} ends at ${at}, the file at ${bytes}`);
  }
  if (!hasIndex) throw broken('there is no index (moov)');
}

/** A QuickTime reference movie contains URLs (rmra); the data of a track can be in another file too (dref). */
async function refuseReferences(handle: FileHandle, at: number, size: number): Promise<void> {
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(Math.min(size, 8 * 1024 * 1024)),
    0,
    Math.min(size, 8 * 1024 * 1024),
    at,
  );
  const moov = buffer.subarray(0, bytesRead);
  if (moov.toString('latin1', 12, 16) === 'rmra') throw refersElsewhere('a reference movie');
  for (let dref = moov.indexOf('dref'); dref >= 0; dref = moov.indexOf('dref', dref + 4)) {
    const entries = dref + 8 <= moov.length ? moov.readUInt32BE(dref + 8) : 0;
    let entry = dref + 12;
    for (let n = 0; n < Math.min(entries, 64) && entry + 12 <= moov.length; n += 1) {
      const name = moov.toString('latin1', entry + 4, entry + 8);
      const isSelfContained = (moov.readUInt32BE(entry + 8) & 1) === 1;
      if (['url ', 'urn ', 'alis', 'rsrc'].includes(name) && !isSelfContained)
        throw refersElsewhere('a film whose audio or video is in another file');
      entry += Math.max(12, moov.readUInt32BE(entry));
    }
  }
}
