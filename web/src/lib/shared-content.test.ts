import { expect, test } from 'vitest';
import { sharedContentOf, sharedPath, sharedTopic } from './shared-content.ts';

const origin = 'https://lakou.example';
const shared = (fields: Record<string, string>) => sharedContentOf(new URLSearchParams(fields));

test.each([
  [{ url: `${origin}/titles/7/radyo-katye?lang=ht` }, '/titles/7/radyo-katye?lang=ht'],
  [{ text: `Gade sa: ${origin}/films/7` }, '/films/7'],
  [{ url: 'https://elsewhere.example/films/7' }, undefined],
  [{ url: `${origin}//elsewhere.example` }, undefined],
  [{ url: 'javascript:alert(1)' }, undefined],
  [{ text: 'Bonjou' }, undefined],
  [{}, undefined],
])('of %j the page %s is opened', (fields, path) => {
  expect(sharedPath(shared(fields), origin)).toBe(path);
});

test('anything else becomes the draft of a topic, within its limits, with the address once', () => {
  const url = 'https://elsewhere.example/review';
  expect(sharedTopic(shared({ title: 'Yon bèl fim', text: 'Li sa', url }))).toEqual({
    title: 'Yon bèl fim',
    content: `Li sa\n\n${url}`,
  });
  expect(sharedTopic(shared({ text: `Li sa ${url}`, url })).content).toBe(`Li sa ${url}`);
  const long = sharedTopic(shared({ title: 'a'.repeat(9999), text: 'b'.repeat(99_999) }));
  expect([long.title.length, long.content.length]).toEqual([120, 5000]);
});
