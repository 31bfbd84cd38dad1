import { expect, test } from 'vitest';
import { pictureSources } from './picture.ts';

test('a poster in our storage is offered at several widths', () => {
  expect(pictureSources('/storage/v1/object/public/artwork/lanmè.avif', 160, 320)).toEqual({
    src: '/storage/v1/render/image/public/artwork/lanmè.avif?width=240',
    srcSet: [160, 240, 320]
      .map((w) => `/storage/v1/render/image/public/artwork/lanmè.avif?width=${w} ${w}w`)
      .join(', '),
  });
});

test('a poster on hosted storage keeps its host and its version', () => {
  expect(pictureSources('https://x.example/storage/v1/object/public/artwork/a.jpg?v=3', 200).src).toBe(
    'https://x.example/storage/v1/render/image/public/artwork/a.jpg?v=3&width=240&quality=60&resize=contain',
  );
});

test('no width is requested but those that the server makes', () => {
  expect(pictureSources('/storage/v1/object/public/artwork/a.jpg', 4000).src).toMatch(/width=1920$/);
});

test.each([
  '/samples/first.avif',
  'data:image/webp;base64,AAAA',
  'https://elsewhere.example/a.jpg',
  '/storage/v1/object/public/artwork/drawing.svg',
  '/storage/v1/object/sign/movies/a.jpg?token=x',
])('%s is taken as it is', (url) => {
  expect(pictureSources(url, 100, 200)).toEqual({ src: url });
});
