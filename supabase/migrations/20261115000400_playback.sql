-- Who may watch: one rule (decision 4), asked by every button and by every byte of video.

create function private.is_subscribed(viewer uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from public.subscriptions s
    where s.user_id = viewer and s.status = 'active' and s.expires_at > now())
$$;

create function private.has_paid_for(viewer uuid, media_type text, media_id uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from public.user_purchases p
    where p.user_id = viewer and p.status = 'completed'
      and (p.transaction_type = 'purchase' or p.rental_expiry > now())
      and case has_paid_for.media_type
        when 'movie' then p.movie_id = media_id
        when 'series' then p.series_id = media_id
      end)
$$;

create function private.can_watch(viewer uuid, media_type text, media_id uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select case can_watch.media_type
    when 'movie' then coalesce((
      select (m.published and (m.is_free or private.is_subscribed(viewer)))
        or private.has_paid_for(viewer, 'movie', m.id)
      from public.movies m where m.id = media_id), false)
    when 'series' then coalesce((
      select (s.published and (s.is_free or private.is_subscribed(viewer)))
        or private.has_paid_for(viewer, 'series', s.id)
      from public.series s where s.id = media_id), false)
    when 'episode' then coalesce((
      select (s.published and (e.is_free or s.is_free or private.is_subscribed(viewer)))
        or private.has_paid_for(viewer, 'series', s.id)
      from public.episodes e join public.series s on s.id = e.series_id where e.id = media_id), false)
    else false
  end
  or (
    exists (select from public.admin_users a where a.user_id = viewer and a.role = 'admin')
    and case can_watch.media_type
      when 'movie' then exists (select from public.movies m where m.id = media_id)
      when 'series' then exists (select from public.series s where s.id = media_id)
      when 'episode' then exists (select from public.episodes e where e.id = media_id)
      else false
    end)
$$;
comment on function private.can_watch is
  'The one rule: free, or subscribed, or bought, or rented less than 48 hours ago, or an admin. What somebody paid for stays theirs after it is unpublished.';

create function public.can_watch(media_type text, media_id uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select private.can_watch(auth.uid(), media_type, media_id) $$;
comment on function public.can_watch is 'May the caller watch this movie, series or episode?';
grant execute on function public.can_watch(text, uuid) to anon, authenticated;

-- What somebody has paid for can be found by that person even when it is no longer published.
create function private.paid_for(media_type text) returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
  select case paid_for.media_type when 'movie' then p.movie_id else p.series_id end
  from public.user_purchases p
  where p.user_id = (select auth.uid()) and p.media_type = paid_for.media_type and p.status = 'completed'
    and (p.transaction_type = 'purchase' or p.rental_expiry > now())
$$;
grant execute on function private.paid_for(text) to authenticated;

create policy "members see published and paid movies, editors see all" on public.movies
  for select to authenticated
  using (published or id in (select private.paid_for('movie')) or (select private.has_role('editor')));
create policy "members see published and paid series, editors see all" on public.series
  for select to authenticated
  using (published or id in (select private.paid_for('series')) or (select private.has_role('editor')));

create function private.can_list_episode(series_id uuid, episode_is_free boolean) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce((select s.published and (s.is_free or episode_is_free) from public.series s where s.id = can_list_episode.series_id), false)
    or private.can_watch((select auth.uid()), 'series', can_list_episode.series_id)
    or private.has_role('editor')
$$;
grant execute on function private.can_list_episode(uuid, boolean) to anon, authenticated;
create policy "episodes are listed for those who may watch them" on public.episodes
  for select to anon, authenticated
  using (private.can_list_episode(series_id, is_free));
