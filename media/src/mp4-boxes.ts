/** A box of an MP4 (ISO base media) file: four bytes of size, a four-character name, then the contents. */
export interface Box {
  name: string;
  start: number;
  size: number;
}

/** The top-level boxes; undefined if the bytes do not end with a complete box. */
export function parseBoxes(bytes: Buffer): Box[] | undefined {
  const boxes: Box[] = [];
  let start = 0;
  while (start < bytes.length) {
    if (start + 8 > bytes.length) return undefined;
    const size = bytes.readUInt32BE(start);
    if (size < 8 || start + size > bytes.length) return undefined;
    boxes.push({ name: bytes.toString('latin1', start + 4, start + 8), start, size });
    start += size;
  }
  return boxes;
}

/** Whether a segment was written to its end: all boxes complete, and one of them holds media data. */
export function isCompleteSegment(bytes: Buffer): boolean {
  const boxes = parseBoxes(bytes);
  return (boxes ?? []).some((box) => box.name === 'mdat');
}

/** Splits what follows the `moov` box from an init segment. Bytes that are no boxes are left as they are. */
export function splitInit(bytes: Buffer): { init: Buffer; chunks: Buffer } {
  const moov = (parseBoxes(bytes) ?? []).find((box) => box.name === 'moov');
  const end = moov ? moov.start + moov.size : bytes.length;
  return { init: bytes.subarray(0, end), chunks: bytes.subarray(end) };
}

/** The codecs of an init segment in the notation of RFC 6381. */
export function readCodecs(init: Buffer): string[] {
  const codecs: string[] = [];
  const avc = init.indexOf('avcC', 0, 'latin1');
  // avcC: version, then profile, constraints and level, a byte each.
  if (avc >= 0) codecs.push(`avc1.${init.toString('hex', avc + 5, avc + 8).toUpperCase()}`);
  const av1 = init.indexOf('av1C', 0, 'latin1');
  if (av1 >= 0) codecs.push(formatAv1(init.readUInt8(av1 + 5), init.readUInt8(av1 + 6)));
  if (init.includes('mp4a', 0, 'latin1')) codecs.push('mp4a.40.2');
  if (init.includes('Opus', 0, 'latin1')) codecs.push('opus');
  return codecs;
}

/** av1C: marker and version; profile (3 bits) and level (5); tier, and whether samples have 10 or 12 bits (1 each). */
function formatAv1(profileAndLevel: number, flags: number): string {
  const level = String(profileAndLevel & 0x1f).padStart(2, '0');
  const depth = flags & 0x40 ? (flags & 0x20 ? '12' : '10') : '08';
  return `av01.${profileAndLevel >> 5}.${level}${flags & 0x80 ? 'H' : 'M'}.${depth}`;
}
