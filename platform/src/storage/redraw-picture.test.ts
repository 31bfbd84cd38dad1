import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findPictureEnd } from './picture-end.ts';
import { redrawPicture } from './redraw-picture.ts';

const rule = { maxSide: 64, maxPixels: 1_000_000 };
const plain = (width = 200, height = 100) =>
  sharp({ create: { width, height, channels: 3, background: '#1d2f8a' } });
const refusal = (source: Buffer) =>
  redrawPicture(source, rule).then(
    () => 'taken',
    (error: { error: string }) => error.error,
  );

const encoders = {
  jpeg: () => plain().jpeg().toBuffer(),
  'progressive jpeg': () => plain().jpeg({ progressive: true }).toBuffer(),
  png: () => plain().png().toBuffer(),
  webp: () => plain().webp().toBuffer(),
  gif: () => plain().gif().toBuffer(),
  avif: () => plain().avif({ effort: 0 }).toBuffer(),
};

describe.each(Object.entries(encoders))('a picture that is %s', (_format, encode) => {
  test('is re-encoded as WebP and not larger than the rule', async () => {
    const { bytes, contentType } = await redrawPicture(await encode(), rule);
    expect(contentType).toBe('image/webp');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 32 });
  });

  test('has its end found exactly', async () => {
    const bytes = await encode();
    expect(findPictureEnd(bytes)).toBe(bytes.length);
    expect(await refusal(Buffer.concat([bytes, Buffer.alloc(512)]))).toBe('taken');
  });

  test.each([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['an archive', 'PK\u0003\u0004\u0014\u0000'],
    ['a program', '*/=1;alert(document.domain)//'],
  ])('with %s behind its end is refused', async (_what, hidden) => {
    expect(await refusal(Buffer.concat([await encode(), Buffer.from(hidden)]))).toBe('picture_more_inside');
  });

  test('that is truncated is refused', async () => {
    const bytes = await encode();
    expect(await refusal(bytes.subarray(0, bytes.length >> 1))).toBe('picture_unreadable');
    for (const length of [0, 3, 9, 20])
      expect(await refusal(bytes.subarray(0, length))).toBe('picture_unreadable');
  });
});

test('a photograph loses the readObjectPath where it was taken, and stands upright', async () => {
  const photograph = await plain()
    .withExif({ IFD3: { GPSLatitude: '18/1 32/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photograph).metadata()).exif).toBeDefined();
  const { bytes } = await redrawPicture(photograph, rule);
  const metadata = await sharp(bytes).metadata();
  expect(metadata).toMatchObject({ width: 32, height: 64 });
  for (const kind of ['exif', 'xmp', 'iptc', 'icc'] as const) expect(metadata[kind]).toBeUndefined();
});

test('a phone’s photograph with its second picture is taken', async () => {
  const [first, second] = [await encoders.jpeg(), await encoders.jpeg()];
  expect(await refusal(Buffer.concat([first, second]))).toBe('taken');
  expect(await refusal(Buffer.concat([first, second, Buffer.from('<script>')]))).toBe('picture_more_inside');
});

test('a small picture is not enlarged', async () => {
  const { bytes } = await redrawPicture(await plain(20, 10).png().toBuffer(), rule);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 10 });
});

test('a picture with too many pixels is refused before it is decoded, however small its file', async () => {
  expect(await refusal(await plain(1001, 1000).png().toBuffer())).toBe('picture_too_many_pixels');
  // Only the header claims it: who unpacks first would look for gigabytes.
  const bomb = Buffer.from(await encoders.png());
  bomb.writeUInt32BE(20_000, 16);
  bomb.writeUInt32BE(20_000, 20);
  expect(await refusal(bomb)).toMatch(/picture_/);
});

test.each([
  ['a drawing that is a program', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a script', '#!/bin/sh\nrm -rf ~'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a program that begins like a GIF', 'GIF89a/*..........*/=1;alert(1)'],
  ['a program that begins like a JPEG', '\u00ff\u00d8\u00ff\u00e0=alert(1)'],
  ['nothing', ''],
])('%s is no picture', async (_what, source) => {
  expect(await refusal(Buffer.from(source, 'latin1'))).toBe('picture_unreadable');
});

test('an animated GIF becomes a still picture of its first frame', async () => {
  const frames = Buffer.concat([
    Buffer.alloc(300, '\xff\x00\x00', 'latin1'),
    Buffer.alloc(300, '\x00\x00\xff', 'latin1'),
  ]);
  const animated = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  expect((await sharp(animated).metadata()).pages).toBe(2);
  const { bytes } = await redrawPicture(animated, rule);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 10, height: 10 });
  const [red = 0, , blue = 255] = await sharp(bytes).raw().toBuffer();
  expect(red).toBeGreaterThan(blue);
});

test.each(['png', 'webp', 'jpeg'] as const)(
  'a small %s whose header claims more pixels than allowed is refused before it is decoded',
  async (format) => {
    const bytes = await plain(8, 8).toFormat(format).toBuffer();
    if (format === 'png') bytes.writeBigUInt64BE(0x0000ffff_0000ffffn, 16);
    if (format === 'webp') bytes.writeUInt32LE(0x3fff3fff, bytes.indexOf('VP8 ') + 14);
    if (format === 'jpeg') bytes.writeUInt32BE(0xfffeffff, bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    expect(['picture_too_many_pixels', 'picture_unreadable']).toContain(await refusal(bytes));
  },
);

test('HEIC is taken where the system has a decoder, and otherwise refused as unreadable', async () => {
  const box = (type: string, body: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(8 + body.length);
    return Buffer.concat([size, Buffer.from(type), body]);
  };
  const heic = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'));
  expect(await refusal(heic)).toBe('picture_unreadable');
});
