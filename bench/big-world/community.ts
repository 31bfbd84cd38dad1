import { type Counts, DAYS } from './size.ts';

const MINUTES = DAYS * 1440;
/** Moderators keep up. */
const OPEN_REPORTS = 5;

/** A forum where one topic is hot, a second one is as long but nobody follows it, and most are short. */
export function communityStatements({
  topics,
  posts,
  members,
  followers,
  notifications,
  films,
}: Counts): string[] {
  /** A tenth of all replies to each of the two long topics. */
  const topicOf = (post: string) =>
    `pg_temp.id('topic', case ${post} % 10 when 0 then 0 when 1 then 1 else 2 + ${post} % ${topics - 1} end)`;
  return [
    `insert into public.forum_topics (id, title, content, user_id, category_id, created_at, updated_at, last_activity_at, views)
      select pg_temp.id('topic', n), initcap(w.word) || ' ' || n, repeat('Kisa w panse? ', 10), pg_temp.id('member', n),
        (array(select id from public.forum_categories order by id))[1 + n % (select count(*) from public.forum_categories)],
        now() - interval '1 minute' * (${MINUTES} * pg_temp.part(n, 30)), now(), now(), n % 500
      from generate_series(0, ${topics}) n join big_words w on w.number = floor(40 * power(500, pg_temp.part(n, 31)))::integer - 40`,
    `insert into public.forum_posts (id, topic_id, user_id, content, created_at, updated_at)
      select pg_temp.id('post', n), ${topicOf('n')}, pg_temp.id('member', n * 7 % ${members}), repeat('Mwen dakò. ', 8),
        now() - interval '1 second' * (${MINUTES * 60} * (1 - n::double precision / ${posts})), now()
      from generate_series(0, ${posts - 1}) n`,
    `update public.forum_topics t set reply_count = p.posts, last_activity_at = p.last
      from (select topic_id, count(*) as posts, max(created_at) as last from public.forum_posts group by 1) p where p.topic_id = t.id`,
    `insert into private.topic_readers (topic_id, user_id, following, notified, read_to)
      select pg_temp.id('topic', 0), pg_temp.id('member', n), true, false, now() from generate_series(0, ${followers - 1}) n`,
    `insert into private.topic_readers (topic_id, user_id, following, notified, read_to)
      select pg_temp.id('topic', 2 + n % ${topics - 1}), pg_temp.id('member', n * 7 % ${members}), true, false, now() from generate_series(0, ${posts - 1}) n
      on conflict do nothing`,
    `insert into private.notifications (user_id, kind, topic_id, post_id, created_at, read_at)
      select pg_temp.id('member', n % ${members}), 'reply', ${topicOf('p')}, pg_temp.id('post', p),
        now() - interval '1 minute' * (n % ${MINUTES}), case when n % 5 > 0 then now() end
      from generate_series(0, ${notifications - 1}) n, lateral (select (n + n / ${members}) % ${posts} as p) x`,
    `insert into private.text_versions (topic_id, post_id, content, edited_by, replaced_at)
      select p.topic_id, p.id, 'Ansyen tèks', p.user_id, p.created_at
      from generate_series(0, ${Math.floor(posts / 10)}) n join public.forum_posts p on p.id = pg_temp.id('post', n * 10)`,
    `insert into private.topic_views (topic_id, viewer, day)
      select pg_temp.id('topic', pg_temp.popular(n, 32, ${topics})), md5(n::text), current_date from generate_series(0, ${members - 1}) n
      on conflict do nothing`,
    `insert into private.title_topics (topic_id, movie_id)
      select pg_temp.id('topic', 2 + n), pg_temp.id('film', n) from generate_series(0, ${Math.min(films, topics - 2) - 1}) n`,
    `insert into private.reports (reporter_id, topic_id, post_id, reason, created_at, settled_at, outcome)
      select pg_temp.id('member', n), p.topic_id, p.id, 'spam', p.created_at, case when n >= ${OPEN_REPORTS} then now() end, case when n >= ${OPEN_REPORTS} then 'dismissed' end
      from generate_series(0, ${Math.floor(posts / 50)}) n join public.forum_posts p on p.id = pg_temp.id('post', n * 50)`,
    `insert into private.moderation_log (moderator_id, action, target_kind, target_id, created_at)
      select a.user_id, 'lock', 'topic', pg_temp.id('topic', n), now() - interval '1 minute' * n
      from generate_series(0, ${Math.floor(posts / 20)}) n, (select user_id from public.admin_users limit 1) a`,
  ];
}
