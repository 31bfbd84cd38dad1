-- The catalogue with 100,000 titles: policies that look up one purchase by index, and a rename of a category that a job
-- carries into its titles.

-- What a member paid for --------------------------------------------------------------------------------------

-- A view with its owner's rights: policies of titles may look at the caller's purchases before the second factor.
create view private.my_paid_titles with (security_barrier) as
  select p.movie_id, p.series_id
  from public.user_purchases p
  where p.user_id = (select auth.uid()) and p.status = 'completed'
    and (p.transaction_type = 'purchase' or p.rental_expiry > now());
comment on view private.my_paid_titles is
  'Movies and series that the caller bought, or rented within the last 48 hours. They see them even when unpublished.';
grant select on private.my_paid_titles to authenticated;

-- A SELECT of one value is always answered by index, row by row. PostgreSQL answers an EXISTS from a hash table of all
-- purchases, or all series, when the table is large, although a page of it needs a few.
drop policy "members see published and paid movies, editors see all" on public.movies;
create policy "members see published and paid movies, editors see all" on public.movies
  for select to authenticated
  using (
    published or (select private.has_role('editor'))
    or (select true from private.my_paid_titles p where p.movie_id = movies.id limit 1));
drop policy "members see published and paid series, editors see all" on public.series;
create policy "members see published and paid series, editors see all" on public.series
  for select to authenticated
  using (
    published or (select private.has_role('editor'))
    or (select true from private.my_paid_titles p where p.series_id = series.id limit 1));
drop policy "visitors see free episodes of published series" on public.episodes;
create policy "visitors see free episodes of published series" on public.episodes
  for select to anon
  using ((select s.published and (s.is_free or episodes.is_free) from public.series s where s.id = episodes.series_id));
drop policy "members see episodes they can watch, editors see all" on public.episodes;
create policy "members see episodes they can watch, editors see all" on public.episodes
  for select to authenticated
  using (
    (select private.can_list_all_episodes())
    or (select s.published and (s.is_free or episodes.is_free or (select private.is_caller_subscribed()))
      from public.series s where s.id = episodes.series_id)
    or (select true from private.my_paid_titles p where p.series_id = episodes.series_id limit 1));
drop index public.series_published, public.series_published_free;

drop function private.list_visible_unpublished();
drop function private.list_paid_titles(text);

-- Renamed categories ------------------------------------------------------------------------------------------

create table private.category_renames (
  id bigint generated always as identity primary key,
  old_name text not null,
  new_name text not null,
  old_key text collate "C" not null generated always as (private.genre_key(old_name)) stored,
  new_key text collate "C" not null generated always as (private.genre_key(new_name)) stored,
  relation text not null default 'movies',
  last_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table private.category_renames is
  'Renamed categories whose titles still have the old name. Until the job has ended, lists treat both names as one genre.';
comment on column private.category_renames.last_id is 'The titles of the relation up to this one have the new name.';
alter table private.category_renames enable row level security;

create function private.list_genre_keys(genre text) returns text[]
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if not exists (select from private.category_renames) then
    return array[genre];
  end if;
  return array(
    with recursive same (key) as (
      select genre collate "C"
      union
      select case r.old_key when s.key then r.new_key else r.old_key end
      from same s join private.category_renames r on s.key in (r.old_key, r.new_key) and s.key <> ''
    )
    select s.key from same s where s.key <> '' or genre = '');
end $$;
comment on function private.list_genre_keys is 'The genre, and what it is being renamed from or to.';

create or replace function private.rename_category() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.category_renames (old_name, new_name) values (old.name, new.name);
  perform private.enqueue_job('rename_category', key => 'titles');
  return null;
end $$;

create function private.rename_category_in_titles(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  relations constant text[] := array['movies', 'series', 'featured_films'];
  rename private.category_renames;
  ids uuid[];
begin
  -- One after the other, as they were requested: a name can be given away, taken up again and given back.
  select r.* into rename from private.category_renames r order by r.id limit 1 for update;
  if rename.id is null then
    return false;
  end if;
  execute format('select array(select t.id from public.%I t where t.id > $1 order by t.id limit $2)', rename.relation)
    into ids using rename.last_id, at_most;
  -- In the order in which index_titles() locks them.
  perform from private.genre_counts c
    where c.genre in (rename.old_key, rename.new_key) order by c.genre, c.kind for update;
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
    where t.id in (
      select d.id from public.%1$I d
      where d.id = any ($3) and exists (select from unnest(d.genre) g (name) where lower(g.name) = lower($1))
      order by d.id for no key update)', rename.relation)
    using rename.old_name, rename.new_name, ids;
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
comment on function private.rename_category_in_titles is
  'Carries renamed categories into the next at_most titles, continuing where the last call stopped. True: there is more to do.';

-- Search ------------------------------------------------------------------------------------------------------

-- Once per statement and not per row: a batch of titles is indexed in a fifth of the time.
create function private.index_changed_movies() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  changed uuid[];
begin
  select array_agg(id) into changed
    from old_rows o full join new_rows n using (id)
    where (o.title, o.description, o.director, o.actors, o.genre, o.published, o.created_at)
      is distinct from (n.title, n.description, n.director, n.actors, n.genre, n.published, n.created_at);
  if changed is not null then
    perform private.index_titles('movie', changed);
  end if;
  return null;
end $$;
drop trigger search_changed on public.movies;
create trigger search_changed after update on public.movies
  referencing old table as old_rows new table as new_rows for each statement execute function private.index_changed_movies();

create function private.index_changed_series() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  changed uuid[];
begin
  select array_agg(id) into changed
    from old_rows o full join new_rows n using (id)
    where (o.title, o.description, o.creator, o.actors, o.genre, o.published, o.created_at)
      is distinct from (n.title, n.description, n.creator, n.actors, n.genre, n.published, n.created_at);
  if changed is not null then
    perform private.index_titles('series', changed);
  end if;
  return null;
end $$;
drop trigger search_changed on public.series;
create trigger search_changed after update on public.series
  referencing old table as old_rows new table as new_rows for each statement execute function private.index_changed_series();

create or replace function private.find_search_hits(query text, max_each integer) returns setof private.search_hit
  language plpgsql stable security definer rows 15
  set search_path = ''
  -- Always by index, even when the planner overestimates how common a word is.
  set enable_seqscan = off
  set jit = off
  as $$
declare
  -- Keep equal to SEARCH_MAX, SEARCH_EACH and SEARCH_EACH_MAX in contract/src/catalogue/limits.ts.
  phrase text := btrim(left(private.normalize_words(left(query, 100)), 100));
  beginning text := left(phrase, 64);
  after_beginning text := beginning || chr(1114111);
  typed text[] := (string_to_array(phrase, ' '))[1:8];
  at_most integer := least(greatest(coalesce(max_each, 5), 1), 20);
  kinds text[] := '{movie,series,topic}';
  sees_drafts boolean := private.has_role('editor');
  -- Beside editors, buyers see unpublished titles. The policies still decide what is returned.
  publicity boolean[] := case
    when sees_drafts or exists (select from private.my_paid_titles) then '{t,f}' else '{t}' end;
  -- Genres that are being renamed to what was typed.
  renamed text[] := array(
    select r.old_key from private.category_renames r where r.new_key >= beginning and r.new_key < after_beginning);
  hits private.search_hit[];
  narrowing text;
  matching text;
  in_title text;
  in_credits text;
begin
  if coalesce(phrase, '') = '' then
    return;
  end if;

  -- Titles that begin with the phrase, or have it from a later word on. Best first: the exact title, then whole words.
  select array_agg((k.kind, s.id, case
      when s.at_start and s.rest = beginning then 1
      else case when s.at_start then 0.9 else 0.75 end
        + case when substr(s.rest || ' ', length(beginning) + 1, 1) = ' ' then 0.05 else 0 end
        - s.place * 0.001
      end)::private.search_hit)
    into hits
    from unnest(kinds) k (kind), unnest(publicity) p (published), unnest('{t,f}'::boolean[]) a (at_start),
      lateral (
        select st.id, st.at_start, st.rest, row_number() over (order by st.rest, st.id) as place
        from (
          select sf.id, sf.at_start, sf.rest from private.search_suffixes sf
          where sf.kind = k.kind and sf.published = p.published and sf.at_start = a.at_start
            and sf.rest >= beginning and sf.rest < after_beginning
          order by sf.rest, sf.id
          limit case when p.published or sees_drafts then at_most * 2 else 60 end
        ) st
        where p.published or sees_drafts or exists (
          select from private.my_paid_titles b where b.movie_id = st.id or b.series_id = st.id)
        order by st.rest, st.id
        limit at_most * 2
      ) s;

  -- A genre: its newest titles.
  if length(phrase) > 2 then
    select hits || array_agg((c.kind, s.id, 0.55 - s.place * 0.001)::private.search_hit)
      into hits
      from (
        select sc.genre, sc.kind from private.genre_counts sc
        where (sc.genre >= beginning and sc.genre < after_beginning or sc.genre = any (renamed)) and sc.titles > 0
        order by sc.genre limit 6
      ) c, lateral (
        select sh.id, row_number() over (order by sh.created_at desc, sh.id) as place
        from private.genre_titles sh
        where sh.genre = c.genre and sh.kind = c.kind
        order by sh.created_at desc, sh.id limit at_most
      ) s;
  end if;

  -- All words, in any order, anywhere; then without stop words; then with similar words.
  for attempt in 1..3 loop
    -- Several words that match together are good enough; a single one only if it matches a title, person or genre.
    exit when attempt > 1 and exists (
      select from unnest(hits) h where h.rank > case when cardinality(typed) > 1 then 0 else 0.4 end);
    if attempt = 2 then
      typed := array(select w.word from unnest(typed) with ordinality w (word, n) where not private.is_stop_word(w.word) order by w.n);
      continue when cardinality(typed) = cardinality(string_to_array(phrase, ' '));
    end if;
    exit when cardinality(typed) = 0 or length(phrase) < 3;

    select
        -- A short prefix matches too much for the index; it is compared afterwards.
        string_agg(private.build_search_term(w.word, w.unfinished, w.others, ''), ' & ')
          filter (where w.alone or not w.unfinished or length(w.word) > 3),
        string_agg(private.build_search_term(w.word, w.unfinished, w.others, 'ABC'), ' & '),
        string_agg(private.build_search_term(w.word, w.unfinished, w.others, 'A'), ' & '),
        string_agg(private.build_search_term(w.word, w.unfinished, w.others, 'AB'), ' & ')
      into narrowing, matching, in_title, in_credits
      from (
        select t.word, cardinality(typed) = 1 as alone, t.n = cardinality(typed) as unfinished,
          case when attempt = 3 then private.find_similar_words(t.word) else '{}' end as others
        from unnest(typed) with ordinality t (word, n)
        offset 0
      ) w;

    select hits || array_agg((k.kind, e.id, e.rank * (1.2 - attempt * 0.2))::private.search_hit)
      into hits
      from unnest(kinds) k (kind), unnest(publicity) p (published),
        lateral (select private.search_prefix(k.kind, p.published) as prefix) l,
        lateral (
          select replace(narrowing, '@', l.prefix)::tsquery as narrowing, replace(matching, '@', l.prefix)::tsquery as matching,
            replace(in_title, '@', l.prefix)::tsquery as in_title, replace(in_credits, '@', l.prefix)::tsquery as in_credits
          offset 0
        ) q,
        lateral (
          select f.id, 0.05 * extensions.similarity(f.title, phrase) + case
            when ts_match_vq(f.words, q.in_title) then 0.65
            when ts_match_vq(f.words, q.in_credits) then 0.45
            else 0.25 end as rank
          from (
            select se.id, se.title, se.words from private.search_entries se
            where se.words @@ q.narrowing
            limit 100
          ) f
          where ts_match_vq(f.words, q.matching) and (p.published or sees_drafts or exists (
            select from private.my_paid_titles b where b.movie_id = f.id or b.series_id = f.id))
        ) e
      where (select count(distinct h.id) from unnest(hits) h where h.kind = k.kind) < at_most;
  end loop;

  return query
    select r.kind, r.id, r.rank
    from (
      select h.kind, h.id, max(h.rank) as rank,
        row_number() over (partition by h.kind order by max(h.rank) desc, h.id) as place
      from unnest(hits) h group by h.kind, h.id
    ) r
    where r.place <= at_most
    order by r.rank desc, r.id;
end $$;

create or replace function private.list_title_ids(of_kind text, in_genre text, containing text, page integer, page_size integer)
  returns table (kind text, id uuid, total integer)
  language plpgsql stable security definer rows 24
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
declare
  -- Keep equal to SEARCH_MAX, PAGE_SIZE_MAX and MATCHES_MAX in contract/src/catalogue/limits.ts.
  size integer := least(greatest(coalesce(page_size, 24), 1), 100);
  matches_max constant integer := 480;
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  kinds text[] := case when of_kind is null then '{movie,series}' when of_kind in ('movie', 'series') then array[of_kind] end;
  wanted_genre text := coalesce(private.genre_key(in_genre), '');
  genres text[] := private.list_genre_keys(wanted_genre);
  phrase text := coalesce(btrim(left(private.normalize_words(left(containing, 100)), 100)), '');
  typed text[] := (string_to_array(phrase, ' '))[1:8];
  genre_total integer;
  all_titles integer;
  wanted tsquery;
  found integer;
  hits private.search_hit[];
begin
  -- A search text without any alphanumeric character matches nothing.
  if kinds is null or (wanted_genre = '' and private.trim_text(in_genre) <> '') or (phrase = '' and private.trim_text(containing) <> '') then
    return;
  end if;
  select sum(c.titles) filter (where c.genre = any (genres)), sum(c.titles) filter (where c.genre = '')
    into genre_total, all_titles
    from private.genre_counts c where c.genre = any (genres || ''::text) and c.kind = any (kinds);
  if cardinality(genres) > 1 then
    -- A title that has the old and the new name counts once. Only so many are looked at.
    genre_total := genre_total - (
      select count(*)
      from (select s.genre, s.kind, s.id from private.genre_titles s
        where s.genre = any (genres) and s.kind = any (kinds) limit 300) s
      where exists (
        select from private.genre_titles o
        where o.kind = s.kind and o.id = s.id and o.genre = any (genres) and o.genre < s.genre));
  end if;

  if phrase = '' and cardinality(kinds) = 1 and cardinality(genres) = 1 then
    return query
      select s.kind, s.id, genre_total from private.genre_titles s
      where s.genre = wanted_genre and s.kind = of_kind
      order by s.created_at desc, s.id
      offset skipped limit size;
    return;
  end if;
  if phrase = '' then
    return query
      select t.kind, t.id, genre_total
      from (
        select distinct k.kind, s.id, s.created_at
        from unnest(kinds) k (kind), unnest(genres) g (genre), lateral (
          select sh.id, sh.created_at from private.genre_titles sh
          where sh.genre = g.genre and sh.kind = k.kind
          order by sh.created_at desc, sh.id
          limit skipped + size
        ) s
      ) t
      order by t.created_at desc, t.id
      offset skipped limit size;
    return;
  end if;

  -- The words as typed; if no title has them, similar words.
  for attempt in 1..2 loop
    select string_agg('(' || replace(m.matching, '@', left(k.kind, 1)) || ')', ' | ')::tsquery
      into wanted
      from unnest(kinds) k (kind), (
        select string_agg(private.build_search_term(t.word, t.n = cardinality(typed),
            case when attempt = 2 and length(t.word) > 2 then private.find_similar_words(t.word) end, 'AC'), ' & ')
          || case when wanted_genre = '' then '' else ' & (''@#' || array_to_string(genres, ''' | ''@#') || ''')' end as matching
        from unnest(typed) with ordinality t (word, n)
      ) m;

    -- If at least one in thirty of the newest titles matches, they fill the page without finding and sorting the rest, and
    -- the total is estimated from how many were read. Of a small genre, more are read.
    if attempt = 1 and all_titles > 1000 and genre_total > 0 and 3 <= (
      select count(*) from unnest(kinds) k (kind), lateral (
        select e.words from private.search_entries e
        where e.published and e.kind = k.kind
        order by e.created_at desc, e.id
        limit least(1000, 100 * all_titles / genre_total)
      ) n
      where ts_match_vq(n.words, wanted)) then
      select array_agg((p.kind, p.id, 0)::private.search_hit),
          least(genre_total, ceil((skipped + size) * all_titles / sum(p.looked_at)))
        into hits, found
        from (
          select k.kind, m.id, m.place - coalesce(lag(m.place) over (partition by k.kind order by m.place), 0) as looked_at
          from unnest(kinds) k (kind), lateral (
            select n.id, n.created_at, n.place
            from (
              select e.id, e.created_at, e.words, row_number() over (order by e.created_at desc, e.id) as place
              from private.search_entries e
              where e.published and e.kind = k.kind
              order by e.created_at desc, e.id
              limit least(15000, 1500 * all_titles / genre_total)
            ) n
            where ts_match_vq(n.words, wanted)
            order by n.created_at desc, n.id limit skipped + size
          ) m
          order by m.created_at desc, m.id
          limit skipped + size
        ) p;
      hits := hits[skipped + 1 :];
      exit when cardinality(hits) = size;
    end if;

    select array_agg((e.kind, e.id, 0)::private.search_hit), max(e.found)
      into hits, found
      from (
        select f.kind, f.id, count(*) over () as found
        from private.search_entries f
        where f.words @@ wanted
        order by f.created_at desc, f.id
        offset skipped limit size
      ) e;
    exit when found > 0 or skipped > 0;
  end loop;
  return query select h.kind, h.id, least(found, matches_max) from unnest(hits) h where skipped < matches_max;
end $$;
