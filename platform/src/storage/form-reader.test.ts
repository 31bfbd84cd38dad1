import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readForm } from './form-reader.ts';
import { guardUpload } from './incoming-upload.ts';

const contentType = 'multipart/form-data; boundary=----lakou';

function formOf(fields: Record<string, string>, file: Buffer): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `------lakou\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head =
    '------lakou\r\nContent-Disposition: form-data; name=""; filename="blob"\r\nContent-Type: image/png\r\n\r\n';
  return Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from('\r\n------lakou--\r\n')]);
}

test('reads the same file however the form is split into chunks', async () => {
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
      // No client chooses a boundary that begins a line of the file.
      if (Buffer.concat([Buffer.from('\r\n'), file]).includes('\r\n------lakou')) return;
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

test('refuses a form without a file, without an end or without a boundary', async () => {
  const cut = formOf({}, Buffer.from('content')).subarray(0, -20);
  const { file } = await readForm(Readable.from([cut]), contentType);
  await expect(guardUpload(file, 'text/plain', 1000).toArray()).rejects.toThrow('broke off');
  const empty = Readable.from([Buffer.from('------lakou--\r\n')]);
  await expect(readForm(empty, contentType)).rejects.toThrow('no file');
  await expect(readForm(Readable.from([]), 'multipart/form-data')).rejects.toThrow('no boundary');
  const lineOfFile = formOf({}, Buffer.from('------lakou'));
  await expect(readForm(Readable.from([lineOfFile]), contentType)).rejects.toThrow('no file');
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(10_000, 'x');
    })(),
  );
  await expect(readForm(endless, contentType)).rejects.toThrow('not well formed');
  expect(endless.destroyed).toBe(true);
});

test('refuses too many fields and too long a field', async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, 'x']));
  const long = { metadata: 'x'.repeat(1024 * 1024 + 1) };
  for (const fields of [many, long]) {
    const form = formOf(fields, Buffer.from('content'));
    await expect(readForm(Readable.from([form]), contentType)).rejects.toThrow('not well formed');
  }
});

test('a failed connection ends the file, and a destroyed file ends the connection', async () => {
  const form = formOf({}, Buffer.alloc(1_000_000));
  const lost = new Readable({ read() {} });
  lost.push(form.subarray(0, 1000));
  const { file } = await readForm(lost, contentType);
  lost.destroy(new Error('socket hang up'));
  await expect(file.bytes.toArray()).rejects.toThrow('broke off');

  const waiting = new Readable({ read() {} });
  waiting.push(form.subarray(0, 1000));
  const refused = await readForm(waiting, contentType);
  refused.file.bytes.destroy();
  await expect.poll(() => waiting.destroyed).toBe(true);
});

test('stops reading a form that goes on without end after its file', async () => {
  const form = formOf({}, Buffer.from('content'));
  const endless = Readable.from(
    (function* () {
      yield form;
      for (;;) yield Buffer.alloc(10_000, 'x');
    })(),
  );
  await readForm(endless, contentType);
  await expect.poll(() => endless.destroyed).toBe(true);
});
