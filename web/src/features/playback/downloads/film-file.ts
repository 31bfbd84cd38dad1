/*
 * A downloaded film as one file, to hand on: what is stored, encrypted as it is, and a header that says what it is. It has no key:
 * who opens it needs a right and a licence of their own. See docs/decisions/0104-films-from-hand-to-hand.md.
 *
 *   8 bytes    LAKOUFLM
 *   4 bytes    version
 *   4 bytes    length of the header
 *   32 bytes   SHA-256 of the header
 *   header     JSON
 *   the parts, in the header's order
 */
const MAGIC = 'LAKOUFLM';
const VERSION = 1;
const HASH_BYTES = 32;
const PREAMBLE_BYTES = MAGIC.length + 4 + 4 + HASH_BYTES;

/** A film of six hours has some thousand parts; a segment has a few megabytes. */
const MAX_HEADER_BYTES = 4_000_000;
const MAX_PARTS = 20_000;
const MAX_PART_BYTES = 64_000_000;
const MAX_NAME = 200;

export const FILM_FILE_EXTENSION = '.lakou';

/** Why a file is not taken; each has a text that says what to do. */
export type FilmFileProblem =
  | 'not_ours'
  | 'newer'
  | 'cut_off'
  | 'damaged'
  | 'no_space'
  | 'already_here'
  | 'refused';

export class FilmFileError extends Error {
  override readonly name = 'FilmFileError';
  readonly problem: FilmFileProblem;
  constructor(problem: FilmFileProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface FilmPart {
  /** Its path inside the stream. */
  file: string;
  bytes: number;
  /** SHA-256 as hexadecimal digits. */
  hash: string;
}

/** What a file says about itself. Nobody has checked that it is true; a licence is given for the stream alone. */
export interface FilmHeader {
  media: 'movie' | 'episode';
  id: string;
  stream: string;
  rung: string;
  name: string;
  parts: FilmPart[];
}

export async function hashOf(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What precedes the parts. */
export async function writeHeader(header: FilmHeader): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder().encode(
    JSON.stringify({ ...header, parts: header.parts.map(({ file, bytes, hash }) => [file, bytes, hash]) }),
  );
  const whole = new Uint8Array(PREAMBLE_BYTES + text.length);
  const view = new DataView(whole.buffer);
  whole.set(new TextEncoder().encode(MAGIC));
  view.setUint32(MAGIC.length, VERSION);
  view.setUint32(MAGIC.length + 4, text.length);
  whole.set(new Uint8Array(await crypto.subtle.digest('SHA-256', text)), MAGIC.length + 8);
  whole.set(text, PREAMBLE_BYTES);
  return whole;
}

export interface OpenedFilmFile {
  header: FilmHeader;
  /** A part's bytes, if they are the ones that the header names. */
  readPart(part: FilmPart): Promise<Uint8Array<ArrayBuffer>>;
}

/** The file comes from anybody: nothing in it is believed before it was checked, and nothing large is read at once. */
export async function openFilmFile(file: Blob): Promise<OpenedFilmFile> {
  const preamble = await readBytes(file, 0, Math.min(PREAMBLE_BYTES, file.size));
  if (new TextDecoder().decode(preamble.subarray(0, MAGIC.length)) !== MAGIC)
    throw new FilmFileError('not_ours');
  if (preamble.length < PREAMBLE_BYTES) throw new FilmFileError('cut_off');
  const view = new DataView(preamble.buffer);
  const version = view.getUint32(MAGIC.length);
  if (version > VERSION) throw new FilmFileError('newer');
  const length = view.getUint32(MAGIC.length + 4);
  if (version < 1 || length > MAX_HEADER_BYTES) throw new FilmFileError('damaged');
  if (file.size < PREAMBLE_BYTES + length) throw new FilmFileError('cut_off');
  const text = await readBytes(file, PREAMBLE_BYTES, length);
  const hash = preamble.subarray(MAGIC.length + 8);
  if ((await hashOf(text)) !== Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''))
    throw new FilmFileError('damaged');
  const header = parseHeader(new TextDecoder().decode(text));
  const offsets = new Map<FilmPart, number>();
  let end = PREAMBLE_BYTES + length;
  for (const part of header.parts) {
    offsets.set(part, end);
    end += part.bytes;
  }
  if (file.size !== end) throw new FilmFileError(file.size < end ? 'cut_off' : 'damaged');
  return {
    header,
    async readPart(part) {
      const bytes = await readBytes(file, offsets.get(part) ?? end, part.bytes);
      if ((await hashOf(bytes)) !== part.hash) throw new FilmFileError('damaged');
      return bytes;
    },
  };
}

/** A card that was pulled out, or a file that was deleted meanwhile, cannot be read. */
async function readBytes(file: Blob, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await file
    .slice(from, from + length)
    .arrayBuffer()
    .catch(() => undefined);
  if (bytes?.byteLength !== length) throw new FilmFileError('cut_off');
  return new Uint8Array(bytes);
}

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const RUNG = /^[a-z]\w{0,30}$/;
const HASH = /^[\da-f]{64}$/;
/** Names of files of a stream (media/src), and the poster. */
const PART =
  /^(?:[a-z][\w-]{0,40}\/(?:playlist\.m3u8|init\.mp4|\d{1,8}\.m4s)|master\.m3u8|poster|[\w-]{1,80}\.vtt)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names have none.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Throws for everything that is not exactly a header. */
export function parseHeader(text: string): FilmHeader {
  const { media, id, stream, rung, name, parts } = parseObject(text);
  const isKnown =
    (media === 'movie' || media === 'episode') &&
    isText(id, ID) &&
    isText(stream, ID) &&
    isText(rung, RUNG) &&
    typeof name === 'string' &&
    name.length <= MAX_NAME &&
    !CONTROL.test(name) &&
    Array.isArray(parts) &&
    parts.length > 0 &&
    parts.length <= MAX_PARTS;
  if (!isKnown) throw new FilmFileError('damaged');
  const read = parts.map(parsePart);
  if (new Set(read.map(({ file }) => file)).size !== read.length) throw new FilmFileError('damaged');
  return { media, id, stream, rung, name, parts: read };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === 'object') return value as Record<string, unknown>;
  } catch {
    // No JSON.
  }
  throw new FilmFileError('damaged');
}

function parsePart(value: unknown): FilmPart {
  const [file, bytes, hash] = Array.isArray(value) ? (value as unknown[]) : [];
  const isPart =
    isText(file, PART) &&
    isText(hash, HASH) &&
    Number.isSafeInteger(bytes) &&
    Number(bytes) > 0 &&
    Number(bytes) <= MAX_PART_BYTES;
  if (!isPart) throw new FilmFileError('damaged');
  return { file, bytes: Number(bytes), hash };
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}
