-- What tracks are for: sound that describes the picture, captions for people who do not hear. Lists and titles say who has them.

alter table public.movies add column accessibility text[] not null default '{}';
comment on column public.movies.accessibility is
  'What the video has for people who do not see or hear: description, captions. Maintained by update_title_languages().';
alter table public.series add column accessibility text[] not null default '{}';
comment on column public.series.accessibility is 'What episodes have, as movies.accessibility. Maintained by update_title_languages().';

create function private.list_film_accessibility(films jsonb[]) returns text[]
  language sql immutable parallel safe
  return array_remove(array[
    case when exists (select from unnest(films) f (film) where f.film @? '$.audio[*] ? (@.kind == "description")') then 'description' end,
    case when exists (select from unnest(films) f (film) where f.film @? '$.subtitles[*] ? (@.kind == "captions")') then 'captions' end], null);
comment on function private.list_film_accessibility is
  'What any of these film.json has for people who do not see or hear. Keep equal to ACCESSIBILITY in contract/src/media/track-kinds.ts.';

create or replace function private.update_series_languages(of_series uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  films jsonb[];
begin
  -- Episodes that are published at the same time queue up here, so that each counts what the other has added.
  perform from public.series s where s.id = of_series for no key update;
  films := array(
    select t.film from public.episodes e join private.streams t on t.episode_id = e.id
    where e.series_id = of_series and t.status in ('watchable', 'whole'));
  update public.series s set sound_languages = l.sound, caption_languages = l.captions, accessibility = l.accessibility
    from (select private.list_film_languages(films, 'audio') as sound, private.list_film_languages(films, 'subtitles') as captions,
      private.list_film_accessibility(films) as accessibility) l
    where s.id = of_series
      and (s.sound_languages, s.caption_languages, s.accessibility) is distinct from (l.sound, l.captions, l.accessibility);
end $$;

create or replace function private.update_title_languages() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stream private.streams := coalesce(new, old);
  films jsonb[];
begin
  if stream.movie_id is null then
    perform private.update_series_languages(e.series_id) from public.episodes e where e.id = stream.episode_id;
    return null;
  end if;
  films := array(select t.film from private.streams t where t.movie_id = stream.movie_id and t.status in ('watchable', 'whole'));
  update public.movies m set sound_languages = l.sound, caption_languages = l.captions, accessibility = l.accessibility
    from (select private.list_film_languages(films, 'audio') as sound, private.list_film_languages(films, 'subtitles') as captions,
      private.list_film_accessibility(films) as accessibility) l
    where m.id = stream.movie_id
      and (m.sound_languages, m.caption_languages, m.accessibility) is distinct from (l.sound, l.captions, l.accessibility);
  return null;
end $$;

create or replace function private.insert_kept_rows(target regclass, kept jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  computed constant text[] :=
    '{review_count,review_total,rating_counts,has_video,season_count,episode_count,sound_languages,caption_languages,accessibility}';
  names text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname <> all (computed) and kept -> 0 ? a.attname::text);
begin
  if names is not null then
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)', target, names)
      using kept;
  end if;
end $$;

-- Lists -----------------------------------------------------------------------------------------------------------

-- Keep the values of facets equal to contract/src/catalogue/browse.ts.
create or replace view private.list_positions as
  select t.kind, t.id, o.list_order, o.key, array['list:' || t.kind || ':' || o.list_order] || f.facets as facets
  from (
    select 'movie' as kind, m.id, m.title, m.created_at, m.is_free, m.is_purchasable or m.is_rentable as is_for_sale,
      case when isfinite(m.release_date) then extract(year from m.release_date)::integer end as year, m.duration, m.review_count, m.review_total, m.genre, m.unpublish_at, m.accessibility,
      array_append(array(select l.language #>> '{}'
        from private.streams s, jsonb_path_query(s.film, '$.audio[*].language') l (language)
        where s.movie_id = m.id and s.status in ('watchable', 'whole')), m.language) as sound,
      array(select l.language #>> '{}'
        from private.streams s, jsonb_path_query(s.film, '$.subtitles[*].language') l (language)
        where s.movie_id = m.id and s.status in ('watchable', 'whole')) as captions,
      exists (select from private.streams s
        where s.movie_id = m.id and s.status in ('watchable', 'whole')
          and jsonb_path_exists(s.film, '$.rungs[*] ? (@.bytes <= 100000000)')) as is_small
    from public.movies m where m.published
    union all
    select 'series', r.id, r.title, r.created_at, r.is_free, r.is_purchasable or r.is_rentable,
      case when isfinite(r.release_date) then extract(year from r.release_date)::integer end, null, null, null, r.genre, r.unpublish_at, r.accessibility,
      array_append(array(select l.language #>> '{}'
        from public.episodes e join private.streams s on s.episode_id = e.id,
          jsonb_path_query(s.film, '$.audio[*].language') l (language)
        where e.series_id = r.id and s.status in ('watchable', 'whole')), r.language),
      array(select l.language #>> '{}'
        from public.episodes e join private.streams s on s.episode_id = e.id,
          jsonb_path_query(s.film, '$.subtitles[*].language') l (language)
        where e.series_id = r.id and s.status in ('watchable', 'whole')),
      false
    from public.series r where r.published
  ) t
  -- Once for each title, not for each of its orders.
  cross join lateral (
    select case when t.is_free then '{access:free}'::text[] else '{access:subscription}' end
          || case when not t.is_free and t.is_for_sale then '{access:sale}'::text[] else '{}' end
          || case when t.year < 1970 then '{decade:older}'::text[] when t.year >= 1970 then array['decade:' || t.year / 10 * 10] else '{}' end
          || case when t.duration < 40 then '{length:short}'::text[] when t.duration <= 90 then '{length:medium}'
            when t.duration > 90 then '{length:long}' else '{}' end
          || case when t.is_small then '{size:small}'::text[] else '{}' end
          || array(select distinct 'sound:' || left(s.language, 2) from unnest(t.sound) s (language)
            where left(s.language, 2) in ('ht', 'fr', 'en', 'es'))
          || array(select distinct 'captions:' || left(s.language, 2) from unnest(t.captions) s (language)
            where left(s.language, 2) in ('ht', 'fr', 'en', 'es'))
          || array(select 'accessibility:' || a.kind from unnest(t.accessibility) a (kind))
          || array(select distinct private.genre_facet(private.genre_key(g.name)) from unnest(t.genre) g (name)
            where private.genre_key(g.name) <> '') as facets
    offset 0
  ) f
  cross join lateral (select lpad((9999999999999999 - (extract(epoch from t.created_at) * 1000000)::bigint)::text, 16, '0') as newest) n
  cross join lateral (values
    ('newest', n.newest),
    ('title', left(private.normalize_words(t.title), 100)),
    ('year', coalesce(lpad((9999 - t.year)::text, 4, '0'), 'z') || n.newest),
    -- Few reviews count less: each title begins with five of 3.5 stars.
    ('best', case when t.review_count > 0
        then lpad((100000 - round((t.review_total + 17.5) / (t.review_count + 5) * 10000))::integer::text, 6, '0')
        when t.kind = 'movie' then 'z' end || n.newest),
    ('shortest', case when t.kind = 'movie' then coalesce(lpad(t.duration::text, 5, '0'), 'z') || n.newest end),
    ('ending', case when isfinite(t.unpublish_at) then lpad((extract(epoch from t.unpublish_at) * 1000000)::bigint::text, 16, '0') end)
  ) o (list_order, key)
  where o.key is not null;

drop function public.browse_titles(text, text, text, text, text, text, text, text, text, text, integer, integer);
create function public.browse_titles(
    of_kind text, in_genre text default null, containing text default null, access text default null, decade text default null,
    length text default null, sound text default null, captions text default null, accessibility text default null, size text default null, list_order text default 'newest',
    page integer default 1, page_size integer default 24)
  returns table (
    kind text, id uuid, title text, description text, thumbnail_url text, banner_url text, trailer_url text,
    duration integer, release_date date, genre text[], language text, director text, actors text[],
    is_free boolean, is_purchasable boolean, is_rentable boolean, purchase_price numeric, rental_price numeric,
    rating numeric, review_count integer, season_count integer, episode_count integer, has_video boolean, created_at timestamptz,
    published_at timestamptz, title_translations jsonb,
    total integer)
  language sql stable
  begin atomic
    select of_kind, c.*, l.total
    from private.browse_title_ids(of_kind, in_genre, containing,
        array_remove(array['access:' || access, 'decade:' || decade, 'length:' || length, 'sound:' || sound, 'captions:' || captions,
          'accessibility:' || accessibility, 'size:' || size], null),
        list_order, page, page_size) l
      cross join lateral (
        select m.id, m.title, m.description, m.thumbnail_url, m.banner_url, m.trailer_url, m.duration, m.release_date,
          m.genre, m.language, m.director, m.actors, m.is_free, m.is_purchasable, m.is_rentable, m.purchase_price,
          m.rental_price, m.rating, m.review_count, null::integer, null::integer, m.has_video, m.created_at, m.published_at,
          m.title_translations
        from public.movies m where of_kind = 'movie' and m.id = l.id
        union all
        select s.id, s.title, s.description, s.thumbnail_url, s.banner_url, s.trailer_url, null, s.release_date,
          s.genre, s.language, s.creator, s.actors, s.is_free, s.is_purchasable, s.is_rentable, s.purchase_price,
          s.rental_price, s.rating, s.review_count, s.season_count, s.episode_count, null, s.created_at, null,
          s.title_translations
        from public.series s where of_kind = 'series' and s.id = l.id
      ) c
    order by l.place;
  end;
comment on function public.browse_titles is
  'One page of published films (of_kind movie) or series (series) that match every filter: genre, words in title or description, access (free, subscription, sale), decade (1980, older), length (short, medium, long), language of sound and of captions (ht, fr, en, es), accessibility (description, captions), size (small: under 100 MB). list_order: newest, best, title, year, shortest. total is how many there are; when filtered, at most 480. For a series, director is its creator.';
grant execute on function public.browse_titles(text, text, text, text, text, text, text, text, text, text, text, integer, integer) to anon, authenticated;

-- Captions --------------------------------------------------------------------------------------------------------

alter table public.subtitles add column kind text not null default 'subtitles',
  add constraint kind_known check (kind in ('subtitles', 'captions')) not valid;
comment on column public.subtitles.kind is 'captions: also what is heard besides words, for people who do not hear it.';
grant insert (kind), update (kind) on public.subtitles to authenticated;

drop function private.list_pending_subtitles(integer);
create function private.list_pending_subtitles(at_most integer default 100) returns table (
    stream_id uuid, subtitle_id uuid, language text, name text, kind text, path text, version text)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  titles uuid[];
begin
  loop
    -- Titles that are being changed at this moment are skipped: their change notifies again.
    titles := array(
      select c.title_id from private.subtitle_checks c order by c.created_at limit at_most for update skip locked);
    exit when cardinality(titles) = 0;
    return query
      with current_streams as (
        select s.id, s.film, t.title_id
        from unnest(titles) t (title_id)
        join private.streams s on (s.movie_id = t.title_id or s.episode_id = t.title_id) and s.status in ('watchable', 'whole')
      )
      select s.id, t.id, t.language, t.name, t.kind, t.path, o.version
      from current_streams s
      join public.subtitles t on t.movie_id = s.title_id or t.episode_id = s.title_id
      left join storage.objects o on o.bucket_id = 'movies' and o.name = t.path
      where t.error_key is null and not exists (
        select from jsonb_array_elements(s.film -> 'subtitles') f
        where f ->> 'id' = t.id::text and f ->> 'language' = t.language and f ->> 'name' = t.name
          and coalesce(f ->> 'kind', 'subtitles') = t.kind)
      union all
      select s.id, (f ->> 'id')::uuid, null, null, null, null, null
      from current_streams s cross join lateral jsonb_array_elements(s.film -> 'subtitles') f
      where f ? 'id' and not exists (select from public.subtitles t where t.id = (f ->> 'id')::uuid);
    exit when found;
    delete from private.subtitle_checks c where c.title_id = any (titles);
  end loop;
end $$;
comment on function private.list_pending_subtitles is
  'Uploaded subtitles that a stream''s film.json lacks, and deleted ones that it still has (path is null), of up to at_most titles.';
revoke execute on function private.list_pending_subtitles(integer) from public;
grant execute on function private.list_pending_subtitles(integer) to service_role;

-- Sound -----------------------------------------------------------------------------------------------------------

create table private.audio_checks (
  stream_id uuid primary key references private.streams (id) on delete cascade
);
comment on table private.audio_checks is 'Streams whose playlists may name other kinds of audio tracks than their film.json.';
alter table private.audio_checks enable row level security;

create function private.keep_audio_kinds(film jsonb, before jsonb) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
  select case
    when film -> 'audio' is null or jsonb_path_query_array(film, '$.audio[*].language') is distinct from jsonb_path_query_array(before, '$.audio[*].language')
      then film
    else jsonb_set(film, '{audio}', coalesce((
      select jsonb_agg(a.track || jsonb_build_object(
          'kind', coalesce(b.track ->> 'kind', 'main'), 'default', coalesce((b.track ->> 'default')::boolean, false)) order by a.n)
      from jsonb_array_elements(film -> 'audio') with ordinality as a (track, n)
        join jsonb_array_elements(before -> 'audio') with ordinality as b (track, n) using (n)), '[]'))
  end
$$;
comment on function private.keep_audio_kinds is 'film with the kinds of audio tracks that before has, where both have the same languages in the same order.';

create or replace function private.publish_stream(stream_id uuid, film jsonb, whole boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stream private.streams;
  before private.streams;
  kept jsonb;
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
  -- What editors chose outlives the second pass, and a new file that says nothing about its tracks.
  kept := private.keep_audio_kinds(publish_stream.film, case
    when stream.film is not null then stream.film
    when not publish_stream.film @? '$.audio[*] ? (@.kind == "description")' then before.film end);
  if kept -> 'audio' is distinct from publish_stream.film -> 'audio' then
    insert into private.audio_checks (stream_id) values (stream.id) on conflict do nothing;
    perform pg_notify('media', '');
  end if;
  update private.streams s
    set film = private.merge_uploaded_subtitles(kept, stream.film),
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

create function public.list_audio_tracks(of_kind text, of_id uuid)
  returns table (track integer, name text, language text, kind text, is_default boolean)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('editor');
  return query
    select a.n::integer - 1, a.track ->> 'name', a.track ->> 'language', coalesce(a.track ->> 'kind', 'main'),
      coalesce((a.track ->> 'default')::boolean, false)
    from private.streams s cross join lateral jsonb_array_elements(s.film -> 'audio') with ordinality as a (track, n)
    where s.status in ('watchable', 'whole')
      and (of_kind = 'movie' and s.movie_id = of_id or of_kind = 'episode' and s.episode_id = of_id)
    order by a.n;
end $$;
comment on function public.list_audio_tracks is 'The sound tracks of the video of a film (of_kind movie) or episode, for editors. kind: main, description.';
revoke execute on function public.list_audio_tracks(text, uuid) from public;
grant execute on function public.list_audio_tracks(text, uuid) to authenticated;

create function public.set_audio_kind(of_kind text, of_id uuid, track integer, kind text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  stream private.streams;
  tracks jsonb;
  first integer;
begin
  perform private.require_role('editor');
  select s.* into stream from private.streams s
    where s.status in ('watchable', 'whole')
      and (of_kind = 'movie' and s.movie_id = of_id or of_kind = 'episode' and s.episode_id = of_id);
  perform private.lock_title_of_stream(stream.id);
  select s.* into stream from private.streams s where s.id = stream.id and s.status in ('watchable', 'whole') for update;
  if stream.id is null or track < 0 or stream.film -> 'audio' -> track is null
    or set_audio_kind.kind is null or set_audio_kind.kind not in ('main', 'description') then
    perform private.raise_not_found();
  end if;
  tracks := jsonb_set(stream.film -> 'audio', array[track::text, 'kind'], to_jsonb(set_audio_kind.kind));
  -- Who chooses nothing hears the film without a description.
  select a.n::integer - 1 into first from jsonb_array_elements(tracks) with ordinality as a (track, n)
    where coalesce(a.track ->> 'kind', 'main') = 'main'
    order by coalesce((a.track ->> 'default')::boolean, false) desc, a.n limit 1;
  if first is null then
    raise exception using errcode = '22023', message = 'One sound track has to stay without a description.', hint = 'audio_needs_main';
  end if;
  select jsonb_agg(a.track || jsonb_build_object('default', a.n - 1 = first) order by a.n) into tracks
    from jsonb_array_elements(tracks) with ordinality as a (track, n);
  if tracks = stream.film -> 'audio' then
    return;
  end if;
  update private.streams s set film = jsonb_set(s.film, '{audio}', tracks) where s.id = stream.id;
  insert into private.audio_checks (stream_id) values (stream.id) on conflict do nothing;
  perform private.write_audit_log('set_audio_kind', of_kind || 's', of_id::text, tracks -> track ->> 'name', null,
    jsonb_build_object('kind', jsonb_build_array(
      coalesce(stream.film -> 'audio' -> track ->> 'kind', 'main'), set_audio_kind.kind)));
  perform pg_notify('media', '');
end $$;
comment on function public.set_audio_kind is 'Editors say what a sound track of a film or episode is, counted from 0. Playlists follow within seconds.';
revoke execute on function public.set_audio_kind(text, uuid, integer, text) from public;
grant execute on function public.set_audio_kind(text, uuid, integer, text) to authenticated;

create function private.list_pending_audio(at_most integer default 100) returns table (stream_id uuid, audio jsonb)
  language sql stable security definer
  set search_path = ''
  as $$
  select s.id, s.film -> 'audio' from private.audio_checks c join private.streams s on s.id = c.stream_id
  order by s.id limit at_most
$$;
comment on function private.list_pending_audio is 'Streams whose playlists have to name their audio tracks again.';
revoke execute on function private.list_pending_audio(integer) from public;
grant execute on function private.list_pending_audio(integer) to service_role;

create function private.settle_audio(stream_id uuid, audio jsonb) returns void
  language sql security definer
  set search_path = ''
  as $$
  delete from private.audio_checks c using private.streams s
  where c.stream_id = settle_audio.stream_id and s.id = c.stream_id and s.film -> 'audio' = settle_audio.audio
$$;
comment on function private.settle_audio is 'The playlists of this stream name these tracks. A change since then stays pending.';
revoke execute on function private.settle_audio(uuid, jsonb) from public;
grant execute on function private.settle_audio(uuid, jsonb) to service_role;
