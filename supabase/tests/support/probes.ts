import { fixture, general } from './fixtures.ts';
import { idOf, type Member } from './people.ts';

/** How to try each action on one kind of row. Keys: `table`, or `table: which row of it`. */
export interface Probe {
  /** Whose row it is, or who paid for it. */
  owner?: Member;
  where: string;
  /** Columns and values of one more row, in the owner's name. */
  insert: string;
  /** Touches only a column that can be changed, so that the policy decides and not the grant. */
  set: string;
}

const byId = (id: string) => `id = '${id}'`;
const title = { insert: `(title) values ('Nouvo')`, set: `title = 'Lòt non'` };
const episode = {
  insert: `(series_id, episode_number, title) values ('${fixture['paid series']}', 9, 'Nouvo')`,
  set: `title = 'Lòt non'`,
};
const featured = { insert: `(banner_url) values ('/new.jpg')`, set: `title = 'Lòt non'` };
const banner = { insert: `(image_url) values ('/new.jpg')`, set: `title = 'Lòt non'` };
const frontPageRow = {
  insert: `(place, position, title, kind, rule) values ('home', 9, 'Nouvo', 'rule', 'free')`,
  set: `title = 'Lòt non'`,
};
const forumCategory = { insert: `(name) values ('Nouvo')`, set: `description = 'Lòt bagay'` };
const profileOf = (owner: Member): Probe => ({
  owner,
  where: byId(idOf[owner]),
  insert: `(id, username) values ('${idOf[owner]}', 'other-name')`,
  set: `bio = 'Lòt bagay'`,
});

export const probes: Record<string, Probe> = {
  admin_users: {
    owner: 'moderator',
    where: `user_id = '${idOf.moderator}'`,
    insert: `(user_id) values ('${idOf.tiJo}')`,
    set: `role = 'admin'`,
  },
  terms_versions: {
    where: `version = 'not accepted'`,
    insert: `(version) values ('new')`,
    set: `published_at = now()`,
  },
  terms_acceptances: {
    owner: 'mimose',
    where: `user_id = '${idOf.mimose}'`,
    insert: `(user_id, version) values ('${idOf.mimose}', 'not accepted')`,
    set: `accepted_at = now()`,
  },
  'profiles: public': profileOf('mimose'),
  'profiles: private, has posted': profileOf('solange'),
  'profiles: private, silent': profileOf('fabiola'),
  'movies: published': { where: byId(fixture['movie nobody bought']), ...title },
  'movies: draft': { owner: 'marlene', where: byId(fixture['paid draft movie']), ...title },
  movie_categories: {
    where: byId(fixture['movie category']),
    insert: `(name) values ('Nouvo')`,
    set: `name = 'Lòt non', updated_at = now()`,
  },
  'series: published': { where: byId(fixture['series nobody bought']), ...title },
  'series: draft': { owner: 'marlene', where: byId(fixture['paid draft series']), ...title },
  'episodes: paid': { owner: 'marlene', where: byId(fixture['episode of the paid series']), ...episode },
  'episodes: free': { owner: 'marlene', where: byId(fixture['free episode of the paid series']), ...episode },
  'episodes: of a draft': {
    owner: 'marlene',
    where: byId(fixture['free episode of the paid draft series']),
    ...episode,
  },
  'featured_films: active': { where: byId(fixture['featured film']), ...featured },
  'featured_films: hidden': { where: byId(fixture['hidden featured film']), ...featured },
  'front_page_rows: shown': { where: byId(fixture['front page row']), ...frontPageRow },
  'front_page_rows: hidden': { where: byId(fixture['hidden front page row']), ...frontPageRow },
  'banners: active': { where: byId(fixture.banner), ...banner },
  'banners: hidden': { where: byId(fixture['hidden banner']), ...banner },
  reviews: {
    owner: 'mimose',
    where: byId(fixture.review),
    insert: `(movie_id, user_id, rating) values ('${fixture['free movie']}', '${idOf.mimose}', 5)`,
    set: `rating = 5, updated_at = now()`,
  },
  'reviews: of a series': {
    owner: 'kesner',
    where: byId(fixture['review of a series']),
    insert: `(series_id, user_id, rating) values ('${fixture['paid series']}', '${idOf.kesner}', 5)`,
    set: `rating = 5, updated_at = now()`,
  },
  review_votes: {
    owner: 'dieudonne',
    where: `review_id = '${fixture.review}'`,
    insert: `(review_id, user_id) values ('${fixture['review of a series']}', '${idOf.dieudonne}')`,
    set: `created_at = now()`,
  },
  saved_filters: {
    owner: 'moderator',
    where: byId(fixture['saved filter']),
    insert: `(user_id, list, name, filter) values ('${idOf.moderator}', 'movies', 'Gratis', 'free')`,
    set: `name = 'Lòt non'`,
  },
  forum_reactions: {
    owner: 'dieudonne',
    where: `post_id = '${fixture.post}'`,
    insert: `(post_id, user_id, kind) values ('${fixture.topic}', '${idOf.dieudonne}', 'wow')`,
    set: `created_at = now()`,
  },
  watchlist: {
    owner: 'mimose',
    where: byId(fixture['watchlist entry']),
    insert: `(user_id, series_id) values ('${idOf.mimose}', '${fixture['free series']}')`,
    set: `movie_id = '${fixture['free movie']}'`,
  },
  plans: {
    where: `id = 'weekly'`,
    insert: `(id, amount_minor, lasts) values ('daily', 1, '1 day')`,
    set: `amount_minor = 1`,
  },
  passes: {
    where: `id = 'day'`,
    insert: `(id, amount_minor, lasts) values ('day', 1, '1 day')`,
    set: `amount_minor = 1`,
  },
  exchange_rates: {
    where: `source = 'BRH'`,
    insert: `(rate, rate_date, source) values (1, '2026-11-02', 'me')`,
    set: `rate = 1`,
  },
  payment_alerts: {
    where: `order_id = '${fixture.order}'`,
    insert: `(provider, reference, reason) values ('test', 'other', 'nobody')`,
    set: `settled_at = now()`,
  },
  orders: {
    owner: 'mimose',
    where: byId(fixture.order),
    insert: `(user_id, transaction_type, plan, title, amount_minor) values ('${idOf.mimose}', 'subscription', 'monthly', 'Monthly', 1)`,
    set: `amount_minor = 1`,
  },
  ledger: {
    owner: 'mimose',
    where: `order_id = '${fixture.order}'`,
    insert: `(order_id, kind, amount_minor, currency, provider, provider_reference)
      values ('${fixture.order}', 'refund', -300, 'USD', 'test', 'second')`,
    set: `amount_minor = 1`,
  },
  user_purchases: {
    owner: 'mimose',
    where: byId(fixture.purchase),
    insert: `(user_id, movie_id, transaction_type, amount) values ('${idOf.mimose}', '${fixture['paid movie']}', 'purchase', 0)`,
    set: `transaction_type = 'purchase', rental_expiry = null`,
  },
  subscriptions: {
    owner: 'nadine',
    where: `user_id = '${idOf.nadine}'`,
    insert: `(user_id, status, subscription_type, expires_at) values ('${idOf.nadine}', 'active', 'yearly', now() + interval '1 year')`,
    set: `status = 'active'`,
  },
  forum_categories: { where: byId(fixture['forum category']), ...forumCategory },
  'forum_categories: General': { where: byId(general), ...forumCategory },
  forum_topics: {
    owner: 'mimose',
    where: byId(fixture.topic),
    insert: `(title, content, user_id) values ('Nouvo', 'Yon lòt bagay', '${idOf.mimose}')`,
    set: `locked = true`,
  },
  forum_posts: {
    owner: 'mimose',
    where: byId(fixture.post),
    insert: `(topic_id, content, user_id) values ('${fixture.topic}', 'Mwen dakò', '${idOf.mimose}')`,
    set: `content = 'Lòt mo'`,
  },
  notification_counts: {
    owner: 'mimose',
    where: `user_id = '${idOf.mimose}'`,
    insert: `(user_id, unread) values ('${idOf.nadine}', 5)`,
    set: `unread = 0`,
  },
  contact_messages: {
    owner: 'mimose',
    where: byId(fixture.message),
    insert: `(name, email, subject, message) values ('Mimose', 'm@example.test', 'A question', 'Where is my film?')`,
    set: `handled_at = now()`,
  },
  watch_progress: {
    owner: 'mimose',
    where: `user_id = '${idOf.mimose}'`,
    insert: `(user_id, movie_id) values ('${idOf.mimose}', '${fixture['paid movie']}')`,
    set: `watched = true`,
  },
  watch_sessions: {
    owner: 'mimose',
    where: byId(fixture['watch session']),
    insert: `(id, user_id, movie_id) values (gen_random_uuid(), '${idOf.mimose}', '${fixture['free movie']}')`,
    set: `seconds_watched = 1`,
  },
  audit_log: {
    where: `subject = 'movies'`,
    insert: `(act, subject, subject_id) values ('invented', 'movies', 'x')`,
    set: `act = 'nothing'`,
  },
  media_jobs: {
    where: byId(fixture['media job']),
    insert: `(movie_id, source_path) values ('${fixture['free movie']}', 'movies/1.mp4')`,
    set: `status = 'queued'`,
  },
  subtitles: {
    where: byId(fixture.subtitles),
    insert: `(movie_id, language, name, path) values ('${fixture['free movie']}', 'ht', 'Kreyòl', 'subtitles/2.vtt')`,
    set: `name = 'Lòt non'`,
  },
  sign_videos: {
    where: byId(fixture['sign video']),
    insert: `(movie_id, language, path) values ('${fixture['free movie']}', 'ase', 'signs/2.mp4')`,
    set: `language = 'fsl'`,
  },
};
