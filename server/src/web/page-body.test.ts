import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NONCE_PLACE, newNonce, PageBody } from './page-body.ts';

const page = (...parts: string[]) => new PageBody(parts.join(NONCE_PLACE));

test('everybody gets the page with a nonce of their own, in every encoding', async () => {
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

test('whatever a page is made of, what arrives is that page', async () => {
  // Pieces of nonces too: they tempt the compressor to take them apart.
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.integer({ min: 1, max: 21 }).map((length) => NONCE_PLACE.slice(0, length)),
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
