/** ISO media files are boxes within boxes: four bytes of length, four letters of name, contents. */
export interface Box {
  name: string;
  start: number;
  size: number;
}

/** The boxes at the top of a piece of file; undefined if it does not consist of whole boxes. */
export function wholeBoxes(bytes: Buffer): Box[] | undefined {
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

/** A segment that was written to its end: a fragment's head and its data, nothing cut off. */
export function isWholeSegment(bytes: Buffer): boolean {
  const boxes = wholeBoxes(bytes);
  return (boxes ?? []).some((box) => box.name === 'mdat');
}

/** The CODECS of an init segment, as RFC 6381 spells them. */
export function codecsOf(init: Buffer): string[] {
  const codecs: string[] = [];
  const avc = init.indexOf('avcC', 0, 'latin1');
  // avcC: version, then profile, constraints and level, a byte each.
  if (avc >= 0) codecs.push(`avc1.${init.toString('hex', avc + 5, avc + 8).toUpperCase()}`);
  if (init.includes('mp4a', 0, 'latin1')) codecs.push('mp4a.40.2');
  return codecs;
}
