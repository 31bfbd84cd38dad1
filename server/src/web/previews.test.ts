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

test('the previews of a page are complete when none is still to be made', async () => {
  const previews = new Previews((path) => new Response(path.includes('huge') ? 'x'.repeat(2000) : 'tiny'));
  const names = ['artwork/posters/a.avif', 'artwork/posters/huge.png'];
  expect(previews.find(names)).toEqual({ previews: [undefined, undefined], isComplete: false });
  await expect.poll(() => previews.find(names).isComplete).toBe(true);
  expect(previews.find(names).previews).toEqual([
    expect.stringMatching(/^data:image\/webp;base64,/),
    undefined,
  ]);
});
