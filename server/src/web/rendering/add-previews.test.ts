import { expect, test } from 'vitest';
import { addPreviews } from './add-previews.ts';

const sized = '<img src="/storage/v1/render/image/public/artwork/posters/a.avif?width=320&amp;quality=60">';
const later = '<script>"/storage/v1/object/public/artwork/posters/later.avif"</script>';
const page = `<html><head><title>x</title>${later}</head><body>${sized}<img src="/x.svg"></body></html>`;

test('a page has the previews of its first pictures in a stylesheet', async () => {
  expect(await addPreviews(page, 'once', async () => [undefined])).toBe(page);
  const found = await addPreviews(page, 'once', async (names) => {
    expect(names).toEqual(['artwork/posters/a.avif']);
    return ['data:image/webp;base64,dGlueQ=='];
  });
  expect(found).toBe(
    page.replace(
      '</head>',
      '<style nonce="once">img[src*="/artwork/posters/a.avif"]{background:url(data:image/webp;base64,dGlueQ==) center/cover}</style></head>',
    ),
  );
});
