import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readForm } from './form-reader.ts';

const contentType = 'multipart/form-data; boundary=----lakou';

function formOf(fields: Record<string, string>, file: Buffer): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `------lakou\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head =
    '------lakou\r\nContent-Disposition: form-data; name=""; filename="blob"\r\nContent-Type: image/png\r\n\r\n';
  return Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from('\r\n------lakou--\r\n')]);
}

test('a file arrives whole, however the network cuts the form into pieces', async () => {
  const content = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom('\r\n', '--', '------lakou', '\r\n------lako', '\r\r\n', '-')
        .map((text) => Buffer.from(text)),
    ),
  );
  await fc.assert(
    fc.asyncProperty(content, fc.integer({ min: 1, max: 70 }), async (pieces, step) => {
      const file = Buffer.concat(pieces);
      if (file.includes('\r\n------lakou')) return;
      const form = formOf({ cacheControl: '3600', metadata: '{"a":"é"}' }, file);
      const chunks = Array.from({ length: Math.ceil(form.length / step) }, (_, at) =>
        form.subarray(at * step, (at + 1) * step),
      );
      const read = await readForm(Readable.from(chunks), contentType);
      expect(Object.fromEntries(read.fields)).toEqual({ cacheControl: '3600', metadata: '{"a":"é"}' });
      expect(read.file.contentType).toBe('image/png');
      expect(Buffer.concat(await read.file.bytes.toArray())).toEqual(file);
    }),
    { numRuns: 300 },
  );
});

test('a form without a file, without an end or without a boundary is refused', async () => {
  const cut = formOf({}, Buffer.from('content')).subarray(0, -20);
  const { file } = await readForm(Readable.from([cut]), contentType);
  await expect(file.bytes.toArray()).rejects.toThrow('broke off');
  const empty = Readable.from([Buffer.from('------lakou--\r\n')]);
  await expect(readForm(empty, contentType)).rejects.toThrow('no file');
  await expect(readForm(Readable.from([]), 'multipart/form-data')).rejects.toThrow('no boundary');
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(10_000, 'x');
    })(),
  );
  await expect(readForm(endless, contentType)).rejects.toThrow('not well formed');
});
