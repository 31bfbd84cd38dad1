-- Statistics that are counted once a day, and how long each kind of row is kept.

-- How long rows are kept ---------------------------------------------------------------------------------------------

insert into private.settings (key, value) values ('retention_days', jsonb_build_object(
  'watch_sessions', 400, 'statistics', 1100, 'notifications', 180, 'topic_readers', 365, 'orders', 90, 'contact_messages', 365,
  'media_jobs', 90, 'text_versions', 365, 'moderation', 730, 'audit_log', 1095));

create function private.retention_days(setting text) returns integer
  language sql stable security definer
  set search_path = ''
  as $$ select (s.value ->> setting)::integer from private.settings s where s.key = 'retention_days' $$;
comment on function private.retention_days is 'How many days rows are kept. The server writes the setting at start from its environment.';

-- Counts of watching -----------------------------------------------------------------------------------------------

create type private.watch_count as (
  day date,
  title_id uuid,
  seconds double precision,
  visits integer,
  members integer,
  member_hashes integer[]
);

create table private.daily_statistics (
  day date primary key,
  sign_ups integer not null,
  members_watching integer not null,
  visits_watching integer not null,
  seconds_watched double precision not null,
  revenue jsonb not null,
  failed_payments integer not null
);
comment on table private.daily_statistics is 'What happened on each day (UTC) that is over. A day without a row, or in stale_days, is counted when somebody asks.';
alter table private.daily_statistics enable row level security;

create table private.watch_rollups (
  days smallint not null,
  starts date not null,
  title_id uuid not null,
  seconds double precision not null,
  visits integer not null,
  members integer,
  member_hashes integer[] not null,
  primary key (title_id, days, starts),
  constraint period_known check (days in (1, 8, 64))
);
comment on table private.watch_rollups is 'How long and by how many each film and series was watched, in periods of 1, 8 and 64 days. The title with the id of zeros is everything together.';
comment on column private.watch_rollups.members is 'Exact, of one day; null for longer periods.';
comment on column private.watch_rollups.member_hashes is 'The smallest salted hashes of the members. Those of several periods together tell how many different members watched: see estimate_members().';
create index watch_rollups_longest on private.watch_rollups (starts, days, seconds desc) include (title_id);
alter table private.watch_rollups enable row level security;

create table private.rolled_periods (
  days smallint not null,
  starts date not null,
  slices smallint not null,
  primary key (days, starts)
);
comment on table private.rolled_periods is 'Which periods of 8 and 64 days are in watch_rollups. When one of their days is counted again, they are rolled up again.';
comment on column private.rolled_periods.slices is 'How many parts of the titles are done, of days / 4; the period is used when all are.';
alter table private.rolled_periods enable row level security;

create table private.stale_days (
  day date primary key
);
comment on table private.stale_days is 'Days that changed after they were over: a film watched past midnight, a payment that was reported late.';
alter table private.stale_days enable row level security;

insert into private.settings (key, value)
  values ('statistics_salt', to_jsonb(encode(extensions.gen_random_bytes(16), 'hex')));

create function private.hash_limit(title_id uuid) returns integer
  language sql immutable parallel safe
  as $$ select case title_id when '00000000-0000-0000-0000-000000000000' then 1024 else 256 end $$;
comment on function private.hash_limit is 'How many hashes a period keeps. Up to as many members are counted exactly, more with an error of about 1/sqrt(limit).';

create function private.estimate_members(hashes integer[], hash_limit integer) returns bigint
  language sql immutable parallel safe
  set search_path = ''
  as $$
  -- Hashes are spread evenly: the smaller the largest of the smallest ones, the more there are.
  select case when cardinality(hashes) < hash_limit then cardinality(hashes)
    else round((hash_limit - 1) * 4294967296 / (hashes[hash_limit]::numeric + 2147483649)) end
$$;
comment on function private.estimate_members is 'How many different members there are, from their smallest hashes in ascending order.';

create function private.count_watching(on_day date) returns setof private.watch_count
  language sql stable security definer
  set search_path = ''
  as $$
  with watched as materialized (
    select coalesce(s.movie_id, e.series_id) as title_id, s.user_id, s.seconds_watched as seconds,
      hashtext((select t.value #>> '{}' from private.settings t where t.key = 'statistics_salt') || s.user_id) as hash
    from public.watch_sessions s left join public.episodes e on e.id = s.episode_id
    where s.day = on_day and s.seconds_watched > 0
  )
  select on_day, w.title_id, sum(w.seconds), count(*) filter (where w.user_id is null), count(distinct w.user_id),
    coalesce((array_agg(distinct w.hash) filter (where w.hash is not null))[1:private.hash_limit(w.title_id)], '{}')
  from watched w where w.title_id is not null group by w.title_id
  union all
  select on_day, '00000000-0000-0000-0000-000000000000', sum(w.seconds), count(*) filter (where w.user_id is null), count(distinct w.user_id),
    coalesce((array_agg(distinct w.hash) filter (where w.hash is not null))[1:private.hash_limit('00000000-0000-0000-0000-000000000000')], '{}')
  from watched w having count(*) > 0
$$;
comment on function private.count_watching is 'Who watched what on one day: a row for each title, and one for all together.';

create function private.count_day(on_day date, watching private.watch_count) returns private.daily_statistics
  language sql stable security definer
  set search_path = ''
  set timezone = 'UTC'
  as $$
  select on_day,
    (select count(*) from private.profiles p where p.created_at >= on_day and p.created_at < on_day + 1)::integer,
    coalesce(watching.members, 0), coalesce(watching.visits, 0), coalesce(watching.seconds, 0),
    coalesce((
      select jsonb_object_agg(x.currency, x.amount)
      from (
        select l.currency, sum(l.amount_minor) as amount from public.ledger l
        where l.occurred_at >= on_day and l.occurred_at < on_day + 1 group by 1
      ) x), '{}'),
    (select count(*) from public.orders o
      where o.status = 'failed' and o.updated_at >= on_day and o.updated_at < on_day + 1)::integer
$$;

-- Rolling up -------------------------------------------------------------------------------------------------------

create function private.period_start(on_day date, days integer) returns date
  language sql immutable parallel safe
  set search_path = ''
  as $$ select date '2000-01-01' + (on_day - date '2000-01-01') / days * days $$;

create function private.mark_day_stale(on_day date) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- A shared lock: writers do not wait for each other, and roll_up_day() waits for all of them.
  perform from private.stale_days s where s.day = on_day for key share;
  while not found loop
    insert into private.stale_days (day) values (on_day) on conflict do nothing;
    perform from private.stale_days s where s.day = on_day for key share;
  end loop;
end $$;
comment on function private.mark_day_stale is 'Lets a day that is over be counted again, with what this transaction adds to it.';

create function private.roll_up_day(on_day date) returns void
  language plpgsql security definer
  set search_path = ''
  set timezone = 'UTC'
  as $$
declare
  has_sessions boolean := on_day >= current_date - private.retention_days('watch_sessions');
  watching private.watch_count;
begin
  delete from private.stale_days s where s.day = on_day;
  if has_sessions or not exists (select from private.daily_statistics d where d.day = on_day) then
    delete from private.watch_rollups r where r.days = 1 and r.starts = on_day;
    insert into private.watch_rollups (days, starts, title_id, seconds, visits, members, member_hashes)
      select 1, c.day, c.title_id, c.seconds, c.visits, c.members, c.member_hashes
      from private.count_watching(on_day) c;
    delete from private.rolled_periods p
      where (p.days = 8 and p.starts = private.period_start(on_day, 8))
        or (p.days = 64 and p.starts = private.period_start(on_day, 64));
  end if;
  select r.starts, r.title_id, r.seconds, r.visits, r.members, null into watching
    from private.watch_rollups r
    where r.title_id = '00000000-0000-0000-0000-000000000000' and r.days = 1 and r.starts = on_day;
  delete from private.daily_statistics d where d.day = on_day;
  insert into private.daily_statistics select * from private.count_day(on_day, watching);
end $$;
comment on function private.roll_up_day is 'Counts a day that is over, again if need be. What was watched is not counted again once its sessions are purged.';

create function private.roll_up_period(period_days integer, first_day date) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  -- In parts, so that no transaction takes long.
  slices integer := period_days / 4;
  slice integer;
begin
  insert into private.rolled_periods as p (days, starts, slices) values (period_days, first_day, 1)
    on conflict on constraint rolled_periods_pkey do update set slices = p.slices + 1 returning p.slices - 1 into slice;
  delete from private.watch_rollups r
    where r.days = period_days and r.starts = first_day and uuid_hash(r.title_id) & (slices - 1) = slice;
  insert into private.watch_rollups (days, starts, title_id, seconds, visits, member_hashes)
    with parts as materialized (
      select r.* from private.watch_rollups r
      where r.days = period_days / 8 and r.starts >= first_day and r.starts < first_day + period_days
        and uuid_hash(r.title_id) & (slices - 1) = slice
    ), pieces as (
      select p.title_id, p.seconds, p.visits, null::integer as hash from parts p
      union all
      select p.title_id, 0, 0, h.hash from parts p, unnest(p.member_hashes) h (hash)
    )
    select period_days, first_day, p.title_id, sum(p.seconds), sum(p.visits),
      coalesce((array_agg(distinct p.hash) filter (where p.hash is not null))[1:private.hash_limit(p.title_id)], '{}')
    from pieces p group by p.title_id;
end $$;
comment on function private.roll_up_period is 'Adds up the eight periods of the next shorter length, for the next part of the titles.';

create function private.first_day() returns date
  language sql stable security definer
  set search_path = ''
  set timezone = 'UTC'
  as $$
  select least(
    (select min(s.day) from public.watch_sessions s), (select min(d.day) from private.daily_statistics d),
    (select min(p.created_at) from private.profiles p)::date, (select min(l.occurred_at) from public.ledger l)::date,
    (select min(o.updated_at) from public.orders o where o.status = 'failed')::date)
$$;
comment on function private.first_day is 'The first day on which anything happened.';

create function private.find_due_day() returns date
  language sql stable security definer
  set search_path = ''
  set timezone = 'UTC'
  as $$
  -- Whatever was begun before midnight has ended ten minutes later.
  with closed as (select (now() - interval '10 minutes')::date - 1 as day)
  select coalesce(
    (select max(s.day) from private.stale_days s, closed c where s.day <= c.day),
    (select max(g.day) from closed c, lateral (select generate_series(private.first_day(), c.day, '1 day')::date as day) g
      where not exists (select from private.daily_statistics d where d.day = g.day)))
$$;

create function private.find_due_period(period_days integer) returns date
  language sql stable security definer
  set search_path = ''
  set timezone = 'UTC'
  as $$
  select max(g.starts)
  from (
    select generate_series(
      private.period_start(greatest(private.first_day(), current_date - private.retention_days('statistics')), period_days) + period_days,
      private.period_start(current_date, period_days) - period_days, make_interval(days => period_days))::date as starts
  ) g
  where not exists (
      select from private.rolled_periods p where p.days = period_days and p.starts = g.starts and p.slices = p.days / 4)
    and case period_days
      when 8 then (select count(*) from private.daily_statistics d where d.day >= g.starts and d.day < g.starts + 8)
      else (select count(*) from private.rolled_periods p 
        where p.days = 8 and p.slices = p.days / 4 and p.starts >= g.starts and p.starts < g.starts + 64)
    end = 8
$$;

create function private.roll_up_statistics(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  due date;
begin
  for turn in 1 .. at_most loop
    due := private.find_due_day();
    if due is not null then
      perform private.roll_up_day(due);
      continue;
    end if;
    due := private.find_due_period(8);
    if due is not null then
      perform private.roll_up_period(8, due);
      continue;
    end if;
    due := private.find_due_period(64);
    if due is null then
      return false;
    end if;
    perform private.roll_up_period(64, due);
  end loop;
  return true;
end $$;
comment on function private.roll_up_statistics is 'Counts the days and longer periods that are due, the newest first. True: perhaps there are more.';

create function private.mark_past_day_stale() returns trigger
  language plpgsql security definer
  set search_path = ''
  set timezone = 'UTC'
  as $$
begin
  case tg_argv[0]
    when 'watch_sessions' then perform private.mark_day_stale(new.day);
    when 'profiles' then perform private.mark_day_stale(new.created_at::date);
    when 'ledger' then perform private.mark_day_stale(new.occurred_at::date);
    when 'failed order' then perform private.mark_day_stale(new.updated_at::date);
    when 'no longer failed order' then perform private.mark_day_stale(old.updated_at::date);
  end case;
  return null;
end $$;
create trigger mark_past_day_stale after insert or update of seconds_watched on public.watch_sessions
  for each row when (new.day < (now() at time zone 'UTC')::date)
  execute function private.mark_past_day_stale('watch_sessions');
create trigger mark_past_day_stale after insert on private.profiles
  for each row when (new.created_at < date_trunc('day', now(), 'UTC'))
  execute function private.mark_past_day_stale('profiles');
create trigger mark_past_day_stale after insert on public.ledger
  for each row when (new.occurred_at < date_trunc('day', now(), 'UTC'))
  execute function private.mark_past_day_stale('ledger');
create trigger mark_past_day_stale after insert on public.orders
  for each row when (new.status = 'failed' and new.updated_at < date_trunc('day', now(), 'UTC'))
  execute function private.mark_past_day_stale('failed order');
create trigger mark_earlier_failure_stale after update on public.orders
  for each row when (old.status = 'failed' and old.updated_at < date_trunc('day', now(), 'UTC'))
  execute function private.mark_past_day_stale('no longer failed order');

-- Active subscribers -----------------------------------------------------------------------------------------------

create table private.subscriber_hours (
  expires_hour timestamptz primary key,
  members integer not null
);
comment on table private.subscriber_hours is 'How many members'' subscriptions expire in each hour, so that nobody has to count them.';
alter table private.subscriber_hours enable row level security;

create table private.subscriber_changes (
  id bigint generated always as identity primary key,
  expires_hour timestamptz not null,
  change integer not null
);
comment on table private.subscriber_changes is 'Changes that fold_subscriber_changes() has not added to subscriber_hours yet. Writers only add rows, so they never wait for each other.';
alter table private.subscriber_changes enable row level security;

create index member_directory_subscribed_until on private.member_directory (subscribed_until) where subscribed_until is not null;
insert into private.subscriber_hours (expires_hour, members)
  select date_trunc('hour', d.subscribed_until), count(*) from private.member_directory d
  where d.subscribed_until is not null group by 1;

create function private.note_subscriber_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.subscriber_changes (expires_hour, change)
    select date_trunc('hour', c.until), c.change
    from (values
      (case when tg_op <> 'INSERT' then old.subscribed_until end, -1),
      (case when tg_op <> 'DELETE' then new.subscribed_until end, 1)) c (until, change)
    where c.until is not null;
  return null;
end $$;
create trigger note_new_subscriber after insert on private.member_directory
  for each row when (new.subscribed_until is not null) execute function private.note_subscriber_change();
create trigger note_subscriber_change after update of subscribed_until on private.member_directory
  for each row when (new.subscribed_until is distinct from old.subscribed_until)
  execute function private.note_subscriber_change();
create trigger note_lost_subscriber after delete on private.member_directory
  for each row when (old.subscribed_until is not null) execute function private.note_subscriber_change();

create function private.fold_subscriber_changes(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  folded integer;
begin
  with taken as (
    delete from private.subscriber_changes c
    where c.id in (select t.id from private.subscriber_changes t order by t.id limit at_most for update skip locked)
    returning c.expires_hour, c.change
  ), added as (
    insert into private.subscriber_hours as h (expires_hour, members)
    select t.expires_hour, sum(t.change) from taken t group by 1 order by 1
    on conflict (expires_hour) do update set members = h.members + excluded.members
  )
  select count(*) into folded from taken;
  delete from private.subscriber_hours h where h.expires_hour < now() - interval '1 day';
  return folded = at_most;
end $$;
comment on function private.fold_subscriber_changes is 'Adds the changes to subscriber_hours and forgets hours that are over. True: there are more.';

create function private.count_active_subscribers() returns bigint
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce((select sum(h.members) from private.subscriber_hours h where h.expires_hour > now()), 0)
    + coalesce((select sum(c.change) from private.subscriber_changes c where c.expires_hour > now()), 0)
    + (select count(*) from private.member_directory d
        where d.subscribed_until > now() and d.subscribed_until < date_trunc('hour', now()) + interval '1 hour')
$$;
comment on function private.count_active_subscribers is 'Members whose subscription has not expired: whole hours from subscriber_hours, the current hour one by one.';

-- The statistics of the dashboard ------------------------------------------------------------------------------------

create type private.watch_period as (
  days integer,
  first_start date,
  last_start date
);
comment on type private.watch_period is 'Successive periods of one length in watch_rollups.';

create function private.list_uncounted_days(first_day date, last_day date) returns setof date
  language sql stable security definer
  set search_path = ''
  set timezone = 'UTC'
  as $$
  select g.day
  from (select generate_series(greatest(first_day, private.first_day()), least(last_day, current_date), '1 day')::date) g (day)
  where not exists (select from private.daily_statistics d where d.day = g.day)
    or exists (select from private.stale_days s where s.day = g.day)
$$;
comment on function private.list_uncounted_days is 'Days that have to be counted when somebody asks: today, and what roll_up_statistics() has not reached yet.';

create function private.cover_days(first_day date, last_day date) returns setof private.watch_period
  language sql stable security definer
  set search_path = ''
  as $$
  with stale as materialized (
    select s.day from private.stale_days s where s.day between first_day and last_day
  ), long as materialized (
    select p.starts from private.rolled_periods p
    where p.days = 64 and p.slices = p.days / 4 and p.starts >= first_day and p.starts <= last_day - 63
      and p.starts not in (select private.period_start(s.day, 64) from stale s)
  ), middle as materialized (
    select p.starts from private.rolled_periods p
    where p.days = 8 and p.slices = p.days / 4 and p.starts >= first_day and p.starts <= last_day - 7
      and private.period_start(p.starts, 64) not in (select l.starts from long l)
      and p.starts not in (select private.period_start(s.day, 8) from stale s)
  ), short as (
    select d.day from private.daily_statistics d
    where d.day between first_day and last_day
      and private.period_start(d.day, 64) not in (select l.starts from long l)
      and private.period_start(d.day, 8) not in (select m.starts from middle m)
      and d.day not in (select s.day from stale s)
  ), periods (days, starts) as (
    select 64, l.starts from long l union all select 8, m.starts from middle m union all select 1, s.day from short s
  )
  select x.days, min(x.starts), max(x.starts)
  from (
    select p.days, p.starts, p.starts - p.days * row_number() over (partition by p.days order by p.starts)::integer as run
    from periods p
  ) x
  group by x.days, x.run
$$;
comment on function private.cover_days is 'The fewest periods of watch_rollups that together are these days, without those that have to be counted now.';

create function private.count_members(
  of_title uuid, periods private.watch_period[], live private.watch_count[],
  out members bigint, out approximate boolean
)
  language sql stable security definer
  set search_path = ''
  as $$
  with parts as materialized (
    select r.members, r.member_hashes
    from unnest(periods) p join private.watch_rollups r
      on r.title_id = of_title and r.days = p.days and r.starts between p.first_start and p.last_start
    union all
    select l.members, l.member_hashes from unnest(live) l where l.title_id = of_title
  ), merged as (
    select coalesce((array_agg(distinct h.hash))[1:private.hash_limit(of_title)], '{}') as hashes
    from parts p, unnest(p.member_hashes) h (hash)
  ), alone as (
    select max(p.members) as members from parts p having count(*) = 1
  )
  select coalesce(a.members, private.estimate_members(m.hashes, private.hash_limit(of_title))),
    a.members is null and cardinality(m.hashes) = private.hash_limit(of_title)
  from merged m left join alone a on true
$$;
comment on function private.count_members is 'How many different members watched a title in these periods. Approximate when there are many and no single day has them all.';

create function private.list_top_titles(periods private.watch_period[], live private.watch_count[])
  returns table (
    kind text, id uuid, title text, seconds_watched double precision, members bigint, approximate boolean, visits bigint)
  language sql stable security definer
  set search_path = ''
  as $$
  with listed as (
    select r.title_id, r.seconds
    from unnest(periods) p, generate_series(p.first_start, p.last_start, make_interval(days => p.days)) g (starts),
      lateral (
        select r.title_id, r.seconds from private.watch_rollups r
        where r.days = p.days and r.starts = g.starts::date order by r.seconds desc limit 100) r
    union all
    select l.title_id, l.seconds from unnest(live) l
  ), candidates as materialized (
    select l.title_id from listed l where l.title_id <> '00000000-0000-0000-0000-000000000000'
    group by l.title_id order by sum(l.seconds) desc limit 40
  ), parts as (
    select r.title_id, r.seconds, r.visits
    from candidates c cross join unnest(periods) p join private.watch_rollups r
      on r.title_id = c.title_id and r.days = p.days and r.starts between p.first_start and p.last_start
    union all
    select l.title_id, l.seconds, l.visits from candidates c join unnest(live) l using (title_id)
  ), sums as (
    select p.title_id, round(sum(p.seconds)) as seconds, sum(p.visits) as visits from parts p group by p.title_id
  ), longest as (
    select case when m.id is null then 'series' else 'movie' end as kind, s.title_id, coalesce(m.title, e.title) as title,
      s.seconds, s.visits
    from sums s left join public.movies m on m.id = s.title_id left join public.series e on e.id = s.title_id
    where coalesce(m.id, e.id) is not null
    order by s.seconds desc, 3, 2 limit 10
  )
  select l.kind, l.title_id, l.title, l.seconds, c.members, c.approximate, l.visits
  from longest l, lateral private.count_members(l.title_id, periods, live) c
$$;
comment on function private.list_top_titles is 'The ten titles watched longest, out of the hundred watched longest in each period. Their seconds and visits are exact.';

create function private.list_days(first_day date, last_day date, live private.watch_count[])
  returns setof private.daily_statistics
  language sql stable security definer
  set search_path = ''
  as $$
  select d.* from private.daily_statistics d
  where d.day between first_day and last_day and d.day not in (select s.day from private.stale_days s)
  union all
  select c.* from private.list_uncounted_days(first_day, last_day) u (day)
    left join unnest(live) l on l.title_id = '00000000-0000-0000-0000-000000000000' and l.day = u.day, lateral private.count_day(u.day, l) c
$$;

create or replace function public.statistics(first_day date, last_day date) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set timezone = 'UTC'
  set jit = off
  as $$
declare
  periods private.watch_period[];
  live private.watch_count[];
begin
  perform private.require_role('accountant');
  -- Keep equal to STATISTICS_DAYS_MAX in contract/src/admin/limits.ts.
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day >= 400 then
    raise exception using errcode = '22023', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  periods := array(select p from private.cover_days(first_day, last_day) p);
  live := array(
    select c from private.list_uncounted_days(first_day, last_day) u (day), lateral private.count_watching(u.day) c);
  return jsonb_build_object(
    'members', (select coalesce(sum(t.rows), 0) from private.row_counts t where t.name = 'profiles'),
    'active_subscribers', private.count_active_subscribers(),
    'days', (
      select jsonb_agg(jsonb_build_object(
          'day', g.day,
          'sign_ups', coalesce(d.sign_ups, 0),
          'members_watching', coalesce(d.members_watching, 0),
          'visits_watching', coalesce(d.visits_watching, 0),
          'seconds_watched', round(coalesce(d.seconds_watched, 0)),
          'revenue', coalesce(d.revenue, '{}'),
          'failed_payments', coalesce(d.failed_payments, 0)) order by g.day)
      from (select generate_series(first_day, last_day, interval '1 day')::date) g (day)
      left join private.list_days(first_day, last_day, live) d using (day)),
    'members_watching', (
      select c.members from private.count_members('00000000-0000-0000-0000-000000000000', periods, live) c),
    'top_titles', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.seconds_watched desc, t.title), '[]')
      from private.list_top_titles(periods, live) t));
end $$;
comment on function public.statistics(date, date) is 'For admins and accountants: day by day (UTC) sign-ups, watching, revenue per currency (refunds and disputes taken off) and failed payments; and the ten titles watched longest. From rollups of the days that are over; a number of different members in several days is approximate above 256 for a title, 1024 for all.';

-- Retention ----------------------------------------------------------------------------------------------------------

create table private.retention_rules (
  name text primary key,
  relation text not null,
  time_column text not null,
  setting text,
  keep interval,
  condition text not null default 'true',
  constraint one_length check (num_nonnulls(setting, keep) = 1)
);
comment on table private.retention_rules is 'Which rows are deleted when. The job purge_<name> calls purge_expired(name).';
comment on column private.retention_rules.time_column is 'Has an index, so that a purge reads only what it deletes.';
comment on column private.retention_rules.setting is 'A key of the setting retention_days; keep is a length that nobody needs to change.';
comment on column private.retention_rules.condition is 'What else must hold of the row t.';
alter table private.retention_rules enable row level security;

insert into private.retention_rules (name, relation, time_column, setting, keep, condition) values
  ('watch_sessions', 'public.watch_sessions', 'day', 'watch_sessions', null,
    'exists (select from private.daily_statistics d where d.day = t.day)'),
  ('rolled_periods', 'private.rolled_periods', 'starts', 'statistics', null, 'true'),
  ('watch_rollups', 'private.watch_rollups', 'starts', 'statistics', null,
    'not exists (select from private.rolled_periods p where p.days = t.days and p.starts = t.starts)'),
  ('notifications', 'private.notifications', 'created_at', 'notifications', null, 'true'),
  ('topic_readers', 'private.topic_readers', 'read_month', 'topic_readers', null, 't.following is not true'),
  ('checkouts', 'private.checkouts', 'expires_at', 'orders', null, 'true'),
  ('sandbox_events', 'private.sandbox_events', 'created_at', 'orders', null, 'true'),
  ('sandbox_sessions', 'private.sandbox_sessions', 'created_at', 'orders', null,
    $$t.status <> 'complete' and not exists (select from private.sandbox_events e where e.session_id = t.id)$$),
  ('orders', 'public.orders', 'created_at', 'orders', null,
    $$t.status in ('pending', 'failed', 'canceled', 'expired')
      and not exists (select from public.ledger x where x.order_id = t.id)
      and not exists (select from public.user_purchases x where x.order_id = t.id)
      and not exists (select from public.subscriptions x where x.order_id = t.id)
      and not exists (select from private.subscription_states x where x.order_id = t.id)
      and not exists (select from private.checkouts x where x.order_id = t.id)
      and not exists (select from private.sandbox_sessions x where x.order_id = t.id)$$),
  ('contact_messages', 'public.contact_messages', 'created_at', 'contact_messages', null, 'true'),
  ('media_jobs', 'public.media_jobs', 'created_at', 'media_jobs', null, $$t.status in ('done', 'failed', 'canceled')$$),
  ('media_workers', 'private.media_workers', 'seen_at', null, '7 days', 'true'),
  ('text_versions', 'private.text_versions', 'replaced_at', 'text_versions', null, 'true'),
  ('reports', 'private.reports', 'settled_at', 'moderation', null, 'true'),
  ('moderation_log', 'private.moderation_log', 'created_at', 'moderation', null, 'true'),
  ('audit_log', 'public.audit_log', 'at', 'audit_log', null, 'true'),
  -- A day begins at midnight: what is older than one is of yesterday.
  ('daily_salts', 'private.daily_salts', 'day', null, '1 day', 'true'),
  ('topic_views', 'private.topic_views', 'day', null, '1 day', 'true'),
  ('rate_limits', 'private.rate_limits', 'window_start', null, '1 day', 'true');

create index notifications_by_age on private.notifications (created_at);
create index checkouts_by_age on private.checkouts (expires_at);
create index sandbox_events_by_age on private.sandbox_events (created_at);
create index sandbox_sessions_by_age on private.sandbox_sessions (created_at) where status <> 'complete';
create index orders_unpaid_by_age on public.orders (created_at) where status in ('pending', 'failed', 'canceled', 'expired');
create index text_versions_by_age on private.text_versions (replaced_at);
create index reports_by_age on private.reports (settled_at) where settled_at is not null;
create index moderation_log_by_age on private.moderation_log (created_at);

-- By the month, because an index on read_to would be written whenever somebody reads a topic.
alter table private.topic_readers
  add column read_month date generated always as (date_trunc('month', read_to at time zone 'UTC')::date) stored;
create index topic_readers_by_age on private.topic_readers (read_month) where following is not true;

-- Row by row from the index on time: for a thousand rows the planner would rather read other tables as a whole.
create function private.purge_expired(rule_name text, at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  set timezone = 'UTC'
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
declare
  rule private.retention_rules;
  purged integer;
begin
  select r.* into strict rule from private.retention_rules r where r.name = rule_name;
  execute format(
    'delete from %1$s t where t.ctid = any (array(
      select t.ctid from %1$s t where t.%2$I < $1 and (%3$s) order by t.%2$I limit $2 for update skip locked))',
    rule.relation, rule.time_column, rule.condition)
    using now() - coalesce(rule.keep, make_interval(days => private.retention_days(rule.setting))), at_most;
  get diagnostics purged = row_count;
  return purged = at_most;
end $$;
comment on function private.purge_expired is 'Deletes the oldest rows that are kept long enough, at most so many. True: there are more.';

drop function private.purge_daily_data();

-- The logs stay append-only: nobody, not even the owner, can delete an entry before its time.

create or replace function private.reject_audit_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - make_interval(days => greatest(365, private.retention_days('audit_log'))) then
      return old;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'The audit log is append-only', hint = 'audit_append_only';
end $$;

create or replace function private.protect_moderation_log() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - '{moderator_id,target_id}'::text[] = to_jsonb(old) - '{moderator_id,target_id}'::text[]
      and (new.moderator_id is null or new.moderator_id = old.moderator_id)
      and (new.target_id is null or new.target_id = old.target_id) then
      return new;
    end if;
  elsif tg_op = 'DELETE' then
    if old.created_at < now() - make_interval(days => greatest(365, private.retention_days('moderation'))) then
      return old;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'The moderation log is append-only', hint = 'log_append_only';
end $$;

-- Words that no title has any more ---------------------------------------------------------------------------------------

create table private.words_to_check (
  word text collate "C" primary key
);
comment on table private.words_to_check is 'Words of titles that were changed or deleted. purge_search_words() deletes those that no other title has.';
alter table private.words_to_check enable row level security;
insert into private.words_to_check (word) select w.word from private.search_words w;

create function private.note_removed_words() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- Only words of titles and people are in search_words. In order, so that two writers cannot deadlock.
  insert into private.words_to_check (word)
    select distinct substr(l.lexeme, 2) collate "C" as word
    from old_rows o, unnest(ts_filter(o.words, '{a,b}')) l
    order by word
    on conflict do nothing;
  return null;
end $$;
create trigger note_removed_words after delete on private.search_entries
  referencing old table as old_rows for each statement execute function private.note_removed_words();

create function private.purge_search_words(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  set lock_timeout = '1s'
  as $$
declare
  checked text[];
begin
  -- Nobody is adding a title with one of these words meanwhile.
  lock table private.search_entries in share mode;
  with taken as (
    delete from private.words_to_check c
    where c.word in (select t.word from private.words_to_check t order by t.word limit at_most for update skip locked)
    returning c.word
  )
  select array_agg(t.word) into checked from taken t;
  delete from private.search_words w
    using unnest(checked) c (word),
      lateral (
        select string_agg(p.prefix || c.word || ':ab', ' | ')::tsquery as query
        from unnest('{m,s,t,M,S,T}'::text[]) p (prefix)) q
    where w.word = c.word and not exists (select from private.search_entries e where e.words @@ q.query);
  return cardinality(checked) = at_most;
end $$;
comment on function private.purge_search_words is 'Deletes words that no film, series or topic has any more. True: there are more to check.';
