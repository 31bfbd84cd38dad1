-- Titles, synopses and names of categories in other languages; languages of sound and captions; a search that knows them.

-- Translations ------------------------------------------------------------------------------------------------

create function private.are_translations(texts jsonb, max_length integer) returns boolean
  language sql immutable parallel safe
  -- Keep equal to LANGUAGES in contract/src/languages.ts.
  return jsonb_typeof(texts) = 'object' and not exists (
    select from jsonb_each(case jsonb_typeof(texts) when 'object' then texts else '{}' end) t
    where t.key not in ('ht', 'fr', 'en', 'es') or jsonb_typeof(t.value) <> 'string'
      or private.trim_text(t.value #>> '{}') = '' or char_length(t.value #>> '{}') > max_length);
comment on function private.are_translations is 'Whether this is an object with a text for each of some languages, such as {"fr": "La mer"}.';
grant execute on function private.are_translations(jsonb, integer) to anon, authenticated;

alter table public.movies
  add title_translations jsonb not null default '{}',
  add description_translations jsonb not null default '{}',
  add sound_languages text[] not null default '{}',
  add caption_languages text[] not null default '{}',
  add constraint title_translations_valid check (private.are_translations(title_translations, 200)),
  add constraint description_translations_valid check (private.are_translations(description_translations, 10000));
comment on column public.movies.title_translations is 'By language; title and description are in the film''s own language.';
comment on column public.movies.sound_languages is 'Of the video. Maintained by update_title_languages(), as caption_languages.';
grant insert (title_translations, description_translations), update (title_translations, description_translations)
  on public.movies to authenticated;

alter table public.series
  add title_translations jsonb not null default '{}',
  add description_translations jsonb not null default '{}',
  add sound_languages text[] not null default '{}',
  add caption_languages text[] not null default '{}',
  add constraint title_translations_valid check (private.are_translations(title_translations, 200)),
  add constraint description_translations_valid check (private.are_translations(description_translations, 10000));
comment on column public.series.title_translations is 'By language; title and description are in the series'' own language.';
comment on column public.series.sound_languages is 'Of all episodes. Maintained by update_title_languages(), as caption_languages.';
grant insert (title_translations, description_translations), update (title_translations, description_translations)
  on public.series to authenticated;

alter table public.movie_categories
  add name_translations jsonb not null default '{}',
  add description_translations jsonb not null default '{}',
  add constraint name_translations_valid check (private.are_translations(name_translations, 60)),
  add constraint description_translations_valid check (private.are_translations(description_translations, 1000));
comment on column public.movie_categories.name_translations is 'By language. Addresses and genres of titles always use name.';
grant insert (name_translations, description_translations), update (name_translations, description_translations)
  on public.movie_categories to authenticated;

alter table public.forum_categories
  add name_translations jsonb not null default '{}',
  add description_translations jsonb not null default '{}',
  add constraint name_translations_valid check (private.are_translations(name_translations, 60)),
  add constraint description_translations_valid check (private.are_translations(description_translations, 1000));
comment on column public.forum_categories.name_translations is 'By language.';
grant insert (name_translations, description_translations), update (name_translations, description_translations)
  on public.forum_categories to authenticated;

-- Languages of sound and captions -----------------------------------------------------------------------------

create function private.list_film_languages(films jsonb[], of_track text) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct (l.language #>> '{}') collate "C"
    from unnest(films) f (film), jsonb_path_query(f.film -> of_track, '$[*].language ? (@ like_regex "^[a-z]{2,3}$")') l (language)
    order by 1);
comment on function private.list_film_languages is 'The languages of all tracks (audio, subtitles) of these film.json.';

create function private.update_series_languages(of_series uuid) returns void
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
  update public.series s set sound_languages = l.sound, caption_languages = l.captions
    from (select private.list_film_languages(films, 'audio') as sound, private.list_film_languages(films, 'subtitles') as captions) l
    where s.id = of_series and (s.sound_languages, s.caption_languages) is distinct from (l.sound, l.captions);
end $$;

create function private.update_title_languages() returns trigger
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
  update public.movies m set sound_languages = l.sound, caption_languages = l.captions
    from (select private.list_film_languages(films, 'audio') as sound, private.list_film_languages(films, 'subtitles') as captions) l
    where m.id = stream.movie_id and (m.sound_languages, m.caption_languages) is distinct from (l.sound, l.captions);
  return null;
end $$;
create trigger update_languages after insert or delete or update of film, status on private.streams
  for each row execute function private.update_title_languages();

create function private.update_languages_after_removal() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.update_series_languages(old.series_id);
  return null;
end $$;
create trigger update_languages after delete on public.episodes
  for each row execute function private.update_languages_after_removal();

-- Search ------------------------------------------------------------------------------------------------------

create table private.category_names (
  category_id uuid not null references public.movie_categories (id) on delete cascade,
  name text collate "C" not null,
  genre text collate "C" not null,
  primary key (category_id, name)
);
comment on table private.category_names is 'What a category is called in other languages, and the genre of its titles; both as genre_key() writes them.';
create index on private.category_names (name, genre);
alter table private.category_names enable row level security;

create function private.index_category_names() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from private.category_names n where n.category_id = new.id;
  insert into private.category_names (category_id, name, genre)
    select distinct new.id, private.genre_key(t.value), private.genre_key(new.name)
    from jsonb_each_text(new.name_translations) t
    where private.genre_key(t.value) not in ('', private.genre_key(new.name));
  return null;
end $$;
create trigger index_names after insert or update of name, name_translations on public.movie_categories
  for each row execute function private.index_category_names();

create function private.find_genre_words(typed text) returns text[]
  language plpgsql stable
  set search_path = ''
  as $$
begin
  if length(typed) < 3 then
    return '{}';
  end if;
  return array(
    select n.genre from private.category_names n
    where n.name >= typed and n.name < typed || chr(1114111) and n.genre not like '% %'
    order by n.name limit 6);
end $$;
comment on function private.find_genre_words is 'Genres of one word whose category is called like this in another language.';

create or replace view private.searchable as
  select 'movie' as kind, m.id, m.published, m.created_at, m.title, m.genre,
    concat_ws(' ', m.description, (select string_agg(t.value, ' ') from jsonb_each_text(m.description_translations) t)) as description,
    concat_ws(' ', m.director, array_to_string(m.actors, ' '), array_to_string(m.genre, ' ')) as credits,
    array(select m.title union all select t.value from jsonb_each_text(m.title_translations) t) as titles,
    case when isfinite(m.release_date) then extract(year from m.release_date)::text end as year
  from public.movies m
  union all
  select 'series', s.id, s.published, s.created_at, s.title, s.genre,
    concat_ws(' ', s.description, (select string_agg(t.value, ' ') from jsonb_each_text(s.description_translations) t)),
    concat_ws(' ', s.creator, array_to_string(s.actors, ' '), array_to_string(s.genre, ' ')),
    array(select s.title union all select t.value from jsonb_each_text(s.title_translations) t),
    case when isfinite(s.release_date) then extract(year from s.release_date)::text end
  from public.series s
  union all
  select 'topic', t.id, true, t.created_at, t.title, '{}', null, null, array[t.title], null
  from public.forum_topics t where t.deleted_at is null;

create or replace function private.index_titles(of_kind text, ids uuid[]) returns void
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
      array(select private.normalize_words(n.name) from unnest(s.titles) n (name)) as titles,
      s.year,
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
        concat_ws(' ', array_to_string(s.titles, ' '), s.joined, s.year), s.credits, s.description, s.genre_titles), ''),
      s.created_at
    from source s
  ), started as (
    insert into private.search_suffixes (kind, id, place, published, at_start, rest)
    select s.kind, s.id, (t.n - 1) * 12 + p.place, s.published, p.place = 1, left(array_to_string(w.words[p.place:], ' '), 64)
    from source s, unnest(s.titles) with ordinality t (title, n), lateral (select string_to_array(t.title, ' ') as words) w,
      generate_series(1, least(cardinality(w.words), 12)) p (place)
  ), added_words as (
    -- In order, so that two writers with the same words cannot deadlock.
    insert into private.search_words (word)
    select distinct w.word from source s, unnest(string_to_array(concat_ws(' ', array_to_string(s.titles, ' '), s.joined, s.credits), ' ')) w (word)
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

create or replace function private.index_changed_movies() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  changed uuid[];
begin
  select array_agg(id) into changed
    from old_rows o full join new_rows n using (id)
    where (o.title, o.title_translations, o.description, o.description_translations, o.director, o.actors, o.genre, o.release_date, o.published, o.created_at)
      is distinct from (n.title, n.title_translations, n.description, n.description_translations, n.director, n.actors, n.genre, n.release_date, n.published, n.created_at);
  if changed is not null then
    perform private.index_titles('movie', changed);
  end if;
  return null;
end $$;

create or replace function private.index_changed_series() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  changed uuid[];
begin
  select array_agg(id) into changed
    from old_rows o full join new_rows n using (id)
    where (o.title, o.title_translations, o.description, o.description_translations, o.creator, o.actors, o.genre, o.release_date, o.published, o.created_at)
      is distinct from (n.title, n.title_translations, n.description, n.description_translations, n.creator, n.actors, n.genre, n.release_date, n.published, n.created_at);
  if changed is not null then
    perform private.index_titles('series', changed);
  end if;
  return null;
end $$;

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
  -- Genres whose category is called what was typed, in any language.
  named text[] := array(
    select k.key from (
      select n.genre from private.category_names n where n.name >= beginning and n.name < after_beginning order by n.name limit 6
    ) n, unnest(private.list_genre_keys(n.genre)) k (key));
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
        where (sc.genre >= beginning and sc.genre < after_beginning or sc.genre = any (renamed || named)) and sc.titles > 0
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
          case when attempt = 3 then private.find_similar_words(t.word) else '{}' end || private.find_genre_words(t.word) as others
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

-- What is there already ---------------------------------------------------------------------------------------

-- Categories with the names that we suggest. Others keep theirs until somebody translates them.
update public.movie_categories c set name_translations = v.names::jsonb
from (values
  ('drama', '{"ht": "Dram", "fr": "Drame", "es": "Drama"}'),
  ('comedy', '{"ht": "Komedi", "fr": "Comédie", "es": "Comedia"}'),
  ('romance', '{"ht": "Lanmou", "fr": "Romance", "es": "Romance"}'),
  ('documentary', '{"ht": "Dokimantè", "fr": "Documentaire", "es": "Documental"}'),
  ('music', '{"ht": "Mizik", "fr": "Musique", "es": "Música"}'),
  ('fantasy', '{"ht": "Fantastik", "fr": "Fantastique", "es": "Fantasía"}'),
  ('thriller', '{"ht": "Sispans", "fr": "Thriller", "es": "Suspenso"}'),
  ('family', '{"ht": "Fanmi", "fr": "Famille", "es": "Familia"}'),
  ('history', '{"ht": "Istwa", "fr": "Histoire", "es": "Historia"}'),
  ('crime', '{"ht": "Krim", "fr": "Policier", "es": "Crimen"}'),
  ('action', '{"ht": "Aksyon", "fr": "Action", "es": "Acción"}'),
  ('adventure', '{"ht": "Avanti", "fr": "Aventure", "es": "Aventura"}'),
  ('animation', '{"ht": "Desen anime", "fr": "Animation", "es": "Animación"}'),
  ('horror', '{"ht": "Laperèz", "fr": "Horreur", "es": "Terror"}'),
  ('science fiction', '{"ht": "Syans fiksyon", "fr": "Science-fiction", "es": "Ciencia ficción"}')
) v (name, names)
where lower(c.name) = v.name;
update public.forum_categories c set name_translations = v.names::jsonb
from (values
  ('general', '{"ht": "Jeneral", "fr": "Général", "es": "General"}'),
  ('films & series', '{"ht": "Fim ak seri", "fr": "Films et séries", "es": "Películas y series"}'),
  ('music', '{"ht": "Mizik", "fr": "Musique", "es": "Música"}'),
  ('kreyòl & language', '{"ht": "Kreyòl ak lang", "fr": "Créole et langues", "es": "Criollo e idiomas"}'),
  ('making films', '{"ht": "Fè fim", "fr": "Faire des films", "es": "Hacer cine"}'),
  ('diaspora', '{"ht": "Dyaspora", "fr": "Diaspora", "es": "Diáspora"}'),
  ('help', '{"ht": "Èd", "fr": "Aide", "es": "Ayuda"}')
) v (name, names)
where lower(c.name) = v.name;
update public.forum_categories c set description_translations =
  '{"ht": "Tout sa ki gen pou wè ak sinema ak kilti ayisyen", "fr": "Tout ce qui touche au cinéma et à la culture d’Haïti", "es": "Todo sobre el cine y la cultura de Haití"}'
where c.description = 'Anything about Haitian cinema and culture';
update public.movies m set
  sound_languages = private.list_film_languages(array[t.film], 'audio'),
  caption_languages = private.list_film_languages(array[t.film], 'subtitles')
from private.streams t where t.movie_id = m.id and t.status in ('watchable', 'whole');
select private.update_series_languages(s.id) from public.series s;
-- Titles without a year and without translations are in the index as they should be.
select private.index_titles('movie', array(select m.id from public.movies m where m.release_date is not null));
select private.index_titles('series', array(select s.id from public.series s where s.release_date is not null));
