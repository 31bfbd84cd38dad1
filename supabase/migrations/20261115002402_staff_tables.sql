-- The tables that staff work with: a page of them, searched, filtered and sorted, and how many there are in all.

-- How many rows ------------------------------------------------------------------------------------------------

create table private.tallies (
  name text primary key,
  rows bigint not null
);
comment on table private.tallies is 'How many rows the large tables have, so that no screen has to count them.';
alter table private.tallies enable row level security;

create function private.update_tally() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  change bigint;
begin
  if tg_op = 'INSERT' then
    select count(*) into change from new_rows;
  else
    select -count(*) into change from old_rows;
  end if;
  if change <> 0 then
    insert into private.tallies as t (name, rows) values (tg_table_name, change)
      on conflict (name) do update set rows = t.rows + excluded.rows;
  end if;
  return null;
end $$;

do $$
declare
  counted text;
begin
  foreach counted in array array[
    'public.movies', 'public.series', 'public.subscriptions', 'private.profiles', 'public.contact_messages'] loop
    execute format(
      'create trigger tally_added after insert on %s referencing new table as new_rows
        for each statement execute function private.update_tally()', counted);
    execute format(
      'create trigger tally_removed after delete on %s referencing old table as old_rows
        for each statement execute function private.update_tally()', counted);
    execute format('insert into private.tallies (name, rows) select %L, count(*) from %s', split_part(counted, '.', 2), counted);
  end loop;
end $$;

create function private.require_role(variadic roles text[]) returns void
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_account();
  if not private.has_role(variadic roles) then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
end $$;
comment on function private.require_role is 'Raises unless the caller is signed in with all they have and holds one of these roles.';

-- What somebody typed, as a pattern for a folded column. Twin: SEARCH_MAX in contract/src/catalogue.ts.
create function private.search_pattern(typed text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select '%' || regexp_replace(private.fold(private.trimmed(left(typed, 100))), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- Searches and filters count no further than this. Twin: COUNTED_MAX in contract/src/admin.ts.
create function private.counted_max() returns integer language sql immutable parallel safe as $$ select 1000 $$;

-- Titles -------------------------------------------------------------------------------------------------------

create index movies_by_title on public.movies (title, id);
create index series_by_title on public.series (title, id);
create index movies_drafts on public.movies (created_at desc, id) where not published;
create index series_drafts on public.series (created_at desc, id) where not published;

create function private.admin_titles_page(
    of_table text, search text, filter text, sort text, page integer, page_size integer)
  returns table (id uuid, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  set jit = off
  as $$
declare
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  wanted text := 'true';
  -- Names of columns and directions come from these lists alone, never from the caller.
  ordering text := case sort
    when 'oldest' then 'created_at, id desc'
    when 'title' then 'title, id'
    when 'title_desc' then 'title desc, id desc'
    else 'created_at desc, id'
  end;
  in_all bigint;
begin
  wanted := wanted || case filter
    when 'published' then ' and published'
    when 'draft' then ' and not published'
    when 'free' then ' and is_free'
    when 'for_sale' then ' and is_purchasable'
    when 'for_rent' then ' and is_rentable'
    when 'no_video' then case of_table when 'movies' then ' and not has_video' else ' and episode_count = 0' end
    else ''
  end;
  if private.trimmed(search) <> '' then
    wanted := wanted || ' and private.fold(title) like $1';
  end if;
  if wanted = 'true' then
    select t.rows into in_all from private.tallies t where t.name = of_table;
  else
    execute format('select count(*) from (select from public.%I where %s limit $2) c', of_table, wanted)
      into in_all using private.search_pattern(search), private.counted_max();
  end if;
  return query execute format(
    'select t.id, $2::bigint from public.%I t where %s order by %s offset $3 limit $4', of_table, wanted, ordering)
    using private.search_pattern(search), coalesce(in_all, 0), skipped, size;
end $$;

create function public.admin_movies(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id uuid, title text, thumbnail_url text, purchase_price numeric, rental_price numeric, published boolean,
    is_free boolean, is_purchasable boolean, is_rentable boolean, video_url text, has_video boolean, publish_at timestamptz,
    unpublish_at timestamptz, created_at timestamptz, updated_at timestamptz, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('editor');
  return query
    select m.id, m.title, m.thumbnail_url, m.purchase_price, m.rental_price, m.published, m.is_free, m.is_purchasable,
      m.is_rentable, m.video_url, m.has_video, m.publish_at, m.unpublish_at, m.created_at, m.updated_at, p.total
    from rows from (private.admin_titles_page('movies', search, filter, sort, page, page_size)) with ordinality p (id, total, n)
      join public.movies m on m.id = p.id
    order by p.n;
end $$;
comment on function public.admin_movies is
  'One page of all films for editors. filter: published, draft, free, for_sale, for_rent, no_video; sort: newest, oldest, title, title_desc; total counts to 1,000 where something is searched or filtered.';
grant execute on function public.admin_movies(text, text, text, integer, integer) to authenticated;

create function public.admin_series(
    search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25)
  returns table (
    id uuid, title text, thumbnail_url text, creator text, release_date date, published boolean, is_free boolean,
    is_purchasable boolean, is_rentable boolean, season_count integer, episode_count integer, publish_at timestamptz,
    unpublish_at timestamptz, created_at timestamptz, updated_at timestamptz, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('editor');
  return query
    select s.id, s.title, s.thumbnail_url, s.creator, s.release_date, s.published, s.is_free, s.is_purchasable,
      s.is_rentable, s.season_count, s.episode_count, s.publish_at, s.unpublish_at, s.created_at, s.updated_at, p.total
    from rows from (private.admin_titles_page('series', search, filter, sort, page, page_size)) with ordinality p (id, total, n)
      join public.series s on s.id = p.id
    order by p.n;
end $$;
comment on function public.admin_series is 'One page of all series for editors; see admin_movies.';
grant execute on function public.admin_series(text, text, text, integer, integer) to authenticated;

create function public.reorder_episodes(series_id uuid, season_number integer, ordered uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('editor');
  perform from public.series s where s.id = reorder_episodes.series_id for no key update;
  if (select count(*) from public.episodes e
      where e.series_id = reorder_episodes.series_id and e.season_number = reorder_episodes.season_number)
    <> cardinality(ordered)
    or exists (
      select from unnest(ordered) o (id)
      where not exists (
        select from public.episodes e where e.id = o.id and e.series_id = reorder_episodes.series_id
          and e.season_number = reorder_episodes.season_number))
    or cardinality(ordered) <> (select count(distinct o.id) from unnest(ordered) o (id)) then
    raise exception using errcode = 'PT409', message = 'The list has changed meanwhile. Please look again.', hint = 'list_changed';
  end if;
  set constraints public.one_episode_per_place deferred;
  update public.episodes e set episode_number = o.n
    from unnest(ordered) with ordinality o (id, n)
    where e.id = o.id and e.episode_number <> o.n;
  set constraints public.one_episode_per_place immediate;
end $$;
comment on function public.reorder_episodes is 'Puts the episodes of one season into this order, numbered from 1. Refused when the season has other episodes by now.';
grant execute on function public.reorder_episodes(uuid, integer, uuid[]) to authenticated;
