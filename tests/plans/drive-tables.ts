import { BUSIEST_MEMBER, idOf } from '../../bench/big-world/ids.ts';
import type { Caller, PlanClient } from './plan-client.ts';

const newest = 'order=created_at.desc,id';
const film = idOf('film', 1);
const paidFilm = idOf('film', 2);
const series = idOf('series', 1);
const viewer = `user_id=eq.${BUSIEST_MEMBER}`;
const card = 'id,title,thumbnail_url,release_date,genre,is_free,rating';

/** What the web app reads from tables, as it asks for it. */
const READS: [Caller[], string][] = [
  [['visitor', 'member'], `movies?select=${card},has_video&published=eq.true&${newest}&limit=24`],
  [['visitor', 'member', 'busiest'], `movies?select=*&id=eq.${film}`],
  [['busiest'], `movies?select=id,banner_url&id=in.(${film},${paidFilm})`],
  [['visitor', 'member'], `series?select=*&id=eq.${series}`],
  [
    ['visitor', 'other', 'busiest', 'admin'],
    `episodes?select=*&series_id=eq.${series}&order=season_number,episode_number`,
  ],
  [
    ['visitor', 'other', 'busiest', 'admin'],
    `episodes?select=*&series_id=eq.${idOf('series', 2)}&order=season_number,episode_number`,
  ],
  [['visitor', 'busiest'], `episodes?select=*,series(title)&id=eq.${idOf('episode', 41)}`],
  [['visitor', 'other', 'busiest', 'admin'], `episodes?select=*&${newest}&limit=20`],
  [
    ['visitor', 'busiest'],
    `reviews?select=*,profiles(username,avatar_url)&movie_id=eq.${idOf('film', 0)}&${newest}&limit=10`,
  ],
  ...[
    'order=helpful_count.desc,created_at.desc,id',
    'order=rating.desc,created_at.desc,id',
    'order=rating,helpful_count.desc,created_at.desc,id',
    `rating=eq.4&${newest}`,
    'rating=eq.4&order=helpful_count.desc,created_at.desc,id',
  ].map((order): [Caller[], string] => [
    ['visitor'],
    `reviews?select=*,profiles(username,avatar_url)&movie_id=eq.${idOf('film', 0)}&${order}&limit=10`,
  ]),
  [['visitor'], `reviews?select=*&series_id=eq.${series}&${newest}&limit=10`],
  [['busiest'], `reviews?select=*&movie_id=eq.${film}&${viewer}`],
  ...['created_at.desc,id', 'rating.desc,created_at.desc,id'].map((order): [Caller[], string] => [
    ['visitor'],
    `reviews?select=id,rating,movies(${card}),series(id,title,thumbnail_url)&${viewer}&rating=gte.4&order=${order}&limit=6`,
  ]),
  [['visitor'], `forum_topics?select=id,title,created_at,reply_count,hidden_at&${viewer}&${newest}&limit=5`],
  [['busiest'], `review_votes?select=review_id&${viewer}&review_id=in.(${film},${paidFilm})`],
  [
    ['busiest'],
    `watchlist?select=id,movies(${card}),series(id,title,thumbnail_url)&${viewer}&${newest}&limit=24`,
  ],
  [['busiest'], `watchlist?select=id&${viewer}&movie_id=eq.${film}&limit=1`],
  [
    ['visitor'],
    'featured_films?select=*,movies(id),series(id)&active=eq.true&order=created_at.desc&limit=10',
  ],
  [
    ['visitor'],
    'banners?select=id,title,image_url,link&active=eq.true&placement=eq.strip&order=created_at.desc',
  ],
  [
    ['visitor', 'admin'],
    'front_page_rows?select=*,movie_categories(name)&place=eq.home&hidden=is.false&order=position',
  ],
  [['visitor'], 'movie_categories?select=id,name,description&order=name'],
  [['visitor'], 'forum_categories?select=id,name,description&order=position,name'],
  [['busiest'], `subscriptions?select=*&${viewer}&order=expires_at.desc&limit=20`],
  [
    ['busiest'],
    `user_purchases?select=*,movies(thumbnail_url),series(thumbnail_url)&${viewer}&order=created_at.desc&limit=500`,
  ],
  [
    ['busiest'],
    `user_purchases?select=transaction_type,rental_expiry&${viewer}&movie_id=eq.${film}&status=eq.completed&order=rental_expiry.desc.nullsfirst`,
  ],
  [['busiest'], `orders?select=*&id=eq.${idOf('order', 0)}&${viewer}`],
  [
    ['busiest'],
    `orders?select=id&${viewer}&movie_id=eq.${film}&transaction_type=eq.purchase&order=created_at.desc&limit=1`,
  ],
  [['busiest'], `notification_counts?select=unread&${viewer}`],
  [['visitor', 'busiest', 'admin'], `profiles?select=*&id=eq.${idOf('member', 3)}`],
  [['visitor', 'busiest', 'admin'], 'profiles?select=id,username&limit=20'],
  [['busiest'], `watch_progress?select=*&${viewer}&order=updated_at.desc&limit=20`],
  [['admin'], 'media_jobs?select=*,movies(title),episodes(title,series_id)&order=created_at.desc&limit=50'],
  [['admin'], `media_jobs?select=*&movie_id=eq.${film}&order=created_at.desc&limit=1`],
  [['admin'], `subtitles?select=*&movie_id=eq.${film}&order=created_at`],
  [['admin'], `sign_videos?select=*&movie_id=eq.${film}&order=created_at`],
  [['admin'], 'movies?select=id,title&order=created_at.desc&limit=200'],
  [['admin'], 'series?select=id,title&order=created_at.desc&limit=200'],
];

/** Every table of the Data API's description by its address, and each read of the web app. */
export async function driveTables(client: PlanClient): Promise<void> {
  const { body } = await client.send('GET', '/rest/v1/', { as: 'service' });
  const tables = Object.keys(body.paths).filter((path) => path !== '/' && !path.startsWith('/rpc/'));
  for (const table of tables) {
    for (const as of ['visitor', 'busiest', 'other', 'admin', 'service'] as const)
      await client.send('GET', `/rest/v1${table}?limit=20`, { as });
  }
  for (const [people, read] of READS)
    for (const as of people) await client.must('GET', `/rest/v1/${read}`, { as });
  await client.must('GET', `/rest/v1/watchlist?select=id&${viewer}`, {
    as: 'busiest',
    headers: { prefer: 'count=exact' },
  });
}
