-- Statements that delete several films lock them in the order in which their plan finds them, by title or by place, and
-- two of them then wait for each other. Episodes and series have the same rule (20261201000000_lock_order.sql).
create function private.lock_films_first() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('films', 0));
  return null;
end $$;
create trigger lock_films before delete on public.movies
  for each statement execute function private.lock_films_first();
