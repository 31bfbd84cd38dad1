-- Titles, episodes, streams, categories and rows of pages are locked in one order, so that no two writers wait for each other.

-- Episodes ----------------------------------------------------------------------------------------------------

-- A series is deleted before its episodes, but an episode before its series counts it: no order of rows fits both. And three
-- who add an episode to the same place deadlock when the first gives up, because the constraint on places is deferrable.
create function private.lock_episodes() returns void
  language sql
  set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('episodes', 0)) $$;
comment on function private.lock_episodes is
  'One transaction at a time adds, moves or deletes episodes, or publishes one. To be called before any row is locked.';

create function private.lock_episodes_first() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.lock_episodes();
  return null;
end $$;
create trigger lock_episodes before insert or delete or update of series_id, season_number, episode_number on public.episodes
  for each statement execute function private.lock_episodes_first();
create trigger lock_episodes before delete on public.series
  for each statement execute function private.lock_episodes_first();

create or replace function public.reorder_episodes(series_id uuid, season_number integer, ordered uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('editor');
  perform private.lock_episodes();
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

-- Streams -----------------------------------------------------------------------------------------------------

create function private.lock_title_of_stream(stream_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  movie uuid := (select s.movie_id from private.streams s where s.id = stream_id);
begin
  if movie is null then
    perform private.lock_episodes();
  else
    perform from public.movies m where m.id = movie for no key update;
  end if;
end $$;
comment on function private.lock_title_of_stream is 'A title is deleted before its streams, so a change of a stream locks the title first.';

create or replace function private.publish_stream(stream_id uuid, film jsonb, whole boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stream private.streams;
  before private.streams;
begin
  perform private.lock_title_of_stream(publish_stream.stream_id);
  select s.* into stream from private.streams s where s.id = publish_stream.stream_id for update;
  if stream.id is null or stream.status = 'replaced' then
    return;
  end if;
  select s.* into before from private.streams s
    where s.status in ('watchable', 'whole') and s.id <> stream.id
      and (s.movie_id = stream.movie_id or s.episode_id = stream.episode_id)
    for update;
  if before.id is not null and whole then
    update private.streams s set status = 'replaced', replaced_at = now() where s.id = before.id;
  end if;
  update private.streams s
    set film = private.merge_uploaded_subtitles(publish_stream.film, stream.film),
      duration = (publish_stream.film ->> 'duration')::numeric,
      status = case when whole then 'whole' when before.id is null then 'watchable' else s.status end
    where s.id = stream.id;
  if whole or before.id is null then
    update public.movies m set duration = private.film_minutes(publish_stream.film)
      where m.id = stream.movie_id and m.duration is null;
    update public.episodes e set duration = private.film_minutes(publish_stream.film)
      where e.id = stream.episode_id and e.duration is null;
  end if;
end $$;

create or replace function private.save_stream_subtitle(stream_id uuid, subtitle_id uuid, entry jsonb) returns void
  language sql security definer
  set search_path = ''
  as $$
  select private.lock_title_of_stream(stream_id);
  update private.streams s
  set film = jsonb_set(s.film, '{subtitles}', coalesce((
    select jsonb_agg(f order by n) from jsonb_array_elements(s.film -> 'subtitles') with ordinality as u (f, n)
    where f ->> 'id' is distinct from subtitle_id::text), '[]')
    || case when entry is null then '[]' else jsonb_build_array(entry || jsonb_build_object('id', subtitle_id)) end)
  where s.id = stream_id
$$;

-- Reviews -----------------------------------------------------------------------------------------------------

-- A title is deleted before its reviews, but a review before the title counts it. PostgreSQL locks a row before its BEFORE
-- trigger runs, but checks policies earlier.
create function private.lock_title(movie uuid, series uuid) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform from public.movies m where m.id = movie for no key update;
  perform from public.series s where s.id = series for no key update;
  return true;
end $$;
comment on function private.lock_title is 'Always true. For policies: locks the title before its review.';
grant execute on function private.lock_title(uuid, uuid) to authenticated;

alter policy "members change their own review" on public.reviews
  using (user_id = (select auth.uid()) and private.lock_title(movie_id, series_id));
alter policy "members delete their own review, moderators any" on public.reviews
  using ((user_id = (select auth.uid()) or (select private.has_role('moderator'))) and private.lock_title(movie_id, series_id));

-- Categories --------------------------------------------------------------------------------------------------

create or replace function private.rename_category_in_titles(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  relations constant text[] := array['movies', 'series', 'featured_films'];
  rename private.category_renames;
  ids uuid[];
  renamed uuid[];
begin
  -- One after the other, as they were requested: a name can be given away, taken up again and given back.
  select r.* into rename from private.category_renames r order by r.id limit 1 for update;
  if rename.id is null then
    return false;
  end if;
  execute format('select array(select t.id from public.%I t where t.id > $1 order by t.id limit $2)', rename.relation)
    into ids using rename.last_id, at_most;
  -- Titles before their counts, as edits of a title do.
  execute format(
    'select array(
      select d.id from public.%I d
      where d.id = any ($1) and exists (select from unnest(d.genre) g (name) where lower(g.name) = lower($2))
      order by d.id for no key update)', rename.relation)
    into renamed using ids, rename.old_name;
  execute format(
    'update public.%1$I t set genre = (
      select array_agg(o.name order by o.n)
      from (
        select distinct on (lower(r.name)) r.name, r.n
        from (
          select case when lower(g.name) = lower($1) then $2 else g.name end, g.n
          from unnest(t.genre) with ordinality g (name, n)
        ) r (name, n)
        order by lower(r.name), r.n
      ) o)
    where t.id = any ($3)', rename.relation)
    using rename.old_name, rename.new_name, renamed;
  if cardinality(ids) = at_most then
    update private.category_renames r set last_id = ids[at_most] where r.id = rename.id;
  elsif rename.relation <> 'featured_films' then
    update private.category_renames r
      set relation = relations[array_position(relations, rename.relation) + 1], last_id = default where r.id = rename.id;
  else
    delete from private.category_renames r where r.id = rename.id;
  end if;
  return exists (select from private.category_renames);
end $$;

-- Rows of pages -----------------------------------------------------------------------------------------------

create or replace function public.save_front_page(of_place text, seen jsonb, rows jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('editor');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 12 then
    raise exception using errcode = '23514', message = 'That is too many entries', hint = 'too_many_entries';
  end if;
  -- A place without rows has none to lock. And a category is deleted before the rows that show it.
  perform pg_advisory_xact_lock(hashtextextended('front page ' || of_place, 0));
  perform from public.movie_categories c
    where c.id in (
      select r.category_id from public.front_page_rows r where r.place = of_place
      union all
      select n.category_id from jsonb_to_recordset(rows) n (category_id uuid))
    order by c.id for key share;
  perform from public.front_page_rows r where r.place = of_place order by r.id for update;
  if exists (
    select from (select r.id, r.updated_at from public.front_page_rows r where r.place = of_place) r
      full join jsonb_to_recordset(seen) s (id uuid, updated_at timestamptz) on s.id = r.id and s.updated_at = r.updated_at
    where r.id is null or s.id is null) then
    raise exception using errcode = 'PT409', message = 'The list has changed meanwhile. Please look again.', hint = 'list_changed';
  end if;
  delete from public.front_page_rows r
    where r.place = of_place and not exists (select from jsonb_to_recordset(rows) n (id uuid) where n.id = r.id);
  with given as (
    select n.*, o.position
    from jsonb_array_elements(rows) with ordinality o (row, position),
      lateral jsonb_to_record(o.row) n (id uuid, title text, title_fr text, title_ht text, title_es text, kind text,
        title_ids uuid[], category_id uuid, rule text, hidden boolean)
  )
  insert into public.front_page_rows as r
    (id, place, position, title, title_fr, title_ht, title_es, kind, title_ids, category_id, rule, hidden)
    select g.id, of_place, g.position, g.title, g.title_fr, g.title_ht, g.title_es, g.kind, coalesce(g.title_ids, '{}'),
      g.category_id, g.rule, coalesce(g.hidden, false)
    from given g
    on conflict (id) do update set
      position = excluded.position, title = excluded.title, title_fr = excluded.title_fr, title_ht = excluded.title_ht,
      title_es = excluded.title_es, kind = excluded.kind, title_ids = excluded.title_ids, category_id = excluded.category_id,
      rule = excluded.rule, hidden = excluded.hidden
    where r.place = of_place and
      (r.position, r.title, r.title_fr, r.title_ht, r.title_es, r.kind, r.title_ids, r.category_id, r.rule, r.hidden)
      is distinct from (excluded.position, excluded.title, excluded.title_fr, excluded.title_ht, excluded.title_es,
        excluded.kind, excluded.title_ids, excluded.category_id, excluded.rule, excluded.hidden);
end $$;
