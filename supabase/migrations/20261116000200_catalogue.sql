-- Catalogue: movies, series, episodes, categories, featured films, banners, reviews, the watchlist.
-- Which movies, series and episodes members see depends on what they bought: those policies are in *_commerce.sql and
-- *_playback.sql, behind the tables they read.

create function private.strip_hosts() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  row_image jsonb := to_jsonb(new);
  column_name text;
begin
  foreach column_name in array tg_argv loop
    row_image := jsonb_set(row_image, array[column_name], 
      coalesce(to_jsonb(private.strip_host(row_image ->> column_name)), 'null'), false);
  end loop;
  return jsonb_populate_record(new, row_image);
end $$;
comment on function private.strip_hosts is 'Removes host and port from stored addresses; the arguments name the columns.';

-- Movies ------------------------------------------------------------------------------------------------------

create table public.movies (
  id uuid primary key default gen_random_uuid(),
  title text collate "und-x-icu" not null,
  description text,
  thumbnail_url text,
  banner_url text,
  trailer_url text,
  duration integer,
  release_date date,
  genre text[] not null default '{}',
  language text,
  director text,
  actors text[] not null default '{}',
  published boolean not null default false,
  is_free boolean not null default false,
  is_purchasable boolean not null default false,
  is_rentable boolean not null default false,
  purchase_price numeric(10, 2),
  rental_price numeric(10, 2),
  video_url text,
  review_count integer not null default 0,
  review_total integer not null default 0,
  rating numeric(2, 1) generated always as (
    case when review_count > 0 then round(review_total::numeric / review_count, 1) end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  has_video boolean not null default false,
  publish_at timestamptz,
  unpublish_at timestamptz,
  -- Keep equal to the limits in contract/src/catalogue/limits.ts.
  constraint title_present check (private.trim_text(title) <> '' and char_length(title) <= 200),
  constraint description_length check (char_length(description) <= 10000),
  constraint duration_in_minutes check (duration between 1 and 1440),
  constraint genre_count check (cardinality(genre) <= 10),
  constraint actors_count check (cardinality(actors) <= 100),
  constraint director_length check (char_length(director) <= 200),
  constraint language_known check (language in ('ht', 'fr', 'en', 'es')),
  constraint purchase_price_sane check (purchase_price between 0 and 9999.99),
  constraint rental_price_sane check (rental_price between 0 and 9999.99),
  constraint thumbnail_is_web_address check (private.is_web_address(thumbnail_url)),
  constraint banner_is_web_address check (private.is_web_address(banner_url)),
  constraint trailer_is_web_address check (private.is_web_address(trailer_url)),
  constraint video_is_an_object_path check (video_url ~ '^[^/:\s][^:\s]*$' and video_url !~ '\.\.'),
  constraint release_window_in_order check (unpublish_at > publish_at)
);
comment on table public.movies is 'Films. Everybody sees a film once it is published.';
comment on column public.movies.video_url is 'The object''s path in the private bucket movies, never a URL.';
comment on column public.movies.rating is 'Average of the reviews; null without reviews.';
comment on column public.movies.has_video is 'True when a stream can be played. Maintained by update_has_video().';
comment on column public.movies.publish_at is 'Published at this time by apply_release_windows(), which then clears it.';
comment on column public.movies.unpublish_at is 'Unpublished at this time by apply_release_windows(), which then clears it.';
create index movies_newest on public.movies (created_at desc, id) where published;
create index movies_all_newest on public.movies (created_at desc, id);
create index movies_by_video on public.movies (video_url) where video_url is not null;
create index on public.movies (publish_at) where publish_at is not null;
create index on public.movies (unpublish_at) where unpublish_at is not null;
create index movies_by_title on public.movies (title, id);
create index movies_drafts on public.movies (created_at desc, id) where not published;
create index movies_without_video on public.movies (created_at desc, id) where not has_video;
create index movies_free on public.movies (created_at desc, id) where is_free;
create index movies_for_sale on public.movies (created_at desc, id) where is_purchasable;
create index movies_for_rent on public.movies (created_at desc, id) where is_rentable;
alter table public.movies enable row level security;
grant select on public.movies to anon, authenticated;
grant delete on public.movies to authenticated;
grant insert (id, title, description, thumbnail_url, banner_url, trailer_url, duration, release_date, genre, language,
    director, actors, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, video_url,
    publish_at, unpublish_at),
  update (title, description, thumbnail_url, banner_url, trailer_url, duration, release_date, genre, language,
    director, actors, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, video_url,
    publish_at, unpublish_at, updated_at)
  on public.movies to authenticated;
create policy "visitors see published movies" on public.movies
  for select to anon using (published);
create policy "editors add movies" on public.movies
  for insert to authenticated with check ((select private.has_role('editor')));
create policy "editors change movies" on public.movies
  for update to authenticated
  using ((select private.has_role('editor'))) with check ((select private.has_role('editor')));
create policy "editors delete movies" on public.movies
  for delete to authenticated using ((select private.has_role('editor')));
-- A new review is no edit: only a change of the film itself sets updated_at.
create trigger movies_touch before update on public.movies
  for each row when (old.review_count = new.review_count and old.review_total = new.review_total)
  execute function private.touch_updated_at();
create trigger movies_strip_hosts before insert or update on public.movies
  for each row execute function private.strip_hosts('thumbnail_url', 'banner_url', 'trailer_url');
create trigger audit_row_change after insert or update or delete on public.movies
  for each row execute function private.audit_row_change();
create trigger count_rows_added after insert on public.movies
  referencing new table as new_rows for each statement execute function private.update_row_count();
create trigger count_rows_removed after delete on public.movies
  referencing old table as old_rows for each statement execute function private.update_row_count();

-- Categories --------------------------------------------------------------------------------------------------

create table public.movie_categories (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint name_present check (private.trim_text(name) <> '' and char_length(name) <= 60),
  constraint description_length check (char_length(description) <= 1000)
);
comment on table public.movie_categories is 'Genres for browsing. Titles name them in their genre list.';
create unique index movie_categories_name_key on public.movie_categories (lower(name));
alter table public.movie_categories enable row level security;
grant select on public.movie_categories to anon, authenticated;
grant delete, insert (name, description), update (name, description, updated_at) on public.movie_categories to authenticated;
create policy "everybody sees categories" on public.movie_categories
  for select to anon, authenticated using (true);
create policy "editors add categories" on public.movie_categories
  for insert to authenticated with check ((select private.has_role('editor')));
create policy "editors change categories" on public.movie_categories
  for update to authenticated
  using ((select private.has_role('editor'))) with check ((select private.has_role('editor')));
create policy "editors delete categories" on public.movie_categories
  for delete to authenticated using ((select private.has_role('editor')));
create trigger movie_categories_touch before update on public.movie_categories
  for each row execute function private.touch_updated_at();
create trigger audit_row_change after insert or update or delete on public.movie_categories
  for each row execute function private.audit_row_change();

-- Titles name their categories: renaming one renames it in all of them.
create function private.rename_category() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kind text;
begin
  foreach kind in array array['movies', 'series', 'featured_films'] loop
    execute format(
      'update public.%I t set genre = (
        select array_agg(o.name order by o.n)
        from (
          select distinct on (lower(r.name)) r.name, r.n
          from (
            select case when lower(g.name) = lower($1) then $2 else g.name end, g.n
            from unnest(t.genre) with ordinality g (name, n)
          ) r (name, n)
          order by lower(r.name), r.n
        ) o)
      where exists (select from unnest(t.genre) g (name) where lower(g.name) = lower($1))', kind)
      using old.name, new.name;
  end loop;
  return null;
end $$;
create trigger rename_category after update of name on public.movie_categories
  for each row when (old.name is distinct from new.name) execute function private.rename_category();

-- Series ------------------------------------------------------------------------------------------------------

create table public.series (
  id uuid primary key default gen_random_uuid(),
  title text collate "und-x-icu" not null,
  description text,
  thumbnail_url text,
  banner_url text,
  trailer_url text,
  creator text,
  release_date date,
  genre text[] not null default '{}',
  language text,
  actors text[] not null default '{}',
  published boolean not null default false,
  is_free boolean not null default false,
  is_purchasable boolean not null default true,
  is_rentable boolean not null default true,
  purchase_price numeric(10, 2),
  rental_price numeric(10, 2),
  season_count integer not null default 0,
  episode_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  publish_at timestamptz,
  unpublish_at timestamptz,
  constraint title_present check (private.trim_text(title) <> '' and char_length(title) <= 200),
  constraint description_length check (char_length(description) <= 10000),
  constraint creator_length check (char_length(creator) <= 200),
  constraint genre_count check (cardinality(genre) <= 10),
  constraint actors_count check (cardinality(actors) <= 100),
  constraint language_known check (language in ('ht', 'fr', 'en', 'es')),
  constraint purchase_price_sane check (purchase_price between 0 and 9999.99),
  constraint rental_price_sane check (rental_price between 0 and 9999.99),
  constraint thumbnail_is_web_address check (private.is_web_address(thumbnail_url)),
  constraint banner_is_web_address check (private.is_web_address(banner_url)),
  constraint trailer_is_web_address check (private.is_web_address(trailer_url)),
  constraint release_window_in_order check (unpublish_at > publish_at)
);
comment on table public.series is 'Series. season_count and episode_count are maintained by count_episodes(), for those who cannot see the episodes.';
create index series_newest on public.series (created_at desc, id);
create index on public.series (publish_at) where publish_at is not null;
create index on public.series (unpublish_at) where unpublish_at is not null;
create index series_by_title on public.series (title, id);
create index series_drafts on public.series (created_at desc, id) where not published;
create index series_without_episodes on public.series (created_at desc, id) where episode_count = 0;
create index series_free on public.series (created_at desc, id) where is_free;
create index series_for_sale on public.series (created_at desc, id) where is_purchasable;
create index series_for_rent on public.series (created_at desc, id) where is_rentable;
alter table public.series enable row level security;
grant select on public.series to anon, authenticated;
grant delete on public.series to authenticated;
grant insert (id, title, description, thumbnail_url, banner_url, trailer_url, creator, release_date, genre, language,
    actors, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, publish_at, unpublish_at),
  update (title, description, thumbnail_url, banner_url, trailer_url, creator, release_date, genre, language,
    actors, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, publish_at,
    unpublish_at, updated_at)
  on public.series to authenticated;
create policy "visitors see published series" on public.series
  for select to anon using (published);
create policy "editors add series" on public.series
  for insert to authenticated with check ((select private.has_role('editor')));
create policy "editors change series" on public.series
  for update to authenticated
  using ((select private.has_role('editor'))) with check ((select private.has_role('editor')));
create policy "editors delete series" on public.series
  for delete to authenticated using ((select private.has_role('editor')));
create trigger series_touch before update on public.series
  for each row when (old.episode_count = new.episode_count and old.season_count = new.season_count)
  execute function private.touch_updated_at();
create trigger series_strip_hosts before insert or update on public.series
  for each row execute function private.strip_hosts('thumbnail_url', 'banner_url', 'trailer_url');
create trigger audit_row_change after insert or update or delete on public.series
  for each row execute function private.audit_row_change();
create trigger count_rows_added after insert on public.series
  referencing new table as new_rows for each statement execute function private.update_row_count();
create trigger count_rows_removed after delete on public.series
  referencing old table as old_rows for each statement execute function private.update_row_count();

-- Episodes ----------------------------------------------------------------------------------------------------

create table public.episodes (
  id uuid primary key default gen_random_uuid(),
  series_id uuid not null references public.series (id) on delete cascade,
  season_number integer not null default 1,
  episode_number integer not null,
  title text collate "und-x-icu" not null,
  description text,
  thumbnail_url text,
  duration integer,
  is_free boolean not null default false,
  video_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  has_video boolean not null default false,
  -- Deferrable, so that episodes can be reordered in one statement.
  constraint one_episode_per_place unique (series_id, season_number, episode_number) deferrable initially immediate,
  constraint title_present check (private.trim_text(title) <> '' and char_length(title) <= 200),
  constraint description_length check (char_length(description) <= 10000),
  constraint numbers_sane check (season_number between 0 and 200 and episode_number between 0 and 5000),
  constraint duration_in_minutes check (duration between 1 and 1440),
  constraint thumbnail_is_web_address check (private.is_web_address(thumbnail_url)),
  constraint video_is_an_object_path check (video_url ~ '^[^/:\s][^:\s]*$' and video_url !~ '\.\.')
);
comment on table public.episodes is 'Visible to those who can watch them; others see their number on the series.';
comment on column public.episodes.has_video is 'True when a stream can be played. Maintained by update_has_video().';
create index episodes_by_video on public.episodes (video_url) where video_url is not null;
alter table public.episodes enable row level security;
grant select on public.episodes to anon, authenticated;
grant delete on public.episodes to authenticated;
grant insert (id, series_id, season_number, episode_number, title, description, thumbnail_url, duration, is_free, video_url),
  update (season_number, episode_number, title, description, thumbnail_url, duration, is_free, video_url, updated_at)
  on public.episodes to authenticated;
create policy "editors add episodes" on public.episodes
  for insert to authenticated with check ((select private.has_role('editor')));
create policy "editors change episodes" on public.episodes
  for update to authenticated
  using ((select private.has_role('editor'))) with check ((select private.has_role('editor')));
create policy "editors delete episodes" on public.episodes
  for delete to authenticated using ((select private.has_role('editor')));
create trigger episodes_touch before update on public.episodes
  for each row execute function private.touch_updated_at();
create trigger episodes_strip_hosts before insert or update on public.episodes
  for each row execute function private.strip_hosts('thumbnail_url');
create trigger audit_row_change after insert or update or delete on public.episodes
  for each row execute function private.audit_row_change();

create function private.count_episodes() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  changed uuid := coalesce(new.series_id, old.series_id);
begin
  -- Simultaneous changes queue up here, so that each counts what the other has added.
  perform from public.series s where s.id = changed for no key update;
  update public.series s
    set episode_count = c.episodes, season_count = c.seasons
    from (
      select count(*) as episodes, count(distinct season_number) as seasons
      from public.episodes where series_id = changed
    ) c
    where s.id = changed and (s.episode_count, s.season_count) is distinct from (c.episodes, c.seasons);
  return null;
end $$;
create trigger count_episodes after insert or delete or update of season_number on public.episodes
  for each row execute function private.count_episodes();

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
comment on function public.reorder_episodes is 'Puts the episodes of one season into this order, numbered from 1. Refused when the season has other episodes meanwhile.';
grant execute on function public.reorder_episodes(uuid, integer, uuid[]) to authenticated;

-- Release windows ---------------------------------------------------------------------------------------------

create function private.apply_release_windows() returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  kind text;
  changed integer;
  all_changed integer := 0;
begin
  foreach kind in array array['movies', 'series'] loop
    -- A window that is entirely in the past ends unpublished. Rows that another process has locked are its to change.
    execute format(
      'update public.%1$I t set
        published = case when t.unpublish_at <= now() then false when t.publish_at <= now() then true else t.published end,
        publish_at = case when t.publish_at <= now() then null else t.publish_at end,
        unpublish_at = case when t.unpublish_at <= now() then null else t.unpublish_at end
      where t.id in (
        select d.id from public.%1$I d where d.publish_at <= now() or d.unpublish_at <= now()
        for update skip locked)', kind);
    get diagnostics changed = row_count;
    all_changed := all_changed + changed;
  end loop;
  return all_changed;
end $$;
comment on function private.apply_release_windows is 'Called regularly: by the server, on Supabase by pg_cron. Returns how many titles changed.';

-- Featured films ----------------------------------------------------------------------------------------------

create table public.featured_films (
  id uuid primary key default gen_random_uuid(),
  title text not null default 'Untitled Film',
  description text,
  banner_url text not null,
  poster_url text,
  trailer_url text,
  rating numeric(2, 1),
  release_year integer not null default extract(year from now())::integer,
  duration text,
  genre text[] not null default '{}',
  director text,
  actors text[] not null default '{}',
  is_premium boolean not null default false,
  active boolean not null default true,
  movie_id uuid references public.movies (id) on delete set null,
  series_id uuid references public.series (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint title_present check (private.trim_text(title) <> '' and char_length(title) <= 200),
  constraint description_length check (char_length(description) <= 10000),
  constraint rating_range check (rating between 0 and 5),
  constraint release_year_sane check (release_year between 1890 and 2200),
  constraint duration_length check (char_length(duration) <= 40),
  constraint points_at_one_title check (num_nonnulls(movie_id, series_id) <= 1),
  constraint banner_is_web_address check (private.is_web_address(banner_url)),
  constraint poster_is_web_address check (private.is_web_address(poster_url)),
  constraint trailer_is_web_address check (private.is_web_address(trailer_url))
);
comment on table public.featured_films is 'The hero of the home page. Can point at a movie or series.';
create index on public.featured_films (created_at desc) where active;
create index on public.featured_films (movie_id);
create index on public.featured_films (series_id);
alter table public.featured_films enable row level security;
grant select on public.featured_films to anon, authenticated;
grant insert, update, delete on public.featured_films to authenticated;
create policy "visitors see active featured films" on public.featured_films
  for select to anon using (active);
create policy "members see active featured films, editors see all" on public.featured_films
  for select to authenticated using (active or (select private.has_role('editor')));
create policy "editors add featured films" on public.featured_films
  for insert to authenticated with check ((select private.has_role('editor')));
create policy "editors change featured films" on public.featured_films
  for update to authenticated
  using ((select private.has_role('editor'))) with check ((select private.has_role('editor')));
create policy "editors delete featured films" on public.featured_films
  for delete to authenticated using ((select private.has_role('editor')));
create trigger featured_films_strip_hosts before insert or update on public.featured_films
  for each row execute function private.strip_hosts('banner_url', 'poster_url', 'trailer_url');
create trigger audit_row_change after insert or update or delete on public.featured_films
  for each row execute function private.audit_row_change();

-- Banners -----------------------------------------------------------------------------------------------------

create table public.banners (
  id uuid primary key default gen_random_uuid(),
  title text not null default '',
  image_url text not null,
  link text,
  active boolean not null default true,
  placement text not null default 'strip',
  created_at timestamptz not null default now(),
  constraint title_length check (char_length(title) <= 200),
  constraint image_is_web_address check (private.is_web_address(image_url)),
  constraint link_is_web_address check (private.is_web_address(link)),
  constraint placement_known check (placement in ('strip', 'slide', 'promotion'))
);
comment on table public.banners is 'Advertising. placement: the strip under the header, a slide of the hero, or a promotion on the home page.';
create index on public.banners (created_at desc);
alter table public.banners enable row level security;
grant select on public.banners to anon, authenticated;
grant insert, update, delete on public.banners to authenticated;
create policy "visitors see active banners" on public.banners
  for select to anon using (active);
create policy "members see active banners, editors see all" on public.banners
  for select to authenticated using (active or (select private.has_role('editor')));
create policy "editors add banners" on public.banners
  for insert to authenticated with check ((select private.has_role('editor')));
create policy "editors change banners" on public.banners
  for update to authenticated
  using ((select private.has_role('editor'))) with check ((select private.has_role('editor')));
create policy "editors delete banners" on public.banners
  for delete to authenticated using ((select private.has_role('editor')));
create trigger banners_strip_hosts before insert or update on public.banners
  for each row execute function private.strip_hosts('image_url', 'link');
create trigger audit_row_change after insert or update or delete on public.banners
  for each row execute function private.audit_row_change();

-- Reviews -----------------------------------------------------------------------------------------------------

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  movie_id uuid not null references public.movies (id) on delete cascade,
  user_id uuid not null default auth.uid() references private.profiles (id) on delete cascade,
  rating integer not null,
  review_text text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_review_per_member unique (movie_id, user_id),
  constraint rating_range check (rating between 1 and 5),
  constraint review_length check (char_length(review_text) <= 5000)
);
comment on table public.reviews is 'One per member and movie.';
create index on public.reviews (movie_id, created_at desc);
create index on public.reviews (user_id);
alter table public.reviews enable row level security;
grant select on public.reviews to anon, authenticated;
grant delete, insert (movie_id, user_id, rating, review_text), update (rating, review_text, updated_at)
  on public.reviews to authenticated;
create policy "everybody reads reviews of movies they can see" on public.reviews
  for select to anon, authenticated
  using (exists (select from public.movies m where m.id = movie_id));
create policy "members review published movies as themselves" on public.reviews
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.movies m where m.id = movie_id and m.published));
create policy "members change their own review" on public.reviews
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "members delete their own review, moderators any" on public.reviews
  for delete to authenticated
  using (user_id = (select auth.uid()) or (select private.has_role('moderator')));
create trigger require_second_factor before insert or update or delete on public.reviews
  for each statement execute function private.require_second_factor();
create trigger reject_suspended_members before insert or update or delete on public.reviews
  for each statement execute function private.reject_suspended_members();
insert into private.personal_data (relation, person_column) values ('public.reviews', 'user_id');

create function private.normalize_review() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.review_text := nullif(private.trim_text(new.review_text), '');
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end $$;
create trigger normalize_review before insert or update on public.reviews
  for each row execute function private.normalize_review();

create function private.count_review() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    update public.movies
      set review_count = review_count - 1, review_total = review_total - old.rating where id = old.movie_id;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    update public.movies
      set review_count = review_count + 1, review_total = review_total + new.rating where id = new.movie_id;
  end if;
  return null;
end $$;
create trigger count_review after insert or delete or update of rating, movie_id on public.reviews
  for each row execute function private.count_review();

-- Watchlist ---------------------------------------------------------------------------------------------------

create table public.watchlist (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references private.profiles (id) on delete cascade,
  movie_id uuid references public.movies (id) on delete cascade,
  series_id uuid references public.series (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint one_title check (num_nonnulls(movie_id, series_id) = 1),
  constraint movie_once unique (user_id, movie_id),
  constraint series_once unique (user_id, series_id)
);
comment on table public.watchlist is 'Titles a member wants to see. Visible to that member only.';
create index on public.watchlist (movie_id);
create index on public.watchlist (series_id);
alter table public.watchlist enable row level security;
grant select, delete, insert (user_id, movie_id, series_id) on public.watchlist to authenticated;
create policy "members see their own watchlist" on public.watchlist
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members add titles they can see to their own watchlist" on public.watchlist
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (exists (select from public.movies m where m.id = movie_id)
      or exists (select from public.series s where s.id = series_id)));
create policy "members remove from their own watchlist" on public.watchlist
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "the watchlist needs the second factor" on public.watchlist
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create trigger require_second_factor before insert or delete on public.watchlist
  for each statement execute function private.require_second_factor();
insert into private.personal_data (relation, person_column) values ('public.watchlist', 'user_id');
