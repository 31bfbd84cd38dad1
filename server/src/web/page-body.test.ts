import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newNonce, placesOf, trialFor } from './nonce.ts';
import { PageBody, packPage } from './page-body.ts';

const PLACEHOLDER = newNonce();

async function pageOf(...parts: string[]): Promise<PageBody> {
  const bytes = new TextEncoder().encode(parts.join(PLACEHOLDER));
  return new PageBody(await packPage({ bytes, places: placesOf(PLACEHOLDER, bytes) }));
}

test('every answer has its own nonce, in every encoding', async () => {
  const body = await pageOf('<script nonce="', '">1</script><style nonce="', '">p{}</style>', 'é');
  for (const nonce of [newNonce(), newNonce(), newNonce()]) {
    const text = `<script nonce="${nonce}">1</script><style nonce="${nonce}">p{}</style>${nonce}é`;
    expect(brotliDecompressSync(await body.encoded('br', nonce)).toString()).toBe(text);
    expect(gunzipSync(await body.encoded('gzip', nonce)).toString()).toBe(text);
    expect((await body.encoded(undefined, nonce)).toString()).toBe(text);
  }
});

test('a page that was compressed is sent at once', async () => {
  const body = await pageOf('<script nonce="', '">1</script>');
  expect(body.ready('br')).toBeDefined();
  expect(body.ready('gzip')).toBeUndefined();
  await body.encoded('gzip', newNonce());
  expect(body.ready('gzip')).toBeDefined();
});

test('a page that is asked for again is compressed better, and stays the same page', async () => {
  const words = Array.from({ length: 3000 }, (_, n) => `<a href="/${(n * n) % 877}">${(n * 7919) % 101}</a>`);
  const body = await pageOf('<script nonce="', `">${words.join('')}</script>`);
  const nonce = newNonce();
  const first = await body.encoded('br', nonce);
  await expect.poll(() => body.ready('br')?.length).toBeLessThan(first.length);
  expect(brotliDecompressSync(await body.encoded('br', nonce))).toEqual(brotliDecompressSync(first));
});

test('any page is unpacked to itself', async () => {
  // Parts of nonces too: the compressor may refer to them instead of the whole.
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.integer({ min: 1, max: 21 }).map((length) => PLACEHOLDER.slice(0, length)),
    fc.constant('<a class="x">'.repeat(200)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (parts) => {
      const nonce = newNonce();
      const body = await pageOf(...parts);
      const text = parts.join(nonce);
      for (const _ of ['first', 'again']) {
        expect(brotliDecompressSync(await body.encoded('br', nonce)).toString()).toBe(text);
        expect(gunzipSync(await body.encoded('gzip', nonce)).toString()).toBe(text);
        expect((await body.encoded(undefined, nonce)).toString()).toBe(text);
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);

test.each([
  // The second nonce is a character and a reference to the rest of the first.
  ['IPfWak1jdfVG8GWWx0x4PtbL', 8000],
  ['HQF-t8E9RzpIUXsa4hq4VtKP', 8000],
  // Three characters, whatever the nonce.
  [PLACEHOLDER, 2000],
])(
  'a page in which the compressor repeats a part of the nonce instead of referring to it is packed in another way: %#',
  async (placeholder, count) => {
    const words = Array.from({ length: count }, (_, n) => (Math.imul(n, 2_654_435_761) >>> 0).toString(36));
    const parts = ['<style nonce="', `">${words.join(' ')}</style><script nonce="`, '">1</script>'];
    const bytes = new TextEncoder().encode(parts.join(placeholder));
    const page = await packPage({ bytes, places: placesOf(placeholder, bytes) });
    expect(page).toHaveProperty('brotli');
    const nonce = newNonce();
    expect(brotliDecompressSync(await new PageBody(page).encoded('br', nonce)).toString()).toBe(
      parts.join(nonce),
    );
  },
);

test('what packing is tried with differs from the nonce in every character and has none twice', () => {
  for (const nonce of Array.from({ length: 500 }, newNonce)) {
    const trial = trialFor(nonce);
    expect(new Set(trial).size).toBe(nonce.length);
    expect([...trial].filter((character, at) => character === nonce[at])).toEqual([]);
  }
});
