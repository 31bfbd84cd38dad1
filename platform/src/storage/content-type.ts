import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import type { ObjectKey, ObjectStore } from './object-store.ts';
import { refuse } from './storage-error.ts';

/** How many of the first bytes are needed to detect a type. */
export const SNIFF_BYTES = 4100;

/** `image/png` of `image/png; charset=x`. */
function essence(contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return aliases[type] ?? type;
}

const aliases: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-icon': 'image/vnd.microsoft.icon',
  'image/heif': 'image/heic',
};

const wellFormed = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w-]+=("[^"\r\n]*"|[\w!#$&^.+-]+))*\s*;?$/;

/** The declared type if it is well formed; browsers would have to guess at anything else. */
export function checkDeclaredType(declared: string, allowed: readonly string[] | null): string {
  const contentType = declared.trim() || 'application/octet-stream';
  if (contentType.length > 255 || !wellFormed.test(contentType)) throw refuse.invalidMimeType(contentType);
  if (!allowed || allowed.length === 0) return contentType;
  const type = essence(contentType);
  const fits = allowed.some((pattern) => {
    const wanted = essence(pattern);
    return (
      wanted === '*/*' || wanted === type || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1)))
    );
  });
  if (!fits) throw refuse.invalidMimeType(contentType);
  return contentType;
}

/**
 * The first bytes must match the declared type where the type has a signature: pictures, audio and video (as one group,
 * because their containers share names) and PDF. Types without a signature (text, JSON) are not checked; they never run
 * in this origin.
 */
export async function checkContent(contentType: string, beginning: Uint8Array): Promise<void> {
  const declared = essence(contentType);
  const [family] = declared.split('/');
  const checked =
    (family === 'image' && declared !== 'image/svg+xml') ||
    family === 'video' ||
    family === 'audio' ||
    declared === 'application/pdf' ||
    declared === 'application/mxf';
  // An empty file cannot be mistaken for anything.
  if (!checked || beginning.length === 0) return;
  const found = await fileTypeFromBuffer(beginning).catch(() => undefined);
  const actual = found && essence(found.mime);
  const media = (type: string) =>
    /^(video|audio)\//.test(type) || ['application/mxf', 'application/ogg'].includes(type);
  const agrees =
    actual !== undefined &&
    (actual === declared ||
      (media(declared) && media(actual)) ||
      (family === 'image' && sameFamily(declared, actual)));
  if (!agrees) throw refuse.contentMismatch(declared);
}

/**
 * Browsers and the renderer detect pictures by their bytes, so a JPEG declared as PNG is harmless, and Supabase accepts
 * it. AVIF and HEIC share a container; raw camera formats are TIFF inside.
 */
function sameFamily(declared: string, actual: string): boolean {
  const containers = [
    ['image/avif', 'image/heic', 'image/heic-sequence', 'image/heif-sequence'],
    ['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', 'image/avif'],
    ['image/tiff', 'image/x-canon-cr2', 'image/x-nikon-nef', 'image/x-sony-arw', 'image/x-adobe-dng'],
  ];
  return containers.some((names) => names.includes(declared) && names.includes(actual));
}

/** The first bytes of a stored object, to detect its type. */
export async function readBeginning(store: ObjectStore, key: ObjectKey, size: number): Promise<Uint8Array> {
  // S3 refuses ranges of an empty object.
  const bytes = size === 0 ? undefined : await store.open(key, { first: 0, last: SNIFF_BYTES - 1 });
  return bytes ? buffer(bytes) : Buffer.alloc(0);
}

const active =
  /^(text\/(html|xml|xsl|javascript)|application\/(xhtml\+xml|xml|javascript|ecmascript|x-javascript)|image\/svg\+xml|.*\+xml)$/;

/** Whether a browser would run it, or load what it references, when it is opened as a page. */
export function isActive(contentType: string): boolean {
  return active.test(essence(contentType));
}
