-- Editors change many titles at once, and let a film be published by the end of its encoding.

alter table public.movies add column publish_when_ready boolean not null default false;
comment on column public.movies.publish_when_ready is 'Published by publish_ready_movie() when its video can be played, which then clears it.';
grant insert (publish_when_ready), update (publish_when_ready) on public.movies to authenticated;

create function private.publish_ready_movie() returns trigger
  language plpgsql set search_path to ''
as $$
begin
  new.published := true;
  new.publish_when_ready := false;
  return new;
end $$;
create trigger publish_ready_movie before insert or update on public.movies for each row
  when (new.publish_when_ready and (new.has_video or new.published)) execute function private.publish_ready_movie();

create function public.edit_titles(kind text, ids uuid[], change jsonb) returns integer
  language plpgsql security definer set search_path to ''
as $$
declare
  source text := case kind when 'movie' then 'public.movies' when 'series' then 'public.series' end;
  changed integer;
begin
  perform private.require_role('editor');
  if source is null or coalesce(cardinality(ids), 0) not between 1 and 100 or jsonb_typeof(change) is distinct from 'object'
    or exists (
      select from jsonb_object_keys(change) name
      where name not in ('published', 'publish_at', 'unpublish_at', 'is_free', 'is_purchasable', 'is_rentable',
        'purchase_price', 'rental_price', 'add_category', 'remove_category', 'featured')) then
    raise exception using errcode = '22023', message = 'Please choose at most 100 titles', hint = 'bulk_edit_invalid';
  end if;
  if change ? 'add_category'
    and not exists (select from public.movie_categories c where c.name = change ->> 'add_category') then
    raise exception using errcode = '22023', message = 'There is no such category', hint = 'category_unknown';
  end if;
  -- Locked in one order, so that two bulk edits wait for each other instead of failing.
  execute format('select from (select from %s t where t.id = any($1) order by t.id for no key update) locked', source)
    using ids;
  execute format(
    $sql$
      update %s t set
        published = coalesce(($2 ->> 'published')::boolean, t.published),
        publish_at = case when $2 ? 'publish_at' then ($2 ->> 'publish_at')::timestamptz else t.publish_at end,
        unpublish_at = case when $2 ? 'unpublish_at' then ($2 ->> 'unpublish_at')::timestamptz else t.unpublish_at end,
        is_free = coalesce(($2 ->> 'is_free')::boolean, t.is_free),
        is_purchasable = coalesce(($2 ->> 'is_purchasable')::boolean, t.is_purchasable),
        is_rentable = coalesce(($2 ->> 'is_rentable')::boolean, t.is_rentable),
        purchase_price = case when $2 ? 'purchase_price' then ($2 ->> 'purchase_price')::numeric else t.purchase_price end,
        rental_price = case when $2 ? 'rental_price' then ($2 ->> 'rental_price')::numeric else t.rental_price end,
        genre = case
          when $2 ->> 'add_category' = any(t.genre) then array_remove(t.genre, $2 ->> 'remove_category')
          when $2 ? 'add_category' then array_remove(t.genre, $2 ->> 'remove_category') || ($2 ->> 'add_category')
          else array_remove(t.genre, $2 ->> 'remove_category')
        end
      where t.id = any($1) $sql$, source) using ids, change - 'featured';
  get diagnostics changed = row_count;
  if change ? 'featured' then
    perform private.feature_titles(kind, ids, (change ->> 'featured')::boolean);
  end if;
  return changed;
end $$;
comment on function public.edit_titles(text, uuid[], jsonb) is 'Changes up to 100 films or series at once, all or none. change: published, publish_at, unpublish_at, is_free, is_purchasable, is_rentable, purchase_price, rental_price, add_category, remove_category, featured.';
revoke execute on function public.edit_titles(text, uuid[], jsonb) from public, anon;
grant execute on function public.edit_titles(text, uuid[], jsonb) to authenticated, service_role;

create function private.feature_titles(kind text, ids uuid[], featured boolean) returns void
  language plpgsql security definer set search_path to ''
as $$
begin
  if not featured then
    update public.featured_films f set active = false
      where f.active and (kind = 'movie' and f.movie_id = any(ids) or kind = 'series' and f.series_id = any(ids));
    return;
  end if;
  if exists (
    select from public.movies m where kind = 'movie' and m.id = any(ids) and m.banner_url is null
    union all
    select from public.series s where kind = 'series' and s.id = any(ids) and s.banner_url is null) then
    raise exception using errcode = '22023', message = 'A title on the home page needs a wide picture. Please add it first.', hint = 'banner_needed';
  end if;
  update public.featured_films f set active = true
    where not f.active and (kind = 'movie' and f.movie_id = any(ids) or kind = 'series' and f.series_id = any(ids));
  insert into public.featured_films (title, description, banner_url, poster_url, trailer_url, release_year, genre,
      director, actors, is_premium, movie_id, duration)
    select m.title, m.description, m.banner_url, m.thumbnail_url, m.trailer_url,
      extract(year from coalesce(m.release_date, now()))::integer, m.genre, m.director, m.actors, not m.is_free, m.id,
      m.duration || ' min'
    from public.movies m
    where kind = 'movie' and m.id = any(ids)
      and not exists (select from public.featured_films f where f.movie_id = m.id);
  insert into public.featured_films (title, description, banner_url, poster_url, trailer_url, release_year, genre,
      director, actors, is_premium, series_id)
    select s.title, s.description, s.banner_url, s.thumbnail_url, s.trailer_url,
      extract(year from coalesce(s.release_date, now()))::integer, s.genre, s.creator, s.actors, not s.is_free, s.id
    from public.series s
    where kind = 'series' and s.id = any(ids)
      and not exists (select from public.featured_films f where f.series_id = s.id);
end $$;
revoke execute on function private.feature_titles(text, uuid[], boolean) from public;
