-- What leads on from a title: reviews of films and series with their histogram and helpful votes, the titles of a person,
-- similar titles, and the latest replies of its discussion. In the forum: names in notifications, and marks of new replies.

-- Reviews of series ---------------------------------------------------------------------------------------------

alter table public.movies add column rating_counts integer[] not null default '{0,0,0,0,0}';
comment on column public.movies.rating_counts is 'How many reviews give one star, two, up to five. Maintained by count_reviews().';

alter table public.series
  add column review_count integer not null default 0,
  add column review_total integer not null default 0,
  add column rating_counts integer[] not null default '{0,0,0,0,0}';
alter table public.series add column rating numeric(2, 1) generated always as (
  case when review_count > 0 then round(review_total::numeric / review_count::numeric, 1) end) stored;
comment on column public.series.rating is 'Average of the reviews; null without reviews.';
comment on column public.series.rating_counts is 'How many reviews give one star, two, up to five. Maintained by count_reviews().';

-- A review does not change the title itself.
drop trigger movies_touch on public.movies;
create trigger movies_touch before update on public.movies
  for each row
  when ((old.review_count, old.review_total, old.rating_counts) = (new.review_count, new.review_total, new.rating_counts))
  execute function private.touch_updated_at();
drop trigger series_touch on public.series;
create trigger series_touch before update on public.series
  for each row
  when ((old.review_count, old.review_total, old.rating_counts) = (new.review_count, new.review_total, new.rating_counts))
  execute function private.touch_updated_at();

update public.movies m set rating_counts = c.counts
  from (
    select r.movie_id, array[
      count(*) filter (where r.rating = 1), count(*) filter (where r.rating = 2), count(*) filter (where r.rating = 3),
      count(*) filter (where r.rating = 4), count(*) filter (where r.rating = 5)]::integer[] as counts
    from public.reviews r group by r.movie_id
  ) c
  where m.id = c.movie_id;

alter table public.reviews
  alter column movie_id drop not null,
  add column series_id uuid references public.series (id) on delete cascade,
  add column helpful_count integer not null default 0,
  add constraint one_title check (num_nonnulls(movie_id, series_id) = 1),
  add constraint one_series_review_per_member unique (series_id, user_id);
comment on table public.reviews is 'One per member and title.';
comment on column public.reviews.helpful_count is 'How many members found it helpful. Maintained by fold_review_votes().';
grant insert (series_id) on public.reviews to authenticated;

-- One index for each order in which reviews are read, also of those with the same stars.
create index reviews_of_series on public.reviews (series_id, created_at desc, id) where series_id is not null;
create index reviews_of_movie_by_helpful on public.reviews (movie_id, helpful_count desc, created_at desc, id)
  where movie_id is not null;
create index reviews_of_series_by_helpful on public.reviews (series_id, helpful_count desc, created_at desc, id)
  where series_id is not null;
create index reviews_of_movie_by_rating on public.reviews (movie_id, rating desc, created_at desc, id)
  where movie_id is not null;
create index reviews_of_series_by_rating on public.reviews (series_id, rating desc, created_at desc, id)
  where series_id is not null;
create index reviews_of_movie_from_lowest on public.reviews (movie_id, rating, helpful_count desc, created_at desc, id)
  where movie_id is not null;
create index reviews_of_series_from_lowest on public.reviews (series_id, rating, helpful_count desc, created_at desc, id)
  where series_id is not null;

alter policy "everybody reads reviews of movies they can see" on public.reviews
  rename to "everybody reads reviews of titles they can see";
alter policy "everybody reads reviews of titles they can see" on public.reviews
  using (
    (select true from public.movies m where m.id = reviews.movie_id)
    or (select true from public.series s where s.id = reviews.series_id));
alter policy "members review published movies as themselves" on public.reviews
  rename to "members review published titles as themselves";
alter policy "members review published titles as themselves" on public.reviews
  with check (
    user_id = (select auth.uid())
    and ((select m.published from public.movies m where m.id = reviews.movie_id)
      or (select s.published from public.series s where s.id = reviews.series_id)));

create or replace function private.normalize_review() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.review_text := nullif(private.trim_text(new.review_text), '');
  -- A counted vote is no edit.
  if tg_op = 'UPDATE' and new.helpful_count = old.helpful_count then
    new.updated_at := now();
  end if;
  return new;
end $$;

create or replace function private.count_reviews() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  titles uuid[] := '{}';
  ratings integer[] := '{}';
  changes integer[] := '{}';
  relation text;
begin
  if tg_op <> 'DELETE' then
    select coalesce(array_agg(coalesce(r.movie_id, r.series_id)), '{}'), coalesce(array_agg(r.rating::integer), '{}'),
        coalesce(array_agg(1), '{}')
      into titles, ratings, changes from new_rows r;
  end if;
  if tg_op <> 'INSERT' then
    select titles || coalesce(array_agg(coalesce(r.movie_id, r.series_id)), '{}'),
        ratings || coalesce(array_agg(r.rating::integer), '{}'), changes || coalesce(array_agg(-1), '{}')
      into titles, ratings, changes from old_rows r;
  end if;
  -- A title is locked only when its counts change.
  select array_agg(c.title), array_agg(c.rating), array_agg(c.change)
    into titles, ratings, changes
    from (
      select x.title, x.rating, sum(x.change)::integer as change
      from unnest(titles, ratings, changes) x (title, rating, change)
      group by x.title, x.rating having sum(x.change) <> 0
    ) c;
  if titles is null then
    return null;
  end if;
  foreach relation in array array['movies', 'series'] loop
    -- Two accounts that are deleted at once have often rated the same titles.
    execute format('select from public.%I t where t.id = any ($1) order by t.id for no key update', relation) using titles;
    execute format(
      'update public.%I t set review_count = t.review_count + c.reviews, review_total = t.review_total + c.total,
          rating_counts = array[t.rating_counts[1] + c.ones, t.rating_counts[2] + c.twos, t.rating_counts[3] + c.threes,
            t.rating_counts[4] + c.fours, t.rating_counts[5] + c.fives]
        from (
          select x.title, sum(x.change)::integer as reviews, sum(x.change * x.rating)::integer as total,
            coalesce(sum(x.change) filter (where x.rating = 1), 0)::integer as ones,
            coalesce(sum(x.change) filter (where x.rating = 2), 0)::integer as twos,
            coalesce(sum(x.change) filter (where x.rating = 3), 0)::integer as threes,
            coalesce(sum(x.change) filter (where x.rating = 4), 0)::integer as fours,
            coalesce(sum(x.change) filter (where x.rating = 5), 0)::integer as fives
          from unnest($1, $2, $3) x (title, rating, change) group by x.title
        ) c
        where t.id = c.title', relation) using titles, ratings, changes;
  end loop;
  return null;
end $$;

create or replace function private.audit_review_removal() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  title text := coalesce(
    (select m.title from public.movies m where m.id = old.movie_id),
    (select s.title from public.series s where s.id = old.series_id));
begin
  if private.is_client() and title is not null and old.user_id <> auth.uid() then
    perform private.write_audit_log('delete', 'reviews', old.id::text, title, null,
      jsonb_build_object('user_id', jsonb_build_array(left(old.user_id::text, 8), null), 'rating', jsonb_build_array(old.rating, null)));
  end if;
  return null;
end $$;

create or replace function private.audit_row_change() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  computed_columns constant text[] := array[
    'created_at', 'updated_at', 'review_count', 'review_total', 'rating', 'rating_counts', 'season_count', 'episode_count',
    'has_video', 'words'];
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - computed_columns end;
  now_is jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - computed_columns end;
  whole jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  difference jsonb;
begin
  if not private.is_client() or not private.has_role('editor', 'moderator', 'accountant')
    -- What staff write as members is no action of staff.
    or whole ->> 'user_id' = auth.uid()::text then
    return null;
  end if;
  select coalesce(jsonb_object_agg(k.name, case when k.name = any (tg_argv) then '[]'
        else jsonb_build_array(was -> k.name, now_is -> k.name) end), '{}')
    into difference
    from (select jsonb_object_keys(was || now_is)) k (name)
    where coalesce(was -> k.name, 'null') is distinct from coalesce(now_is -> k.name, 'null');
  if difference <> '{}' then
    perform private.write_audit_log(
      lower(tg_op), tg_table_name, whole ->> 'id', (
        select coalesce(w ->> 'title', w ->> 'name', w ->> 'subject') from (select whole - coalesce(tg_argv, '{}')) x (w)),
      null, difference);
  end if;
  return null;
end $$;

-- Helpful votes ---------------------------------------------------------------------------------------------------

create table public.review_votes (
  review_id uuid not null,
  user_id uuid not null default auth.uid() references private.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, user_id)
);
comment on table public.review_votes is
  'Members who found a review helpful. Visible to that member only. No foreign key to the review, which a request may delete with all its votes: fold_review_votes() removes them.';
create index review_votes_user_id_idx on public.review_votes (user_id);
alter table public.review_votes enable row level security;
grant insert (review_id, user_id) on public.review_votes to authenticated;
grant select, delete on public.review_votes to authenticated;
create policy "members see their own votes" on public.review_votes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "votes need the second factor" on public.review_votes
  as restrictive for select to authenticated using ((select private.is_fully_signed_in()));
create policy "members vote for reviews of others that they can see" on public.review_votes
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select r.user_id <> (select auth.uid()) from public.reviews r where r.id = review_votes.review_id));
create policy "members take their own vote back" on public.review_votes
  for delete to authenticated using (user_id = (select auth.uid()));
insert into private.personal_data (relation, person_column) values ('public.review_votes', 'user_id');

create table private.pending_review_votes (
  id bigint generated always as identity primary key,
  review_id uuid not null,
  change integer not null
);
comment on table private.pending_review_votes is
  'Votes that are not yet counted in reviews.helpful_count, and deleted reviews whose votes are still there. fold_review_votes() takes them out a second later.';
create index pending_review_votes_review_id_idx on private.pending_review_votes (review_id);
alter table private.pending_review_votes enable row level security;

create function private.limit_review_votes() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_within_limit('review_vote', 60, interval '5 minutes');
  return new;
end $$;
create trigger limit_review_votes before insert on public.review_votes
  for each row execute function private.limit_review_votes();
create trigger reject_suspended_members before insert or delete on public.review_votes
  for each statement execute function private.reject_suspended_members();
create trigger require_second_factor before insert or delete on public.review_votes
  for each statement execute function private.require_second_factor();

create function private.queue_review_votes() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if tg_table_name = 'reviews' then
    insert into private.pending_review_votes (review_id, change) select o.id, 0 from old_rows o where o.helpful_count > 0;
  elsif tg_op = 'INSERT' then
    insert into private.pending_review_votes (review_id, change) select n.review_id, 1 from new_rows n;
  else
    insert into private.pending_review_votes (review_id, change)
      select o.review_id, -1 from old_rows o where exists (select from public.reviews r where r.id = o.review_id);
  end if;
  if found and not exists (
    select from private.jobs w
    where w.kind = 'fold_review_votes' and w.key = 'all' and w.status = 'waiting' and w.repeat_every is null
  ) then
    perform private.enqueue_job('fold_review_votes', key => 'all', run_after => now() + interval '1 second');
  end if;
  return null;
end $$;
create trigger queue_added after insert on public.review_votes
  referencing new table as new_rows for each statement execute function private.queue_review_votes();
create trigger queue_removed after delete on public.review_votes
  referencing old table as old_rows for each statement execute function private.queue_review_votes();
create trigger queue_votes_of_removed after delete on public.reviews
  referencing old table as old_rows for each statement execute function private.queue_review_votes();

create function private.fold_review_votes(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  pending bigint[] := array(select v.id from private.pending_review_votes v order by v.id limit at_most);
  removed uuid := (
    select v.review_id from private.pending_review_votes v
    where v.id = any (pending) and not exists (select from public.reviews r where r.id = v.review_id) limit 1);
  free uuid[];
  folded integer;
begin
  if removed is not null then
    delete from public.review_votes v where v.ctid = any (array(
      select x.ctid from public.review_votes x where x.review_id = removed limit at_most));
    get diagnostics folded = row_count;
    if folded < at_most then
      delete from private.pending_review_votes v where v.review_id = removed;
    end if;
    return true;
  end if;
  -- A review that somebody is changing is counted the next time, so that nobody waits here.
  free := array(
    select r.id from public.reviews r
    where r.id in (select v.review_id from private.pending_review_votes v where v.id = any (pending))
    order by r.id for no key update skip locked);
  with taken as (
    delete from private.pending_review_votes v where v.id = any (pending) and v.review_id = any (free)
      returning v.review_id, v.change),
  counted as (
    update public.reviews r set helpful_count = r.helpful_count + g.change
      from (select k.review_id, sum(k.change)::integer as change from taken k group by 1) g
      where r.id = g.review_id and g.change <> 0)
  select count(*) into folded from taken;
  return folded = at_most;
end $$;
comment on function private.fold_review_votes is 'Adds pending votes to their reviews, and removes votes of deleted reviews. True when there may be more.';

-- People ----------------------------------------------------------------------------------------------------------

create function private.person_key(name text) returns text
  language sql immutable parallel safe
  as $$ select btrim(left(private.normalize_words(left(name, 200)), 100)) $$;

create table private.person_titles (
  person text collate "C" not null,
  kind text not null,
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (kind, id, person)
);
comment on table private.person_titles is 'Published titles by who directed, created or played in them. person is the folded name, name as it is written there.';
create index person_titles_newest on private.person_titles (person, created_at desc, id);
alter table private.person_titles enable row level security;

create function public.person_titles(person_name text) returns table (kind text, id uuid, name text)
  language sql stable security definer rows 20
  set search_path = ''
  as $$
  select p.kind, p.id, p.name from private.person_titles p
  where p.person = private.person_key(person_name) and p.person <> ''
  order by p.created_at desc, p.id
  -- Keep equal to PERSON_TITLES_MAX in contract/src/catalogue/limits.ts.
  limit 48
$$;
comment on function public.person_titles is 'The newest published titles of a person, as ids, and the name as it is written there.';
grant execute on function public.person_titles(text) to anon, authenticated;

-- Similar titles --------------------------------------------------------------------------------------------------

create table private.similar_titles (
  title_id uuid primary key,
  similar_ids uuid[] not null
);
comment on table private.similar_titles is 'Published films and series like a title, the most similar first. Written by refresh_similar_titles().';
alter table private.similar_titles enable row level security;

create table private.similar_title_checks (
  title_id uuid primary key,
  kind text not null,
  due_at timestamptz not null default now(),
  has_changed boolean not null default true
);
comment on table private.similar_title_checks is
  'When the similar titles of a title are to be found again: at once when it changed, else every week. has_changed: those that are similar to it, too.';
create index similar_title_checks_due on private.similar_title_checks (due_at, title_id);
alter table private.similar_title_checks enable row level security;

create function public.similar_titles(title_id uuid) returns uuid[]
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce((select s.similar_ids from private.similar_titles s where s.title_id = similar_titles.title_id), '{}')
$$;
comment on function public.similar_titles is
  'Ids of published films and series like this one, the most similar first; some may have been unpublished since'
  ' (rows: private.similar_titles.title_id = title_id).';
grant execute on function public.similar_titles(uuid) to anon, authenticated;

create view private.title_facts as
  select 'movie' as kind, m.id, m.title, m.description, m.genre, m.language, m.director as maker, m.actors, m.published, m.created_at
  from public.movies m
  union all
  select 'series', s.id, s.title, s.description, s.genre, s.language, s.creator, s.actors, s.published, s.created_at
  from public.series s;
comment on view private.title_facts is 'What makes titles similar.';

create function private.index_title_people(of_kind text, ids uuid[]) returns void
  language sql security definer
  set search_path = ''
  as $$
  delete from private.person_titles p where p.kind = of_kind and p.id = any (ids);
  insert into private.person_titles (person, kind, id, name, created_at)
    select distinct on (t.id, k.person) k.person, t.kind, t.id, btrim(n.name), t.created_at
    from private.title_facts t, unnest(array_prepend(t.maker, t.actors)) n (name),
      lateral (select private.person_key(n.name) as person offset 0) k
    where t.kind = of_kind and t.id = any (ids) and t.published and k.person <> ''
    order by t.id, k.person, n.name
$$;

create function private.track_changed_titles() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  of_kind constant text := tg_argv[0];
  maker constant text := tg_argv[1];
  changed uuid[];
begin
  if tg_op = 'DELETE' then
    changed := array(select o.id from old_rows o);
    delete from private.person_titles p where p.kind = of_kind and p.id = any (changed);
    -- In the order in which refresh_similar_titles() locks them.
    delete from private.similar_title_checks c where c.title_id = any (changed);
    delete from private.similar_titles s where s.title_id = any (changed);
    return null;
  elsif tg_op = 'INSERT' then
    changed := array(select n.id from new_rows n);
  else
    changed := array(
      select n.id from new_rows n left join old_rows o using (id)
      where (n.title, n.description, n.genre, n.language, n.actors, n.published, n.created_at, to_jsonb(n) -> maker)
        is distinct from (o.title, o.description, o.genre, o.language, o.actors, o.published, o.created_at, to_jsonb(o) -> maker));
  end if;
  if cardinality(changed) > 0 then
    perform private.index_title_people(of_kind, changed);
    insert into private.similar_title_checks as c (title_id, kind)
      select x.id, of_kind from unnest(changed) x (id) order by x.id
      on conflict (title_id) do update set due_at = now(), has_changed = true;
    perform private.enqueue_job('refresh_similar_titles', key => 'all');
  end if;
  return null;
end $$;
comment on function private.track_changed_titles is 'Arguments: the kind, and the column of who made it.';
create trigger track_added after insert on public.movies
  referencing new table as new_rows for each statement execute function private.track_changed_titles('movie', 'director');
create trigger track_changed after update on public.movies
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.track_changed_titles('movie', 'director');
create trigger track_removed after delete on public.movies
  referencing old table as old_rows for each statement execute function private.track_changed_titles('movie', 'director');
create trigger track_added after insert on public.series
  referencing new table as new_rows for each statement execute function private.track_changed_titles('series', 'creator');
create trigger track_changed after update on public.series
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.track_changed_titles('series', 'creator');
create trigger track_removed after delete on public.series
  referencing old table as old_rows for each statement execute function private.track_changed_titles('series', 'creator');

create function private.find_similar_titles(of_id uuid) returns uuid[]
  language plpgsql stable security definer
  set search_path = ''
  set enable_seqscan = off
  set jit = off
  as $$
declare
  self record;
  wanted tsquery;
begin
  select t.* into self from private.title_facts t where t.id = of_id and t.published;
  if not found then
    return '{}';
  end if;
  -- Long words say most about a title, and are in the fewest of them.
  select string_agg('''' || p.prefix || w.word || '''', ' | ')::tsquery into wanted
    from (
      select distinct left(x.word, 60) as word, length(x.word) as length
      from unnest(string_to_array(private.normalize_words(concat_ws(' ', self.title, self.description)), ' ')) x (word)
      where length(x.word) > 5 and not private.is_stop_word(x.word)
      order by length desc, word limit 12
    ) w, unnest('{m,s}'::text[]) p (prefix);
  return array(
    select c.id
    from (
      -- Per shared person.
      select o.id, 3.0 as points
      from private.person_titles mine, lateral (
        select p.id from private.person_titles p where p.person = mine.person order by p.created_at desc, p.id limit 40) o
      where mine.kind = self.kind and mine.id = of_id
      union all
      -- Per shared genre: those that came before and after it, so that not every title leads to the newest ones.
      select o.id, 2.0
      from private.genre_titles mine, unnest('{movie,series}'::text[]) k (kind), lateral (
        (select g.id from private.genre_titles g
          where g.genre = mine.genre and g.kind = k.kind and g.created_at <= self.created_at
          order by g.created_at desc, g.id limit 30)
        union all
        (select g.id from private.genre_titles g
          where g.genre = mine.genre and g.kind = k.kind and g.created_at > self.created_at
          order by g.created_at, g.id desc limit 30)) o
      where mine.kind = self.kind and mine.id = of_id and mine.genre <> ''
      union all
      select o.id, least(3.0, 6.0 * ts_rank(o.words, wanted))
      from (select e.id, e.words from private.search_entries e where e.words @@ wanted limit 200) o
    ) c
      join private.title_facts t on t.id = c.id and t.published
    where c.id <> of_id
    group by c.id, t.language, t.created_at
    order by sum(c.points) + case when t.language = self.language then 1 else 0 end desc,
      abs(extract(epoch from t.created_at - self.created_at)), c.id
    -- Keep equal to SIMILAR_KEPT in contract/src/catalogue/limits.ts.
    limit 18);
end $$;
comment on function private.find_similar_titles is 'Titles that share people, genres, words or the language with a published one, the most similar first.';

create function private.refresh_similar_titles(at_most integer) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  due private.similar_title_checks;
  similar_to_it uuid[];
  refreshed integer := 0;
  has_more boolean := false;
begin
  for due in
    select c.* from private.similar_title_checks c where c.due_at <= now()
    order by c.due_at, c.title_id limit at_most for update skip locked
  loop
    similar_to_it := private.find_similar_titles(due.title_id);
    insert into private.similar_titles as s (title_id, similar_ids) values (due.title_id, similar_to_it)
      on conflict (title_id) do update set similar_ids = excluded.similar_ids where s.similar_ids <> excluded.similar_ids;
    update private.similar_title_checks c
      set due_at = now() + interval '6 days' + random() * interval '2 days', has_changed = false
      where c.title_id = due.title_id;
    if due.has_changed then
      update private.similar_title_checks c set due_at = now()
        where c.title_id in (
          select n.title_id from private.similar_title_checks n
          where n.title_id = any (similar_to_it) and n.due_at > now() order by n.title_id for update skip locked);
      has_more := has_more or found;
    end if;
    refreshed := refreshed + 1;
  end loop;
  return has_more or refreshed = at_most;
end $$;
comment on function private.refresh_similar_titles is
  'Finds the similar titles of those that changed, and of those that were not looked at for a week. True when there may be more.';

select private.index_title_people(k.kind, array(select t.id from private.title_facts t where t.kind = k.kind))
  from (values ('movie'), ('series')) k (kind);
insert into private.similar_title_checks (title_id, kind, has_changed) select t.id, t.kind, false from private.title_facts t;
select private.enqueue_job('refresh_similar_titles', key => 'all');

-- The discussion of a title ---------------------------------------------------------------------------------------

create function public.title_topic_id(movie_id uuid default null, series_id uuid default null) returns uuid
  language sql stable security definer
  set search_path = ''
  as $$
  select l.topic_id from private.title_topics l where l.movie_id = title_topic_id.movie_id
  union all
  select l.topic_id from private.title_topics l where l.series_id = title_topic_id.series_id
  limit 1
$$;
comment on function public.title_topic_id is
  'The topic of a film or of a series, if it has one'
  ' (rows: private.title_topics.movie_id = movie_id, private.title_topics.series_id = series_id).';
grant execute on function public.title_topic_id(uuid, uuid) to anon, authenticated;

create function public.latest_replies(topic_id uuid)
  returns table (
    id uuid, user_id uuid, content text, created_at timestamptz, edited_at timestamptz, hidden_at timestamptz,
    author_username text, author_full_name text, author_avatar_url text)
  language sql stable security definer rows 3
  set search_path = ''
  as $$
  select p.id, p.user_id, p.content, p.created_at, p.edited_at, p.hidden_at, a.username,
    case when a.is_public then a.full_name end, a.avatar_url
  from public.forum_posts p left join private.profiles a on a.id = p.user_id
  where p.topic_id = latest_replies.topic_id
    and exists (select from public.forum_topics t where t.id = latest_replies.topic_id and t.deleted_at is null)
  order by p.created_at desc, p.id desc
  limit 3
$$;
comment on function public.latest_replies is
  'The last three replies of a topic, newest first'
  ' (rows: public.forum_topics.id = topic_id, public.forum_posts.topic_id = topic_id).';
grant execute on function public.latest_replies(uuid) to anon, authenticated;

-- The forum -------------------------------------------------------------------------------------------------------

drop function public.my_notifications(timestamptz, integer);
create function public.my_notifications(before timestamptz default null, max_rows integer default 20)
  returns table (
    id uuid, kind text, topic_id uuid, topic_title text, post_id uuid, excerpt text, actor_id uuid, actor_username text,
    actor_avatar_url text, more integer, created_at timestamptz, read_at timestamptz, actor_full_name text)
  language plpgsql stable security definer rows 20
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select n.id, n.kind, n.topic_id, t.title, n.post_id, left(coalesce(p.content, t.content), 200), a.id, a.username, a.avatar_url,
      case when n.kind = 'reply' and n.read_at is null
        then greatest(t.reply_count - private.find_reply_number(t.id, p.created_at, p.id), 0) else 0 end,
      n.created_at, n.read_at, case when a.is_public then a.full_name end
    from (
      select * from private.notifications o
      where o.user_id = person and (my_notifications.before is null or o.created_at < my_notifications.before)
      order by o.created_at desc, o.id limit least(greatest(coalesce(max_rows, 20), 1), 100)
    ) n
      join public.forum_topics t on t.id = n.topic_id and t.deleted_at is null
      left join public.forum_posts p on p.id = n.post_id
      -- Who hid a text is not shown.
      left join private.profiles a on n.kind <> 'hidden' and a.id = case when n.post_id is null then t.user_id else p.user_id end
    -- Of a reply that was just deleted.
    where n.post_id is null or p.id is not null
    order by n.created_at desc, n.id;
end $$;
comment on function public.my_notifications is
  'The caller''s notifications, newest first; before is the created_at of the last one of the previous page. more: how many replies came after an unread one.';
grant execute on function public.my_notifications(timestamptz, integer) to authenticated;

create function public.unread_topics(topic_ids uuid[]) returns setof uuid
  language plpgsql stable security definer rows 10
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select r.topic_id
    from private.topic_readers r join public.forum_topics t on t.id = r.topic_id and t.deleted_at is null
    where r.user_id = person and r.topic_id = any (topic_ids[1:50])
      and t.reply_count > 0 and t.last_activity_at > r.read_to;
end $$;
comment on function public.unread_topics is 'Those of up to 50 topics that the caller has read, and that have newer replies.';
grant execute on function public.unread_topics(uuid[]) to authenticated;
