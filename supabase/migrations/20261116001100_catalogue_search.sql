-- Search as you type over films, series and topics (decision 20); lists of films and series by genre (decision 16).
-- Behind the forum, because it also finds topics.
--
-- Both read tables of their own, kept by triggers, and not indexes on movies, series and forum_topics, because
--   * under row-level security PostgreSQL may not use an index for an operator that could leak what it compares
--     (like, @@, &&, %): there such an index serves the owner alone, and everybody else reads the whole table;
--   * what is quick at 1,000 titles must be quick at 100,000: a trigram index reads more with every title that
--     shares three characters with the query, and no single index gives both "matches" and "best first, then stop".
-- The price: writing a title writes a dozen small rows more. Titles are written rarely and read all day.
--
-- These tables decide nothing about who may see what. They give ids; public.search and public.list_titles then
-- read the real rows with the caller's own rights, and what the policies hide does not come back.

-- Words -------------------------------------------------------------------------------------------------------

create function private.plain_words(value text) returns text
  language sql immutable parallel safe
  as $$
  -- An accent that stands behind its letter is joined to it first; looking for one is much cheaper than joining.
  select btrim(regexp_replace(
    lower(private.fold(case when value ~ '[\u0300-\u036f]' then normalize(value, NFC) else value end) collate "und-x-icu"),
    '[^[:alnum:]]+', ' ', 'g'))
$$;
comment on function private.plain_words is 'Folded words with one space between them, and nothing else: "Létà: l’ap vini!" is "leta l ap vini".';

-- Without them a description says the same, and almost every description has them.
create function private.is_filler(word text) returns boolean
  language sql immutable parallel safe
  as $$
  select length(word) < 3 or word = any ('{
    nan,yon,pou,sou,men,tout,epi,gen,san,kap,depi,chak,kote,anvan,apre,pandan,
    les,des,une,est,qui,que,par,sur,son,ses,aux,ont,pas,dans,avec,pour,plus,sans,mais,elle,leur,cette,quand,
    the,and,for,his,her,who,was,are,has,not,but,its,that,with,from,this,they,their,when,have,what,into,
    los,las,una,del,con,por,sus,para,como,pero,cuando}'::text[])
$$;

-- Two words with a key in common are a slip or two apart, so that a few lookups find all near words however many
-- there are: the keys of a word are what is left of it without any one letter and, of a longer word, marked with a
-- tilde, without any two. Of long words the first seven letters count.
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
  'The words of titles, people and genres, for finding what a mistyped word meant. A word outlives its last title: it then leads nowhere, at no cost.';
create index search_words_typos on private.search_words using gin (private.typo_keys(word)) with (fastupdate = off);
create index search_words_parts on private.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

create function private.near_words(typed text) returns text[]
  language plpgsql stable
  set search_path = ''
  as $$
declare
  keys text[] := private.typo_keys(typed);
begin
  -- Fewer letters are missing from what was typed than from what was meant.
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
comment on function private.near_words is 'Words that contain what was typed, or that are a slip or two away from it.';

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
  'One row per film, series and topic. Each of its words begins with the letter of its kind (m, s, t; a capital when unpublished), so that the index never reads one kind for another. Weights: A title, B people and genre, C description; D are genre_titles, marked with #.';
-- No pending list: it would be read through by every search.
create index search_entries_words on private.search_entries using gin (words) with (fastupdate = off);
create index search_entries_newest on private.search_entries (kind, created_at desc, id) where published;

create table private.search_starts (
  kind text not null,
  id uuid not null,
  place integer not null,
  published boolean not null,
  at_start boolean not null,
  rest text collate "C" not null,
  primary key (kind, id, place)
);
comment on table private.search_starts is
  'A title from each of its words on. A phrase typed so far is then one short stretch of a sorted list, the best match first.';
create index search_starts_sorted on private.search_starts (kind, published, at_start, rest, id);

create table private.genre_titles (
  genre text collate "C" not null,
  kind text not null,
  id uuid not null,
  created_at timestamptz not null,
  primary key (kind, id, genre)
);
comment on table private.genre_titles is 'Published titles by genre; all of them stand on the genre without a name.';
create index genre_titles_newest on private.genre_titles (genre, kind, created_at desc, id);

create table private.genre_counts (
  genre text collate "C" not null,
  kind text not null,
  titles integer not null,
  primary key (genre, kind)
);
comment on table private.genre_counts is 'How many titles stand on a genre, so that nobody has to count them.';

create function private.search_prefix(kind text, published boolean) returns text
  language sql immutable parallel safe
  as $$ select case when published then left(kind, 1) else upper(left(kind, 1)) end $$;

-- Genres have no limit of their own in length; a genre's name must fit into an index. Twin: GENRE_MAX.
create function private.genre_key(genre text) returns text
  language sql immutable parallel safe
  as $$ select btrim(left(private.plain_words(left(genre, 60)), 60)) $$;

create function private.search_vector(letter text, title text, credits text, description text, genre_titles text[]) returns tsvector
  language sql immutable parallel safe
  set search_path = ''
  as $$
  -- Letters and digits only: nothing in it needs quoting.
  select string_agg(w.quoted, ' ')::tsvector
  from (
    select '''' || letter || left(t.word, 60) || ''':1A' as quoted from unnest(string_to_array(title, ' ')) t (word)
    union all
    select '''' || letter || left(c.word, 60) || ''':2B' from unnest(string_to_array(credits, ' ')) c (word)
    union all
    select '''' || letter || left(d.word, 60) || ''':3C' from unnest(string_to_array(description, ' ')) d (word)
      where not private.is_filler(d.word)
    union all
    select '''' || letter || '#' || s.genre || ''':4D' from unnest(genre_titles) s (genre)
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
comment on view private.searchable is 'What the search knows of films, series and topics, before it is taken apart into words.';

create function private.index_titles(of_kind text, ids uuid[]) returns void
  language plpgsql security definer
  set search_path = ''
  set jit = off
  as $$
declare
  removed_genres text[];
begin
  delete from private.search_entries e where e.kind = of_kind and e.id = any (ids);
  delete from private.search_starts s where s.kind = of_kind and s.id = any (ids);
  with gone as (delete from private.genre_titles s where s.kind = of_kind and s.id = any (ids) returning s.genre)
  select array_agg(g.genre) into removed_genres from gone g;

  with source as materialized (
    select s.kind, s.id, s.published, s.created_at,
      private.plain_words(s.title) as title,
      -- People write "lap vini" for "l’ap vini", and "tijo" for "Ti-Jo".
      case when s.title ~ '[’''-]' then private.plain_words(translate(s.title, '’''-', '')) end as joined,
      private.plain_words(left(s.credits, 4000)) as credits,
      private.plain_words(s.description) as description,
      array(select distinct n.name
        from unnest(s.genre) g (genre), lateral (select private.genre_key(g.genre) as name offset 0) n
        where n.name <> '') as genre_titles
    from private.searchable s
    where s.kind = of_kind and s.id = any (ids)
  ), entered as (
    insert into private.search_entries (kind, id, published, title, words, created_at)
    select s.kind, s.id, s.published, s.title,
      coalesce(private.search_vector(private.search_prefix(s.kind, s.published),
        concat_ws(' ', s.title, s.joined), s.credits, s.description, s.genre_titles), ''),
      s.created_at
    from source s
  ), started as (
    insert into private.search_starts (kind, id, place, published, at_start, rest)
    select s.kind, s.id, p.place, s.published, p.place = 1, left(array_to_string(w.words[p.place:], ' '), 64)
    from source s, lateral (select string_to_array(s.title, ' ') as words) w,
      generate_series(1, least(cardinality(w.words), 12)) p (place)
  ), learnt as (
    -- In order, so that two writers who learn the same words never wait for each other in a circle.
    insert into private.search_words (word)
    select distinct w.word from source s, unnest(string_to_array(concat_ws(' ', s.title, s.joined, s.credits), ' ')) w (word)
    where length(w.word) between 3 and 24 and w.word !~ '^[0-9]+$'
    order by w.word
    on conflict do nothing
  ), shelved as (
    insert into private.genre_titles (genre, kind, id, created_at)
    select x.genre, s.kind, s.id, s.created_at
    from source s, unnest(s.genre_titles || ''::text) x (genre)
    where s.published and s.kind <> 'topic'
    returning genre
  )
  insert into private.genre_counts as c (genre, kind, titles)
  select x.genre, of_kind, sum(x.change)
  from (
    select s.genre, 1 as change from shelved s
    union all
    select g.genre, -1 from unnest(removed_genres) g (genre)
  ) x
  group by x.genre having sum(x.change) <> 0
  order by x.genre
  on conflict on constraint genre_counts_pkey do update set titles = c.titles + excluded.titles;
end $$;
comment on function private.index_titles is 'Brings what the search knows of these films, series or topics up to date; gone ones are forgotten.';

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
comment on function private.update_search_index is 'The argument is the kind. Whole statements at once where PostgreSQL allows it; an update row by row, so that it can name the columns that matter.';
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

-- What an unpublished title must not do is take the place of one that the caller may see. Null: all of them may be
-- seen. The policies still have the last word.
create function private.unpublished_for_me() returns uuid[]
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
    select m.id from private.paid_for('movie') p (id) join public.movies m on m.id = p.id where not m.published
    union all
    select s.id from private.paid_for('series') p (id) join public.series s on s.id = p.id where not s.published);
end $$;

-- One typed word as a piece of a tsquery. '@' stands where the letter of the kind will be.
create function private.search_term(word text, unfinished boolean, others text[], weights text) returns text
  language sql stable
  as $$
  select '(''@' || left(word, 60) || case when unfinished then ''':*' || weights else '''' || coalesce(':' || nullif(weights, ''), '') end
    || coalesce(' | ''@' || nullif(array_to_string(others, '''' || coalesce(':' || nullif(weights, ''), '') || ' | ''@'), '')
      || '''' || coalesce(':' || nullif(weights, ''), ''), '')
    || ')'
$$;

-- From the surest to the vaguest, each step with a limit of its own, and none taken for a kind that is full.
create function private.search_hits(query text, max_each integer) returns setof private.search_hit
  language plpgsql stable security definer rows 15
  set search_path = ''
  -- What a rare word matches is found by its index even when the planner believes the word to be everywhere.
  set enable_seqscan = off
  set jit = off
  as $$
declare
  -- Twins: SEARCH_MAX, SEARCH_EACH and SEARCH_EACH_MAX in contract/src/catalogue.ts.
  phrase text := btrim(left(private.plain_words(left(query, 100)), 100));
  beginning text := left(phrase, 64);
  after_beginning text := beginning || chr(1114111);
  typed text[] := (string_to_array(phrase, ' '))[1:8];
  at_most integer := least(greatest(coalesce(max_each, 5), 1), 20);
  kinds text[] := '{movie,series,topic}';
  unpublished uuid[] := private.unpublished_for_me();
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

  -- The title begins with it, or goes on with it at a later word. Best first: the title itself, then whole words.
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
        from private.search_starts st
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

  -- All words, in any order, anywhere; then without the fillers; then as what they may have been meant to be.
  for attempt in 1..3 loop
    -- Several words that stand together somewhere were meant so; a single one only if it names somebody or something.
    exit when attempt > 1 and exists (
      select from unnest(hits) h where h.rank > case when cardinality(typed) > 1 then 0 else 0.4 end);
    if attempt = 2 then
      typed := array(select w.word from unnest(typed) with ordinality w (word, n) where not private.is_filler(w.word) order by w.n);
      continue when cardinality(typed) = cardinality(string_to_array(phrase, ' '));
    end if;
    exit when cardinality(typed) = 0 or length(phrase) < 3;

    select
        -- A short beginning fits too much to be looked up; it is compared afterwards.
        string_agg(private.search_term(w.word, w.unfinished, w.others, ''), ' & ')
          filter (where w.alone or not w.unfinished or length(w.word) > 3),
        string_agg(private.search_term(w.word, w.unfinished, w.others, 'ABC'), ' & '),
        string_agg(private.search_term(w.word, w.unfinished, w.others, 'A'), ' & '),
        string_agg(private.search_term(w.word, w.unfinished, w.others, 'AB'), ' & ')
      into narrowing, matching, in_title, in_credits
      from (
        select t.word, cardinality(typed) = 1 as alone, t.n = cardinality(typed) as unfinished,
          case when attempt = 3 then private.near_words(t.word) else '{}' end as others
        from unnest(typed) with ordinality t (word, n)
        offset 0
      ) w;

    select hits || array_agg((k.kind, e.id, e.rank * (1.2 - attempt * 0.2))::private.search_hit)
      into hits
      from unnest(kinds) k (kind), unnest(publicity) p (published),
        lateral (select private.search_prefix(k.kind, p.published) as letter) l,
        lateral (
          select replace(narrowing, '@', l.letter)::tsquery as narrowing, replace(matching, '@', l.letter)::tsquery as matching,
            replace(in_title, '@', l.letter)::tsquery as in_title, replace(in_credits, '@', l.letter)::tsquery as in_credits
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
comment on function private.search_hits is 'What the query may mean, best first: ids only, for public.search to look at with the caller''s rights.';
grant execute on function private.search_hits(text, integer) to anon, authenticated;

create function public.search(query text, max_each integer default 5)
  returns table (kind text, id uuid, title text, subtitle text, image_url text, rank real)
  language sql stable
  begin atomic
    select h.kind, t.id, t.title, t.subtitle, t.image_url, h.rank
    from private.search_hits(query, max_each) h
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
  'Films, series and topics for a query as it is being typed, best first, at most max_each (1 to 20) of each kind. Accents, case and a typo or two do not matter. Shows what the caller may see.';
grant execute on function public.search(text, integer) to anon, authenticated;

-- Lists -------------------------------------------------------------------------------------------------------

create function private.listed(of_kind text, in_genre text, containing text, page integer, page_size integer)
  returns table (kind text, id uuid, total integer)
  language plpgsql stable security definer rows 24
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
declare
  -- Twins: SEARCH_MAX, PAGE_SIZE_MAX and MATCHES_MAX in contract/src/catalogue.ts.
  size integer := least(greatest(coalesce(page_size, 24), 1), 100);
  matches_max constant integer := 480;
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  kinds text[] := case when of_kind is null then '{movie,series}' when of_kind in ('movie', 'series') then array[of_kind] end;
  wanted_genre text := coalesce(private.genre_key(in_genre), '');
  phrase text := coalesce(btrim(left(private.plain_words(left(containing, 100)), 100)), '');
  typed text[] := (string_to_array(phrase, ' '))[1:8];
  genre_total integer;
  in_all integer;
  wanted tsquery;
  found integer;
  hits private.search_hit[];
begin
  -- Asked for something in which there is not one letter or digit: nothing is called so.
  if kinds is null or (wanted_genre = '' and private.trimmed(in_genre) <> '') or (phrase = '' and private.trimmed(containing) <> '') then
    return;
  end if;
  select sum(c.titles) filter (where c.genre = wanted_genre), sum(c.titles) filter (where c.genre = '')
    into genre_total, in_all
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

  -- The words as they were typed; if no title has them, what they may have been meant to be.
  for attempt in 1..2 loop
    select string_agg('(' || replace(m.matching, '@', left(k.kind, 1)) || ')', ' | ')::tsquery
      into wanted
      from unnest(kinds) k (kind), (
        select string_agg(private.search_term(t.word, t.n = cardinality(typed),
            case when attempt = 2 and length(t.word) > 2 then private.near_words(t.word) end, 'AC'), ' & ')
          || case when wanted_genre = '' then '' else ' & ''@#' || wanted_genre || '''' end as matching
        from unnest(typed) with ordinality t (word, n)
      ) m;

    -- Does one in thirty of the newest titles have it? Then they fill the page, and nobody needs to find and sort
    -- the rest; how many there are follows from how far one had to look. Of a small genre, look further.
    if attempt = 1 and in_all > 1000 and genre_total > 0 and 3 <= (
      select count(*) from unnest(kinds) k (kind), lateral (
        select e.words from private.search_entries e
        where e.published and e.kind = k.kind
        order by e.created_at desc, e.id
        limit least(1000, 100 * in_all / genre_total)
      ) n
      where ts_match_vq(n.words, wanted)) then
      select array_agg((p.kind, p.id, 0)::private.search_hit),
          least(genre_total, ceil((skipped + size) * in_all / sum(p.looked_at)))
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
              limit least(15000, 1500 * in_all / genre_total)
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
comment on function private.listed is 'The ids of one page of published titles, newest first, and how many there are in all.';
grant execute on function private.listed(text, text, text, integer, integer) to anon, authenticated;

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
    from private.listed(of_kind, in_genre, containing, page, page_size) l
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
    select coalesce((select l.total from private.listed(of_kind, in_genre, containing, 1, 1) l), 0);
  end;
comment on function public.count_titles is 'How many titles list_titles has in all: for a page beyond the last one, where no row can say it.';
grant execute on function public.count_titles(text, text, text) to anon, authenticated;
