-- What goes with a title, and what stays.

-- The past stays as it was counted: a title that is deleted takes its name from the numbers, not its hours.
alter table public.watch_sessions
  drop constraint watch_sessions_movie_id_fkey,
  drop constraint watch_sessions_episode_id_fkey,
  drop constraint one_title,
  add constraint watch_sessions_movie_id_fkey foreign key (movie_id) references public.movies (id) on delete set null,
  add constraint watch_sessions_episode_id_fkey foreign key (episode_id) references public.episodes (id) on delete set null,
  add constraint one_title_at_most check (num_nonnulls(movie_id, episode_id) <= 1);

create or replace function public.statistics(first_day date, last_day date) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set timezone = 'UTC'
  set jit = off
  as $$
declare
  begins timestamptz := first_day::timestamptz;
  ends timestamptz := (last_day + 1)::timestamptz;
begin
  perform private.require_role('accountant');
  -- Twin: STATISTICS_DAYS_MAX in contract/src/admin.ts.
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day >= 400 then
    raise exception using errcode = '22023', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  return jsonb_build_object(
    'members', (select coalesce(sum(t.rows), 0) from private.tallies t where t.name = 'profiles'),
    'active_subscribers', (
      select count(distinct s.user_id) from public.subscriptions s where s.status = 'active' and s.expires_at > now()),
    'days', (
      select jsonb_agg(jsonb_build_object(
          'day', d.day,
          'sign_ups', coalesce(u.sign_ups, 0),
          'members_watching', coalesce(w.members, 0),
          'visits_watching', coalesce(w.visits, 0),
          'seconds_watched', coalesce(w.seconds, 0),
          'revenue', coalesce(r.revenue, '{}'),
          'failed_payments', coalesce(f.failed, 0)) order by d.day)
      from (select generate_series(first_day, last_day, interval '1 day')::date) d (day)
      left join (
        select p.created_at::date as day, count(*) as sign_ups from private.profiles p
        where p.created_at >= begins and p.created_at < ends group by 1
      ) u using (day)
      left join (
        select s.day, count(distinct s.user_id) as members, count(*) filter (where s.user_id is null) as visits,
          round(sum(s.seconds_watched)) as seconds
        from public.watch_sessions s where s.day between first_day and last_day and s.seconds_watched > 0 group by 1
      ) w using (day)
      left join (
        select x.day, jsonb_object_agg(x.currency, x.amount) as revenue
        from (
          select l.occurred_at::date as day, l.currency, sum(l.amount_minor) as amount from public.ledger l
          where l.occurred_at >= begins and l.occurred_at < ends group by 1, 2
        ) x group by 1
      ) r using (day)
      left join (
        select o.updated_at::date as day, count(*) as failed from public.orders o
        where o.status = 'failed' and o.updated_at >= begins and o.updated_at < ends group by 1
      ) f using (day)),
    'members_watching', (
      select count(distinct s.user_id) from public.watch_sessions s
      where s.day between first_day and last_day and s.seconds_watched > 0),
    'top_titles', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.seconds_watched desc, t.title), '[]')
      from (
        select x.kind, x.id, coalesce(m.title, e.title) as title, x.seconds_watched, x.members, x.visits
        from (
          select case when s.movie_id is null then 'series' else 'movie' end as kind,
            coalesce(s.movie_id, p.series_id) as id, round(sum(s.seconds_watched)) as seconds_watched,
            count(distinct s.user_id) as members, count(*) filter (where s.user_id is null) as visits
          from public.watch_sessions s left join public.episodes p on p.id = s.episode_id
          where s.day between first_day and last_day and s.seconds_watched > 0
            and coalesce(s.movie_id, p.series_id) is not null
          group by 1, 2 order by 3 desc limit 10
        ) x
        left join public.movies m on x.kind = 'movie' and m.id = x.id
        left join public.series e on x.kind = 'series' and e.id = x.id
      ) t));
end $$;

-- Whoever bought a series bought its episodes.
create function private.protect_sold_episode() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- A series that may go takes its episodes along: it is no longer there when they are asked.
  if old.has_video and exists (select from public.series s where s.id = old.series_id) and exists (
      select from public.user_purchases p
      where p.series_id = old.series_id and p.status in ('completed', 'disputed')
        and (p.transaction_type = 'purchase' or p.rental_expiry > now())) then
    raise exception using errcode = '23503',
      message = 'People have paid for this series. Replace the video instead of deleting the episode.', hint = 'episode_sold';
  end if;
  return old;
end $$;
create trigger protect_sold_episode before delete on public.episodes
  for each row execute function private.protect_sold_episode();

-- Titles name their categories: a category that is called something else is so in all of them.
create function private.rename_category() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kind text;
begin
  foreach kind in array array['movies', 'series', 'featured_films'] loop
    execute format(
      'update public.%I t set genre = (
        select array_agg(o.name order by o.n)
        from (
          select distinct on (lower(r.name)) r.name, r.n
          from (
            select case when lower(g.name) = lower($1) then $2 else g.name end, g.n
            from unnest(t.genre) with ordinality g (name, n)
          ) r (name, n)
          order by lower(r.name), r.n
        ) o)
      where exists (select from unnest(t.genre) g (name) where lower(g.name) = lower($1))', kind)
      using old.name, new.name;
  end loop;
  return null;
end $$;
create trigger rename_category after update of name on public.movie_categories
  for each row when (old.name is distinct from new.name) execute function private.rename_category();
