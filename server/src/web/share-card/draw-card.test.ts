import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Artwork, drawCard } from './draw-card.ts';
import { fitText } from './outline-text.ts';

const BOX = { width: 700, sizes: [100, 50], maxLines: 2 };

/** Noise is what JPEG packs worst. */
async function noise(kind: Artwork['kind']): Promise<Artwork> {
  const [width, height] = kind === 'banner' ? [640, 360] : [200, 300];
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = sharp({ create: { width, height, channels: 3, background: '#888', noise: gaussian } });
  return { kind, bytes: await image.jpeg({ quality: 95 }).toBuffer() };
}

test('a card is a JPEG of 1200 × 630 under 300 KB, whatever the artwork', async () => {
  for (const artwork of [await noise('banner'), await noise('poster')]) {
    const card = await drawCard('Wout Mòn Nwa', artwork);
    expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(card.length).toBeLessThan(300_000);
  }
});

test('a card shows the name of its title', async () => {
  const [named, other, empty] = await Promise.all(
    ['Kòk Kalite', 'Machann', ''].map((name) => drawCard(name, undefined)),
  );
  expect(named!.equals(other!)).toBe(false);
  expect(named!.length).toBeGreaterThan(empty!.length);
});

test('a name that could be markup is only drawn', async () => {
  const card = await drawCard('</svg><image href="file:///etc/passwd"/>&"', undefined);
  expect(card.length).toBeGreaterThan(5000);
});

test('a long name gets smaller, then two lines, then is cut', () => {
  expect(fitText('Lakou', BOX)).toEqual({ lines: ['Lakou'], size: 100 });
  expect(fitText('Wout ki monte nan mòn nwa a', BOX).size).toBe(50);
  const long = fitText('anpil '.repeat(40), BOX);
  expect(long.lines).toHaveLength(2);
  expect(long.lines[1]).toMatch(/…$/);
  expect(fitText('a'.repeat(200), BOX).lines).toEqual([expect.stringMatching(/^a+…$/)]);
});

test('characters that the font does not have are left out', () => {
  expect(fitText('電影 Nwa', BOX).lines).toEqual(['Nwa']);
  expect(fitText('電影', BOX).lines).toEqual([]);
});
