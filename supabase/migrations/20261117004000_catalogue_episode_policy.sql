-- Who sees which episodes, without a function per row: a visitor who sorted the table by a column without an index
-- made the server call it, and what it calls, for every episode.

create function private.can_list_all_episodes() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select private.has_role('editor')
    or exists (select from public.admin_users a where a.user_id = (select auth.uid()) and a.role = 'admin')
$$;
comment on function private.can_list_all_episodes is 'Editors prepare episodes; admins can watch everything.';
grant execute on function private.can_list_all_episodes() to authenticated;

create function private.is_caller_subscribed() returns boolean
  language sql stable security definer
  set search_path = ''
  as $$ select private.is_subscribed((select auth.uid())) $$;
grant execute on function private.is_caller_subscribed() to authenticated;

-- PostgreSQL answers each EXISTS from an index for a few rows and from a hash table for many (so they compare nothing
-- else with the episode); each call in a SELECT of its own runs once per statement.
drop policy "episodes are visible to those who can watch them" on public.episodes;
create policy "visitors see free episodes of published series" on public.episodes
  for select to anon
  using (
    exists (select from public.series s where s.id = episodes.series_id and s.published and s.is_free)
    or (is_free and exists (select from public.series s where s.id = episodes.series_id and s.published)));
create policy "members see episodes they can watch, editors see all" on public.episodes
  for select to authenticated
  using (
    (select private.can_list_all_episodes())
    or exists (select from public.series s where s.id = episodes.series_id and s.published and s.is_free)
    or ((is_free or (select private.is_caller_subscribed()))
      and exists (select from public.series s where s.id = episodes.series_id and s.published))
    or series_id in (select private.list_paid_titles('series')));
drop function private.can_list_episode(uuid, boolean);

create index episodes_newest on public.episodes (created_at desc, id);
create index series_published on public.series (id) where published;
create index series_published_free on public.series (id) where published and is_free;
