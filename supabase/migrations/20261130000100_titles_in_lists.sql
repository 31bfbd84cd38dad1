-- Lists show titles in the reader's language, the ratings of series, and since when a film is published.

drop function public.list_titles(text, text, text, integer, integer);
create function public.list_titles(
    of_kind text default null, in_genre text default null, containing text default null,
    page integer default 1, page_size integer default 24)
  returns table (
    kind text, id uuid, title text, description text, thumbnail_url text, banner_url text, trailer_url text,
    duration integer, release_date date, genre text[], language text, director text, actors text[],
    is_free boolean, is_purchasable boolean, is_rentable boolean, purchase_price numeric, rental_price numeric,
    rating numeric, review_count integer, season_count integer, episode_count integer, created_at timestamptz,
    published_at timestamptz, title_translations jsonb, total integer)
  language sql stable
  begin atomic
    select l.kind, t.*, l.total
    from private.list_title_ids(of_kind, in_genre, containing, page, page_size) l
      cross join lateral (
        select m.id, m.title, m.description, m.thumbnail_url, m.banner_url, m.trailer_url, m.duration, m.release_date,
          m.genre, m.language, m.director, m.actors, m.is_free, m.is_purchasable, m.is_rentable, m.purchase_price,
          m.rental_price, m.rating, m.review_count, null::integer, null::integer, m.created_at, m.published_at,
          m.title_translations
        from public.movies m where l.kind = 'movie' and m.id = l.id
        union all
        select s.id, s.title, s.description, s.thumbnail_url, s.banner_url, s.trailer_url, null, s.release_date,
          s.genre, s.language, s.creator, s.actors, s.is_free, s.is_purchasable, s.is_rentable, s.purchase_price,
          s.rental_price, s.rating, s.review_count, s.season_count, s.episode_count, s.created_at, null,
          s.title_translations
        from public.series s where l.kind = 'series' and s.id = l.id
      ) t
    order by t.created_at desc, t.id;
  end;
comment on function public.list_titles is
  'One page of published films (of_kind movie), series (series) or both (null), newest first; of one genre, whatever its case; containing words in title or description, whatever their case and accents. total is how many there are, at most 480 for words. For a series, director is its creator.';
grant execute on function public.list_titles(text, text, text, integer, integer) to anon, authenticated;

create function public.browse_titles(
    of_kind text, in_genre text default null, containing text default null, access text default null, decade text default null,
    length text default null, sound text default null, captions text default null, size text default null, list_order text default 'newest',
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
          'size:' || size], null),
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
  'One page of published films (of_kind movie) or series (series) that match every filter: genre, words in title or description, access (free, subscription, sale), decade (1980, older), length (short, medium, long), language of sound and of captions (ht, fr, en, es), size (small: under 100 MB). list_order: newest, best, title, year, shortest. total is how many there are; when filtered, at most 480. For a series, director is its creator.';
grant execute on function public.browse_titles(text, text, text, text, text, text, text, text, text, text, integer, integer) to anon, authenticated;

create function public.front_page_titles(of_place text)
  returns table (
    row_id uuid, kind text, id uuid, title text, description text, thumbnail_url text, banner_url text, trailer_url text,
    duration integer, release_date date, genre text[], language text, director text, actors text[],
    is_free boolean, is_purchasable boolean, is_rentable boolean, purchase_price numeric, rental_price numeric,
    rating numeric, review_count integer, season_count integer, episode_count integer, has_video boolean, created_at timestamptz,
    published_at timestamptz, title_translations jsonb)
  language sql stable
  begin atomic
    select l.row_id, l.kind, c.*
    from private.list_front_page_ids(of_place) l
      cross join lateral (
        select m.id, m.title, m.description, m.thumbnail_url, m.banner_url, m.trailer_url, m.duration, m.release_date,
          m.genre, m.language, m.director, m.actors, m.is_free, m.is_purchasable, m.is_rentable, m.purchase_price,
          m.rental_price, m.rating, m.review_count, null::integer, null::integer, m.has_video, m.created_at, m.published_at,
          m.title_translations
        from public.movies m where l.kind = 'movie' and m.id = l.id
        union all
        select s.id, s.title, s.description, s.thumbnail_url, s.banner_url, s.trailer_url, null, s.release_date,
          s.genre, s.language, s.creator, s.actors, s.is_free, s.is_purchasable, s.is_rentable, s.purchase_price,
          s.rental_price, s.rating, s.review_count, s.season_count, s.episode_count, null, s.created_at, null,
          s.title_translations
        from public.series s where l.kind = 'series' and s.id = l.id
      ) c
    order by l.row_position, l.place;
  end;
comment on function public.front_page_titles is 'The titles of all rows of a place (home, films), in their order.';
grant execute on function public.front_page_titles(text) to anon, authenticated;
