-- How well films play: what players report without saying who they are, added up per day (decision record 0084).

create table private.playback_quality (
  day date not null,
  dimension text not null check (dimension in ('all', 'country', 'device', 'codec', 'title')),
  value text not null,
  playbacks bigint default 0 not null,
  pictures bigint default 0 not null,
  first_picture_ms bigint default 0 not null,
  slow_pictures bigint default 0 not null,
  stalls bigint default 0 not null,
  stalled_ms bigint default 0 not null,
  played_ms bigint default 0 not null,
  rung_ms bigint default 0 not null,
  kilobits bigint default 0 not null,
  errors bigint default 0 not null,
  primary key (day, dimension, value),
  constraint value_known check (
    case dimension
      when 'all' then value = ''
      when 'country' then value ~ '^[A-Z]{2}$'
      when 'device' then value in ('phone', 'tablet', 'computer', 'tv')
      when 'codec' then value in ('h264', 'av1', 'other')
      else value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    end)
);
comment on table private.playback_quality is 'Sums of what players reported on a day (UTC), one row for each country, device class, codec and title, and one for all. Nothing of a viewer.';
comment on column private.playback_quality.pictures is 'Playbacks that showed a picture; first_picture_ms and slow_pictures (over three seconds) are of these.';
comment on column private.playback_quality.rung_ms is 'Played while the rung was known; kilobits divided by it is the average rung.';
alter table private.playback_quality enable row level security;

insert into private.retention_rules (name, relation, time_column, setting) values
  ('playback_quality', 'private.playback_quality', 'day', 'statistics');

create function private.report_quality(country text, device text, codec text, title_id uuid, report jsonb)
  returns boolean
  language plpgsql security definer
  set search_path = ''
  set timezone = 'UTC'
  as $$
declare
  of_title uuid := coalesce(
    (select m.id from public.movies m where m.id = report_quality.title_id),
    (select e.series_id from public.episodes e where e.id = report_quality.title_id));
  given record;
begin
  select * into given from jsonb_to_record(report) r (
    begins boolean, first_picture_ms integer, stalls integer, stalled_ms integer, played_ms integer, rung_ms integer,
    kilobits integer, errors integer);
  -- Keep equal to qualityInput in contract/src/playback/inputs.ts.
  if of_title is null or given.begins is null or not coalesce(
      (given.first_picture_ms is null or given.first_picture_ms between 0 and 120000)
      and given.stalls between 0 and 100 and given.stalled_ms between 0 and 300000
      and given.played_ms between 0 and 300000 and given.rung_ms between 0 and given.played_ms
      and given.kilobits between 0 and given.rung_ms / 1000.0 * 100000 and given.errors between 0 and 100, false) then
    return false;
  end if;
  -- In one order, so that reports wait for each other and do not deadlock.
  insert into private.playback_quality as q (day, dimension, value, playbacks, pictures, first_picture_ms, slow_pictures,
      stalls, stalled_ms, played_ms, rung_ms, kilobits, errors)
    select current_date, d.dimension, d.value, given.begins::integer, (given.first_picture_ms is not null)::integer,
      coalesce(given.first_picture_ms, 0), coalesce(given.first_picture_ms > 3000, false)::integer,
      given.stalls, given.stalled_ms, given.played_ms, given.rung_ms, given.kilobits, given.errors
    from (values ('all', ''), ('codec', report_quality.codec), ('country', report_quality.country),
      ('device', report_quality.device), ('title', of_title::text)) d (dimension, value)
    order by d.dimension
    on conflict (day, dimension, value) do update set
      playbacks = q.playbacks + excluded.playbacks,
      pictures = q.pictures + excluded.pictures,
      first_picture_ms = q.first_picture_ms + excluded.first_picture_ms,
      slow_pictures = q.slow_pictures + excluded.slow_pictures,
      stalls = q.stalls + excluded.stalls,
      stalled_ms = q.stalled_ms + excluded.stalled_ms,
      played_ms = q.played_ms + excluded.played_ms,
      rung_ms = q.rung_ms + excluded.rung_ms,
      kilobits = q.kilobits + excluded.kilobits,
      errors = q.errors + excluded.errors;
  return true;
end $$;
comment on function private.report_quality(text, text, text, uuid, jsonb) is 'Adds what a player reports to the sums of today. False: no such film or episode, or numbers that cannot be.';
revoke execute on function private.report_quality(text, text, text, uuid, jsonb) from public;
grant execute on function private.report_quality(text, text, text, uuid, jsonb) to service_role;

create function private.sum_quality(of_dimension text, first_day date, last_day date, at_most integer)
  returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce(jsonb_agg(to_jsonb(s) order by s.playbacks desc, s.value), '[]')
  from (
    select q.value,
      case when of_dimension = 'title' then coalesce(
        (select jsonb_build_object('kind', 'movie', 'name', m.title) from public.movies m where m.id::text = q.value),
        (select jsonb_build_object('kind', 'series', 'name', x.title) from public.series x where x.id::text = q.value)) end as title,
      sum(q.playbacks) as playbacks, sum(q.pictures) as pictures, sum(q.first_picture_ms) as first_picture_ms,
      sum(q.slow_pictures) as slow_pictures, sum(q.stalls) as stalls, sum(q.stalled_ms) as stalled_ms,
      sum(q.played_ms) as played_ms, sum(q.rung_ms) as rung_ms, sum(q.kilobits) as kilobits, sum(q.errors) as errors
    from private.playback_quality q
    where q.day between first_day and last_day and q.dimension = of_dimension
    group by q.value
    order by sum(q.playbacks) desc, q.value
    limit at_most
  ) s
$$;
comment on function private.sum_quality(text, date, date, integer) is 'The sums of a period for each country, device class, codec or title, the most played first.';
revoke execute on function private.sum_quality(text, date, date, integer) from public;
grant execute on function private.sum_quality(text, date, date, integer) to service_role;

create function public.admin_quality(first_day date, last_day date)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  -- Keep equal to STATISTICS_DAYS_MAX in contract/src/admin/limits.ts.
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day >= 400 then
    raise exception using errcode = '22023', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  return jsonb_build_object(
    'days', (
      select coalesce(jsonb_agg(to_jsonb(q) - 'dimension' - 'value' order by q.day desc), '[]')
      from private.playback_quality q
      where q.day between first_day and last_day and q.dimension = 'all' and q.value = ''),
    'countries', private.sum_quality('country', first_day, last_day, 50),
    'devices', private.sum_quality('device', first_day, last_day, 50),
    'codecs', private.sum_quality('codec', first_day, last_day, 50),
    'titles', private.sum_quality('title', first_day, last_day, 50));
end $$;
comment on function public.admin_quality(date, date) is 'For admins: how well films played, per day, country, device class, codec and title.';
revoke execute on function public.admin_quality(date, date) from public;
grant execute on function public.admin_quality(date, date) to authenticated, service_role;
