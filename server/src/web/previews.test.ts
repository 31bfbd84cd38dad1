import { expect, test } from 'vitest';
import { Previews } from './previews.ts';

const poster = '/storage/v1/object/public/artwork/posters/a.avif';
const tiny = Buffer.from('tiny');

test('a picture has a preview from the second page on, made once', async () => {
  const made: string[] = [];
  const previews = new Previews(async (bucket, name) => {
    made.push(`${bucket} ${name}`);
    return tiny;
  });
  expect(previews.of(poster)).toBeUndefined();
  expect(previews.of(poster)).toBeUndefined();
  await expect.poll(() => previews.of(poster)).toBe(`data:image/webp;base64,${tiny.toString('base64')}`);
  expect(made).toEqual(['artwork posters/a.avif']);
});

test('a name with accents and spaces is found under its own spelling', async () => {
  const made: string[] = [];
  const previews = new Previews(async (_, name) => {
    made.push(name);
    return tiny;
  });
  previews.of(poster.replace('a.avif', 'L%C3%A9ta%20%281%29.avif'));
  await expect.poll(() => made).toEqual(['posters/Léta (1).avif']);
});

test('a picture that fails, is too large or is hosted elsewhere has no preview; the others still get theirs', async () => {
  const previews = new Previews(async (_, name) => {
    if (name.includes('broken')) throw new Error('no such object');
    if (name.includes('missing')) return undefined;
    return name.includes('huge') ? Buffer.alloc(2000) : tiny;
  });
  const others = ['broken.png', 'huge.png', 'missing.png', '%zz.png'].map((name) =>
    poster.replace('a.avif', name),
  );
  const all = [...others, 'https://elsewhere.example/a.png', poster.replace('a.avif', 'a.mp4'), poster];
  const have = () => all.map((address) => previews.of(address) !== undefined);
  await expect.poll(have).toEqual([false, false, false, false, false, false, true]);
});

test('the previews of a page are complete when none is still to be made', async () => {
  const previews = new Previews(async (_, name) => (name.includes('huge') ? Buffer.alloc(2000) : tiny));
  const names = ['artwork/posters/a.avif', 'artwork/posters/huge.png'];
  expect(previews.find(names)).toEqual({ previews: [undefined, undefined], isComplete: false });
  await expect.poll(() => previews.find(names).isComplete).toBe(true);
  expect(previews.find(names).previews).toEqual([
    expect.stringMatching(/^data:image\/webp;base64,/),
    undefined,
  ]);
});
