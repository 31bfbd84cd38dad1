-- Search as you type over films, series and topics (decision 20); lists of films and series by genre (decision 16).
-- Behind the forum, because it also finds topics.
--
-- Both read tables of their own, maintained by triggers, and not indexes on movies, series and forum_topics, because
--   * under row-level security PostgreSQL cannot use an index for an operator that could leak what it compares
--     (like, @@, &&, %): there such an index serves the owner alone, and everybody else reads the whole table;
--   * what is quick at 1,000 titles must be quick at 100,000: a trigram index reads more with every title that
--     shares three characters with the query, and no single index gives both "matches" and "best first, then stop".
-- The cost: writing a title writes a dozen small rows more. Titles are written rarely and read often.
--
-- These tables do not decide who can see what. They give ids; public.search and public.list_titles then
-- read the real rows with the caller's own rights, and what the policies hide does not come back.

-- Words -------------------------------------------------------------------------------------------------------

create function private.normalize_words(value text) returns text
  language sql immutable parallel safe
  as $$
  -- A combining accent is composed with its character first; checking for one is much cheaper than composing.
  select btrim(regexp_replace(
    lower(private.fold_text(case when value ~ '[\u0300-\u036f]' then normalize(value, NFC) else value end) collate "und-x-icu"),
    '[^[:alnum:]]+', ' ', 'g'))
$$;
comment on function private.normalize_words is 'Folded words with single spaces between them: "Létà: l’ap vini!" is "leta l ap vini".';

-- Stop words in Haitian Creole, French, English and Spanish: almost every description has them.
create function private.is_stop_word(word text) returns boolean
  language sql immutable parallel safe
  as $$
  select length(word) < 3 or word = any ('{
    nan,yon,pou,sou,men,tout,epi,gen,san,kap,depi,chak,kote,anvan,apre,pandan,
    les,des,une,est,qui,que,par,sur,son,ses,aux,ont,pas,dans,avec,pour,plus,sans,mais,elle,leur,cette,quand,
    the,and,for,his,her,who,was,are,has,not,but,its,that,with,from,this,they,their,when,have,what,into,
    los,las,una,del,con,por,sus,para,como,pero,cuando}'::text[])
$$;

-- Two words with a key in common are one or two typos apart, so that a few lookups find all similar words however many
-- there are: the keys of a word are the word without any one character and, of a longer word, marked with a tilde,
-- without any two. Of long words the first seven characters count.
create function private.typo_keys(word text) returns text[]
  language plpgsql immutable strict parallel safe
  set search_path = ''
  as $$
declare
  stem text := left(word, 7);
  keys text[] := array[stem];
  shorter text;
begin
  for i in 1..length(stem) loop
    shorter := left(stem, i - 1) || substr(stem, i + 1);
    keys := keys || shorter;
    if length(stem) > 5 then
      for j in i..length(shorter) loop
        keys := keys || ('~' || left(shorter, j - 1) || substr(shorter, j + 1));
      end loop;
    end if;
  end loop;
  return keys;
end $$;

create table private.search_words (
  word text collate "C" primary key
);
comment on table private.search_words is
  'Words of titles, people and genres, for finding the correct spelling of a mistyped word. Words of deleted titles stay; they match nothing.';
create index search_words_typos on private.search_words using gin (private.typo_keys(word)) with (fastupdate = off);
create index search_words_parts on private.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

create function private.find_similar_words(typed text) returns text[]
  language plpgsql stable
  set search_path = ''
  as $$
declare
  keys text[] := private.typo_keys(typed);
begin
  -- A key of the typed word without one character can equal a key of the stored word without two.
  if length(typed) > 5 then
    keys := keys || array(select '~' || k.key from unnest(keys) k (key) where k.key not like '~%');
  end if;
  return array(select w.word from private.search_words w where w.word like '%' || typed || '%' limit 12)
    || array(
      select w.word
      from (
        select s.word, greatest(extensions.similarity(s.word, typed), extensions.similarity(left(s.word, length(typed)), typed)) as nearness
        from private.search_words s where private.typo_keys(s.word) && keys limit 200
      ) w
      where length(typed) < 6 or w.nearness > 0.15
      order by w.nearness desc, w.word limit 4);
end $$;
comment on function private.find_similar_words is 'Words that contain the typed one, or that are one or two typos away from it.';

-- The index ---------------------------------------------------------------------------------------------------

create table private.search_entries (
  kind text not null,
  id uuid not null,
  published boolean not null,
  title text collate "C" not null,
  words tsvector not null,
  created_at timestamptz not null,
  primary key (kind, id)
);
comment on table private.search_entries is
  'One row per film, series and topic. Each of its words is prefixed with its kind (m, s, t; upper case when unpublished), so that the index reads one kind only. Weights: A title, B people and genre, C description; D are genre_titles, marked with #.';
-- No pending list (fastupdate): every search would read through it.
create index search_entries_words on private.search_entries using gin (words) with (fastupdate = off);
create index search_entries_newest on private.search_entries (kind, created_at desc, id) where published;

create table private.search_suffixes (
  kind text not null,
  id uuid not null,
  place integer not null,
  published boolean not null,
  at_start boolean not null,
  rest text collate "C" not null,
  primary key (kind, id, place)
);
comment on table private.search_suffixes is
  'Suffixes of each title, from each of its words on. A typed phrase is then a short range of a sorted index, best match first.';
create index search_suffixes_sorted on private.search_suffixes (kind, published, at_start, rest, id);

create table private.genre_titles (
  genre text collate "C" not null,
  kind text not null,
  id uuid not null,
  created_at timestamptz not null,
  primary key (kind, id, genre)
);
comment on table private.genre_titles is 'Published titles by genre; the empty genre has all of them.';
create index genre_titles_newest on private.genre_titles (genre, kind, created_at desc, id);

create table private.genre_counts (
  genre text collate "C" not null,
  kind text not null,
  titles integer not null,
  primary key (genre, kind)
);
comment on table private.genre_counts is 'How many titles a genre has, so that lists need not count them.';

create function private.search_prefix(kind text, published boolean) returns text
  language sql immutable parallel safe
  as $$ select case when published then left(kind, 1) else upper(left(kind, 1)) end $$;

-- Genres have no length limit of their own, but must fit into an index. Keep equal to GENRE_MAX in
-- contract/src/catalogue/limits.ts.
create function private.genre_key(genre text) returns text
  language sql immutable parallel safe
  as $$ select btrim(left(private.normalize_words(left(genre, 60)), 60)) $$;

create function private.build_search_vector(prefix text, title text, credits text, description text, genre_titles text[]) returns tsvector
  language sql immutable parallel safe
  set search_path = ''
  as $$
  -- Alphanumeric only, so nothing needs escaping.
  select string_agg(w.quoted, ' ')::tsvector
  from (
    select '''' || prefix || left(t.word, 60) || ''':1A' as quoted from unnest(string_to_array(title, ' ')) t (word)
    union all
    select '''' || prefix || left(c.word, 60) || ''':2B' from unnest(string_to_array(credits, ' ')) c (word)
    union all
    select '''' || prefix || left(d.word, 60) || ''':3C' from unnest(string_to_array(description, ' ')) d (word)
      where not private.is_stop_word(d.word)
    union all
    select '''' || prefix || '#' || s.genre || ''':4D' from unnest(genre_titles) s (genre)
  ) w
$$;

create view private.searchable as
  select 'movie' as kind, m.id, m.published, m.created_at, m.title, m.genre, m.description,
    concat_ws(' ', m.director, array_to_string(m.actors, ' '), array_to_string(m.genre, ' ')) as credits
  from public.movies m
  union all
  select 'series', s.id, s.published, s.created_at, s.title, s.genre, s.description,
    concat_ws(' ', s.creator, array_to_string(s.actors, ' '), array_to_string(s.genre, ' '))
  from public.series s
  union all
  select 'topic', t.id, true, t.created_at, t.title, '{}', null, null
  from public.forum_topics t;
comment on view private.searchable is 'The texts of films, series and topics that the search indexes.';

create function private.index_titles(of_kind text, ids uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  set jit = off
  as $$
declare
  removed_genres text[];
begin
  delete from private.search_entries e where e.kind = of_kind and e.id = any (ids);
  delete from private.search_suffixes s where s.kind = of_kind and s.id = any (ids);
  with removed as (delete from private.genre_titles s where s.kind = of_kind and s.id = any (ids) returning s.genre)
  select array_agg(g.genre) into removed_genres from removed g;

  with source as materialized (
    select s.kind, s.id, s.published, s.created_at,
      private.normalize_words(s.title) as title,
      -- People write "lap vini" for "l’ap vini", and "tijo" for "Ti-Jo".
      case when s.title ~ '[’''-]' then private.normalize_words(translate(s.title, '’''-', '')) end as joined,
      private.normalize_words(left(s.credits, 4000)) as credits,
      private.normalize_words(s.description) as description,
      array(select distinct n.name
        from unnest(s.genre) g (genre), lateral (select private.genre_key(g.genre) as name offset 0) n
        where n.name <> '') as genre_titles
    from private.searchable s
    where s.kind = of_kind and s.id = any (ids)
  ), entered as (
    insert into private.search_entries (kind, id, published, title, words, created_at)
    select s.kind, s.id, s.published, s.title,
      coalesce(private.build_search_vector(private.search_prefix(s.kind, s.published),
        concat_ws(' ', s.title, s.joined), s.credits, s.description, s.genre_titles), ''),
      s.created_at
    from source s
  ), started as (
    insert into private.search_suffixes (kind, id, place, published, at_start, rest)
    select s.kind, s.id, p.place, s.published, p.place = 1, left(array_to_string(w.words[p.place:], ' '), 64)
    from source s, lateral (select string_to_array(s.title, ' ') as words) w,
      generate_series(1, least(cardinality(w.words), 12)) p (place)
  ), added_words as (
    -- In order, so that two writers with the same words cannot deadlock.
    insert into private.search_words (word)
    select distinct w.word from source s, unnest(string_to_array(concat_ws(' ', s.title, s.joined, s.credits), ' ')) w (word)
    where length(w.word) between 3 and 24 and w.word !~ '^[0-9]+$'
    order by w.word
    on conflict do nothing
  ), added_genres as (
    insert into private.genre_titles (genre, kind, id, created_at)
    select x.genre, s.kind, s.id, s.created_at
    from source s, unnest(s.genre_titles || ''::text) x (genre)
    where s.published and s.kind <> 'topic'
    returning genre
  )
  insert into private.genre_counts as c (genre, kind, titles)
  select x.genre, of_kind, sum(x.change)
  from (
    select s.genre, 1 as change from added_genres s
    union all
    select g.genre, -1 from unnest(removed_genres) g (genre)
  ) x
  group by x.genre having sum(x.change) <> 0
  order by x.genre
  on conflict on constraint genre_counts_pkey do update set titles = c.titles + excluded.titles;
end $$;
comment on function private.index_titles is 'Updates the search index for these films, series or topics; deleted ones are removed.';

create function private.update_search_index() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.id) into changed from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(o.id) into changed from old_rows o;
  else
    changed := array[old.id, new.id];
  end if;
  if changed is not null then
    perform private.index_titles(tg_argv[0], changed);
  end if;
  return null;
end $$;
comment on function private.update_search_index is 'The argument is the kind. Once per statement for inserts and deletes; row by row for updates, so that the trigger can name columns.';
create trigger search_added after insert on public.movies
  referencing new table as new_rows for each statement execute function private.update_search_index('movie');
create trigger search_removed after delete on public.movies
  referencing old table as old_rows for each statement execute function private.update_search_index('movie');
create trigger search_changed
  after update of id, title, description, director, actors, genre, published, created_at on public.movies for each row
  when ((old.id, old.title, old.description, old.director, old.actors, old.genre, old.published, old.created_at)
    is distinct from (new.id, new.title, new.description, new.director, new.actors, new.genre, new.published, new.created_at))
  execute function private.update_search_index('movie');
create trigger search_added after insert on public.series
  referencing new table as new_rows for each statement execute function private.update_search_index('series');
create trigger search_removed after delete on public.series
  referencing old table as old_rows for each statement execute function private.update_search_index('series');
create trigger search_changed
  after update of id, title, description, creator, actors, genre, published, created_at on public.series for each row
  when ((old.id, old.title, old.description, old.creator, old.actors, old.genre, old.published, old.created_at)
    is distinct from (new.id, new.title, new.description, new.creator, new.actors, new.genre, new.published, new.created_at))
  execute function private.update_search_index('series');
create trigger search_added after insert on public.forum_topics
  referencing new table as new_rows for each statement execute function private.update_search_index('topic');
create trigger search_removed after delete on public.forum_topics
  referencing old table as old_rows for each statement execute function private.update_search_index('topic');
create trigger search_changed after update of id, title, created_at on public.forum_topics for each row
  when ((old.id, old.title, old.created_at) is distinct from (new.id, new.title, new.created_at))
  execute function private.update_search_index('topic');

-- Search ------------------------------------------------------------------------------------------------------

create type private.search_hit as (kind text, id uuid, rank real);

-- Unpublished titles that the caller can see; null: all. So that others do not take up places of the result. The policies
-- still decide what is returned.
create function private.list_visible_unpublished() returns uuid[]
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  if auth.uid() is null then
    return '{}';
  end if;
  if private.has_role('editor') then
    return null;
  end if;
  return array(
    select m.id from private.list_paid_titles('movie') p (id) join public.movies m on m.id = p.id where not m.published
    union all
    select s.id from private.list_paid_titles('series') p (id) join public.series s on s.id = p.id where not s.published);
end $$;

-- One typed word as part of a tsquery. '@' is replaced by the prefix of the kind later.
create function private.build_search_term(word text, unfinished boolean, others text[], weights text) returns text
  language sql stable
  as $$
  select '(''@' || left(word, 60) || case when unfinished then ''':*' || weights else '''' || coalesce(':' || nullif(weights, ''), '') end
    || coalesce(' | ''@' || nullif(array_to_string(others, '''' || coalesce(':' || nullif(weights, ''), '') || ' | ''@'), '')
      || '''' || coalesce(':' || nullif(weights, ''), ''), '')
    || ')'
$$;

-- From exact to vague matches, each step with its own limit; kinds that have enough hits are skipped.
create function private.find_search_hits(query text, max_each integer) returns setof private.search_hit
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
  unpublished uuid[] := private.list_visible_unpublished();
  publicity boolean[] := case when cardinality(unpublished) = 0 then '{t}' else '{t,f}' end;
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
        from private.search_suffixes st
        where st.kind = k.kind and st.published = p.published and st.at_start = a.at_start
          and st.rest >= beginning and st.rest < after_beginning
          and (p.published or unpublished is null or st.id = any (unpublished))
        order by st.rest, st.id
        limit at_most * 2
      ) s;

  -- A genre: its newest titles.
  if length(phrase) > 2 then
    select hits || array_agg((c.kind, s.id, 0.55 - s.place * 0.001)::private.search_hit)
      into hits
      from (
        select sc.genre, sc.kind from private.genre_counts sc
        where sc.genre >= beginning and sc.genre < after_beginning and sc.titles > 0
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
            where se.words @@ q.narrowing and (p.published or unpublished is null or se.id = any (unpublished))
            limit 100
          ) f
          where ts_match_vq(f.words, q.matching)
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
comment on function private.find_search_hits is 'Ids that match the query, best first; public.search reads the rows with the caller''s rights.';
grant execute on function private.find_search_hits(text, integer) to anon, authenticated;

create function public.search(query text, max_each integer default 5)
  returns table (kind text, id uuid, title text, subtitle text, image_url text, rank real)
  language sql stable
  begin atomic
    select h.kind, t.id, t.title, t.subtitle, t.image_url, h.rank
    from private.find_search_hits(query, max_each) h
      cross join lateral (
        select m.id, m.title, concat_ws(' · ', extract(year from m.release_date), m.director) as subtitle, m.thumbnail_url as image_url
        from public.movies m where h.kind = 'movie' and m.id = h.id
        union all
        select s.id, s.title, concat_ws(' · ', extract(year from s.release_date), s.creator), s.thumbnail_url
        from public.series s where h.kind = 'series' and s.id = h.id
        union all
        select ft.id, ft.title, c.name, null
        from public.forum_topics ft join public.forum_categories c on c.id = ft.category_id
        where h.kind = 'topic' and ft.id = h.id
      ) t
    order by h.rank desc, t.id;
  end;
comment on function public.search is
  'Films, series and topics for a query as it is being typed, best first, at most max_each (1 to 20) of each kind. Accents, case and one or two typos do not matter. Only what the caller can see.';
grant execute on function public.search(text, integer) to anon, authenticated;

-- Lists -------------------------------------------------------------------------------------------------------

create function private.list_title_ids(of_kind text, in_genre text, containing text, page integer, page_size integer)
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
  select sum(c.titles) filter (where c.genre = wanted_genre), sum(c.titles) filter (where c.genre = '')
    into genre_total, all_titles
    from private.genre_counts c where c.genre in (wanted_genre, '') and c.kind = any (kinds);

  if phrase = '' and cardinality(kinds) = 1 then
    return query
      select s.kind, s.id, genre_total from private.genre_titles s
      where s.genre = wanted_genre and s.kind = of_kind
      order by s.created_at desc, s.id
      offset skipped limit size;
    return;
  end if;
  if phrase = '' then
    return query
      select k.kind, s.id, genre_total
      from unnest(kinds) k (kind), lateral (
        select sh.id, sh.created_at from private.genre_titles sh
        where sh.genre = wanted_genre and sh.kind = k.kind
        order by sh.created_at desc, sh.id
        limit skipped + size
      ) s
      order by s.created_at desc, s.id
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
          || case when wanted_genre = '' then '' else ' & ''@#' || wanted_genre || '''' end as matching
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
comment on function private.list_title_ids is 'Ids of one page of published titles, newest first, and the total.';
grant execute on function private.list_title_ids(text, text, text, integer, integer) to anon, authenticated;

create function public.list_titles(
    of_kind text default null, in_genre text default null, containing text default null,
    page integer default 1, page_size integer default 24)
  returns table (
    kind text, id uuid, title text, description text, thumbnail_url text, banner_url text, trailer_url text,
    duration integer, release_date date, genre text[], language text, director text, actors text[],
    is_free boolean, is_purchasable boolean, is_rentable boolean, purchase_price numeric, rental_price numeric,
    rating numeric, review_count integer, season_count integer, episode_count integer, created_at timestamptz,
    total integer)
  language sql stable
  begin atomic
    select l.kind, t.*, l.total
    from private.list_title_ids(of_kind, in_genre, containing, page, page_size) l
      cross join lateral (
        select m.id, m.title, m.description, m.thumbnail_url, m.banner_url, m.trailer_url, m.duration, m.release_date,
          m.genre, m.language, m.director, m.actors, m.is_free, m.is_purchasable, m.is_rentable, m.purchase_price,
          m.rental_price, m.rating, m.review_count, null::integer, null::integer, m.created_at
        from public.movies m where l.kind = 'movie' and m.id = l.id
        union all
        select s.id, s.title, s.description, s.thumbnail_url, s.banner_url, s.trailer_url, null, s.release_date,
          s.genre, s.language, s.creator, s.actors, s.is_free, s.is_purchasable, s.is_rentable, s.purchase_price,
          s.rental_price, null, null, s.season_count, s.episode_count, s.created_at
        from public.series s where l.kind = 'series' and s.id = l.id
      ) t
    order by t.created_at desc, t.id;
  end;
comment on function public.list_titles is
  'One page of published films (of_kind movie), series (series) or both (null), newest first; of one genre, whatever its case; containing words in title or description, whatever their case and accents. total is how many there are, at most 480 for words. For a series, director is its creator.';
grant execute on function public.list_titles(text, text, text, integer, integer) to anon, authenticated;

create function public.count_titles(of_kind text default null, in_genre text default null, containing text default null)
  returns integer
  language sql stable
  begin atomic
    select coalesce((select l.total from private.list_title_ids(of_kind, in_genre, containing, 1, 1) l), 0);
  end;
comment on function public.count_titles is 'The total of list_titles, for a page beyond the last one, which has no row to carry it.';
grant execute on function public.count_titles(text, text, text) to anon, authenticated;
