/**
 * Where a picture ends. Decoders ignore what follows, so that is where polyglot files carry an archive, a page or a
 * program. Undefined when no end is found.
 */
export function findPictureEnd(bytes: Buffer): number | undefined {
  try {
    if (bytes.readUInt32BE(0) === 0x89504e47) return endOfPng(bytes);
    if (bytes.readUInt16BE(0) === 0xffd8) return endOfJpeg(bytes);
    const mark = bytes.toString('latin1', 0, 4);
    if (mark === 'GIF8') return endOfGif(bytes);
    if (mark === 'RIFF') return endOfRiff(bytes);
    if (bytes.toString('latin1', 4, 8) === 'ftyp') return endOfBoxes(bytes);
  } catch (error) {
    // The picture is truncated.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function endOfPng(bytes: Buffer): number {
  let at = 8;
  for (;;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.readUInt32BE(at + 4);
    at += length + 12;
    if (name === 0x49454e44) return within(bytes, at);
  }
}

function endOfJpeg(bytes: Buffer): number {
  let at = endOfOneJpeg(bytes, 0);
  // Phones append a second picture, for HDR screens or for depth.
  while (at + 2 <= bytes.length && bytes.readUInt16BE(at) === 0xffd8) at = endOfOneJpeg(bytes, at);
  return at;
}

function endOfOneJpeg(bytes: Buffer, start: number): number {
  let at = start + 2;
  for (;;) {
    const marker = bytes.readUInt16BE(at);
    at += 2;
    if (marker === 0xffd9) return at;
    // Fill bytes, and markers without a length.
    if (marker === 0xffff) at -= 1;
    else if (marker < 0xff01) throw new RangeError('not a mark');
    else if (marker !== 0xff01 && (marker < 0xffd0 || marker > 0xffd7)) at += bytes.readUInt16BE(at);
    if (marker === 0xffda) at = endOfScan(bytes, at);
  }
}

function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 1) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new RangeError('no end');
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
}

function endOfGif(bytes: Buffer): number {
  const palette = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const pieces = (start: number) => {
    let at = start;
    for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1;
    return at + 1;
  };
  let at = 13 + palette(bytes.readUInt8(10));
  for (;;) {
    const kind = bytes.readUInt8(at);
    if (kind === 0x3b) return at + 1;
    if (kind === 0x21) at = pieces(at + 2);
    else if (kind === 0x2c) at = pieces(at + 11 + palette(bytes.readUInt8(at + 9)));
    else throw new RangeError('not a block');
  }
}

function endOfRiff(bytes: Buffer): number {
  const length = bytes.readUInt32LE(4);
  return within(bytes, 8 + length + (length % 2));
}

/** AVIF: a sequence of boxes up to the end. */
function endOfBoxes(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length && /^[\w ]{4}$/.test(bytes.toString('latin1', at + 4, at + 8))) {
    const short = bytes.readUInt32BE(at);
    if (short === 0) return bytes.length;
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (length < 8) throw new RangeError('not a box');
    at = within(bytes, at + length);
  }
  return at;
}

function within(bytes: Buffer, end: number): number {
  if (end > bytes.length) throw new RangeError('it ends after its end');
  return end;
}
