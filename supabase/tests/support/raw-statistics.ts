/** The numbers of public.statistics, counted from every single row: $1 is the first day, $2 the last. */
export const rawStatisticsSql = `
  with watched as (
    select * from public.watch_sessions where day between $1::date and $2::date and seconds_watched > 0)
  select jsonb_build_object(
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', d.day,
        'sign_ups', (select count(*) from private.profiles p where (p.created_at at time zone 'UTC')::date = d.day),
        'members_watching', (select count(distinct s.user_id) from watched s where s.day = d.day),
        'visits_watching', (select count(*) from watched s where s.day = d.day and s.user_id is null),
        'seconds_watched', (select coalesce(round(sum(s.seconds_watched)), 0) from watched s where s.day = d.day),
        'revenue', (
          select coalesce(jsonb_object_agg(x.currency, x.amount), '{}') from (
            select l.currency, sum(l.amount_minor) as amount from public.ledger l
            where (l.occurred_at at time zone 'UTC')::date = d.day group by 1) x),
        'failed_payments', (
          select count(*) from public.orders o
          where o.status = 'failed' and (o.updated_at at time zone 'UTC')::date = d.day)) order by d.day)
      from (select generate_series($1::date, $2::date, interval '1 day')::date) d (day)),
    'members_watching', (select count(distinct s.user_id) from watched s),
    'top_titles', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.seconds_watched desc, t.title), '[]') from (
        select case when m.id is null then 'series' else 'movie' end as kind, coalesce(m.id, e.id) as id,
          coalesce(m.title, e.title) as title, round(sum(s.seconds_watched)) as seconds_watched,
          count(distinct s.user_id) as members, count(*) filter (where s.user_id is null) as visits, false as approximate
        from watched s
          left join public.episodes p on p.id = s.episode_id
          left join public.movies m on m.id = s.movie_id
          left join public.series e on e.id = p.series_id
        where coalesce(m.id, e.id) is not null
        group by 1, 2, 3 order by 4 desc, 3, 2 limit 10) t)) as numbers`;
