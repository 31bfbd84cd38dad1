import { expect, test } from 'vitest';
import { Overloaded } from '../rendering/overloaded.ts';
import type { Artwork } from './draw-card.ts';
import { ShareCards } from './share-cards.ts';

const STORED = '/storage/v1/object/public/artwork/banners/wout.avif';

/** Titles as visitors see them; storage answers when the test says so. */
function openCards(titles: Record<string, { banner_url?: string | null; thumbnail_url?: string | null }>) {
  const asked: string[] = [];
  const storage = Promise.withResolvers<Response>();
  const changes = { now: () => 0, isCurrent: () => true, confirm: async () => true, follow: () => {} };
  const services = {
    settings: { url: 'https://lakou.example' },
    changes,
    async fetchData(request: Request) {
      const { pathname, searchParams } = new URL(request.url);
      expect(searchParams.get('published')).toBe('is.true');
      const id = searchParams.get('id')?.replace('eq.', '') ?? '';
      const found = pathname.endsWith('/movies') ? titles[id] : undefined;
      return Response.json(found ? [{ id, title: id, banner_url: null, thumbnail_url: null, ...found }] : []);
    },
    async fetchStorage(path: string) {
      asked.push(path);
      return (await storage.promise).clone();
    },
  } as never;
  const draw = async (name: string, artwork?: Artwork) => {
    if (artwork && Buffer.from(artwork.bytes).includes('not a picture')) throw new Error('not a picture');
    return Buffer.from(name);
  };
  return { cards: new ShareCards(services, draw), asked, answer: storage.resolve };
}

test('a card is drawn once for all who ask for it, and kept', async () => {
  const { cards, asked, answer } = openCards({ wout: { banner_url: STORED } });
  answer(new Response('', { status: 404 }));
  const all = await Promise.all(Array.from({ length: 20 }, () => cards.find('wout')));
  expect(new Set(all).size).toBe(1);
  expect(await cards.find('wout')).toBe(all[0]);
  expect(asked).toHaveLength(1);
});

test('a draft and an unknown title have no card', async () => {
  const { cards } = openCards({});
  expect(await cards.find('draft')).toBeUndefined();
});

test('artwork is read from our storage alone, and what cannot be read leaves the name', async () => {
  const { cards, asked, answer } = openCards({
    far: { banner_url: 'https://evil.example/x.jpg', thumbnail_url: '//evil.example/x.jpg' },
    other: { banner_url: '/storage/v1/object/authenticated/movies/x.jpg', thumbnail_url: '/admin' },
    broken: { banner_url: STORED },
  });
  answer(new Response('not a picture', { headers: { 'cache-control': 'max-age=60' } }));
  for (const id of ['far', 'other']) expect(await cards.find(id)).toBeInstanceOf(Buffer);
  expect(asked).toEqual([]);
  expect(await cards.find('broken')).toBeInstanceOf(Buffer);
  expect(asked).toHaveLength(1);
});

test('beyond forty waiting cards a stranger is asked to come back', async () => {
  const ids = Array.from({ length: 45 }, (_, n) => `film-${n}`);
  const { cards, answer } = openCards(Object.fromEntries(ids.map((id) => [id, { banner_url: STORED }])));
  const all = Promise.allSettled(ids.map((id) => cards.find(id)));
  answer(new Response('', { status: 404 }));
  const refused = (await all).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(5);
  await expect(cards.find(ids.at(-1)!)).resolves.toBeInstanceOf(Buffer);
  expect((refused[0] as PromiseRejectedResult).reason).toBeInstanceOf(Overloaded);
});
