import type { Counts } from './size.ts';

const TITLES_AT_ONCE = 5_000;

const batches = (count: number) =>
  Array.from({ length: Math.ceil(count / TITLES_AT_ONCE) }, (_, batch) => [
    batch * TITLES_AT_ONCE,
    Math.min(count, (batch + 1) * TITLES_AT_ONCE) - 1,
  ]);

/** What triggers would have kept up to date, computed at once by the product's own functions and views. */
export function derivedStatements({ films, series, topics }: Counts): string[] {
  const index = (kind: string, of: string, count: number) =>
    batches(count).map(
      ([from, to]) =>
        `select private.index_titles('${kind}', array_agg(pg_temp.id('${of}', n))) from generate_series(${from}, ${to}) n`,
    );
  const lists = (kind: string, of: string, count: number) =>
    batches(count).map(([from, to]) =>
      choose(
        'private.index_lists(text, uuid[])',
        `perform private.index_lists('${kind}', array(select pg_temp.id('${of}', n) from generate_series(${from}, ${to}) n))`,
      ),
    );
  return [
    ...lists('movie', 'film', films),
    ...lists('series', 'series', series),
    ...index('movie', 'film', films),
    ...index('series', 'series', series),
    ...index('topic', 'topic', topics + 1),
    `insert into private.title_directory select * from private.listable_titles on conflict do nothing`,
    `insert into private.member_directory (id, email, words, created_at)
      select p.id, lower(u.email), ' ' || private.fold_text(concat_ws(' ', p.username, p.full_name, u.email)), p.created_at
      from private.profiles p join auth.users u on u.id = p.id on conflict do nothing`,
    `insert into private.subscription_directory select * from private.listable_subscriptions on conflict do nothing`,
    `update private.member_directory d set subscribed_until = s.until
      from (select user_id, max(expires_at) as until from public.subscriptions where status = 'active' group by 1) s where s.user_id = d.id`,
    `insert into public.notification_counts as c (user_id, unread)
      select user_id, count(*) filter (where read_at is null) from private.notifications group by 1
      on conflict (user_id) do update set unread = excluded.unread`,
    choose('private.recount_rows()', 'perform private.recount_rows()', RECOUNT),
    choose('private.set_recent_at()', 'update public.watch_progress set recent_at = updated_at'),
    choose(
      'private.schedule_payment_check()',
      `update private.checkouts c set next_check_at = (
        select greatest(c.next_check_at, e.due_at) from private.expected_payment_events e where e.order_id = c.order_id)`,
    ),
    choose(
      'private.fold_subscriber_changes(integer)',
      `insert into private.subscriber_hours (expires_hour, members)
        select date_trunc('hour', d.subscribed_until), count(*) from private.member_directory d where d.subscribed_until is not null group by 1
        on conflict (expires_hour) do update set members = excluded.members`,
    ),
    choose(
      'private.fold_review_votes(integer)',
      `update public.movies m set rating_counts = r.counts
        from (
          select movie_id, array[
            count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
            count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::integer[] as counts
          from public.reviews group by 1) r
        where r.movie_id = m.id`,
    ),
    choose(
      'private.refresh_similar_titles(integer)',
      `perform private.index_title_people(k.kind, array(select t.id from private.title_facts t where t.kind = k.kind))
        from (values ('movie'), ('series')) k (kind);
      insert into private.similar_title_checks (title_id, kind, has_changed, due_at)
        select t.id, t.kind, false, now() + random() * interval '7 days' from private.title_facts t on conflict do nothing`,
    ),
  ];
}

/** After the indexes exist: what reads by them. */
export const LAST_STATEMENTS = [
  'select private.recount_forum()',
  choose('private.roll_up_statistics(integer)', 'while private.roll_up_statistics(50) loop end loop'),
];

/** Worlds are also made of an earlier schema, to compare with: what it does not have yet is left out. */
function choose(routine: string, now: string, before = 'null'): string {
  return `do $$ begin if to_regprocedure('${routine}') is null then ${before}; else ${now}; end if; end $$`;
}

const RECOUNT = `declare counted text; found bigint; begin
  for counted in select name from private.row_counts loop
    execute format('select count(*) from %s', case counted when 'profiles' then 'private.profiles' else 'public.' || counted end) into found;
    update private.row_counts set rows = found where name = counted;
  end loop;
end`;
