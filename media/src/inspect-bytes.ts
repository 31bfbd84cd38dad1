import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { MediaError } from './media-error.ts';

const LISTS =
  /^\s*(#EXTM3U|ffconcat|<\?xml[^>]*>\s*<(MPD|SmoothStreaming|smil|asx|playlist)|<(MPD|SmoothStreaming|smil|asx)\b|\[playlist\]|\[reference\]|RTSPtext|v=0\s)/i;
const elsewhere = (what: string): MediaError =>
  new MediaError(
    'media_refers_elsewhere',
    `This is ${what}: it names other files instead of holding a film.`,
  );
const broken = (detail: string): MediaError =>
  new MediaError('media_broken', 'The file is broken: its end is missing.', detail);

/** Looks at the bytes before any program opens the file: lists of other files, plain text, half a file. */
export async function inspectBytes(file: string, bytes: number): Promise<{ known: boolean }> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    const head = buffer.subarray(0, bytesRead);
    const text = head.toString('utf8').replace(/^\uFEFF/, '');
    if (LISTS.test(text)) throw elsewhere('a playlist');
    if (isText(head)) throw new MediaError('media_not_a_film', 'This is a text, not a film.');
    if (isIso(head)) {
      await walkIso(handle, bytes);
      return { known: true };
    }
    return { known: isContainer(head) };
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

/** No zero byte, and hardly a control character: nothing that holds a picture looks like that. */
function isText(head: Buffer): boolean {
  const sample = head.subarray(0, 4096);
  if (sample.length < 12) return true;
  const odd = sample.filter((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127).length;
  return odd / sample.length < 0.005 && !sample.includes(0);
}

/** The boxes of an MP4 or MOV must end where the file ends, and the index must be among them. */
async function walkIso(handle: FileHandle, bytes: number): Promise<void> {
  const head = Buffer.alloc(16);
  let index = false;
  for (let at = 0, boxes = 0; at + 8 <= bytes && boxes < 100_000; boxes += 1) {
    await handle.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? bytes - at : short;
    const name = head.toString('latin1', 4, 8);
    if (name === 'moov') {
      index = true;
      await refuseReferences(handle, at, size);
    }
    // Some cameras leave a few stray bytes behind the last box.
    if (size < 8 || !/^[\w\xa9 -]{4}$/.test(name)) break;
    at += size;
    if (at > bytes) throw broken(`the box ${name} ends at ${at}, the file at ${bytes}`);
  }
  if (!index) throw broken('there is no index (moov)');
}

/** A QuickTime "reference movie" holds the addresses of others (rmra); a track's data may lie elsewhere too (dref). */
async function refuseReferences(handle: FileHandle, at: number, size: number): Promise<void> {
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(Math.min(size, 8 * 1024 * 1024)),
    0,
    Math.min(size, 8 * 1024 * 1024),
    at,
  );
  const moov = buffer.subarray(0, bytesRead);
  if (moov.toString('latin1', 12, 16) === 'rmra') throw elsewhere('a reference movie');
  for (let dref = moov.indexOf('dref'); dref >= 0; dref = moov.indexOf('dref', dref + 4)) {
    const entries = dref + 8 <= moov.length ? moov.readUInt32BE(dref + 8) : 0;
    let entry = dref + 12;
    for (let n = 0; n < Math.min(entries, 64) && entry + 12 <= moov.length; n += 1) {
      const name = moov.toString('latin1', entry + 4, entry + 8);
      const ownData = (moov.readUInt32BE(entry + 8) & 1) === 1;
      if (['url ', 'urn ', 'alis', 'rsrc'].includes(name) && !ownData)
        throw elsewhere('a film whose sound or picture lies in another file');
      entry += Math.max(12, moov.readUInt32BE(entry));
    }
  }
}
