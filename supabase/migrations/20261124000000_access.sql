-- When a film was published, what a viewer can do with the titles of a page, and how much data a title takes.

alter table public.movies add column published_at timestamptz;
comment on column public.movies.published_at is 'When it was first published. Unpublishing keeps it, so that publishing again does not make a film new.';

create function private.note_publication() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    new.published_at := case when new.published then coalesce(new.published_at, new.created_at) end;
  else
    new.published_at := coalesce(old.published_at, case when new.published then now() end);
  end if;
  return new;
end $$;
comment on function private.note_publication is 'Sets published_at once. A film that is inserted as published was published when it was created.';

-- Neither counts as an edit, and nobody has to be told about it.
alter table public.movies disable trigger user;
update public.movies set published_at = greatest(created_at, least(publish_at, now())) where published;
alter table public.movies enable trigger user;

create trigger note_publication before insert or update of published, published_at on public.movies
  for each row execute function private.note_publication();

create function public.list_title_access(movie_ids uuid[] default '{}', series_ids uuid[] default '{}')
  returns table (
    media_type text, media_id uuid, is_free boolean, is_purchasable boolean, is_rentable boolean,
    purchase_price numeric, rental_price numeric, access text, until timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  viewer uuid := auth.uid();
  is_admin boolean := exists (select from public.admin_users a where a.user_id = viewer and a.role = 'admin');
  is_editor boolean := exists (select from public.admin_users a where a.user_id = viewer and a.role = 'editor');
  is_subscribed boolean := private.is_subscribed(viewer);
begin
  return query
    with titles as (
      select 'movie' as kind, m.id, m.published, m.is_free, m.is_purchasable, m.is_rentable, m.purchase_price, m.rental_price,
        p.transaction_type, p.rental_expiry
      from public.movies m
      left join lateral (
        select u.transaction_type, u.rental_expiry from public.user_purchases u
        where u.user_id = viewer and u.movie_id = m.id and u.status = 'completed'
          and (u.transaction_type = 'purchase' or u.rental_expiry > now())
        order by u.rental_expiry desc nulls first limit 1) p on true
      where m.id = any (movie_ids[1:100])
      union all
      select 'series', s.id, s.published, s.is_free, s.is_purchasable, s.is_rentable, s.purchase_price, s.rental_price,
        p.transaction_type, p.rental_expiry
      from public.series s
      left join lateral (
        select u.transaction_type, u.rental_expiry from public.user_purchases u
        where u.user_id = viewer and u.series_id = s.id and u.status = 'completed'
          and (u.transaction_type = 'purchase' or u.rental_expiry > now())
        order by u.rental_expiry desc nulls first limit 1) p on true
      where s.id = any (series_ids[1:100])
    ),
    judged as (
      select t.*, case
        when t.published and t.is_free then 'free'
        when t.transaction_type = 'purchase' then 'bought'
        when t.published and is_subscribed or is_admin or is_editor and not t.published then 'included'
        when t.transaction_type = 'rental' then 'rented' end as access
      from titles t
    )
    select j.kind, j.id, j.is_free, j.is_purchasable, j.is_rentable, j.purchase_price, j.rental_price, j.access,
      j.rental_expiry
    from judged j where j.published or j.access is not null;
end $$;
comment on function public.list_title_access is
  'The rule of can_watch() for the titles of a page, at most 100 of each kind, with what they cost: free, bought, included (subscribers, admins, editors of drafts), rented, or null; and when a rental ends. Leaves out what the caller cannot see.';
revoke execute on function public.list_title_access from public;
grant execute on function public.list_title_access to anon, authenticated;

create function public.lowest_bandwidth(media_type text, media_id uuid) returns integer
  language sql stable security definer
  set search_path = ''
  return (
    select min((rung ->> 'average_bandwidth')::numeric)::integer
    from (
      select s.film from private.streams s join public.movies m on m.id = s.movie_id
      where lowest_bandwidth.media_type = 'movie' and m.id = lowest_bandwidth.media_id and m.published
        and s.status in ('watchable', 'whole')
      union all
      (select s.film from public.episodes e
        join public.series t on t.id = e.series_id
        join private.streams s on s.episode_id = e.id
      where lowest_bandwidth.media_type = 'series' and t.id = lowest_bandwidth.media_id and t.published
        and s.status in ('watchable', 'whole')
      order by e.season_number, e.episode_number limit 1)
    ) stream, jsonb_array_elements(stream.film -> 'rungs') rung
    where (rung ->> 'average_bandwidth')::numeric > 0);
comment on function public.lowest_bandwidth is
  'Bits per second of the lowest quality of a published film, or of the first episode of a series that has a video; null without one.';
revoke execute on function public.lowest_bandwidth from public;
grant execute on function public.lowest_bandwidth to anon, authenticated;
