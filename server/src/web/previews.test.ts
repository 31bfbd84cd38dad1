import { expect, test } from 'vitest';
import { Previews } from './previews.ts';

const poster = '/storage/v1/object/public/artwork/posters/a.avif';

test('a picture has a preview from the second page on, rendered once', async () => {
  const requested: string[] = [];
  const previews = new Previews((path) => {
    requested.push(path);
    return new Response('tiny');
  });
  expect(previews.of(poster)).toBeUndefined();
  expect(previews.of(poster)).toBeUndefined();
  await expect
    .poll(() => previews.of(poster))
    .toBe(`data:image/webp;base64,${Buffer.from('tiny').toString('base64')}`);
  expect(requested).toEqual([
    '/render/image/public/artwork/posters/a.avif?width=12&quality=20&format=webp&resize=contain',
  ]);
});

test('a picture that fails, is too large or is hosted elsewhere has no preview; the others still get theirs', async () => {
  const previews = new Previews((path) => {
    if (path.includes('broken')) throw new Error('no such object');
    return path.includes('huge') ? new Response('x'.repeat(2000)) : new Response('tiny');
  });
  const others = ['broken.png', 'huge.png'].map((name) => poster.replace('a.avif', name));
  const all = [...others, 'https://elsewhere.example/a.png', poster.replace('a.avif', 'a.mp4'), poster];
  const have = () => all.map((address) => previews.of(address) !== undefined);
  await expect.poll(have).toEqual([false, false, false, false, true]);
});

test('a page has the previews of its first pictures in a stylesheet', async () => {
  const previews = new Previews(() => new Response('tiny'));
  const sized = '<img src="/storage/v1/render/image/public/artwork/posters/a.avif?width=320&amp;quality=60">';
  const page = `<html><head><title>x</title></head><body>${sized}<img src="/x.svg"></body></html>`;
  expect(previews.addTo(page, 'once')).toBe(page);
  await expect.poll(() => previews.addTo(page, 'once')).not.toBe(page);
  const data = `data:image/webp;base64,${Buffer.from('tiny').toString('base64')}`;
  expect(previews.addTo(page, 'once')).toBe(
    page.replace(
      '</head>',
      `<style nonce="once">img[src*="/artwork/posters/a.avif"]{background:url(${data}) center/cover}</style></head>`,
    ),
  );
});
