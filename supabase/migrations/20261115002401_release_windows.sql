-- When a title appears and disappears by itself.

alter table public.movies
  add column publish_at timestamptz,
  add column unpublish_at timestamptz,
  add constraint release_window_in_order check (unpublish_at > publish_at);
comment on column public.movies.publish_at is 'It is published at this moment, once; then empty again.';
comment on column public.movies.unpublish_at is 'It is taken off at this moment, once; then empty again.';
alter table public.series
  add column publish_at timestamptz,
  add column unpublish_at timestamptz,
  add constraint release_window_in_order check (unpublish_at > publish_at);
create index on public.movies (publish_at) where publish_at is not null;
create index on public.movies (unpublish_at) where unpublish_at is not null;
create index on public.series (publish_at) where publish_at is not null;
create index on public.series (unpublish_at) where unpublish_at is not null;
grant insert (publish_at, unpublish_at), update (publish_at, unpublish_at) on public.movies, public.series to authenticated;

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
    -- What should have come and gone while nobody looked is gone. Other processes do the rows that are locked.
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
comment on function private.apply_release_windows is 'The server calls this on a clock; on Supabase, pg_cron.';
