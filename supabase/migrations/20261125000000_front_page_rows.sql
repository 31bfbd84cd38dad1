-- Lists of films and series by filters and orders, rows of titles that editors compose, and genres that are categories.

-- Lists by filter and order -----------------------------------------------------------------------------------

create function private.genre_facet(genre_key text) returns text
  language sql immutable parallel safe
  -- Of a fixed length, so that any number of genres fits into an index.
  as $$ select 'genre:' || left(md5(genre_key), 12) $$;

-- Keep the values of facets equal to contract/src/catalogue/browse.ts.
create view private.list_positions as
  select t.kind, t.id, o.list_order, o.key, array['list:' || t.kind || ':' || o.list_order] || f.facets as facets
  from (
    select 'movie' as kind, m.id, m.title, m.created_at, m.is_free, m.is_purchasable or m.is_rentable as is_for_sale,
      case when isfinite(m.release_date) then extract(year from m.release_date)::integer end as year, m.duration, m.review_count, m.review_total, m.genre, m.unpublish_at,
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
      case when isfinite(r.release_date) then extract(year from r.release_date)::integer end, null, null, null, r.genre, r.unpublish_at,
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
comment on view private.list_positions is
  'What list_entries should have: for each published title one row per order, with the key that it is sorted by and the facets that filters ask for.';

create table private.list_entries (
  kind text not null,
  id uuid not null,
  list_order text not null,
  key text collate "C" not null,
  facets text[] not null,
  primary key (kind, id, list_order)
);
comment on table private.list_entries is
  'Published titles in each order that lists offer. Filtered lists are read along an order, or from the facets'' index when few titles match.';
create index list_entries_in_order on private.list_entries (kind, list_order, key, id) include (facets);
create index list_entries_facets on private.list_entries using gin (facets) with (fastupdate = off);
alter table private.list_entries enable row level security;

create function private.index_lists(of_kind text, ids uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  set jit = off
  as $$
begin
  -- A film and its stream can change at once: the second computes from what the first has written.
  perform from public.movies m where of_kind = 'movie' and m.id = any (ids) order by m.id for no key update;
  perform from public.series s where of_kind = 'series' and s.id = any (ids) order by s.id for no key update;
  with positions as materialized (
    select p.* from private.list_positions p where p.kind = of_kind and p.id = any (ids)
  ), removed as (
    delete from private.list_entries e
    where e.kind = of_kind and e.id = any (ids)
      and not exists (select from positions p where p.id = e.id and p.list_order = e.list_order)
  )
  insert into private.list_entries as e (kind, id, list_order, key, facets)
    select p.kind, p.id, p.list_order, p.key, p.facets from positions p order by p.id, p.list_order
    on conflict (kind, id, list_order) do update set key = excluded.key, facets = excluded.facets
      where (e.key, e.facets) is distinct from (excluded.key, excluded.facets);
end $$;
comment on function private.index_lists is 'Updates list_entries for these films or series; deleted and unpublished ones are removed.';

create function private.update_lists() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  changed uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(o.id) into changed from old_rows o;
  else
    select array_agg(n.id) into changed from new_rows n;
  end if;
  if changed is not null then
    perform private.index_lists(tg_argv[0], changed);
  end if;
  return null;
end $$;
create trigger update_lists_added after insert on public.movies
  referencing new table as new_rows for each statement execute function private.update_lists('movie');
create trigger update_lists_changed after update on public.movies
  referencing new table as new_rows for each statement execute function private.update_lists('movie');
create trigger update_lists_removed after delete on public.movies
  referencing old table as old_rows for each statement execute function private.update_lists('movie');
create trigger update_lists_added after insert on public.series
  referencing new table as new_rows for each statement execute function private.update_lists('series');
create trigger update_lists_changed after update on public.series
  referencing new table as new_rows for each statement execute function private.update_lists('series');
create trigger update_lists_removed after delete on public.series
  referencing old table as old_rows for each statement execute function private.update_lists('series');

create function private.update_lists_of_streams() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  movies uuid[];
  episodes uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct o.movie_id), array_agg(distinct o.episode_id) into movies, episodes from old_rows o;
  else
    select array_agg(distinct n.movie_id), array_agg(distinct n.episode_id) into movies, episodes
      from new_rows n where n.status <> 'making';
  end if;
  if movies is not null then
    perform private.index_lists('movie', movies);
    perform private.index_lists('series', array(select distinct e.series_id from public.episodes e where e.id = any (episodes)));
  end if;
  return null;
end $$;
comment on function private.update_lists_of_streams is 'The languages of sound and captions, and the size, are a stream''s.';
-- After update_has_video, which locks the film first.
create trigger update_lists_added after insert on private.streams
  referencing new table as new_rows for each statement execute function private.update_lists_of_streams();
create trigger update_lists_changed after update on private.streams
  referencing new table as new_rows for each statement execute function private.update_lists_of_streams();
create trigger update_lists_removed after delete on private.streams
  referencing old table as old_rows for each statement execute function private.update_lists_of_streams();

select private.index_lists('movie', array(select m.id from public.movies m));
select private.index_lists('series', array(select s.id from public.series s));

create function private.browse_title_ids(
    of_kind text, in_genre text, containing text, filters text[], list_order text, page integer, page_size integer)
  returns table (id uuid, place bigint, total integer)
  language plpgsql stable security definer rows 24
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
declare
  -- Keep equal to PAGE_SIZE_MAX and MATCHES_MAX in contract/src/catalogue/limits.ts.
  size integer := least(greatest(coalesce(page_size, 24), 1), 100);
  matches_max constant integer := 480;
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  whole_list text := 'list:' || of_kind || ':' || list_order;
  wanted_genre text := coalesce(private.genre_key(in_genre), '');
  -- One of these: the genre, and what it is being renamed from or to.
  genres text[] := case when wanted_genre = '' then array[whole_list]
    else array(select private.genre_facet(g.key) from unnest(private.list_genre_keys(wanted_genre)) g (key)) end;
  -- With the order that a filter is a range of, the range.
  first_key text := '';
  last_key text := chr(1114111);
  looked_at_most integer := 2000 + 40 * least(skipped, matches_max);
  looked_at integer;
  all_titles integer;
  hits uuid[];
  found integer;
begin
  if filters = '{}' and list_order = 'newest' then
    return query
      select l.id, l.n, l.total
      from private.list_title_ids(of_kind, in_genre, containing, page, size) with ordinality l (kind, id, total, n);
    return;
  end if;
  if wanted_genre = '' and private.trim_text(in_genre) <> '' then
    return;
  end if;

  -- Words find at most so many titles, the newest; filters and orders apply to these.
  if private.trim_text(containing) <> '' then
    return query
      select e.id, row_number() over (order by e.key, e.id), count(*) over ()::integer
      from (
        select distinct l.id
        from generate_series(1, 5) p (page), private.list_title_ids(of_kind, in_genre, containing, p.page, 100) l
      ) f join private.list_entries e on e.kind = of_kind and e.id = f.id and e.list_order = browse_title_ids.list_order
      where e.facets @> filters
      order by e.key, e.id
      offset skipped limit size;
    return;
  end if;

  select c.titles into all_titles from private.genre_counts c where c.genre = '' and c.kind = of_kind;
  if filters = '{}' and wanted_genre = '' then
    return query
      select e.id, row_number() over (order by e.key, e.id), all_titles
      from private.list_entries e
      where e.kind = of_kind and e.list_order = browse_title_ids.list_order
      order by e.key, e.id
      offset skipped limit size;
    return;
  end if;
  if skipped >= matches_max then
    return;
  end if;

  if list_order = 'year' then
    select coalesce(max(lpad((9990 - d.decade)::text, 4, '0')), first_key), coalesce(max(lpad((9999 - d.decade)::text, 4, '0') || last_key), last_key)
      into first_key, last_key
      from (select substr(f.filter, 8)::integer as decade from unnest(filters) f (filter) where f.filter ~ '^decade:[0-9]{4}$') d;
  elsif list_order = 'shortest' then
    first_key := case when 'length:medium' = any (filters) then '00040' when 'length:long' = any (filters) then '00091' else first_key end;
  end if;
  -- A page's worth of matches is nearly always among the first titles of the list.
  select array_agg(e.id order by e.key, e.id) filter (where e.facets @> filters and e.facets && genres), count(*)
    into hits, looked_at
    from (
      select le.id, le.key, le.facets from private.list_entries le
      where le.kind = of_kind and le.list_order = browse_title_ids.list_order and le.key >= first_key and le.key <= last_key
      order by le.key, le.id
      limit looked_at_most
    ) e;
  found := coalesce(cardinality(hits), 0);
  if looked_at = looked_at_most and found >= skipped + size then
    found := greatest(found, (found::bigint * all_titles / looked_at)::integer);
  elsif looked_at = looked_at_most then
    -- Few titles match: they are taken from the index.
    select array_agg(e.id order by e.key, e.id), count(*)
      into hits, found
      from (
        select distinct f.id, f.key
        from unnest(genres) g (genre), lateral (
          select le.id, le.key from private.list_entries le
          where le.facets @> (filters || array[whole_list, g.genre])
          limit 20000
        ) f
      ) e;
  end if;
  return query
    select h.id, h.n, least(found, matches_max)
    from unnest(hits[skipped + 1 : skipped + size]) with ordinality h (id, n);
end $$;
comment on function private.browse_title_ids is 'Ids of one page of published titles that have all facets, in this order, and how many there are, at most 480.';
grant execute on function private.browse_title_ids(text, text, text, text[], text, integer, integer) to anon, authenticated;

-- Rows of titles ----------------------------------------------------------------------------------------------

create table public.front_page_rows (
  id uuid primary key default gen_random_uuid(),
  place text not null,
  position integer not null,
  title text not null,
  title_fr text,
  title_ht text,
  title_es text,
  kind text not null,
  title_ids uuid[] not null default '{}',
  category_id uuid references public.movie_categories (id) on delete cascade,
  rule text,
  hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Keep equal to contract/src/admin/front-page.ts. The position limits the number of rows too.
  constraint place_known check (place in ('home', 'films')),
  constraint position_range check (position between 1 and 12),
  constraint one_row_per_position unique (place, position) deferrable initially deferred,
  constraint title_length check (private.trim_text(title) <> '' and char_length(title) <= 60),
  constraint title_fr_length check (char_length(title_fr) <= 60),
  constraint title_ht_length check (char_length(title_ht) <= 60),
  constraint title_es_length check (char_length(title_es) <= 60),
  constraint titles_count check (cardinality(title_ids) <= 24 and array_position(title_ids, null) is null),
  constraint rule_known check (rule in ('free', 'newest', 'best', 'short', 'small', 'ending', 'series')),
  constraint kind_has_what_it_shows check (
    case kind
      when 'chosen' then category_id is null and rule is null
      when 'category' then category_id is not null and rule is null and title_ids = '{}'
      when 'rule' then rule is not null and category_id is null and title_ids = '{}'
      else false
    end)
);
comment on table public.front_page_rows is
  'Rows of titles on the home page and the films page, composed by editors: chosen titles, a category, or a rule. title is in English.';
create index on public.front_page_rows (category_id);
alter table public.front_page_rows enable row level security;
grant select on public.front_page_rows to anon, authenticated;
create policy "visitors see rows that are not hidden" on public.front_page_rows
  for select to anon using (not hidden);
create policy "members see rows that are not hidden, editors see all" on public.front_page_rows
  for select to authenticated using (not hidden or (select private.has_role('editor')));
create trigger front_page_rows_touch before update on public.front_page_rows
  for each row execute function private.touch_updated_at();
create trigger audit_row_change after insert or update or delete on public.front_page_rows
  for each row execute function private.audit_row_change();

create function public.save_front_page(of_place text, seen jsonb, rows jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('editor');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 12 then
    raise exception using errcode = '23514', message = 'That is too many entries', hint = 'too_many_entries';
  end if;
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
comment on function public.save_front_page is
  'Replaces the rows of a place, in this order. seen: ids and updated_at of the rows that the editor saw; refused when they have changed meanwhile.';
grant execute on function public.save_front_page(text, jsonb, jsonb) to authenticated;

create function private.list_front_page_ids(of_place text)
  returns table (row_id uuid, row_position integer, kind text, id uuid, place bigint)
  language plpgsql stable security definer rows 100
  set search_path = ''
  as $$
declare
  shown public.front_page_rows;
begin
  for shown in select r.* from public.front_page_rows r where r.place = of_place and not r.hidden order by r.position loop
    if shown.kind = 'chosen' then
      return query
        select shown.id, shown.position, e.kind, e.id, c.n
        from unnest(shown.title_ids) with ordinality c (id, n), unnest('{movie,series}'::text[]) k (kind), private.list_entries e
        where e.kind = k.kind and e.id = c.id and e.list_order = 'newest';
    elsif shown.kind = 'category' then
      return query
        select shown.id, shown.position, l.kind, l.id, l.n
        from public.movie_categories c,
          private.list_title_ids(null, c.name collate "default", null, 1, 12) with ordinality l (kind, id, total, n)
        where c.id = shown.category_id;
    else
      return query
        select shown.id, shown.position, r.kind, b.id, b.place
        from (select case shown.rule when 'series' then 'series' else 'movie' end as kind) r,
          private.browse_title_ids(r.kind, null, null,
            case shown.rule when 'free' then '{access:free}'::text[] when 'short' then '{length:short}'
              when 'small' then '{size:small}' else '{}' end,
            case when shown.rule in ('best', 'ending') then shown.rule else 'newest' end, 1, 12) b;
    end if;
  end loop;
end $$;
comment on function private.list_front_page_ids is 'The published titles of each row: chosen ones in their order, else the first twelve.';
grant execute on function private.list_front_page_ids(text) to anon, authenticated;

-- Genres are categories ---------------------------------------------------------------------------------------

create function private.check_genres() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- What a title already has stays, also when its category is gone. The job that renames categories is no client.
  if private.is_client() and exists (
    select from unnest(new.genre) g (name)
    where not exists (select from public.movie_categories c where lower(c.name) = lower(g.name))
      and (tg_op = 'INSERT' or g.name <> all (old.genre))) then
    raise exception using errcode = '23514', message = 'Please choose genres from the categories', hint = 'genre_unknown';
  end if;
  return new;
end $$;
create trigger check_genres before insert or update of genre on public.movies
  for each row execute function private.check_genres();
create trigger check_genres before insert or update of genre on public.series
  for each row execute function private.check_genres();
