import { randomUUID } from 'node:crypto';
import { BUSIEST_MEMBER, idOf } from '../../bench/big-world/ids.ts';
import type { PlanClient } from './plan-client.ts';

const one = (id: string) => `id=eq.${id}`;

/** Visitors search and browse, a member reviews, an editor publishes. */
export async function driveCatalogue(client: PlanClient): Promise<void> {
  for (const query of ['ba', 'lakou', 'bazala mouton', 'drama'])
    await client.rpc('search', { query }, 'visitor');
  for (const args of [{}, { of_kind: 'movie' }, { in_genre: 'Drama' }, { containing: 'ba' }, { page: 2 }]) {
    await client.rpc('list_titles', args, 'visitor');
    const { page: _, ...counted } = args as { page?: number };
    await client.rpc('count_titles', counted, 'visitor');
  }
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
