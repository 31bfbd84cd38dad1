import { randomUUID } from 'node:crypto';
import { BUSIEST_MEMBER, idOf } from '../../bench/big-world/ids.ts';
import type { PlanClient } from './plan-client.ts';

const one = (id: string) => `id=eq.${id}`;

/** Filters that many titles match, few, or none; words; and each order. */
const BROWSED = [
  { access: 'free' },
  { access: 'free', page: 20 },
  { access: 'sale', decade: '1990', in_genre: 'Drama', sound: 'ht' },
  { decade: 'older' },
  { length: 'medium', captions: 'es' },
  { containing: 'ba', access: 'sale', list_order: 'title' },
  ...['best', 'title', 'year', 'shortest'].flatMap((list_order) => [
    { list_order },
    { list_order, access: 'free' },
    { list_order, decade: '2010', length: 'medium', page: 2 },
  ]),
];

/** Visitors search and browse, a member reviews, an editor publishes. */
export async function driveCatalogue(client: PlanClient): Promise<void> {
  for (const query of ['ba', 'lakou', 'bazala mouton', 'drama'])
    await client.rpc('search', { query }, 'visitor');
  for (const args of [{}, { of_kind: 'movie' }, { in_genre: 'Drama' }, { containing: 'ba' }, { page: 2 }]) {
    await client.rpc('list_titles', args, 'visitor');
    const { page: _, ...counted } = args as { page?: number };
    await client.rpc('count_titles', counted, 'visitor');
  }
  for (const args of BROWSED)
    for (const of_kind of ['movie', 'series'])
      await client.rpc('browse_titles', { of_kind, ...args }, 'visitor');
  await client.rpc('similar_titles', { title_id: idOf('film', 1) }, 'visitor');
  await client.rpc('person_titles', { person_name: 'Moun Premye' }, 'visitor');
  await client.rpc('next_episode', { episode_id: idOf('episode', 41) }, 'busiest');
  await client.rpc('can_watch', { media_type: 'movie', media_id: idOf('film', 2) }, 'busiest');
  await client.rpc('can_watch', { media_type: 'episode', media_id: idOf('episode', 41) }, 'other');
  const page = {
    movie_ids: [1, 2, 3].map((n) => idOf('film', n)),
    series_ids: [1, 2].map((n) => idOf('series', n)),
  };
  for (const viewer of ['visitor', 'busiest'] as const) await client.rpc('list_title_access', page, viewer);
  await client.rpc('lowest_bandwidth', { media_type: 'movie', media_id: idOf('film', 1) }, 'visitor');
  await client.rpc('lowest_bandwidth', { media_type: 'series', media_id: idOf('series', 1) }, 'visitor');

  const film = await client.insert(
    'movies',
    {
      id: randomUUID(),
      title: 'Premye fim',
      genre: ['Drama'],
      published: true,
      publish_when_ready: true,
      is_free: false,
      is_purchasable: true,
      purchase_price: 5,
      is_rentable: true,
      rental_price: 2,
    },
    'admin',
  );
  await client.must('PATCH', `/rest/v1/movies?${one(film.id)}`, {
    as: 'admin',
    body: { title: 'Dezyèm fim', publish_at: '2020-01-01T00:00:00Z' },
  });
  const series = await client.insert(
    'series',
    { id: randomUUID(), title: 'Premye seri', genre: ['Drama'], published: true },
    'admin',
  );
  const episodes = [];
  for (const episode_number of [1, 2])
    episodes.push(
      (
        await client.insert(
          'episodes',
          { id: randomUUID(), series_id: series.id, episode_number, title: 'Epizòd' },
          'admin',
        )
      ).id,
    );
  await client.rpc(
    'reorder_episodes',
    { series_id: series.id, season_number: 1, ordered: episodes.toReversed() },
    'admin',
  );
  const change = { published: true, remove_category: 'Drama', featured: false };
  await client.rpc('edit_titles', { kind: 'series', ids: [series.id], change }, 'admin');
  await client.rpc('edit_titles', { kind: 'movie', ids: [film.id], change }, 'admin');
  await client.must('DELETE', `/rest/v1/episodes?${one(episodes[0])}`, { as: 'admin' });
  await client.must('DELETE', `/rest/v1/series?${one(series.id)}`, { as: 'admin' });
  await review(client, film.id);
  await frontPage(client, film.id);
  await client.must('DELETE', `/rest/v1/movies?${one(film.id)}`, { as: 'admin' });
}

async function review(client: PlanClient, movie_id: string): Promise<void> {
  const { id } = await client.insert(
    'reviews',
    { movie_id, user_id: BUSIEST_MEMBER, rating: 4, review_text: 'Bèl fim' },
    'busiest',
  );
  await client.must('POST', '/rest/v1/review_votes', { as: 'member', body: { review_id: id } });
  await client.must('DELETE', `/rest/v1/review_votes?review_id=eq.${id}`, { as: 'member' });
  await client.must('PATCH', `/rest/v1/reviews?${one(id)}`, { as: 'busiest', body: { rating: 5 } });
  await client.must('DELETE', `/rest/v1/reviews?${one(id)}`, { as: 'admin' });
  await client.must('POST', '/rest/v1/watchlist?on_conflict=user_id,movie_id', {
    as: 'busiest',
    body: { user_id: BUSIEST_MEMBER, movie_id },
    headers: { prefer: 'resolution=ignore-duplicates' },
  });
  await client.must('DELETE', `/rest/v1/watchlist?movie_id=eq.${movie_id}&user_id=eq.${BUSIEST_MEMBER}`, {
    as: 'busiest',
  });
}

function seenRows(client: PlanClient): Promise<object[]> {
  return client.must('GET', '/rest/v1/front_page_rows?select=id,updated_at&place=eq.films', { as: 'admin' });
}

async function frontPage(client: PlanClient, movie_id: string): Promise<void> {
  const banner = await client.insert('banners', { image_url: '/x.png', title: 'X' }, 'admin');
  await client.must('PATCH', `/rest/v1/banners?${one(banner.id)}`, { as: 'admin', body: { active: false } });
  await client.must('DELETE', `/rest/v1/banners?${one(banner.id)}`, { as: 'admin' });
  const featured = await client.insert(
    'featured_films',
    { banner_url: '/x.png', title: 'X', movie_id },
    'admin',
  );
  await client.must('DELETE', `/rest/v1/featured_films?${one(featured.id)}`, { as: 'admin' });
  const rules = ['free', 'newest', 'best', 'short', 'small', 'ending', 'series'];
  const rows = rules.map((rule) => ({ id: randomUUID(), title: rule, kind: 'rule', rule }));
  const chosen = { id: randomUUID(), title: 'X', kind: 'chosen', title_ids: [movie_id] };
  await client.rpc(
    'save_front_page',
    { of_place: 'films', seen: await seenRows(client), rows: [...rows, chosen] },
    'admin',
  );
  for (const of_place of ['home', 'films']) await client.rpc('front_page_titles', { of_place }, 'visitor');
  await client.rpc('save_front_page', { of_place: 'films', seen: await seenRows(client), rows: [] }, 'admin');
  const category = await client.insert(
    'movie_categories',
    { name: `Kategori ${randomUUID().slice(0, 8)}` },
    'admin',
  );
  await client.must('PATCH', `/rest/v1/movie_categories?${one(category.id)}`, {
    as: 'admin',
    body: { name: `Lòt ${randomUUID().slice(0, 8)}` },
  });
  await client.must('DELETE', `/rest/v1/movie_categories?${one(category.id)}`, { as: 'admin' });
}
