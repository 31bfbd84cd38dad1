import { idOf, type Member } from './people.ts';

/** The objects of the tests, by name. */
const names = [
  'free movie', 'paid movie', 'free draft movie', 'paid draft movie', 'movie nobody bought',
  'free series', 'paid series', 'free draft series', 'paid draft series', 'series nobody bought',
  'episode of the free series', 'episode of the paid series', 'free episode of the paid series',
  'episode of the free draft series', 'episode of the paid draft series', 'free episode of the paid draft series',
  'episode of the series nobody bought', 'movie category', 'featured film', 'hidden featured film', 'banner', 'hidden banner',
  'review', 'watchlist entry', 'order', 'purchase', 'forum category', 'topic', 'locked topic', 'topic of solange',
  'post', 'message', 'media job', 'subtitles', 'watch session', 'front page row', 'hidden front page row', 'review of a series',
  'saved filter', 'sign video',
] as const; // biome-ignore format: a list of names
export type Thing = (typeof names)[number];

export const fixture = Object.fromEntries(
  names.map((name, index) => [name, `00000000-0000-4000-b000-${String(index + 1).padStart(12, '0')}`]),
) as Record<Thing, string>;

export const general = '00000000-0000-4000-8000-000000000001';

const titles = (kind: 'movie' | 'series') => `
insert into public.${kind === 'movie' ? 'movies' : 'series'}
  (id, title, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, genre) values
  ('${fixture[`free ${kind}`]}', 'Dlo (${kind})', true, true, false, false, null, null, '{Drama}'),
  ('${fixture[`paid ${kind}`]}', 'Lanmè (${kind})', true, false, true, true, 12.00, 3.00, '{Drama}'),
  ('${fixture[`free draft ${kind}`]}', 'Chodyè (${kind})', false, true, false, false, null, null, '{Drama}'),
  ('${fixture[`paid draft ${kind}`]}', 'Bouyon (${kind})', false, false, true, true, 12.00, 3.00, '{Drama}'),
  ('${fixture[`${kind} nobody bought`]}', 'Pousyè (${kind})', true, false, true, true, 12.00, 3.00, '{Drama}');
`;

/** Everybody who ever paid, paid for all but the last of these titles. */
const rights: [Member, string][] = [
  ['marlene', `'purchase', 'completed', now() - interval '1 year', null`],
  ['dieudonne', `'rental', 'completed', now() - interval '47 hours', now() + interval '1 hour'`],
  ['rosemond', `'rental', 'completed', now() - interval '49 hours', now() - interval '1 hour'`],
  ['wilner', `'purchase', 'refunded', now() - interval '1 day', null`],
  ['frantz', `'purchase', 'disputed', now() - interval '1 day', null`],
];
const boughtTitles = rights
  .flatMap(([member, right]) =>
    (['movie', 'series'] as const).map(
      (kind) => `
insert into public.user_purchases
  (user_id, media_type, ${kind}_id, title, amount, transaction_type, status, created_at, rental_expiry)
  select '${idOf[member]}', '${kind}', id, title, 3, ${right}
  from public.${kind === 'movie' ? 'movies' : 'series'} where id <> '${fixture[`${kind} nobody bought`]}';`,
    ),
  )
  .join('');

export const fixturesSql = `
${titles('movie')}
${titles('series')}
${boughtTitles}
insert into public.episodes (id, series_id, episode_number, title, is_free) values
  ('${fixture['episode of the free series']}', '${fixture['free series']}', 1, 'Premye', false),
  ('${fixture['episode of the paid series']}', '${fixture['paid series']}', 1, 'Premye', false),
  ('${fixture['free episode of the paid series']}', '${fixture['paid series']}', 2, 'Dezyèm', true),
  ('${fixture['episode of the free draft series']}', '${fixture['free draft series']}', 1, 'Premye', false),
  ('${fixture['episode of the paid draft series']}', '${fixture['paid draft series']}', 1, 'Premye', false),
  ('${fixture['free episode of the paid draft series']}', '${fixture['paid draft series']}', 2, 'Dezyèm', true),
  ('${fixture['episode of the series nobody bought']}', '${fixture['series nobody bought']}', 1, 'Premye', false);
insert into public.movie_categories (id, name) values ('${fixture['movie category']}', 'Istwa');
insert into public.front_page_rows (id, place, position, title, kind, rule, hidden) values
  ('${fixture['front page row']}', 'home', 1, 'Gratis', 'rule', 'free', false),
  ('${fixture['hidden front page row']}', 'home', 2, 'Kache', 'rule', 'best', true);
insert into public.featured_films (id, banner_url, active) values
  ('${fixture['featured film']}', '/a.jpg', true), ('${fixture['hidden featured film']}', '/b.jpg', false);
insert into public.banners (id, image_url, active) values
  ('${fixture.banner}', '/a.jpg', true), ('${fixture['hidden banner']}', '/b.jpg', false);
insert into public.reviews (id, movie_id, user_id, rating) values
  ('${fixture.review}', '${fixture['paid movie']}', '${idOf.mimose}', 4);
insert into public.reviews (id, series_id, user_id, rating) values
  ('${fixture['review of a series']}', '${fixture['free series']}', '${idOf.kesner}', 3);
insert into public.review_votes (review_id, user_id) values ('${fixture.review}', '${idOf.dieudonne}');
insert into public.watchlist (id, user_id, movie_id) values
  ('${fixture['watchlist entry']}', '${idOf.mimose}', '${fixture['paid movie']}');

insert into public.terms_versions (version) values ('accepted'), ('not accepted');
insert into public.terms_acceptances (user_id, version) values ('${idOf.mimose}', 'accepted');

insert into public.plans (id, amount_minor, lasts) values ('weekly', 199, '7 days');
insert into public.exchange_rates (rate, rate_date, source) values (131.25, '2026-11-01', 'BRH');
insert into public.orders (id, user_id, transaction_type, media_type, movie_id, title, amount_minor, status) values
  ('${fixture.order}', '${idOf.mimose}', 'rental', 'movie', '${fixture['movie nobody bought']}', 'Pousyè', 300, 'paid');
insert into public.ledger (order_id, kind, amount_minor, currency, provider, provider_reference) values
  ('${fixture.order}', 'payment', 300, 'USD', 'test', 'first');
insert into public.payment_alerts (order_id, provider, reference, reason) values
  ('${fixture.order}', 'test', 'first', 'amount_over');
insert into public.user_purchases
  (id, user_id, movie_id, title, amount, transaction_type, order_id, created_at, rental_expiry) values
  ('${fixture.purchase}', '${idOf.mimose}', '${fixture['movie nobody bought']}', 'Pousyè', 3, 'rental', '${fixture.order}',
    now() - interval '1 year', now() - interval '363 days');

insert into public.forum_categories (id, name) values ('${fixture['forum category']}', 'Mizik');
insert into public.forum_topics (id, title, content, user_id, category_id) values
  ('${fixture.topic}', 'Ki fim?', 'Ki fim ou renmen?', '${idOf.mimose}', '${fixture['forum category']}'),
  ('${fixture['locked topic']}', 'Règ yo', 'Li sa avan.', '${idOf.mimose}', '${general}'),
  ('${fixture['topic of solange']}', 'Bonjou', 'Mwen se Solange.', '${idOf.solange}', '${general}');
update public.forum_topics set locked = true where id = '${fixture['locked topic']}';
insert into public.forum_posts (id, topic_id, user_id, content) values
  ('${fixture.post}', '${fixture.topic}', '${idOf.mimose}', 'Mwen renmen tout.');
insert into public.forum_reactions (post_id, user_id, kind) values ('${fixture.post}', '${idOf.dieudonne}', 'heart');
insert into public.notification_counts (user_id) values ('${idOf.mimose}');
insert into public.audit_log (act, subject, subject_id) values ('update', 'movies', 'x');

insert into public.contact_messages (id, name, email, subject, message, user_id) values
  ('${fixture.message}', 'Mimose', 'mimose@example.test', 'A question', 'How do I watch a film?', '${idOf.mimose}');
insert into public.watch_progress (user_id, movie_id, position, duration) values
  ('${idOf.mimose}', '${fixture['free movie']}', 600, 6000);
insert into public.watch_sessions (id, user_id, movie_id, furthest, seconds_watched) values
  ('${fixture['watch session']}', '${idOf.mimose}', '${fixture['free movie']}', 600, 580);
insert into public.media_jobs (id, movie_id, source_path, status) values
  ('${fixture['media job']}', '${fixture['paid movie']}', 'movies/${fixture['paid movie']}.mp4', 'done');
insert into public.saved_filters (id, user_id, list, name, filter) values
  ('${fixture['saved filter']}', '${idOf.moderator}', 'movies', 'Bouyon', 'draft');
insert into public.subtitles (id, movie_id, language, name, path) values
  ('${fixture.subtitles}', '${fixture['paid movie']}', 'fr', 'Français', 'subtitles/1.vtt');
insert into public.sign_videos (id, movie_id, language, path) values
  ('${fixture['sign video']}', '${fixture['paid movie']}', 'ase', 'signs/1.mp4');
-- Workers would have looked at it.
delete from private.sign_checks;
`;
