import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NONCE_PLACEHOLDER, newNonce, PageBody } from './page-body.ts';

const page = (...parts: string[]) => new PageBody(parts.join(NONCE_PLACEHOLDER));

test('every answer has its own nonce, in every encoding', async () => {
  const body = page('<script nonce="', '">1</script><style nonce="', '">p{}</style>', 'é');
  for (const nonce of [newNonce(), newNonce()]) {
    const text = `<script nonce="${nonce}">1</script><style nonce="${nonce}">p{}</style>${nonce}é`;
    const br = await body.encoded(nonce, 'gzip, deflate, br');
    expect(br.encoding).toBe('br');
    expect(brotliDecompressSync(br.bytes).toString()).toBe(text);
    const gzip = await body.encoded(nonce, 'gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(text);
    expect(Buffer.from((await body.encoded(nonce, '')).bytes).toString()).toBe(text);
  }
});

test('any page is unpacked to itself', async () => {
  // Parts of nonces too: the compressor may refer to them instead of the whole.
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.integer({ min: 1, max: 21 }).map((length) => NONCE_PLACEHOLDER.slice(0, length)),
    fc.constant('<a class="x">'.repeat(200)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (parts) => {
      const nonce = newNonce();
      const body = page(...parts);
      const { bytes } = await body.encoded(nonce, 'br');
      expect(brotliDecompressSync(bytes).toString()).toBe(body.text(nonce));
    }),
    { numRuns: 200 },
  );
});
