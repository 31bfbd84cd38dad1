-- The current schema, for reading. Generated from supabase/migrations by `npm run db:schema`; never edited or run:
-- a test fails when it differs from what the migrations build.

-- Schemas ---------------------------------------------------------------------------------------------------------

create schema private;
comment on schema private is 'Helpers and tables that no client can name. Never exposed by the Data API.';
grant usage on schema private to service_role;
create schema public;
comment on schema public is 'standard public schema';
grant usage on schema public to anon;
grant usage on schema public to authenticated;
grant usage on schema public to public;
grant usage on schema public to service_role;
grant usage on schema public to supabase_auth_admin;
grant usage on schema public to supabase_storage_admin;

-- By default in every schema, on functions: nobody has any privilege.
-- By default in schema private, on functions: service_role has execute.
-- By default in schema public, on sequences: service_role has select, update, usage.
-- By default in schema public, on functions: service_role has execute.
-- By default in schema public, on tables: service_role has delete, insert, references, select, trigger, truncate, update.

-- Types -----------------------------------------------------------------------------------------------------------

create type private.forum_target as (
  topic_id uuid,
  post_id uuid,
  user_id uuid,
  title text,
  content text,
  hidden_at timestamp with time zone
);

create type private.search_hit as (
  kind text,
  id uuid,
  rank real
);

create type private.title_in_progress as (
  media_type text,
  media_id uuid,
  title text,
  series_id uuid,
  series_title text,
  season_number integer,
  episode_number integer,
  thumbnail_url text,
  "position" double precision,
  duration double precision,
  updated_at timestamp with time zone
);

create type private.watch_count as (
  day date,
  title_id uuid,
  seconds double precision,
  visits integer,
  members integer,
  member_hashes integer[]
);

create type private.watch_period as (
  days integer,
  first_start date,
  last_start date
);

-- Tables ----------------------------------------------------------------------------------------------------------

create table public.admin_users (
  user_id uuid not null,
  role text default 'admin'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint admin_users_pkey PRIMARY KEY (user_id),
  constraint admin_users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'moderator'::text, 'accountant'::text]))),
  constraint admin_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table public.admin_users is 'Staff and their roles. No client role can write it; see setup_admin().';
alter table public.admin_users enable row level security;
grant all on public.admin_users to service_role;
grant select on public.admin_users to authenticated;
create policy "admins see everybody's role" on public.admin_users for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));
create policy "staff see their own role" on public.admin_users for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER audit_role_change AFTER INSERT OR DELETE OR UPDATE ON public.admin_users FOR EACH ROW EXECUTE FUNCTION private.audit_role_change();
CREATE TRIGGER close_admin_setup AFTER INSERT OR UPDATE ON public.admin_users FOR EACH ROW WHEN ((new.role = 'admin'::text)) EXECUTE FUNCTION private.close_admin_setup();
CREATE TRIGGER end_device_sessions AFTER INSERT ON public.admin_users FOR EACH ROW EXECUTE FUNCTION private.end_device_sessions();
CREATE TRIGGER protect_last_admin BEFORE DELETE ON public.admin_users FOR EACH ROW WHEN ((old.role = 'admin'::text)) EXECUTE FUNCTION private.protect_last_admin();
CREATE TRIGGER protect_last_admin_role BEFORE UPDATE ON public.admin_users FOR EACH ROW WHEN (((old.role = 'admin'::text) AND (new.role <> 'admin'::text))) EXECUTE FUNCTION private.protect_last_admin();
CREATE TRIGGER report_lookalikes AFTER INSERT ON public.admin_users FOR EACH ROW EXECUTE FUNCTION private.report_staff_lookalikes('user_id');

create table public.audit_log (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor_id uuid,
  act text not null,
  subject text not null,
  subject_id text not null,
  label text,
  reason text,
  change jsonb default '{}'::jsonb not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);
comment on table public.audit_log is 'Every action of staff. Staff are referenced by their id, members by its first eight characters, so that a deleted member cannot be identified; change holds [before, after] of each changed column.';
CREATE INDEX audit_log_actor_id_id_idx ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_at_idx ON public.audit_log USING btree (at);
CREATE INDEX audit_log_subject_id_idx ON public.audit_log USING btree (subject, id DESC);
CREATE INDEX audit_log_subject_subject_id_id_idx ON public.audit_log USING btree (subject, subject_id, id DESC);
alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
grant select, references, trigger on public.audit_log to service_role;
create policy "admins read the audit log" on public.audit_log for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION private.reject_audit_change();
alter table public.audit_log enable always trigger audit_append_only;
CREATE TRIGGER audit_never_truncated BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION private.reject_audit_change();
alter table public.audit_log enable always trigger audit_never_truncated;
CREATE TRIGGER count_rows_added AFTER INSERT ON public.audit_log REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER count_rows_removed AFTER DELETE ON public.audit_log REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER note_unsealed_entry AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION private.note_unsealed_entry();
alter table public.audit_log enable always trigger note_unsealed_entry;

create table public.banners (
  id uuid default gen_random_uuid() not null,
  title text default ''::text not null,
  image_url text not null,
  link text,
  active boolean default true not null,
  placement text default 'strip'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint banners_pkey PRIMARY KEY (id),
  constraint image_is_own CHECK (private.is_own_path(image_url)),
  constraint link_is_web_address CHECK (private.is_web_address(link)),
  constraint placement_known CHECK ((placement = ANY (ARRAY['strip'::text, 'slide'::text, 'promotion'::text]))),
  constraint title_length CHECK ((char_length(title) <= 200))
);
comment on table public.banners is 'Advertising. placement: the strip under the header, a slide of the hero, or a promotion on the home page.';
CREATE INDEX banners_created_at_idx ON public.banners USING btree (created_at DESC);
alter table public.banners enable row level security;
grant all on public.banners to service_role;
grant select on public.banners to anon;
grant select, insert, update, delete on public.banners to authenticated;
create policy "members see active banners, editors see all" on public.banners for select to authenticated
  using ((active OR ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role)));
create policy "visitors see active banners" on public.banners for select to anon
  using (active);
create policy "editors add banners" on public.banners for insert to authenticated
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors change banners" on public.banners for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors delete banners" on public.banners for delete to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.banners FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER banners_strip_hosts BEFORE INSERT OR UPDATE ON public.banners FOR EACH ROW EXECUTE FUNCTION private.strip_hosts('image_url', 'link');
CREATE TRIGGER keep_deleted_row BEFORE DELETE ON public.banners FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_row();

create table public.contact_messages (
  id uuid default gen_random_uuid() not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id uuid default auth.uid(),
  handled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  words text generated always as ((' '::text || private.fold_text(((((name || ' '::text) || email) || ' '::text) || subject)))) stored,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint email_looks_right CHECK (((email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text) AND (char_length(email) <= 254))),
  constraint message_length CHECK (((char_length(private.trim_text(message)) >= 10) AND (char_length(private.trim_text(message)) <= 5000))),
  constraint name_length CHECK (((char_length(private.trim_text(name)) >= 2) AND (char_length(private.trim_text(name)) <= 120))),
  constraint one_line CHECK (((name !~ '[[:cntrl:]]'::text) AND (subject !~ '[[:cntrl:]]'::text))),
  constraint subject_length CHECK (((char_length(private.trim_text(subject)) >= 5) AND (char_length(private.trim_text(subject)) <= 200))),
  constraint contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table public.contact_messages is 'Messages from the contact page. Emailed to support, listed for admins.';
comment on column public.contact_messages.words is 'Folded text for the search of admins.';
CREATE INDEX contact_messages_created_at_idx ON public.contact_messages USING btree (created_at DESC);
CREATE INDEX contact_messages_email_idx ON public.contact_messages USING btree (lower(email));
CREATE INDEX contact_messages_newest ON public.contact_messages USING btree (created_at DESC, id);
CREATE INDEX contact_messages_open ON public.contact_messages USING btree (created_at DESC, id) WHERE (handled_at IS NULL);
CREATE INDEX contact_messages_open_words ON public.contact_messages USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE (handled_at IS NULL);
CREATE INDEX contact_messages_user_id_idx ON public.contact_messages USING btree (user_id);
CREATE INDEX contact_messages_words ON public.contact_messages USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off);
alter table public.contact_messages enable row level security;
grant all on public.contact_messages to service_role;
grant insert (name, email, subject, message) on public.contact_messages to anon;
grant insert (name, email, subject, message), update (handled_at) on public.contact_messages to authenticated;
grant select, delete on public.contact_messages to authenticated;
create policy "admins read contact messages" on public.contact_messages for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));
create policy "everybody can send a contact message" on public.contact_messages for insert to anon, authenticated
  with check ((NOT (user_id IS DISTINCT FROM ( SELECT auth.uid() AS uid))));
create policy "admins mark contact messages as handled" on public.contact_messages for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));
create policy "admins delete contact messages" on public.contact_messages for delete to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));
CREATE TRIGGER audit_row_change AFTER DELETE OR UPDATE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.audit_row_change('name', 'email', 'subject', 'message', 'user_id');
CREATE TRIGGER count_rows_added AFTER INSERT ON public.contact_messages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER count_rows_removed AFTER DELETE ON public.contact_messages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER limit_contact_messages BEFORE INSERT ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.limit_contact_messages();
CREATE TRIGGER queue_contact_mail AFTER INSERT ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.queue_contact_mail();

create table public.episodes (
  id uuid default gen_random_uuid() not null,
  series_id uuid not null,
  season_number integer default 1 not null,
  episode_number integer not null,
  title text collate "und-x-icu" not null,
  description text,
  thumbnail_url text,
  duration integer,
  is_free boolean default false not null,
  video_url text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  has_video boolean default false not null,
  title_translations jsonb default '{}'::jsonb not null,
  description_translations jsonb default '{}'::jsonb not null,
  constraint episodes_pkey PRIMARY KEY (id),
  constraint one_episode_per_place UNIQUE (series_id, season_number, episode_number) DEFERRABLE,
  constraint description_length CHECK ((char_length(description) <= 10000)),
  constraint description_translations_valid CHECK (private.are_translations(description_translations, 10000)),
  constraint duration_in_minutes CHECK (((duration >= 1) AND (duration <= 1440))),
  constraint numbers_sane CHECK ((((season_number >= 0) AND (season_number <= 200)) AND ((episode_number >= 0) AND (episode_number <= 5000)))),
  constraint thumbnail_is_own CHECK (private.is_own_path(thumbnail_url)),
  constraint title_present CHECK (((private.trim_text(title) <> ''::text) AND (char_length(title) <= 200))),
  constraint title_translations_valid CHECK (private.are_translations(title_translations, 200)),
  constraint video_is_an_object_path CHECK (((video_url ~ '^[^/:\s][^:\s]*$'::text) AND (video_url !~ '\.\.'::text))),
  constraint episodes_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE CASCADE
);
comment on table public.episodes is 'Visible to those who can watch them; others see their number on the series.';
comment on column public.episodes.has_video is 'True when a stream can be played. Maintained by update_has_video().';
comment on column public.episodes.title_translations is 'By language; title and description are in the series'' own language.';
CREATE INDEX episodes_by_video ON public.episodes USING btree (video_url) WHERE (video_url IS NOT NULL);
CREATE INDEX episodes_newest ON public.episodes USING btree (created_at DESC, id);
CREATE INDEX episodes_playable ON public.episodes USING btree (series_id, season_number, episode_number) WHERE has_video;
CREATE INDEX episodes_playable_free ON public.episodes USING btree (series_id, season_number, episode_number) WHERE (has_video AND is_free);
alter table public.episodes enable row level security;
grant all on public.episodes to service_role;
grant insert (id, series_id, season_number, episode_number, title, description, thumbnail_url, duration, is_free, video_url, title_translations, description_translations), update (season_number, episode_number, title, description, thumbnail_url, duration, is_free, video_url, updated_at, title_translations, description_translations) on public.episodes to authenticated;
grant select on public.episodes to anon;
grant select, delete on public.episodes to authenticated;
create policy "members see episodes they can watch, editors see all" on public.episodes for select to authenticated
  using ((( SELECT private.can_list_all_episodes() AS can_list_all_episodes) OR ( SELECT (s.published AND (s.is_free OR episodes.is_free OR ( SELECT private.is_caller_subscribed() AS is_caller_subscribed)))
   FROM public.series s
  WHERE (s.id = episodes.series_id)) OR ( SELECT true
   FROM private.my_paid_titles p
  WHERE (p.series_id = episodes.series_id)
 LIMIT 1)));
create policy "visitors see free episodes of published series" on public.episodes for select to anon
  using (( SELECT (s.published AND (s.is_free OR episodes.is_free))
   FROM public.series s
  WHERE (s.id = episodes.series_id)));
create policy "editors add episodes" on public.episodes for insert to authenticated
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors change episodes" on public.episodes for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors delete episodes" on public.episodes for delete to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.episodes FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER check_uploads_of_changed AFTER UPDATE OF video_url ON public.episodes FOR EACH ROW WHEN ((old.video_url IS DISTINCT FROM new.video_url)) EXECUTE FUNCTION private.check_title_uploads('movies/episodes/');
CREATE TRIGGER check_uploads_of_deleted AFTER DELETE ON public.episodes FOR EACH ROW EXECUTE FUNCTION private.check_title_uploads('movies/episodes/');
CREATE TRIGGER count_episodes AFTER INSERT OR DELETE OR UPDATE OF season_number ON public.episodes FOR EACH ROW EXECUTE FUNCTION private.count_episodes();
CREATE TRIGGER episodes_strip_hosts BEFORE INSERT OR UPDATE ON public.episodes FOR EACH ROW EXECUTE FUNCTION private.strip_hosts('thumbnail_url');
CREATE TRIGGER episodes_touch BEFORE UPDATE ON public.episodes FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER keep_deleted_row BEFORE DELETE ON public.episodes FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_row();
CREATE TRIGGER lock_episodes BEFORE INSERT OR DELETE OR UPDATE OF series_id, season_number, episode_number ON public.episodes FOR EACH STATEMENT EXECUTE FUNCTION private.lock_episodes_first();
CREATE TRIGGER protect_sold_episode BEFORE DELETE ON public.episodes FOR EACH ROW EXECUTE FUNCTION private.protect_sold_episode();
CREATE TRIGGER queue_new_video AFTER INSERT ON public.episodes FOR EACH ROW WHEN ((new.video_url IS NOT NULL)) EXECUTE FUNCTION private.queue_linked_video();
CREATE TRIGGER queue_video AFTER UPDATE OF video_url ON public.episodes FOR EACH ROW WHEN (((new.video_url IS NOT NULL) AND (new.video_url IS DISTINCT FROM old.video_url))) EXECUTE FUNCTION private.queue_linked_video();
CREATE TRIGGER update_languages AFTER DELETE ON public.episodes FOR EACH ROW EXECUTE FUNCTION private.update_languages_after_removal();

create table public.exchange_rates (
  id bigint generated always as identity not null,
  currency text default 'HTG'::text not null,
  rate numeric(12,4) not null,
  rate_date date not null,
  source text not null,
  set_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint exchange_rates_pkey PRIMARY KEY (id),
  constraint currency_known CHECK ((currency = 'HTG'::text)),
  constraint rate_sane CHECK (((rate >= (1)::numeric) AND (rate <= (100000)::numeric))),
  constraint source_given CHECK (((length(source) >= 1) AND (length(source) <= 200))),
  constraint exchange_rates_set_by_fkey FOREIGN KEY (set_by) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table public.exchange_rates is 'What one US dollar costs, as the accountant set it. The newest row counts; the older ones are the history. Append-only.';
comment on column public.exchange_rates.rate_date is 'The day for which the source published this rate.';
CREATE INDEX exchange_rates_set_by_idx ON public.exchange_rates USING btree (set_by);
alter table public.exchange_rates enable row level security;
grant select (id, currency, rate, rate_date, source, created_at) on public.exchange_rates to anon, authenticated;
grant select, insert, references, trigger on public.exchange_rates to service_role;
create policy "everybody sees the exchange rates" on public.exchange_rates for select to anon, authenticated
  using (true);

create table public.featured_films (
  id uuid default gen_random_uuid() not null,
  title text default 'Untitled Film'::text not null,
  description text,
  banner_url text not null,
  poster_url text,
  trailer_url text,
  rating numeric(2,1),
  release_year integer default (EXTRACT(year FROM now()))::integer not null,
  duration text,
  genre text[] default '{}'::text[] not null,
  director text,
  actors text[] default '{}'::text[] not null,
  is_premium boolean default false not null,
  active boolean default true not null,
  movie_id uuid,
  series_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint featured_films_pkey PRIMARY KEY (id),
  constraint banner_is_own CHECK (private.is_own_path(banner_url)),
  constraint description_length CHECK ((char_length(description) <= 10000)),
  constraint duration_length CHECK ((char_length(duration) <= 40)),
  constraint points_at_one_title CHECK ((num_nonnulls(movie_id, series_id) <= 1)),
  constraint poster_is_own CHECK (private.is_own_path(poster_url)),
  constraint rating_range CHECK (((rating >= (0)::numeric) AND (rating <= (5)::numeric))),
  constraint release_year_sane CHECK (((release_year >= 1890) AND (release_year <= 2200))),
  constraint title_present CHECK (((private.trim_text(title) <> ''::text) AND (char_length(title) <= 200))),
  constraint trailer_is_web_address CHECK (private.is_web_address(trailer_url)),
  constraint featured_films_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE SET NULL,
  constraint featured_films_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE SET NULL
);
comment on table public.featured_films is 'The hero of the home page. Can point at a movie or series.';
CREATE INDEX featured_films_created_at_idx ON public.featured_films USING btree (created_at DESC) WHERE active;
CREATE INDEX featured_films_movie_id_idx ON public.featured_films USING btree (movie_id);
CREATE INDEX featured_films_series_id_idx ON public.featured_films USING btree (series_id);
alter table public.featured_films enable row level security;
grant all on public.featured_films to service_role;
grant select on public.featured_films to anon;
grant select, insert, update, delete on public.featured_films to authenticated;
create policy "members see active featured ones of their titles, editors all" on public.featured_films for select to authenticated
  using (((active AND ((num_nonnulls(movie_id, series_id) = 0) OR ( SELECT true
   FROM public.movies m
  WHERE (m.id = featured_films.movie_id)) OR ( SELECT true
   FROM public.series s
  WHERE (s.id = featured_films.series_id)))) OR ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role)));
create policy "visitors see active featured films of titles they can see" on public.featured_films for select to anon
  using ((active AND ((num_nonnulls(movie_id, series_id) = 0) OR ( SELECT true
   FROM public.movies m
  WHERE (m.id = featured_films.movie_id)) OR ( SELECT true
   FROM public.series s
  WHERE (s.id = featured_films.series_id)))));
create policy "editors add featured films" on public.featured_films for insert to authenticated
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors change featured films" on public.featured_films for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors delete featured films" on public.featured_films for delete to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.featured_films FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER featured_films_strip_hosts BEFORE INSERT OR UPDATE ON public.featured_films FOR EACH ROW EXECUTE FUNCTION private.strip_hosts('banner_url', 'poster_url', 'trailer_url');
CREATE TRIGGER keep_deleted_row BEFORE DELETE ON public.featured_films FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_row();

create table public.forum_categories (
  id uuid default gen_random_uuid() not null,
  name text collate "und-x-icu" not null,
  description text,
  "position" integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  name_translations jsonb default '{}'::jsonb not null,
  description_translations jsonb default '{}'::jsonb not null,
  constraint forum_categories_pkey PRIMARY KEY (id),
  constraint description_length CHECK ((char_length(description) <= 1000)),
  constraint description_translations_valid CHECK (private.are_translations(description_translations, 1000)),
  constraint name_present CHECK (((private.trim_text(name) <> ''::text) AND (char_length(name) <= 60))),
  constraint name_translations_valid CHECK (private.are_translations(name_translations, 60))
);
comment on table public.forum_categories is 'Categories of the forum. General always exists: topics of a deleted category move there.';
comment on column public.forum_categories.name_translations is 'By language.';
CREATE UNIQUE INDEX forum_categories_name_key ON public.forum_categories USING btree (lower(name));
alter table public.forum_categories enable row level security;
grant all on public.forum_categories to service_role;
grant insert (name, description, "position", name_translations, description_translations), update (name, description, "position", name_translations, description_translations) on public.forum_categories to authenticated;
grant select on public.forum_categories to anon;
grant select, delete on public.forum_categories to authenticated;
create policy "everybody sees the forum's categories" on public.forum_categories for select to anon, authenticated
  using (true);
create policy "moderators add forum categories" on public.forum_categories for insert to authenticated
  with check (( SELECT private.has_role(VARIADIC ARRAY['moderator'::text]) AS has_role));
create policy "moderators change forum categories" on public.forum_categories for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['moderator'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['moderator'::text]) AS has_role));
create policy "moderators delete forum categories except General" on public.forum_categories for delete to authenticated
  using ((( SELECT private.has_role(VARIADIC ARRAY['moderator'::text]) AS has_role) AND (id <> '00000000-0000-4000-8000-000000000001'::uuid)));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.forum_categories FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER delete_category_lists AFTER DELETE ON public.forum_categories FOR EACH ROW EXECUTE FUNCTION private.delete_category_lists();
CREATE TRIGGER lock_topics BEFORE DELETE ON public.forum_categories FOR EACH ROW EXECUTE FUNCTION private.lock_topics_of_category();
CREATE TRIGGER protect_general_category BEFORE DELETE ON public.forum_categories FOR EACH ROW WHEN ((old.id = '00000000-0000-4000-8000-000000000001'::uuid)) EXECUTE FUNCTION private.protect_general_category();

create table public.forum_posts (
  id uuid default gen_random_uuid() not null,
  topic_id uuid not null,
  user_id uuid default auth.uid(),
  content text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  hidden_at timestamp with time zone,
  reactions integer[],
  constraint forum_posts_pkey PRIMARY KEY (id),
  constraint content_present CHECK (((private.trim_text(content) <> ''::text) AND (char_length(content) <= 20000))),
  constraint forum_posts_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES public.forum_topics(id),
  constraint forum_posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table public.forum_posts is 'Replies, oldest first.';
comment on column public.forum_posts.hidden_at is 'Set when a moderator hid it. The content is then a placeholder; the original is in private.hidden_texts.';
comment on column public.forum_posts.reactions is 'How many of each kind, in the order heart, bravo, laugh, wow; null without any. Maintained by fold_reactions().';
CREATE INDEX forum_posts_topic_id_created_at_id_idx ON public.forum_posts USING btree (topic_id, created_at, id);
CREATE INDEX forum_posts_user_id_topic_id_idx ON public.forum_posts USING btree (user_id, topic_id);
alter table public.forum_posts enable row level security;
grant all on public.forum_posts to service_role;
grant insert (id, topic_id, user_id, content) on public.forum_posts to authenticated;
grant select on public.forum_posts to anon;
grant select, delete on public.forum_posts to authenticated;
create policy "everybody reads replies" on public.forum_posts for select to anon, authenticated
  using ((topic_id <> ALL (( SELECT private.list_deleted_topics() AS list_deleted_topics)::uuid[])));
create policy "members reply as themselves" on public.forum_posts for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "members delete their own reply, moderators any" on public.forum_posts for delete to authenticated
  using ((((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.has_role(VARIADIC ARRAY['moderator'::text]) AS has_role)) AND private.lock_topic(topic_id)));
CREATE TRIGGER check_new_reply BEFORE INSERT ON public.forum_posts FOR EACH ROW EXECUTE FUNCTION private.check_new_reply();
CREATE TRIGGER count_reply AFTER INSERT ON public.forum_posts FOR EACH ROW EXECUTE FUNCTION private.count_reply();
CREATE TRIGGER log_removal AFTER DELETE ON public.forum_posts FOR EACH ROW EXECUTE FUNCTION private.log_removal('post');
CREATE TRIGGER move_in_reply_lists AFTER UPDATE OF created_at ON public.forum_posts FOR EACH ROW WHEN ((old.created_at IS DISTINCT FROM new.created_at)) EXECUTE FUNCTION private.move_in_reply_lists();
CREATE TRIGGER normalize_reply BEFORE UPDATE OF content ON public.forum_posts FOR EACH ROW EXECUTE FUNCTION private.normalize_reply();
CREATE TRIGGER notify_of_edit AFTER UPDATE OF content ON public.forum_posts FOR EACH ROW WHEN (((new.hidden_at IS NULL) AND (old.hidden_at IS NULL))) EXECUTE FUNCTION private.notify_of_reply();
CREATE TRIGGER notify_of_reply AFTER INSERT ON public.forum_posts FOR EACH ROW EXECUTE FUNCTION private.notify_of_reply();
CREATE TRIGGER queue_reactions_of_removed AFTER DELETE ON public.forum_posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_reactions();
CREATE TRIGGER reject_shared_ids BEFORE INSERT ON public.forum_posts FOR EACH ROW EXECUTE FUNCTION private.reject_shared_ids();
CREATE TRIGGER reject_suspended_members BEFORE INSERT OR DELETE ON public.forum_posts FOR EACH STATEMENT EXECUTE FUNCTION private.reject_suspended_members();
CREATE TRIGGER require_second_factor BEFORE INSERT OR DELETE ON public.forum_posts FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();
CREATE TRIGGER uncount_replies AFTER DELETE ON public.forum_posts REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION private.uncount_replies();
CREATE TRIGGER update_reply_lists AFTER INSERT ON public.forum_posts REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_reply_lists();

create table public.forum_reactions (
  post_id uuid not null,
  user_id uuid default auth.uid() not null,
  kind text not null,
  created_at timestamp with time zone default now() not null,
  constraint forum_reactions_pkey PRIMARY KEY (post_id, user_id, kind),
  constraint kind_known CHECK ((kind = ANY (ARRAY['heart'::text, 'bravo'::text, 'laugh'::text, 'wow'::text]))),
  constraint forum_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table public.forum_reactions is 'Members'' reactions to replies and to the first posts of topics. Visible to that member only. No foreign key to the post, which a request may delete with all its reactions: fold_reactions() removes them.';
CREATE INDEX forum_reactions_user_id_idx ON public.forum_reactions USING btree (user_id);
alter table public.forum_reactions enable row level security;
grant all on public.forum_reactions to service_role;
grant insert (post_id, user_id, kind) on public.forum_reactions to authenticated;
grant select, delete on public.forum_reactions to authenticated;
create policy "members see their own reactions" on public.forum_reactions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "reactions need the second factor" on public.forum_reactions as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
create policy "members react to posts of others that are not hidden" on public.forum_reactions for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT ((p.hidden_at IS NULL) AND (p.user_id IS DISTINCT FROM ( SELECT auth.uid() AS uid)))
   FROM public.forum_posts p
  WHERE (p.id = forum_reactions.post_id)) OR ( SELECT ((t.hidden_at IS NULL) AND (t.user_id IS DISTINCT FROM ( SELECT auth.uid() AS uid)))
   FROM public.forum_topics t
  WHERE (t.id = forum_reactions.post_id)))));
create policy "members take their own reaction back" on public.forum_reactions for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER limit_reactions BEFORE INSERT ON public.forum_reactions FOR EACH ROW EXECUTE FUNCTION private.limit_reactions();
CREATE TRIGGER queue_added AFTER INSERT ON public.forum_reactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_reactions();
CREATE TRIGGER queue_removed AFTER DELETE ON public.forum_reactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_reactions();
CREATE TRIGGER reject_suspended_members BEFORE INSERT OR DELETE ON public.forum_reactions FOR EACH STATEMENT EXECUTE FUNCTION private.reject_suspended_members();
CREATE TRIGGER require_second_factor BEFORE INSERT OR DELETE ON public.forum_reactions FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();

create table public.forum_topics (
  id uuid default gen_random_uuid() not null,
  title text collate "und-x-icu" not null,
  content text not null,
  user_id uuid default auth.uid(),
  category_id uuid default '00000000-0000-4000-8000-000000000001'::uuid not null,
  views integer default 0 not null,
  reply_count integer default 0 not null,
  last_activity_at timestamp with time zone default now() not null,
  locked boolean default false not null,
  pinned boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  hidden_at timestamp with time zone,
  deleted_at timestamp with time zone,
  reactions integer[],
  constraint forum_topics_pkey PRIMARY KEY (id),
  constraint content_present CHECK (((private.trim_text(content) <> ''::text) AND (char_length(content) <= 20000))),
  constraint title_present CHECK (((private.trim_text(title) <> ''::text) AND (char_length(title) <= 200))),
  constraint forum_topics_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.forum_categories(id) ON DELETE SET DEFAULT,
  constraint forum_topics_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table public.forum_topics is 'Topics. user_id is null when the author was deleted.';
comment on column public.forum_topics.hidden_at is 'Set when a moderator hid it. Title and content are then a placeholder; the original is in private.hidden_texts.';
comment on column public.forum_topics.deleted_at is 'Set on what is left of a deleted topic until its replies are removed. Such rows are hidden from everybody.';
comment on column public.forum_topics.reactions is 'Of its first post: how many of each kind, in the order heart, bravo, laugh, wow; null without any. Maintained by fold_reactions().';
CREATE INDEX forum_topics_active ON public.forum_topics USING btree (last_activity_at DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX forum_topics_deleted ON public.forum_topics USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX forum_topics_discussed ON public.forum_topics USING btree (reply_count DESC, created_at DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX forum_topics_newest ON public.forum_topics USING btree (created_at DESC, id) INCLUDE (pinned) WHERE (deleted_at IS NULL);
CREATE INDEX forum_topics_of_category ON public.forum_topics USING btree (category_id, created_at DESC, id) INCLUDE (pinned, deleted_at);
CREATE INDEX forum_topics_of_category_active ON public.forum_topics USING btree (category_id, last_activity_at DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX forum_topics_of_category_discussed ON public.forum_topics USING btree (category_id, reply_count DESC, created_at DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX forum_topics_of_member ON public.forum_topics USING btree (user_id, created_at DESC, id);
CREATE INDEX forum_topics_pinned ON public.forum_topics USING btree (created_at DESC, id) WHERE (pinned AND (deleted_at IS NULL));
alter table public.forum_topics enable row level security;
grant all on public.forum_topics to service_role;
grant insert (id, title, content, user_id, category_id), update (category_id, locked, pinned) on public.forum_topics to authenticated;
grant select on public.forum_topics to anon;
grant select, delete on public.forum_topics to authenticated;
create policy "everybody reads topics" on public.forum_topics for select to anon, authenticated
  using ((deleted_at IS NULL));
create policy "members open topics as themselves" on public.forum_topics for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "moderators move, lock and pin topics" on public.forum_topics for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['moderator'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['moderator'::text]) AS has_role));
create policy "members delete their own topic, moderators any" on public.forum_topics for delete to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.has_role(VARIADIC ARRAY['moderator'::text]) AS has_role)));
CREATE TRIGGER "0_remove_topic" AFTER DELETE ON public.forum_topics FOR EACH ROW WHEN ((old.deleted_at IS NULL)) EXECUTE FUNCTION private.remove_topic();
CREATE TRIGGER check_new_topic BEFORE INSERT ON public.forum_topics FOR EACH ROW WHEN ((new.deleted_at IS NULL)) EXECUTE FUNCTION private.check_new_topic();
CREATE TRIGGER log_removal AFTER DELETE ON public.forum_topics FOR EACH ROW EXECUTE FUNCTION private.log_removal('topic');
CREATE TRIGGER log_topic_update AFTER UPDATE OF locked, pinned, category_id ON public.forum_topics FOR EACH ROW EXECUTE FUNCTION private.log_topic_update();
CREATE TRIGGER move_in_topic_lists AFTER UPDATE OF category_id, pinned, created_at ON public.forum_topics FOR EACH ROW WHEN ((((old.category_id IS DISTINCT FROM new.category_id) OR (old.pinned IS DISTINCT FROM new.pinned)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.move_in_topic_lists();
CREATE TRIGGER normalize_topic BEFORE INSERT OR UPDATE OF title, content ON public.forum_topics FOR EACH ROW EXECUTE FUNCTION private.normalize_topic();
CREATE TRIGGER notify_of_edit AFTER UPDATE OF title, content ON public.forum_topics FOR EACH ROW WHEN (((new.hidden_at IS NULL) AND (old.hidden_at IS NULL))) EXECUTE FUNCTION private.notify_of_topic();
CREATE TRIGGER notify_of_topic AFTER INSERT ON public.forum_topics FOR EACH ROW WHEN ((new.deleted_at IS NULL)) EXECUTE FUNCTION private.notify_of_topic();
CREATE TRIGGER queue_reactions_of_removed AFTER DELETE ON public.forum_topics REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_reactions();
CREATE TRIGGER reject_shared_ids BEFORE INSERT ON public.forum_topics FOR EACH ROW WHEN ((new.deleted_at IS NULL)) EXECUTE FUNCTION private.reject_shared_ids();
CREATE TRIGGER reject_suspended_members BEFORE INSERT OR DELETE ON public.forum_topics FOR EACH STATEMENT EXECUTE FUNCTION private.reject_suspended_members();
CREATE TRIGGER remove_from_topic_lists AFTER DELETE ON public.forum_topics REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_topic_lists();
CREATE TRIGGER require_second_factor BEFORE INSERT OR DELETE ON public.forum_topics FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();
CREATE TRIGGER search_added AFTER INSERT ON public.forum_topics REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_search_index('topic');
CREATE TRIGGER search_changed AFTER UPDATE OF id, title, created_at ON public.forum_topics FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.title IS DISTINCT FROM new.title)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.update_search_index('topic');
CREATE TRIGGER search_removed AFTER DELETE ON public.forum_topics REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_search_index('topic');
CREATE TRIGGER update_topic_lists AFTER INSERT ON public.forum_topics REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_topic_lists();

create table public.front_page_rows (
  id uuid default gen_random_uuid() not null,
  place text not null,
  "position" integer not null,
  title text not null,
  title_fr text,
  title_ht text,
  title_es text,
  kind text not null,
  title_ids uuid[] default '{}'::uuid[] not null,
  category_id uuid,
  rule text,
  hidden boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint front_page_rows_pkey PRIMARY KEY (id),
  constraint one_row_per_position UNIQUE (place, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint kind_has_what_it_shows CHECK (
CASE kind
    WHEN 'chosen'::text THEN ((category_id IS NULL) AND (rule IS NULL))
    WHEN 'category'::text THEN ((category_id IS NOT NULL) AND (rule IS NULL) AND (title_ids = '{}'::uuid[]))
    WHEN 'rule'::text THEN ((rule IS NOT NULL) AND (category_id IS NULL) AND (title_ids = '{}'::uuid[]))
    ELSE false
END),
  constraint place_known CHECK ((place = ANY (ARRAY['home'::text, 'films'::text]))),
  constraint position_range CHECK ((("position" >= 1) AND ("position" <= 12))),
  constraint rule_known CHECK ((rule = ANY (ARRAY['free'::text, 'newest'::text, 'best'::text, 'short'::text, 'small'::text, 'ending'::text, 'series'::text]))),
  constraint title_es_length CHECK ((char_length(title_es) <= 60)),
  constraint title_fr_length CHECK ((char_length(title_fr) <= 60)),
  constraint title_ht_length CHECK ((char_length(title_ht) <= 60)),
  constraint title_length CHECK (((private.trim_text(title) <> ''::text) AND (char_length(title) <= 60))),
  constraint titles_count CHECK (((cardinality(title_ids) <= 24) AND (array_position(title_ids, NULL::uuid) IS NULL))),
  constraint front_page_rows_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.movie_categories(id) ON DELETE CASCADE
);
comment on table public.front_page_rows is 'Rows of titles on the home page and the films page, composed by editors: chosen titles, a category, or a rule. title is in English.';
CREATE INDEX front_page_rows_category_id_idx ON public.front_page_rows USING btree (category_id);
alter table public.front_page_rows enable row level security;
grant all on public.front_page_rows to service_role;
grant select on public.front_page_rows to anon, authenticated;
create policy "members see rows that are not hidden, editors see all" on public.front_page_rows for select to authenticated
  using (((NOT hidden) OR ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role)));
create policy "visitors see rows that are not hidden" on public.front_page_rows for select to anon
  using ((NOT hidden));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.front_page_rows FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER front_page_rows_touch BEFORE UPDATE ON public.front_page_rows FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

create table public.ledger (
  id bigint generated always as identity not null,
  order_id uuid not null,
  kind text not null,
  amount_minor bigint not null,
  currency text not null,
  provider text not null,
  provider_reference text not null,
  occurred_at timestamp with time zone default now() not null,
  booked_at timestamp with time zone default now() not null,
  payment_reference text,
  period_end timestamp with time zone,
  problem text,
  country text,
  constraint ledger_pkey PRIMARY KEY (id),
  constraint booked_once UNIQUE (provider, provider_reference, kind),
  constraint country_known CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint currency_known CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint kind_known CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'refund_failed'::text, 'dispute'::text, 'dispute_won'::text, 'credit'::text]))),
  constraint problem_known CHECK ((problem = ANY (ARRAY['amount_short'::text, 'currency_wrong'::text, 'title_deleted'::text]))),
  constraint sign_follows_kind CHECK (
CASE
    WHEN ((kind = 'payment'::text) AND (provider = 'promotion'::text)) THEN (amount_minor = 0)
    WHEN (kind = 'payment'::text) THEN ((amount_minor > 0) OR ((amount_minor = 0) AND (period_end IS NOT NULL)))
    WHEN (kind = ANY (ARRAY['refund_failed'::text, 'dispute_won'::text])) THEN (amount_minor > 0)
    ELSE (amount_minor < 0)
END),
  constraint ledger_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT
);
comment on table public.ledger is 'Every payment, refund, dispute and credit, once, in integer minor units. Append-only. A credit moves no money at the provider.';
comment on column public.ledger.payment_reference is 'The payment that a refund or dispute belongs to; null when provider_reference is that payment''s.';
comment on column public.ledger.period_end is 'End of the period that a subscription payment pays for.';
comment on column public.ledger.problem is 'Why a charged payment gives no entitlement; an accountant has to check it.';
comment on column public.ledger.country is 'Where the buyer paid from, as far as the provider says so.';
CREATE INDEX ledger_id_idx ON public.ledger USING btree (id) WHERE (problem IS NOT NULL);
CREATE INDEX ledger_occurred_at_id ON public.ledger USING btree (occurred_at, id);
CREATE INDEX ledger_order_id_idx ON public.ledger USING btree (order_id);
CREATE INDEX ledger_provider_reference ON public.ledger USING btree (provider_reference);
alter table public.ledger enable row level security;
grant select on public.ledger to authenticated;
grant select, insert, references, trigger on public.ledger to service_role;
create policy "accountants see the whole ledger" on public.ledger for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['accountant'::text]) AS has_role));
create policy "ledger entries need the second factor" on public.ledger as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
create policy "members see ledger entries of their orders" on public.ledger for select to authenticated
  using ((order_id IN ( SELECT o.id
   FROM public.orders o
  WHERE (o.user_id = ( SELECT auth.uid() AS uid)))));
CREATE CONSTRAINT TRIGGER issue_receipt AFTER INSERT ON public.ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind = 'payment'::text)) EXECUTE FUNCTION private.issue_receipt();
CREATE TRIGGER ledger_append_only BEFORE DELETE OR UPDATE ON public.ledger FOR EACH ROW EXECUTE FUNCTION private.reject_ledger_change();
alter table public.ledger enable always trigger ledger_append_only;
CREATE TRIGGER ledger_never_truncated BEFORE TRUNCATE ON public.ledger FOR EACH STATEMENT EXECUTE FUNCTION private.reject_ledger_change();
alter table public.ledger enable always trigger ledger_never_truncated;
CREATE TRIGGER mark_past_day_stale AFTER INSERT ON public.ledger FOR EACH ROW WHEN ((new.occurred_at < date_trunc('day'::text, now(), 'UTC'::text))) EXECUTE FUNCTION private.mark_past_day_stale('ledger');
CREATE TRIGGER mark_trial_of_payment AFTER INSERT ON public.ledger FOR EACH ROW WHEN (((new.kind = 'payment'::text) AND (new.period_end IS NOT NULL))) EXECUTE FUNCTION private.mark_trial_of_payment();
CREATE TRIGGER note_payment_problem AFTER INSERT ON public.ledger FOR EACH ROW WHEN ((new.kind = 'payment'::text)) EXECUTE FUNCTION private.note_payment_problem();

create table public.media_jobs (
  id uuid default gen_random_uuid() not null,
  movie_id uuid,
  episode_id uuid,
  source_path text not null,
  status text default 'queued'::text not null,
  stage text,
  percent numeric(4,1) default 0 not null,
  seconds_left integer,
  attempts integer default 0 not null,
  run_after timestamp with time zone default now() not null,
  error_key text,
  error_detail text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  av1 text default 'waiting'::text not null,
  constraint media_jobs_pkey PRIMARY KEY (id),
  constraint av1_known CHECK ((av1 = ANY (ARRAY['waiting'::text, 'making'::text, 'made'::text, 'none'::text, 'failed'::text]))),
  constraint one_title CHECK ((num_nonnulls(movie_id, episode_id) = 1)),
  constraint percent_range CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric))),
  constraint stage_known CHECK ((stage = ANY (ARRAY['checking'::text, 'first'::text, 'second'::text]))),
  constraint status_known CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'canceled'::text]))),
  constraint media_jobs_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES public.episodes(id) ON DELETE CASCADE,
  constraint media_jobs_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE CASCADE
);
comment on table public.media_jobs is 'Encoding jobs: status, progress, and why one failed. Editors see changes live.';
comment on column public.media_jobs.av1 is 'The low renditions in AV1, made after the job is done. none: this film gets none.';
CREATE INDEX media_jobs_av1 ON public.media_jobs USING btree (created_at) WHERE ((status = 'done'::text) AND (av1 = ANY (ARRAY['waiting'::text, 'making'::text])));
CREATE INDEX media_jobs_due ON public.media_jobs USING btree (run_after) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX media_jobs_episode_id_created_at_idx ON public.media_jobs USING btree (episode_id, created_at DESC);
CREATE INDEX media_jobs_movie_id_created_at_idx ON public.media_jobs USING btree (movie_id, created_at DESC);
CREATE INDEX media_jobs_newest ON public.media_jobs USING btree (created_at DESC, id);
CREATE INDEX media_jobs_not_done ON public.media_jobs USING btree (status) WHERE (status <> 'done'::text);
CREATE UNIQUE INDEX one_open_job_per_episode ON public.media_jobs USING btree (episode_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE UNIQUE INDEX one_open_job_per_movie ON public.media_jobs USING btree (movie_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
alter table public.media_jobs enable row level security;
grant all on public.media_jobs to service_role;
grant select on public.media_jobs to authenticated;
create policy "editors see media jobs" on public.media_jobs for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
CREATE TRIGGER audit_media_job AFTER UPDATE OF status ON public.media_jobs FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION private.audit_media_job();
CREATE TRIGGER media_jobs_touch BEFORE UPDATE ON public.media_jobs FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

create table public.movie_categories (
  id uuid default gen_random_uuid() not null,
  name text collate "und-x-icu" not null,
  description text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  name_translations jsonb default '{}'::jsonb not null,
  description_translations jsonb default '{}'::jsonb not null,
  constraint movie_categories_pkey PRIMARY KEY (id),
  constraint description_length CHECK ((char_length(description) <= 1000)),
  constraint description_translations_valid CHECK (private.are_translations(description_translations, 1000)),
  constraint name_present CHECK (((private.trim_text(name) <> ''::text) AND (char_length(name) <= 60))),
  constraint name_translations_valid CHECK (private.are_translations(name_translations, 60))
);
comment on table public.movie_categories is 'Genres for browsing. Titles name them in their genre list.';
comment on column public.movie_categories.name_translations is 'By language. Addresses and genres of titles always use name.';
CREATE UNIQUE INDEX movie_categories_name_key ON public.movie_categories USING btree (lower(name));
alter table public.movie_categories enable row level security;
grant all on public.movie_categories to service_role;
grant insert (name, description, name_translations, description_translations), update (name, description, updated_at, name_translations, description_translations) on public.movie_categories to authenticated;
grant select on public.movie_categories to anon;
grant select, delete on public.movie_categories to authenticated;
create policy "everybody sees categories" on public.movie_categories for select to anon, authenticated
  using (true);
create policy "editors add categories" on public.movie_categories for insert to authenticated
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors change categories" on public.movie_categories for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors delete categories" on public.movie_categories for delete to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.movie_categories FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER index_names AFTER INSERT OR UPDATE OF name, name_translations ON public.movie_categories FOR EACH ROW EXECUTE FUNCTION private.index_category_names();
CREATE TRIGGER keep_deleted_row BEFORE DELETE ON public.movie_categories FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_row();
CREATE TRIGGER movie_categories_touch BEFORE UPDATE ON public.movie_categories FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER rename_category AFTER UPDATE OF name ON public.movie_categories FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION private.rename_category();

create table public.movies (
  id uuid default gen_random_uuid() not null,
  title text collate "und-x-icu" not null,
  description text,
  thumbnail_url text,
  banner_url text,
  trailer_url text,
  duration integer,
  release_date date,
  genre text[] default '{}'::text[] not null,
  language text,
  director text,
  actors text[] default '{}'::text[] not null,
  published boolean default false not null,
  is_free boolean default false not null,
  is_purchasable boolean default false not null,
  is_rentable boolean default false not null,
  purchase_price numeric(10,2),
  rental_price numeric(10,2),
  video_url text,
  review_count integer default 0 not null,
  review_total integer default 0 not null,
  rating numeric(2,1) generated always as (
CASE
    WHEN (review_count > 0) THEN round(((review_total)::numeric / (review_count)::numeric), 1)
    ELSE NULL::numeric
END) stored,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  has_video boolean default false not null,
  publish_at timestamp with time zone,
  unpublish_at timestamp with time zone,
  published_at timestamp with time zone,
  rating_counts integer[] default '{0,0,0,0,0}'::integer[] not null,
  title_translations jsonb default '{}'::jsonb not null,
  description_translations jsonb default '{}'::jsonb not null,
  sound_languages text[] default '{}'::text[] not null,
  caption_languages text[] default '{}'::text[] not null,
  publish_when_ready boolean default false not null,
  accessibility text[] default '{}'::text[] not null,
  constraint movies_pkey PRIMARY KEY (id),
  constraint actors_count CHECK ((cardinality(actors) <= 100)),
  constraint banner_is_own CHECK (private.is_own_path(banner_url)),
  constraint description_length CHECK ((char_length(description) <= 10000)),
  constraint description_translations_valid CHECK (private.are_translations(description_translations, 10000)),
  constraint director_length CHECK ((char_length(director) <= 200)),
  constraint duration_in_minutes CHECK (((duration >= 1) AND (duration <= 1440))),
  constraint genre_count CHECK ((cardinality(genre) <= 10)),
  constraint language_known CHECK ((language = ANY (ARRAY['ht'::text, 'fr'::text, 'en'::text, 'es'::text]))),
  constraint purchase_price_sane CHECK (((purchase_price >= (0)::numeric) AND (purchase_price <= 9999.99))),
  constraint release_window_in_order CHECK ((unpublish_at > publish_at)),
  constraint rental_price_sane CHECK (((rental_price >= (0)::numeric) AND (rental_price <= 9999.99))),
  constraint thumbnail_is_own CHECK (private.is_own_path(thumbnail_url)),
  constraint title_present CHECK (((private.trim_text(title) <> ''::text) AND (char_length(title) <= 200))),
  constraint title_translations_valid CHECK (private.are_translations(title_translations, 200)),
  constraint trailer_is_web_address CHECK (private.is_web_address(trailer_url)),
  constraint video_is_an_object_path CHECK (((video_url ~ '^[^/:\s][^:\s]*$'::text) AND (video_url !~ '\.\.'::text)))
);
comment on table public.movies is 'Films. Everybody sees a film once it is published.';
comment on column public.movies.video_url is 'The object''s path in the private bucket movies, never a URL.';
comment on column public.movies.rating is 'Average of the reviews; null without reviews.';
comment on column public.movies.has_video is 'True when a stream can be played. Maintained by update_has_video().';
comment on column public.movies.publish_at is 'Published at this time by apply_release_windows(), which then clears it.';
comment on column public.movies.unpublish_at is 'Unpublished at this time by apply_release_windows(), which then clears it.';
comment on column public.movies.published_at is 'When it was first published. Unpublishing keeps it, so that publishing again does not make a film new.';
comment on column public.movies.rating_counts is 'How many reviews give one star, two, up to five. Maintained by count_reviews().';
comment on column public.movies.title_translations is 'By language; title and description are in the film''s own language.';
comment on column public.movies.sound_languages is 'Of the video. Maintained by update_title_languages(), as caption_languages.';
comment on column public.movies.publish_when_ready is 'Published by publish_ready_movie() when its video can be played, which then clears it.';
comment on column public.movies.accessibility is 'What the video has for people who do not see or hear: description, captions, sign. Maintained by update_title_languages().';
CREATE INDEX movies_all_newest ON public.movies USING btree (created_at DESC, id);
CREATE INDEX movies_by_title ON public.movies USING btree (title, id);
CREATE INDEX movies_by_video ON public.movies USING btree (video_url) WHERE (video_url IS NOT NULL);
CREATE INDEX movies_drafts ON public.movies USING btree (created_at DESC, id) WHERE (NOT published);
CREATE INDEX movies_for_rent ON public.movies USING btree (created_at DESC, id) WHERE is_rentable;
CREATE INDEX movies_for_sale ON public.movies USING btree (created_at DESC, id) WHERE is_purchasable;
CREATE INDEX movies_free ON public.movies USING btree (created_at DESC, id) WHERE is_free;
CREATE INDEX movies_newest ON public.movies USING btree (created_at DESC, id) WHERE published;
CREATE INDEX movies_publish_at_idx ON public.movies USING btree (publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX movies_unpublish_at_idx ON public.movies USING btree (unpublish_at) WHERE (unpublish_at IS NOT NULL);
CREATE INDEX movies_without_video ON public.movies USING btree (created_at DESC, id) WHERE (NOT has_video);
alter table public.movies enable row level security;
grant all on public.movies to service_role;
grant insert (id, title, description, thumbnail_url, banner_url, trailer_url, duration, release_date, genre, language, director, actors, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, video_url, publish_at, unpublish_at, title_translations, description_translations, publish_when_ready), update (title, description, thumbnail_url, banner_url, trailer_url, duration, release_date, genre, language, director, actors, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, video_url, updated_at, publish_at, unpublish_at, title_translations, description_translations, publish_when_ready) on public.movies to authenticated;
grant select on public.movies to anon;
grant select, delete on public.movies to authenticated;
create policy "members see published and paid movies, editors see all" on public.movies for select to authenticated
  using ((published OR ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role) OR ( SELECT true
   FROM private.my_paid_titles p
  WHERE (p.movie_id = movies.id)
 LIMIT 1)));
create policy "visitors see published movies" on public.movies for select to anon
  using (published);
create policy "editors add movies" on public.movies for insert to authenticated
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors change movies" on public.movies for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors delete movies" on public.movies for delete to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.movies FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER check_genres BEFORE INSERT OR UPDATE OF genre ON public.movies FOR EACH ROW EXECUTE FUNCTION private.check_genres();
CREATE TRIGGER check_uploads_of_changed AFTER UPDATE OF video_url ON public.movies FOR EACH ROW WHEN ((old.video_url IS DISTINCT FROM new.video_url)) EXECUTE FUNCTION private.check_title_uploads('movies/');
CREATE TRIGGER check_uploads_of_deleted AFTER DELETE ON public.movies FOR EACH ROW EXECUTE FUNCTION private.check_title_uploads('movies/');
CREATE TRIGGER count_rows_added AFTER INSERT ON public.movies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER count_rows_removed AFTER DELETE ON public.movies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER hide_featured_draft BEFORE DELETE ON public.movies FOR EACH ROW WHEN ((NOT old.published)) EXECUTE FUNCTION private.hide_featured_draft();
CREATE TRIGGER keep_deleted_row BEFORE DELETE ON public.movies FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_row();
CREATE TRIGGER lock_films BEFORE DELETE ON public.movies FOR EACH STATEMENT EXECUTE FUNCTION private.lock_films_first();
CREATE TRIGGER movies_strip_hosts BEFORE INSERT OR UPDATE ON public.movies FOR EACH ROW EXECUTE FUNCTION private.strip_hosts('thumbnail_url', 'banner_url', 'trailer_url');
CREATE TRIGGER movies_touch BEFORE UPDATE ON public.movies FOR EACH ROW WHEN (((old.review_count = new.review_count) AND (old.review_total = new.review_total) AND (old.rating_counts = new.rating_counts))) EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER note_publication BEFORE INSERT OR UPDATE OF published, published_at ON public.movies FOR EACH ROW EXECUTE FUNCTION private.note_publication();
CREATE TRIGGER protect_sold_title BEFORE DELETE ON public.movies FOR EACH ROW EXECUTE FUNCTION private.protect_sold_title();
CREATE TRIGGER publish_ready_movie BEFORE INSERT OR UPDATE ON public.movies FOR EACH ROW WHEN ((new.publish_when_ready AND (new.has_video OR new.published))) EXECUTE FUNCTION private.publish_ready_movie();
CREATE TRIGGER queue_new_video AFTER INSERT ON public.movies FOR EACH ROW WHEN ((new.video_url IS NOT NULL)) EXECUTE FUNCTION private.queue_linked_video();
CREATE TRIGGER queue_release AFTER INSERT OR UPDATE OF publish_at, unpublish_at ON public.movies FOR EACH ROW WHEN (((new.publish_at IS NOT NULL) OR (new.unpublish_at IS NOT NULL))) EXECUTE FUNCTION private.queue_release();
CREATE TRIGGER queue_video AFTER UPDATE OF video_url ON public.movies FOR EACH ROW WHEN (((new.video_url IS NOT NULL) AND (new.video_url IS DISTINCT FROM old.video_url))) EXECUTE FUNCTION private.queue_linked_video();
CREATE TRIGGER search_added AFTER INSERT ON public.movies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_search_index('movie');
CREATE TRIGGER search_changed AFTER UPDATE ON public.movies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.index_changed_movies();
CREATE TRIGGER search_removed AFTER DELETE ON public.movies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_search_index('movie');
CREATE TRIGGER track_added AFTER INSERT ON public.movies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.track_changed_titles('movie', 'director');
CREATE TRIGGER track_changed AFTER UPDATE ON public.movies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.track_changed_titles('movie', 'director');
CREATE TRIGGER track_removed AFTER DELETE ON public.movies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.track_changed_titles('movie', 'director');
CREATE TRIGGER update_lists_added AFTER INSERT ON public.movies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_lists('movie');
CREATE TRIGGER update_lists_changed AFTER UPDATE ON public.movies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_lists('movie');
CREATE TRIGGER update_lists_removed AFTER DELETE ON public.movies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_lists('movie');
CREATE TRIGGER update_title_directory AFTER INSERT OR DELETE OR UPDATE OF title, created_at, published, is_free, is_purchasable, is_rentable, has_video ON public.movies FOR EACH ROW EXECUTE FUNCTION private.update_title_directory();

create table public.notification_counts (
  user_id uuid not null,
  unread integer default 0 not null,
  changed_at timestamp with time zone default now() not null,
  constraint notification_counts_pkey PRIMARY KEY (user_id),
  constraint notification_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table public.notification_counts is 'How many unread notifications a member has. Maintained by count_notifications(); sent to open pages.';
alter table public.notification_counts enable row level security;
grant all on public.notification_counts to service_role;
grant select on public.notification_counts to authenticated;
create policy "members see their own notification count" on public.notification_counts for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));

create table public.orders (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  transaction_type text not null,
  media_type text,
  movie_id uuid,
  series_id uuid,
  plan text,
  title text not null,
  thumbnail_url text,
  amount_minor integer not null,
  currency text default 'USD'::text not null,
  provider text,
  provider_reference text,
  status text default 'pending'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  price_minor integer,
  exchange_rate numeric(12,4),
  pass text,
  gift_id uuid,
  promotion_id uuid,
  discount_minor integer,
  trial_days integer,
  bundle_id uuid,
  constraint orders_pkey PRIMARY KEY (id),
  constraint one_order_per_reference UNIQUE (provider, provider_reference),
  constraint amount_sane CHECK (((amount_minor >=
CASE
    WHEN (promotion_id IS NULL) THEN 1
    ELSE 0
END) AND (amount_minor <= 10000000))),
  constraint converted_with_a_rate CHECK ((((price_minor IS NULL) = (exchange_rate IS NULL)) AND ((exchange_rate IS NULL) OR (currency <> 'USD'::text)))),
  constraint currency_known CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint discounted_by_a_promotion CHECK ((((promotion_id IS NULL) = (discount_minor IS NULL)) AND (discount_minor >= 1) AND ((promotion_id IS NULL) OR (transaction_type = ANY (ARRAY['purchase'::text, 'rental'::text]))))),
  constraint names_what_it_sells CHECK ((((transaction_type = 'gift'::text) = (gift_id IS NOT NULL)) AND ((transaction_type = 'bundle'::text) = (bundle_id IS NOT NULL)) AND
CASE
    WHEN (transaction_type = 'subscription'::text) THEN ((plan IS NOT NULL) AND (pass IS NULL) AND (media_type IS NULL) AND (num_nonnulls(movie_id, series_id) = 0))
    WHEN ((transaction_type = 'pass'::text) OR ((transaction_type = 'gift'::text) AND (pass IS NOT NULL))) THEN ((pass IS NOT NULL) AND (plan IS NULL) AND (media_type IS NULL) AND (num_nonnulls(movie_id, series_id) = 0))
    WHEN (transaction_type = 'bundle'::text) THEN (num_nonnulls(pass, plan, media_type, movie_id, series_id) = 0)
    ELSE ((plan IS NULL) AND (pass IS NULL) AND (media_type = ANY (ARRAY['movie'::text, 'series'::text])) AND (NOT ((media_type = 'movie'::text) AND (series_id IS NOT NULL))) AND (NOT ((media_type = 'series'::text) AND (movie_id IS NOT NULL))))
END)),
  constraint status_known CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text, 'canceled'::text, 'refunded'::text, 'disputed'::text, 'expired'::text]))),
  constraint transaction_type_known CHECK ((transaction_type = ANY (ARRAY['purchase'::text, 'rental'::text, 'subscription'::text, 'pass'::text, 'gift'::text, 'bundle'::text]))),
  constraint trial_of_a_subscription CHECK (((trial_days IS NULL) OR ((plan IS NOT NULL) AND ((trial_days >= 1) AND (trial_days <= 90))))),
  constraint orders_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES private.bundles(id) ON DELETE RESTRICT,
  constraint orders_gift_id_fkey FOREIGN KEY (gift_id) REFERENCES private.gifts(id) ON DELETE RESTRICT,
  constraint orders_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE SET NULL,
  constraint orders_pass_fkey FOREIGN KEY (pass) REFERENCES public.passes(id),
  constraint orders_plan_fkey FOREIGN KEY (plan) REFERENCES public.plans(id),
  constraint orders_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES private.promotions(id) ON DELETE RESTRICT,
  constraint orders_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE SET NULL,
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table public.orders is 'What a member is about to pay, at the price of that moment. Stays when the title or the member is deleted.';
comment on column public.orders.price_minor is 'The price in cents of a dollar, where amount_minor is in another currency.';
comment on column public.orders.exchange_rate is 'The rate of the moment the checkout was started.';
comment on column public.orders.gift_id is 'Of a gift: several orders can be for one, when another way to pay was tried.';
comment on column public.orders.discount_minor is 'In cents of a dollar, taken off the price by a promotion.';
comment on column public.orders.trial_days is 'Of a subscription that begins with a trial. Its price is what is charged afterwards.';
comment on column public.orders.bundle_id is 'Of an order for several titles at once.';
CREATE INDEX orders_bundle_id ON public.orders USING btree (bundle_id);
CREATE INDEX orders_failed ON public.orders USING btree (updated_at) WHERE (status = 'failed'::text);
CREATE INDEX orders_gift ON public.orders USING btree (gift_id);
CREATE INDEX orders_movie_id_idx ON public.orders USING btree (movie_id);
CREATE INDEX orders_pass_idx ON public.orders USING btree (pass);
CREATE INDEX orders_plan_idx ON public.orders USING btree (plan);
CREATE INDEX orders_promotion ON public.orders USING btree (promotion_id, status, created_at);
CREATE INDEX orders_provider_reference ON public.orders USING btree (provider_reference);
CREATE INDEX orders_series_id_idx ON public.orders USING btree (series_id);
CREATE INDEX orders_started ON public.orders USING btree (created_at DESC, id DESC) WHERE (provider IS NOT NULL);
CREATE INDEX orders_started_by_status ON public.orders USING btree (status, created_at DESC, id DESC) WHERE (provider IS NOT NULL);
CREATE INDEX orders_unpaid_by_age ON public.orders USING btree (created_at) WHERE (status = ANY (ARRAY['pending'::text, 'failed'::text, 'canceled'::text, 'expired'::text]));
CREATE INDEX orders_user_id_created_at_idx ON public.orders USING btree (user_id, created_at DESC);
CREATE INDEX orders_without_checkout ON public.orders USING btree (created_at, id) WHERE ((status = 'pending'::text) AND (provider_reference IS NULL));
alter table public.orders enable row level security;
grant select on public.orders to authenticated;
grant select, insert, update, references, trigger on public.orders to service_role;
create policy "accountants see all orders" on public.orders for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['accountant'::text]) AS has_role));
create policy "members see their own orders" on public.orders for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "orders need the second factor" on public.orders as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
CREATE TRIGGER mark_earlier_failure_stale AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((old.status = 'failed'::text) AND (old.updated_at < date_trunc('day'::text, now(), 'UTC'::text)))) EXECUTE FUNCTION private.mark_past_day_stale('no longer failed order');
CREATE TRIGGER mark_past_day_stale AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.status = 'failed'::text) AND (new.updated_at < date_trunc('day'::text, now(), 'UTC'::text)))) EXECUTE FUNCTION private.mark_past_day_stale('failed order');
CREATE TRIGGER orders_touch BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER require_second_factor BEFORE INSERT ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();
CREATE TRIGGER schedule_payment_check AFTER UPDATE OF status, user_id, movie_id, series_id ON public.orders FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.movie_id IS DISTINCT FROM new.movie_id)) OR (old.series_id IS DISTINCT FROM new.series_id))) EXECUTE FUNCTION private.schedule_payment_check('id');

create table public.passes (
  id text not null,
  amount_minor integer not null,
  lasts interval not null,
  constraint passes_pkey PRIMARY KEY (id),
  constraint amount_sane CHECK (((amount_minor >= 1) AND (amount_minor <= 10000000))),
  constraint pass_known CHECK ((id = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text])))
);
comment on table public.passes is 'What a pass costs, in cents of a dollar, and how long it lasts. Admins set the prices.';
alter table public.passes enable row level security;
grant all on public.passes to service_role;
grant select on public.passes to anon, authenticated;
create policy "everybody sees the passes" on public.passes for select to anon, authenticated
  using (true);

create table public.payment_alerts (
  id bigint generated always as identity not null,
  order_id uuid,
  provider text not null,
  reference text not null,
  reason text not null,
  details jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  settled_by uuid,
  note text,
  constraint payment_alerts_pkey PRIMARY KEY (id),
  constraint one_alert_per_reason UNIQUE (provider, reference, reason),
  constraint reason_known CHECK ((reason = ANY (ARRAY['amount_short'::text, 'amount_over'::text, 'currency_wrong'::text, 'title_deleted'::text, 'order_unknown'::text, 'reference_wrong'::text, 'not_successful'::text, 'paid_twice'::text, 'nobody'::text]))),
  constraint payment_alerts_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint payment_alerts_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table public.payment_alerts is 'What providers reported that does not fit an order. Accountants settle them at /admin/payments.';
CREATE INDEX payment_alerts_open ON public.payment_alerts USING btree (id) WHERE (settled_at IS NULL);
CREATE INDEX payment_alerts_order_id_idx ON public.payment_alerts USING btree (order_id);
CREATE INDEX payment_alerts_settled_by_idx ON public.payment_alerts USING btree (settled_by);
alter table public.payment_alerts enable row level security;
grant select on public.payment_alerts to authenticated;
grant select, insert, update, references, trigger on public.payment_alerts to service_role;
create policy "accountants see payments to check" on public.payment_alerts for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['accountant'::text]) AS has_role));
create policy "payments to check need the second factor" on public.payment_alerts as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));

create table public.plans (
  id text not null,
  amount_minor integer not null,
  currency text default 'USD'::text not null,
  lasts interval not null,
  trial_days integer default 0 not null,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_amount_minor_check CHECK ((amount_minor > 0)),
  constraint plans_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint trial_days_sane CHECK (((trial_days >= 0) AND (trial_days <= 90)))
);
comment on table public.plans is 'Subscription plans. Keep the amounts equal to contract/src/commerce/limits.ts, which the pages show.';
comment on column public.plans.trial_days is 'Free days at the beginning of somebody''s first subscription; 0 for none. Admins set it.';
alter table public.plans enable row level security;
grant all on public.plans to service_role;
grant select on public.plans to anon, authenticated;
create policy "everybody sees the plans" on public.plans for select to anon, authenticated
  using (true);

create table public.review_votes (
  review_id uuid not null,
  user_id uuid default auth.uid() not null,
  created_at timestamp with time zone default now() not null,
  constraint review_votes_pkey PRIMARY KEY (review_id, user_id),
  constraint review_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table public.review_votes is 'Members who found a review helpful. Visible to that member only. No foreign key to the review, which a request may delete with all its votes: fold_review_votes() removes them.';
CREATE INDEX review_votes_user_id_idx ON public.review_votes USING btree (user_id);
alter table public.review_votes enable row level security;
grant all on public.review_votes to service_role;
grant insert (review_id, user_id) on public.review_votes to authenticated;
grant select, delete on public.review_votes to authenticated;
create policy "members see their own votes" on public.review_votes for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "votes need the second factor" on public.review_votes as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
create policy "members vote for reviews of others that they can see" on public.review_votes for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT (r.user_id <> ( SELECT auth.uid() AS uid))
   FROM public.reviews r
  WHERE (r.id = review_votes.review_id))));
create policy "members take their own vote back" on public.review_votes for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER limit_review_votes BEFORE INSERT ON public.review_votes FOR EACH ROW EXECUTE FUNCTION private.limit_review_votes();
CREATE TRIGGER queue_added AFTER INSERT ON public.review_votes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_review_votes();
CREATE TRIGGER queue_removed AFTER DELETE ON public.review_votes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_review_votes();
CREATE TRIGGER reject_suspended_members BEFORE INSERT OR DELETE ON public.review_votes FOR EACH STATEMENT EXECUTE FUNCTION private.reject_suspended_members();
CREATE TRIGGER require_second_factor BEFORE INSERT OR DELETE ON public.review_votes FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();

create table public.reviews (
  id uuid default gen_random_uuid() not null,
  movie_id uuid,
  user_id uuid default auth.uid() not null,
  rating integer not null,
  review_text text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  series_id uuid,
  helpful_count integer default 0 not null,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint one_review_per_member UNIQUE (movie_id, user_id),
  constraint one_series_review_per_member UNIQUE (series_id, user_id),
  constraint one_title CHECK ((num_nonnulls(movie_id, series_id) = 1)),
  constraint rating_range CHECK (((rating >= 1) AND (rating <= 5))),
  constraint review_length CHECK ((char_length(review_text) <= 5000)),
  constraint reviews_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE CASCADE,
  constraint reviews_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE CASCADE,
  constraint reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table public.reviews is 'One per member and title.';
comment on column public.reviews.helpful_count is 'How many members found it helpful. Maintained by fold_review_votes().';
CREATE INDEX reviews_of_member ON public.reviews USING btree (user_id, created_at DESC, id);
CREATE INDEX reviews_of_member_by_rating ON public.reviews USING btree (user_id, rating DESC, created_at DESC, id);
CREATE INDEX reviews_of_movie ON public.reviews USING btree (movie_id, created_at DESC, id);
CREATE INDEX reviews_of_movie_by_helpful ON public.reviews USING btree (movie_id, helpful_count DESC, created_at DESC, id) WHERE (movie_id IS NOT NULL);
CREATE INDEX reviews_of_movie_by_rating ON public.reviews USING btree (movie_id, rating DESC, created_at DESC, id) WHERE (movie_id IS NOT NULL);
CREATE INDEX reviews_of_movie_from_lowest ON public.reviews USING btree (movie_id, rating, helpful_count DESC, created_at DESC, id) WHERE (movie_id IS NOT NULL);
CREATE INDEX reviews_of_series ON public.reviews USING btree (series_id, created_at DESC, id) WHERE (series_id IS NOT NULL);
CREATE INDEX reviews_of_series_by_helpful ON public.reviews USING btree (series_id, helpful_count DESC, created_at DESC, id) WHERE (series_id IS NOT NULL);
CREATE INDEX reviews_of_series_by_rating ON public.reviews USING btree (series_id, rating DESC, created_at DESC, id) WHERE (series_id IS NOT NULL);
CREATE INDEX reviews_of_series_from_lowest ON public.reviews USING btree (series_id, rating, helpful_count DESC, created_at DESC, id) WHERE (series_id IS NOT NULL);
alter table public.reviews enable row level security;
grant all on public.reviews to service_role;
grant insert (movie_id, user_id, rating, review_text, series_id), update (rating, review_text, updated_at) on public.reviews to authenticated;
grant select on public.reviews to anon;
grant select, delete on public.reviews to authenticated;
create policy "everybody reads reviews of titles they can see" on public.reviews for select to anon, authenticated
  using ((( SELECT true
   FROM public.movies m
  WHERE (m.id = reviews.movie_id)) OR ( SELECT true
   FROM public.series s
  WHERE (s.id = reviews.series_id))));
create policy "members review published titles as themselves" on public.reviews for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT m.published
   FROM public.movies m
  WHERE (m.id = reviews.movie_id)) OR ( SELECT s.published
   FROM public.series s
  WHERE (s.id = reviews.series_id)))));
create policy "members change their own review" on public.reviews for update to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND private.lock_title(movie_id, series_id)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "members delete their own review, moderators any" on public.reviews for delete to authenticated
  using ((((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.has_role(VARIADIC ARRAY['moderator'::text]) AS has_role)) AND private.lock_title(movie_id, series_id)));
CREATE TRIGGER audit_review_removal AFTER DELETE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.audit_review_removal();
CREATE TRIGGER count_added AFTER INSERT ON public.reviews REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_reviews();
CREATE TRIGGER count_changed AFTER UPDATE ON public.reviews REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_reviews();
CREATE TRIGGER count_removed AFTER DELETE ON public.reviews REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_reviews();
CREATE TRIGGER normalize_review BEFORE INSERT OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.normalize_review();
CREATE TRIGGER queue_votes_of_removed AFTER DELETE ON public.reviews REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_review_votes();
CREATE TRIGGER reject_suspended_members BEFORE INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION private.reject_suspended_members();
CREATE TRIGGER require_second_factor BEFORE INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();

create table public.saved_filters (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  list text not null,
  name text not null,
  search text default ''::text not null,
  filter text default ''::text not null,
  sort text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint saved_filters_pkey PRIMARY KEY (id),
  constraint filter_is_a_key CHECK ((filter ~ '^[a-z_]{0,40}$'::text)),
  constraint keeps_something CHECK (((search <> ''::text) OR (filter <> ''::text) OR (sort <> ''::text))),
  constraint list_known CHECK ((list = ANY (ARRAY['movies'::text, 'series'::text, 'users'::text, 'subscriptions'::text, 'messages'::text, 'audit'::text]))),
  constraint name_present CHECK (((private.trim_text(name) <> ''::text) AND (char_length(name) <= 60))),
  constraint people_are_not_searched CHECK (((search = ''::text) OR (list = ANY (ARRAY['movies'::text, 'series'::text])))),
  constraint search_length CHECK ((char_length(search) <= 100)),
  constraint sort_is_a_key CHECK ((sort ~ '^[a-z_]{0,40}$'::text)),
  constraint saved_filters_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table public.saved_filters is 'Filters of the admin area''s lists that staff keep for themselves, at most 20 each.';
CREATE UNIQUE INDEX saved_filters_name_key ON public.saved_filters USING btree (user_id, list, lower(name));
alter table public.saved_filters enable row level security;
grant all on public.saved_filters to service_role;
grant insert (user_id, list, name, search, filter, sort) on public.saved_filters to authenticated;
grant select, delete on public.saved_filters to authenticated;
create policy "saved filters need the second factor" on public.saved_filters as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
create policy "staff see their own filters" on public.saved_filters for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "staff keep filters for themselves" on public.saved_filters for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "staff delete their own filters" on public.saved_filters for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER check_saved_filter BEFORE INSERT ON public.saved_filters FOR EACH ROW EXECUTE FUNCTION private.check_saved_filter();

create table public.series (
  id uuid default gen_random_uuid() not null,
  title text collate "und-x-icu" not null,
  description text,
  thumbnail_url text,
  banner_url text,
  trailer_url text,
  creator text,
  release_date date,
  genre text[] default '{}'::text[] not null,
  language text,
  actors text[] default '{}'::text[] not null,
  published boolean default false not null,
  is_free boolean default false not null,
  is_purchasable boolean default true not null,
  is_rentable boolean default true not null,
  purchase_price numeric(10,2),
  rental_price numeric(10,2),
  season_count integer default 0 not null,
  episode_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  publish_at timestamp with time zone,
  unpublish_at timestamp with time zone,
  review_count integer default 0 not null,
  review_total integer default 0 not null,
  rating_counts integer[] default '{0,0,0,0,0}'::integer[] not null,
  rating numeric(2,1) generated always as (
CASE
    WHEN (review_count > 0) THEN round(((review_total)::numeric / (review_count)::numeric), 1)
    ELSE NULL::numeric
END) stored,
  title_translations jsonb default '{}'::jsonb not null,
  description_translations jsonb default '{}'::jsonb not null,
  sound_languages text[] default '{}'::text[] not null,
  caption_languages text[] default '{}'::text[] not null,
  accessibility text[] default '{}'::text[] not null,
  constraint series_pkey PRIMARY KEY (id),
  constraint actors_count CHECK ((cardinality(actors) <= 100)),
  constraint banner_is_own CHECK (private.is_own_path(banner_url)),
  constraint creator_length CHECK ((char_length(creator) <= 200)),
  constraint description_length CHECK ((char_length(description) <= 10000)),
  constraint description_translations_valid CHECK (private.are_translations(description_translations, 10000)),
  constraint genre_count CHECK ((cardinality(genre) <= 10)),
  constraint language_known CHECK ((language = ANY (ARRAY['ht'::text, 'fr'::text, 'en'::text, 'es'::text]))),
  constraint purchase_price_sane CHECK (((purchase_price >= (0)::numeric) AND (purchase_price <= 9999.99))),
  constraint release_window_in_order CHECK ((unpublish_at > publish_at)),
  constraint rental_price_sane CHECK (((rental_price >= (0)::numeric) AND (rental_price <= 9999.99))),
  constraint thumbnail_is_own CHECK (private.is_own_path(thumbnail_url)),
  constraint title_present CHECK (((private.trim_text(title) <> ''::text) AND (char_length(title) <= 200))),
  constraint title_translations_valid CHECK (private.are_translations(title_translations, 200)),
  constraint trailer_is_web_address CHECK (private.is_web_address(trailer_url))
);
comment on table public.series is 'Series. season_count and episode_count are maintained by count_episodes(), for those who cannot see the episodes.';
comment on column public.series.rating_counts is 'How many reviews give one star, two, up to five. Maintained by count_reviews().';
comment on column public.series.rating is 'Average of the reviews; null without reviews.';
comment on column public.series.title_translations is 'By language; title and description are in the series'' own language.';
comment on column public.series.sound_languages is 'Of all episodes. Maintained by update_title_languages(), as caption_languages.';
comment on column public.series.accessibility is 'What episodes have, as movies.accessibility. Maintained by update_title_languages().';
CREATE INDEX series_by_title ON public.series USING btree (title, id);
CREATE INDEX series_drafts ON public.series USING btree (created_at DESC, id) WHERE (NOT published);
CREATE INDEX series_for_rent ON public.series USING btree (created_at DESC, id) WHERE is_rentable;
CREATE INDEX series_for_sale ON public.series USING btree (created_at DESC, id) WHERE is_purchasable;
CREATE INDEX series_free ON public.series USING btree (created_at DESC, id) WHERE is_free;
CREATE INDEX series_newest ON public.series USING btree (created_at DESC, id);
CREATE INDEX series_publish_at_idx ON public.series USING btree (publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX series_unpublish_at_idx ON public.series USING btree (unpublish_at) WHERE (unpublish_at IS NOT NULL);
CREATE INDEX series_without_episodes ON public.series USING btree (created_at DESC, id) WHERE (episode_count = 0);
alter table public.series enable row level security;
grant all on public.series to service_role;
grant insert (id, title, description, thumbnail_url, banner_url, trailer_url, creator, release_date, genre, language, actors, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, publish_at, unpublish_at, title_translations, description_translations), update (title, description, thumbnail_url, banner_url, trailer_url, creator, release_date, genre, language, actors, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, updated_at, publish_at, unpublish_at, title_translations, description_translations) on public.series to authenticated;
grant select on public.series to anon;
grant select, delete on public.series to authenticated;
create policy "members see published and paid series, editors see all" on public.series for select to authenticated
  using ((published OR ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role) OR ( SELECT true
   FROM private.my_paid_titles p
  WHERE (p.series_id = series.id)
 LIMIT 1)));
create policy "visitors see published series" on public.series for select to anon
  using (published);
create policy "editors add series" on public.series for insert to authenticated
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors change series" on public.series for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors delete series" on public.series for delete to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.series FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER check_genres BEFORE INSERT OR UPDATE OF genre ON public.series FOR EACH ROW EXECUTE FUNCTION private.check_genres();
CREATE TRIGGER count_rows_added AFTER INSERT ON public.series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER count_rows_removed AFTER DELETE ON public.series REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER hide_featured_draft BEFORE DELETE ON public.series FOR EACH ROW WHEN ((NOT old.published)) EXECUTE FUNCTION private.hide_featured_draft();
CREATE TRIGGER keep_deleted_row BEFORE DELETE ON public.series FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_row();
CREATE TRIGGER lock_episodes BEFORE DELETE ON public.series FOR EACH STATEMENT EXECUTE FUNCTION private.lock_episodes_first();
CREATE TRIGGER protect_sold_title BEFORE DELETE ON public.series FOR EACH ROW EXECUTE FUNCTION private.protect_sold_title();
CREATE TRIGGER queue_release AFTER INSERT OR UPDATE OF publish_at, unpublish_at ON public.series FOR EACH ROW WHEN (((new.publish_at IS NOT NULL) OR (new.unpublish_at IS NOT NULL))) EXECUTE FUNCTION private.queue_release();
CREATE TRIGGER search_added AFTER INSERT ON public.series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_search_index('series');
CREATE TRIGGER search_changed AFTER UPDATE ON public.series REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.index_changed_series();
CREATE TRIGGER search_removed AFTER DELETE ON public.series REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_search_index('series');
CREATE TRIGGER series_strip_hosts BEFORE INSERT OR UPDATE ON public.series FOR EACH ROW EXECUTE FUNCTION private.strip_hosts('thumbnail_url', 'banner_url', 'trailer_url');
CREATE TRIGGER series_touch BEFORE UPDATE ON public.series FOR EACH ROW WHEN (((old.review_count = new.review_count) AND (old.review_total = new.review_total) AND (old.rating_counts = new.rating_counts))) EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER track_added AFTER INSERT ON public.series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.track_changed_titles('series', 'creator');
CREATE TRIGGER track_changed AFTER UPDATE ON public.series REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.track_changed_titles('series', 'creator');
CREATE TRIGGER track_removed AFTER DELETE ON public.series REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.track_changed_titles('series', 'creator');
CREATE TRIGGER update_lists_added AFTER INSERT ON public.series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_lists('series');
CREATE TRIGGER update_lists_changed AFTER UPDATE ON public.series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_lists('series');
CREATE TRIGGER update_lists_removed AFTER DELETE ON public.series REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_lists('series');
CREATE TRIGGER update_title_directory AFTER INSERT OR DELETE OR UPDATE OF title, created_at, published, is_free, is_purchasable, is_rentable, episode_count ON public.series FOR EACH ROW EXECUTE FUNCTION private.update_title_directory();

create table public.sign_videos (
  id uuid default gen_random_uuid() not null,
  movie_id uuid,
  episode_id uuid,
  language text not null,
  path text not null,
  error_key text,
  seconds_longer numeric,
  created_at timestamp with time zone default now() not null,
  constraint sign_videos_pkey PRIMARY KEY (id),
  constraint one_per_episode_and_language UNIQUE (episode_id, language),
  constraint one_per_movie_and_language UNIQUE (movie_id, language),
  constraint sign_videos_path_key UNIQUE (path),
  constraint language_known CHECK ((language = ANY (ARRAY['sgn-HT'::text, 'ase'::text, 'fsl'::text, 'ssp'::text]))),
  constraint one_title CHECK ((num_nonnulls(movie_id, episode_id) = 1)),
  constraint path_is_an_object_path CHECK (((path ~ '^signs/[^:\s]+$'::text) AND (path !~ '\.\.'::text))),
  constraint sign_videos_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES public.episodes(id) ON DELETE CASCADE,
  constraint sign_videos_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE CASCADE
);
comment on table public.sign_videos is 'Uploaded videos of sign-language interpreters, in the bucket movies. The server makes a small one and adds it to the stream.';
comment on column public.sign_videos.error_key is 'Why the file could not be used.';
comment on column public.sign_videos.seconds_longer is 'How much longer than the film it is; negative: shorter. Null until it can be watched.';
alter table public.sign_videos enable row level security;
grant all on public.sign_videos to service_role;
grant insert (id, movie_id, episode_id, language, path) on public.sign_videos to authenticated;
grant select, delete on public.sign_videos to authenticated;
create policy "editors see sign videos" on public.sign_videos for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors add sign videos" on public.sign_videos for insert to authenticated
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors delete sign videos" on public.sign_videos for delete to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.sign_videos FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER check_sign_uploads AFTER DELETE ON public.sign_videos FOR EACH ROW EXECUTE FUNCTION private.check_subtitle_uploads();
CREATE TRIGGER keep_deleted_row BEFORE DELETE ON public.sign_videos FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_row();
CREATE TRIGGER notify_media_of_sign_videos AFTER INSERT OR DELETE ON public.sign_videos FOR EACH STATEMENT EXECUTE FUNCTION private.notify_media();
CREATE TRIGGER request_sign_check AFTER INSERT OR DELETE ON public.sign_videos FOR EACH ROW EXECUTE FUNCTION private.request_sign_check();

create table public.subscriptions (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  status text not null,
  subscription_type text not null,
  expires_at timestamp with time zone not null,
  cancel_at_period_end boolean default false not null,
  provider text,
  provider_reference text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  order_id uuid,
  trial_ends_at timestamp with time zone,
  trial_reminded_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint one_subscription_per_reference UNIQUE (provider, provider_reference),
  constraint passes_have_a_row_of_their_own CHECK (((subscription_type = 'pass'::text) = (COALESCE(provider, ''::text) = 'pass'::text))),
  constraint status_known CHECK ((status = ANY (ARRAY['active'::text, 'canceled'::text, 'past_due'::text, 'expired'::text]))),
  constraint subscription_type_known CHECK ((subscription_type = ANY (ARRAY['monthly'::text, 'yearly'::text, 'pass'::text]))),
  constraint subscriptions_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table public.subscriptions is 'A member with an active row whose expires_at is in the future is subscribed.';
comment on column public.subscriptions.trial_ends_at is 'When its trial ends or ended; null without one.';
CREATE UNIQUE INDEX one_row_for_all_passes ON public.subscriptions USING btree (user_id) WHERE (subscription_type = 'pass'::text);
CREATE INDEX subscriptions_by_expiry ON public.subscriptions USING btree (expires_at, id);
CREATE INDEX subscriptions_by_status ON public.subscriptions USING btree (status, created_at DESC, id);
CREATE INDEX subscriptions_created_at_idx ON public.subscriptions USING btree (created_at DESC);
CREATE INDEX subscriptions_newest ON public.subscriptions USING btree (created_at DESC, id);
CREATE UNIQUE INDEX subscriptions_order ON public.subscriptions USING btree (order_id);
CREATE INDEX subscriptions_subscription_type_idx ON public.subscriptions USING btree (subscription_type);
CREATE INDEX subscriptions_to_expire ON public.subscriptions USING btree (expires_at, id) WHERE ((status = 'active'::text) AND (order_id IS NOT NULL));
CREATE INDEX subscriptions_to_remind ON public.subscriptions USING btree (trial_ends_at, id) WHERE ((trial_ends_at IS NOT NULL) AND (trial_reminded_at IS NULL));
CREATE INDEX subscriptions_user_id_expires_at_idx ON public.subscriptions USING btree (user_id, expires_at DESC);
alter table public.subscriptions enable row level security;
grant all on public.subscriptions to service_role;
grant select on public.subscriptions to authenticated;
create policy "accountants see all subscriptions" on public.subscriptions for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['accountant'::text]) AS has_role));
create policy "members see their own subscription" on public.subscriptions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "subscriptions need the second factor" on public.subscriptions as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
CREATE TRIGGER count_rows_added AFTER INSERT ON public.subscriptions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER count_rows_removed AFTER DELETE ON public.subscriptions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER move_passes AFTER INSERT OR UPDATE OF status, expires_at ON public.subscriptions FOR EACH ROW WHEN ((new.subscription_type <> 'pass'::text)) EXECUTE FUNCTION private.move_passes();
CREATE TRIGGER note_failed_renewal AFTER UPDATE OF status ON public.subscriptions FOR EACH ROW WHEN (((new.user_id IS NOT NULL) AND (new.order_id IS NOT NULL) AND (old.status <> new.status) AND ((new.status = 'past_due'::text) OR ((old.status = 'past_due'::text) AND (new.status = ANY (ARRAY['canceled'::text, 'expired'::text])))))) EXECUTE FUNCTION private.note_failed_renewal();
CREATE TRIGGER schedule_payment_check AFTER INSERT OR UPDATE OF status, expires_at ON public.subscriptions FOR EACH ROW WHEN ((new.order_id IS NOT NULL)) EXECUTE FUNCTION private.schedule_payment_check('order_id');
CREATE TRIGGER subscriptions_touch BEFORE UPDATE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER update_subscription_directory AFTER INSERT OR DELETE OR UPDATE OF user_id, status, subscription_type, expires_at, created_at ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION private.update_subscription_directory();

create table public.subtitles (
  id uuid default gen_random_uuid() not null,
  movie_id uuid,
  episode_id uuid,
  language text not null,
  name text not null,
  path text not null,
  error_key text,
  created_at timestamp with time zone default now() not null,
  kind text default 'subtitles'::text not null,
  constraint subtitles_pkey PRIMARY KEY (id),
  constraint subtitles_path_key UNIQUE (path),
  constraint kind_known CHECK ((kind = ANY (ARRAY['subtitles'::text, 'captions'::text]))),
  constraint language_tag CHECK ((language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$'::text)),
  constraint name_present CHECK (((private.trim_text(name) <> ''::text) AND (char_length(name) <= 60))),
  constraint one_title CHECK ((num_nonnulls(movie_id, episode_id) = 1)),
  constraint path_is_an_object_path CHECK (((path ~ '^subtitles/[^:\s]+$'::text) AND (path !~ '\.\.'::text))),
  constraint subtitles_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES public.episodes(id) ON DELETE CASCADE,
  constraint subtitles_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE CASCADE
);
comment on table public.subtitles is 'Uploaded subtitles: an SRT or VTT file in the bucket movies. The server adds them to the stream.';
comment on column public.subtitles.error_key is 'Why the file could not be used.';
comment on column public.subtitles.kind is 'captions: also what is heard besides words, for people who do not hear it.';
CREATE INDEX subtitles_episode_id_idx ON public.subtitles USING btree (episode_id);
CREATE INDEX subtitles_movie_id_idx ON public.subtitles USING btree (movie_id);
alter table public.subtitles enable row level security;
grant all on public.subtitles to service_role;
grant insert (id, movie_id, episode_id, language, name, path, kind), update (language, name, kind) on public.subtitles to authenticated;
grant select, delete on public.subtitles to authenticated;
create policy "editors see subtitles" on public.subtitles for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors add subtitles" on public.subtitles for insert to authenticated
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors change subtitles" on public.subtitles for update to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role))
  with check (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
create policy "editors delete subtitles" on public.subtitles for delete to authenticated
  using (( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role));
CREATE TRIGGER audit_row_change AFTER INSERT OR DELETE OR UPDATE ON public.subtitles FOR EACH ROW EXECUTE FUNCTION private.audit_row_change();
CREATE TRIGGER check_subtitle_uploads AFTER DELETE OR UPDATE OF path ON public.subtitles FOR EACH ROW EXECUTE FUNCTION private.check_subtitle_uploads();
CREATE TRIGGER keep_deleted_row BEFORE DELETE ON public.subtitles FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_row();
CREATE TRIGGER notify_media_of_subtitles AFTER INSERT OR DELETE OR UPDATE ON public.subtitles FOR EACH STATEMENT EXECUTE FUNCTION private.notify_media();
CREATE TRIGGER request_subtitle_check AFTER INSERT OR DELETE OR UPDATE ON public.subtitles FOR EACH ROW EXECUTE FUNCTION private.request_subtitle_check();

create table public.terms_acceptances (
  user_id uuid not null,
  version text not null,
  accepted_at timestamp with time zone default now() not null,
  constraint terms_acceptances_pkey PRIMARY KEY (user_id, version),
  constraint terms_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE,
  constraint terms_acceptances_version_fkey FOREIGN KEY (version) REFERENCES public.terms_versions(version)
);
comment on table public.terms_acceptances is 'Which version of the terms a member accepted, and when.';
CREATE INDEX terms_acceptances_version_idx ON public.terms_acceptances USING btree (version);
alter table public.terms_acceptances enable row level security;
grant all on public.terms_acceptances to service_role;
grant insert (user_id, version) on public.terms_acceptances to authenticated;
grant select on public.terms_acceptances to authenticated;
create policy "accepted terms need the second factor" on public.terms_acceptances as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
create policy "admins see all accepted terms" on public.terms_acceptances for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['admin'::text]) AS has_role));
create policy "members see what they accepted" on public.terms_acceptances for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "members accept for themselves" on public.terms_acceptances for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER require_second_factor BEFORE INSERT ON public.terms_acceptances FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();

create table public.terms_versions (
  version text not null,
  published_at timestamp with time zone default now() not null,
  constraint terms_versions_pkey PRIMARY KEY (version)
);
comment on table public.terms_versions is 'Versions of the terms of service; the newest is in force.';
alter table public.terms_versions enable row level security;
grant all on public.terms_versions to service_role;
grant select on public.terms_versions to anon, authenticated;
create policy "everybody sees the terms versions" on public.terms_versions for select to anon, authenticated
  using (true);

create table public.user_purchases (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  media_type text default 'movie'::text not null,
  movie_id uuid,
  series_id uuid,
  title text,
  transaction_type text not null,
  amount numeric(10,2) not null,
  currency text default 'USD'::text not null,
  provider text,
  provider_reference text,
  order_id uuid,
  status text default 'completed'::text not null,
  rental_expiry timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  rental_started_at timestamp with time zone,
  part smallint default 0 not null,
  rental_outage_minutes integer default 0 not null,
  rental_cut_minutes integer default 0 not null,
  rental_settled_until timestamp with time zone,
  constraint user_purchases_pkey PRIMARY KEY (id),
  constraint amount_sane CHECK (((amount >= (0)::numeric) AND (amount <= (100000)::numeric))),
  constraint currency_known CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint media_type_known CHECK ((media_type = ANY (ARRAY['movie'::text, 'series'::text]))),
  constraint names_one_title CHECK (((NOT ((media_type = 'movie'::text) AND (series_id IS NOT NULL))) AND (NOT ((media_type = 'series'::text) AND (movie_id IS NOT NULL))))),
  constraint rentals_last_48_hours CHECK (
CASE transaction_type
    WHEN 'rental'::text THEN ((rental_expiry IS NOT NULL) AND (rental_outage_minutes >= 0) AND (rental_cut_minutes >= 0) AND ((rental_outage_minutes + rental_cut_minutes) <= (24 * 60)) AND (rental_expiry <= ((COALESCE(rental_started_at, (created_at + '30 days'::interval)) + '48:00:00'::interval) + make_interval(mins => (rental_outage_minutes + rental_cut_minutes)))))
    ELSE ((rental_expiry IS NULL) AND (rental_started_at IS NULL) AND ((rental_outage_minutes + rental_cut_minutes) = 0))
END),
  constraint status_known CHECK ((status = ANY (ARRAY['completed'::text, 'refunded'::text, 'disputed'::text]))),
  constraint transaction_type_known CHECK ((transaction_type = ANY (ARRAY['purchase'::text, 'rental'::text]))),
  constraint user_purchases_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE SET NULL,
  constraint user_purchases_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint user_purchases_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE SET NULL,
  constraint user_purchases_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table public.user_purchases is 'What a member bought or rented. Stays for bookkeeping when the title or the member is deleted.';
comment on column public.user_purchases.rental_expiry is 'When a rental ends; before it has begun, when it ends at the latest.';
comment on column public.user_purchases.rental_started_at is 'When a rental was first played, or its licence for offline viewing issued. Null: not yet.';
comment on column public.user_purchases.part is 'Of a bundle: which of its titles; its amount is a share of what was paid. 0 for what was sold alone.';
comment on column public.user_purchases.rental_outage_minutes is 'Added to the rental because our service was down.';
comment on column public.user_purchases.rental_cut_minutes is 'Added to the rental because the viewer''s connection was cut.';
comment on column public.user_purchases.rental_settled_until is 'What was lost before is added already, or not at all: no minute counts twice.';
CREATE UNIQUE INDEX one_right_per_reference_and_part ON public.user_purchases USING btree (provider, provider_reference, part);
CREATE INDEX user_purchases_by_movie ON public.user_purchases USING btree (user_id, movie_id) WHERE (movie_id IS NOT NULL);
CREATE INDEX user_purchases_by_series ON public.user_purchases USING btree (user_id, series_id) WHERE (series_id IS NOT NULL);
CREATE INDEX user_purchases_movie_id_idx ON public.user_purchases USING btree (movie_id);
CREATE UNIQUE INDEX user_purchases_order_part ON public.user_purchases USING btree (order_id, part);
CREATE INDEX user_purchases_running_rentals ON public.user_purchases USING btree (rental_expiry) WHERE (rental_started_at IS NOT NULL);
CREATE INDEX user_purchases_series_id_idx ON public.user_purchases USING btree (series_id);
CREATE INDEX user_purchases_user_id_created_at_idx ON public.user_purchases USING btree (user_id, created_at DESC);
alter table public.user_purchases enable row level security;
grant all on public.user_purchases to service_role;
grant select on public.user_purchases to authenticated;
create policy "accountants see all purchases" on public.user_purchases for select to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['accountant'::text]) AS has_role));
create policy "members see their own purchases" on public.user_purchases for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "purchases need the second factor" on public.user_purchases as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));

create table public.watch_progress (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  movie_id uuid,
  episode_id uuid,
  title_id uuid generated always as (COALESCE(movie_id, episode_id)) stored not null,
  media_type text generated always as (
CASE
    WHEN (movie_id IS NULL) THEN 'episode'::text
    ELSE 'movie'::text
END) stored not null,
  "position" double precision default 0 not null,
  duration double precision,
  watched boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  recent_at timestamp with time zone default now() not null,
  constraint watch_progress_pkey PRIMARY KEY (id),
  constraint one_progress_per_title UNIQUE (user_id, title_id),
  constraint duration_sane CHECK (((duration > (0)::double precision) AND (duration <= (1000000)::double precision))),
  constraint one_title CHECK ((num_nonnulls(movie_id, episode_id) = 1)),
  constraint position_sane CHECK ((("position" >= (0)::double precision) AND ("position" <= (1000000)::double precision))),
  constraint watch_progress_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES public.episodes(id) ON DELETE CASCADE,
  constraint watch_progress_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE CASCADE,
  constraint watch_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table public.watch_progress is 'Where a member stopped, in seconds. Written by save_progress and mark_watched; visible to that member only.';
comment on column public.watch_progress.recent_at is 'updated_at, or up to an hour before it: the order of continue_watching() is read from an index that few heartbeats change.';
CREATE INDEX watch_progress_episode_id_idx ON public.watch_progress USING btree (episode_id);
CREATE INDEX watch_progress_movie_id_idx ON public.watch_progress USING btree (movie_id);
CREATE INDEX watch_progress_recent ON public.watch_progress USING btree (user_id, recent_at DESC) WHERE ((NOT watched) OR (episode_id IS NOT NULL));
alter table public.watch_progress enable row level security;
grant all on public.watch_progress to service_role;
grant select, delete on public.watch_progress to authenticated;
create policy "members see their own progress" on public.watch_progress for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "progress needs the second factor" on public.watch_progress as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
create policy "members remove their own progress" on public.watch_progress for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER require_second_factor BEFORE DELETE ON public.watch_progress FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();
CREATE TRIGGER set_recent_at BEFORE INSERT OR UPDATE OF updated_at, recent_at ON public.watch_progress FOR EACH ROW WHEN (((new.updated_at < new.recent_at) OR (new.updated_at > (new.recent_at + '01:00:00'::interval)))) EXECUTE FUNCTION private.set_recent_at();

create table public.watch_sessions (
  id uuid not null,
  user_id uuid,
  movie_id uuid,
  episode_id uuid,
  day date default CURRENT_DATE not null,
  furthest double precision default 0 not null,
  duration double precision,
  seconds_watched double precision default 0 not null,
  constraint watch_sessions_pkey PRIMARY KEY (id),
  constraint one_title_at_most CHECK ((num_nonnulls(movie_id, episode_id) <= 1)),
  constraint watch_sessions_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES public.episodes(id) ON DELETE SET NULL,
  constraint watch_sessions_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE SET NULL,
  constraint watch_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table public.watch_sessions is 'Each playback: user (null for a visitor), title, day, furthest position, seconds watched. The user is visible to that member only.';
CREATE INDEX watch_sessions_day_idx ON public.watch_sessions USING btree (day);
CREATE INDEX watch_sessions_episode_id_day_idx ON public.watch_sessions USING btree (episode_id, day);
CREATE INDEX watch_sessions_movie_id_day_idx ON public.watch_sessions USING btree (movie_id, day);
CREATE INDEX watch_sessions_user_id_day_idx ON public.watch_sessions USING btree (user_id, day DESC);
alter table public.watch_sessions enable row level security;
grant all on public.watch_sessions to service_role;
grant select on public.watch_sessions to authenticated;
create policy "members see their own watch sessions" on public.watch_sessions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "watch sessions need the second factor" on public.watch_sessions as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
CREATE TRIGGER mark_past_day_stale AFTER INSERT OR UPDATE OF seconds_watched ON public.watch_sessions FOR EACH ROW WHEN ((new.day < ((now() AT TIME ZONE 'UTC'::text))::date)) EXECUTE FUNCTION private.mark_past_day_stale('watch_sessions');

create table public.watchlist (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  movie_id uuid,
  series_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint watchlist_pkey PRIMARY KEY (id),
  constraint movie_once UNIQUE (user_id, movie_id),
  constraint series_once UNIQUE (user_id, series_id),
  constraint one_title CHECK ((num_nonnulls(movie_id, series_id) = 1)),
  constraint watchlist_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE CASCADE,
  constraint watchlist_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE CASCADE,
  constraint watchlist_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table public.watchlist is 'Titles a member wants to see. Visible to that member only.';
CREATE INDEX watchlist_movie_id_idx ON public.watchlist USING btree (movie_id);
CREATE INDEX watchlist_series_id_idx ON public.watchlist USING btree (series_id);
alter table public.watchlist enable row level security;
grant all on public.watchlist to service_role;
grant insert (user_id, movie_id, series_id) on public.watchlist to authenticated;
grant select, delete on public.watchlist to authenticated;
create policy "members see their own watchlist" on public.watchlist for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "the watchlist needs the second factor" on public.watchlist as restrictive for select to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
create policy "members add titles they can see to their own watchlist" on public.watchlist for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((EXISTS ( SELECT
   FROM public.movies m
  WHERE (m.id = watchlist.movie_id))) OR (EXISTS ( SELECT
   FROM public.series s
  WHERE (s.id = watchlist.series_id))))));
create policy "members remove from their own watchlist" on public.watchlist for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER require_second_factor BEFORE INSERT OR DELETE ON public.watchlist FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();

create table private.admin_setup (
  only_row boolean default true not null,
  completed_at timestamp with time zone,
  code_hash bytea,
  admins_changed_at timestamp with time zone default now() not null,
  constraint admin_setup_pkey PRIMARY KEY (only_row),
  constraint admin_setup_only_row_check CHECK (only_row)
);
comment on table private.admin_setup is 'One row. completed_at: there has been an admin, so that set-up stays closed even without one. code_hash: of the code printed last.';
alter table private.admin_setup enable row level security;

create table private.agent_entries (
  id bigint generated always as identity not null,
  agent_id uuid not null,
  kind text not null,
  amount_minor bigint not null,
  balance_minor bigint not null,
  batch_id bigint,
  vouchers integer,
  reference text,
  created_at timestamp with time zone default now() not null,
  constraint agent_entries_pkey PRIMARY KEY (id),
  constraint paid_once UNIQUE (agent_id, reference),
  constraint kind_known CHECK ((kind = ANY (ARRAY['sold'::text, 'returned'::text, 'paid'::text]))),
  constraint names_its_source CHECK ((((kind = 'paid'::text) = (reference IS NOT NULL)) AND ((kind = 'paid'::text) = (batch_id IS NULL)))),
  constraint sign_follows_kind CHECK (
CASE kind
    WHEN 'sold'::text THEN (amount_minor > 0)
    WHEN 'returned'::text THEN (amount_minor < 0)
    ELSE (amount_minor <> 0)
END),
  constraint agent_entries_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES private.agents(id) ON DELETE RESTRICT,
  constraint agent_entries_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES private.voucher_batches(id) ON DELETE RESTRICT
);
comment on table private.agent_entries is 'What agents owe: plus for sold vouchers, minus for what was paid and for sold vouchers that were taken back. Append-only.';
comment on column private.agent_entries.balance_minor is 'What the agent owes after this entry.';
comment on column private.agent_entries.reference is 'Of a payment: the number of its receipt or transaction, so that it is not booked twice.';
CREATE INDEX agent_entries_by_agent ON private.agent_entries USING btree (agent_id, id);
CREATE INDEX agent_entries_by_batch ON private.agent_entries USING btree (batch_id);
alter table private.agent_entries enable row level security;
CREATE TRIGGER protect_agent_entries BEFORE DELETE OR UPDATE OR TRUNCATE ON private.agent_entries FOR EACH STATEMENT EXECUTE FUNCTION private.protect_agent_entries();

create table private.agents (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  name text not null,
  currency text not null,
  limit_minor bigint not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  constraint agents_pkey PRIMARY KEY (id),
  constraint one_agent_per_member UNIQUE (user_id),
  constraint currency_known CHECK ((currency = ANY (ARRAY['HTG'::text, 'USD'::text]))),
  constraint limit_sane CHECK (((limit_minor >= 0) AND (limit_minor <= 1000000000))),
  constraint name_of_a_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint agents_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table private.agents is 'Members who sell vouchers. Not staff: an agent sees the own batches and nothing else.';
comment on column private.agents.limit_minor is 'What an agent can owe at most, together with the valid vouchers that are not sold yet.';
CREATE INDEX agents_by_age ON private.agents USING btree (created_at, id);
alter table private.agents enable row level security;
CREATE TRIGGER forget_agent BEFORE UPDATE ON private.agents FOR EACH ROW WHEN (((old.user_id IS NOT NULL) AND (new.user_id IS NULL))) EXECUTE FUNCTION private.forget_agent();

create table private.audio_checks (
  stream_id uuid not null,
  constraint audio_checks_pkey PRIMARY KEY (stream_id),
  constraint audio_checks_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES private.streams(id) ON DELETE CASCADE
);
comment on table private.audio_checks is 'Streams whose playlists may name other kinds of audio tracks than their film.json.';
alter table private.audio_checks enable row level security;

create table private.audit_chain (
  only_row boolean default true not null,
  trimmed_to bigint default 0 not null,
  trimmed_hash bytea default '\x'::bytea not null,
  sealed_to bigint default 0 not null,
  sealed_hash bytea default '\x'::bytea not null,
  constraint audit_chain_pkey PRIMARY KEY (only_row),
  constraint audit_chain_only_row_check CHECK (only_row)
);
comment on table private.audit_chain is 'The two ends of the chain: after which seal it begins, and its last one.';
alter table private.audit_chain enable row level security;

create table private.audit_seals (
  "position" bigint not null,
  entry_id bigint not null,
  at timestamp with time zone not null,
  digest bytea not null,
  hash bytea not null,
  constraint audit_seals_pkey PRIMARY KEY ("position"),
  constraint audit_seals_entry_id_key UNIQUE (entry_id)
);
comment on table private.audit_seals is 'The chain of the audit log: hash covers the hash before it, the entry''s id, time and digest. Goes when the entry''s time of retention is over.';
alter table private.audit_seals enable row level security;

create table private.bundle_titles (
  bundle_id uuid not null,
  part smallint not null,
  movie_id uuid,
  series_id uuid,
  title text not null,
  constraint bundle_titles_pkey PRIMARY KEY (bundle_id, part),
  constraint names_one_title CHECK ((num_nonnulls(movie_id, series_id) <= 1)),
  constraint part_sane CHECK (((part >= 1) AND (part <= 20))),
  constraint bundle_titles_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES private.bundles(id) ON DELETE CASCADE,
  constraint bundle_titles_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE SET NULL,
  constraint bundle_titles_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE SET NULL
);
comment on table private.bundle_titles is 'What a bundle contains; never changed, so that everybody gets what was on the page. Without movie_id and series_id the title was deleted, and the bundle is no longer sold.';
CREATE INDEX bundle_titles_movie_id ON private.bundle_titles USING btree (movie_id);
CREATE INDEX bundle_titles_series_id ON private.bundle_titles USING btree (series_id);
alter table private.bundle_titles enable row level security;

create table private.bundles (
  id uuid default gen_random_uuid() not null,
  title text collate "und-x-icu" not null,
  title_translations jsonb default '{}'::jsonb not null,
  amount_minor integer not null,
  first_day date not null,
  last_day date not null,
  ended_at timestamp with time zone,
  state text default 'planned'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint bundles_pkey PRIMARY KEY (id),
  constraint amount_sane CHECK (((amount_minor >= 50) AND (amount_minor <= 100000))),
  constraint period_sane CHECK ((first_day <= last_day)),
  constraint state_known CHECK ((state = ANY (ARRAY['planned'::text, 'running'::text, 'ended'::text]))),
  constraint title_of_a_length CHECK (((char_length(title) >= 1) AND (char_length(title) <= 80))),
  constraint title_translated CHECK (private.are_translations(title_translations, 80))
);
comment on table private.bundles is 'Titles that are sold together at one price, in cents of a dollar, for a time. Days are Haitian ones.';
comment on column private.bundles.state is 'private.bundle_state() at the last look: apply_release_windows() keeps it, so that pages need not read the clock.';
CREATE INDEX bundles_by_age ON private.bundles USING btree (created_at DESC, id DESC);
CREATE INDEX bundles_open ON private.bundles USING btree (id) WHERE (state <> 'ended'::text);
alter table private.bundles enable row level security;

create table private.cast_addresses (
  session_id uuid not null,
  secret_hash text not null,
  clients text[] default '{}'::text[] not null,
  expires_at timestamp with time zone not null,
  constraint cast_addresses_pkey PRIMARY KEY (session_id),
  constraint cast_addresses_secret_hash_key UNIQUE (secret_hash),
  constraint browser_and_receiver CHECK ((cardinality(clients) <= 2)),
  constraint secret_is_a_hash CHECK ((secret_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint cast_addresses_session_id_fkey FOREIGN KEY (session_id) REFERENCES private.playback_sessions(id) ON DELETE CASCADE
);
comment on table private.cast_addresses is 'One address per playback session, for a receiver that has no cookie. It is the same session: one stream, one film, the same end.';
comment on column private.cast_addresses.clients is 'The first two kinds of client that used it: the browser itself, which may look at what it hands over, and the receiver.';
alter table private.cast_addresses enable row level security;

create table private.category_names (
  category_id uuid not null,
  name text collate "C" not null,
  genre text collate "C" not null,
  constraint category_names_pkey PRIMARY KEY (category_id, name),
  constraint category_names_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.movie_categories(id) ON DELETE CASCADE
);
comment on table private.category_names is 'What a category is called in other languages, and the genre of its titles; both as genre_key() writes them.';
CREATE INDEX category_names_name_genre_idx ON private.category_names USING btree (name, genre);
alter table private.category_names enable row level security;

create table private.category_renames (
  id bigint generated always as identity not null,
  old_name text not null,
  new_name text not null,
  old_key text collate "C" generated always as (private.genre_key(old_name)) stored not null,
  new_key text collate "C" generated always as (private.genre_key(new_name)) stored not null,
  relation text default 'movies'::text not null,
  last_id uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  constraint category_renames_pkey PRIMARY KEY (id)
);
comment on table private.category_renames is 'Renamed categories whose titles still have the old name. Until the job has ended, lists treat both names as one genre.';
comment on column private.category_renames.last_id is 'The titles of the relation up to this one have the new name.';
alter table private.category_renames enable row level security;

create table private.checkouts (
  order_id uuid not null,
  url text,
  expires_at timestamp with time zone not null,
  checks integer default 0 not null,
  checked_at timestamp with time zone,
  next_check_at timestamp with time zone default (now() + '00:01:00'::interval),
  started_at timestamp with time zone default now() not null,
  constraint checkouts_pkey PRIMARY KEY (order_id),
  constraint checkouts_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT
);
comment on table private.checkouts is 'The provider''s page of each order, and when to query the provider if no event arrives.';
comment on column private.checkouts.url is 'Null while the provider has been asked and has not answered.';
comment on column private.checkouts.next_check_at is 'Null when no event is expected. Maintained by schedule_payment_check().';
CREATE INDEX checkouts_by_age ON private.checkouts USING btree (expires_at);
CREATE INDEX checkouts_due ON private.checkouts USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

create table private.code_keys (
  only_one boolean default true not null,
  key bytea default extensions.gen_random_bytes(32) not null,
  constraint code_keys_pkey PRIMARY KEY (only_one),
  constraint code_keys_only_one_check CHECK (only_one)
);
comment on table private.code_keys is 'The key that codes are derived and hashed with. Changing it makes every code void.';
alter table private.code_keys enable row level security;

create table private.codes (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  hash bytea not null,
  status text default 'active'::text not null,
  redeemed_by uuid,
  redeemed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  gift_id uuid,
  promotion_id uuid,
  constraint codes_pkey PRIMARY KEY (id),
  constraint one_row_per_code UNIQUE (hash),
  constraint kind_known CHECK ((kind = ANY (ARRAY['gift'::text, 'voucher'::text, 'promotion'::text]))),
  constraint of_one_thing CHECK ((((kind = 'gift'::text) = (gift_id IS NOT NULL)) AND ((kind = 'promotion'::text) = (promotion_id IS NOT NULL)))),
  constraint redeemed_at_a_time CHECK (((status = 'redeemed'::text) = (redeemed_at IS NOT NULL))),
  constraint status_known CHECK ((status = ANY (ARRAY['active'::text, 'redeemed'::text, 'revoked'::text]))),
  constraint codes_gift_id_fkey FOREIGN KEY (gift_id) REFERENCES private.gifts(id) ON DELETE CASCADE,
  constraint codes_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES private.promotions(id) ON DELETE RESTRICT,
  constraint codes_redeemed_by_fkey FOREIGN KEY (redeemed_by) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table private.codes is 'What a typed code is found in, by its keyed hash. Functions alone read and write it.';
CREATE UNIQUE INDEX codes_gift ON private.codes USING btree (gift_id);
CREATE UNIQUE INDEX codes_promotion ON private.codes USING btree (promotion_id);
CREATE INDEX codes_redeemed_by_idx ON private.codes USING btree (redeemed_by);
alter table private.codes enable row level security;
CREATE TRIGGER set_code_hash BEFORE INSERT ON private.codes FOR EACH ROW EXECUTE FUNCTION private.set_code_hash();

create table private.credits (
  id bigint generated always as identity not null,
  user_id uuid,
  ledger_id bigint not null,
  amount_minor integer not null,
  created_at timestamp with time zone default now() not null,
  constraint credits_pkey PRIMARY KEY (id),
  constraint one_per_entry UNIQUE (ledger_id),
  constraint amount_not_zero CHECK ((amount_minor <> 0)),
  constraint credits_ledger_id_fkey FOREIGN KEY (ledger_id) REFERENCES public.ledger(id) ON DELETE RESTRICT,
  constraint credits_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table private.credits is 'What members have at Lakou, in cents of a dollar: more with a payment that was returned as credit, less with an order that credit paid.';
CREATE INDEX credits_user_id_idx ON private.credits USING btree (user_id);
alter table private.credits enable row level security;

create table private.daily_salts (
  day date not null,
  salt bytea default extensions.gen_random_bytes(32) not null,
  constraint daily_salts_pkey PRIMARY KEY (day)
);
comment on table private.daily_salts is 'purge_daily_data deletes yesterday''s salt, so that its hashes cannot be traced back to an address.';

create table private.daily_statistics (
  day date not null,
  sign_ups integer not null,
  members_watching integer not null,
  visits_watching integer not null,
  seconds_watched double precision not null,
  revenue jsonb not null,
  failed_payments integer not null,
  constraint daily_statistics_pkey PRIMARY KEY (day)
);
comment on table private.daily_statistics is 'What happened on each day (UTC) that is over. A day without a row, or in stale_days, is counted when somebody asks.';
alter table private.daily_statistics enable row level security;

create table private.deleted_files (
  deleted_id bigint not null,
  name text not null,
  constraint deleted_files_pkey PRIMARY KEY (deleted_id, name),
  constraint deleted_files_deleted_id_fkey FOREIGN KEY (deleted_id) REFERENCES private.deleted_rows(id) ON DELETE CASCADE
);
comment on table private.deleted_files is 'Files of deleted rows, which stay as long: the id of a stream, or the path of an upload in the bucket movies.';
CREATE INDEX deleted_files_name_idx ON private.deleted_files USING btree (name);
alter table private.deleted_files enable row level security;
CREATE TRIGGER check_released_files AFTER DELETE ON private.deleted_files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_released_files();

create table private.deleted_rows (
  id bigint generated always as identity not null,
  table_name text not null,
  row_id uuid not null,
  label text not null,
  whole_row jsonb not null,
  dependents jsonb not null,
  deleted_by uuid,
  deleted_at timestamp with time zone default now() not null,
  constraint deleted_rows_pkey PRIMARY KEY (id),
  constraint deleted_rows_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table private.deleted_rows is 'What staff deleted in the admin area, until it is restored or its time is over. Reviews, watchlists and progress of a title are not kept.';
comment on column private.deleted_rows.dependents is 'Rows that went with it, by table: episodes, streams, subtitles, sign_videos, title_topics, front_page_rows. featured_films: ids of those that pointed at it.';
CREATE INDEX deleted_rows_deleted_by_idx ON private.deleted_rows USING btree (deleted_by);
CREATE INDEX deleted_rows_newest ON private.deleted_rows USING btree (deleted_at DESC, id DESC);
CREATE INDEX deleted_rows_row_id_idx ON private.deleted_rows USING btree (row_id);
alter table private.deleted_rows enable row level security;

create table private.device_requests (
  id uuid default gen_random_uuid() not null,
  code_hash bytea not null,
  secret_hash bytea not null,
  status text default 'waiting'::text not null,
  user_agent text not null,
  network text not null,
  address_hash text not null,
  user_id uuid,
  confirmed_in uuid,
  polled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '00:10:00'::interval) not null,
  constraint device_requests_pkey PRIMARY KEY (id),
  constraint one_request_per_code UNIQUE (code_hash),
  constraint one_request_per_secret UNIQUE (secret_hash),
  constraint answered_by_a_member CHECK (((status = 'waiting'::text) = (user_id IS NULL))),
  constraint confirmed_in_a_session CHECK (((user_id IS NULL) = (confirmed_in IS NULL))),
  constraint status_known CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'denied'::text, 'used'::text]))),
  constraint device_requests_confirmed_in_fkey FOREIGN KEY (confirmed_in) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint device_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.device_requests is 'Televisions that ask to be signed in. Code and secret are stored as hashes. Functions alone read and write it.';
comment on column private.device_requests.user_agent is 'What the device says it is, shown to the person who confirms.';
comment on column private.device_requests.network is 'The part of the device''s address that its owner recognises.';
comment on column private.device_requests.address_hash is 'Compared with the phone''s: whether both use the same connection.';
comment on column private.device_requests.confirmed_in is 'The phone''s session. If it ends before the device has its own, the request ends with it.';
CREATE INDEX device_requests_confirmed_in_idx ON private.device_requests USING btree (confirmed_in);
CREATE INDEX device_requests_created_at_idx ON private.device_requests USING btree (created_at);
CREATE INDEX device_requests_user_id_idx ON private.device_requests USING btree (user_id);
alter table private.device_requests enable row level security;

create table private.device_sessions (
  session_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint device_sessions_pkey PRIMARY KEY (session_id),
  constraint device_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint device_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.device_sessions is 'Sessions that were opened by a code. They cannot confirm codes themselves.';
CREATE INDEX device_sessions_user_id_idx ON private.device_sessions USING btree (user_id);
alter table private.device_sessions enable row level security;

create table private.download_devices (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  device_id uuid not null,
  name text default ''::text not null,
  public_key text not null,
  created_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint download_devices_pkey PRIMARY KEY (id),
  constraint one_row_per_device UNIQUE (user_id, device_id),
  constraint name_of_a_length CHECK ((char_length(name) <= 60)),
  constraint public_key_sane CHECK (((public_key ~ '^[A-Za-z0-9+/]+={0,2}$'::text) AND ((char_length(public_key) >= 100) AND (char_length(public_key) <= 800)))),
  constraint download_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.download_devices is 'Browsers that keep downloaded films of an account. One browser with two accounts is two rows.';
comment on column private.download_devices.device_id is 'Chosen by the browser. Means nothing without the account.';
comment on column private.download_devices.public_key is 'RSA-OAEP, as base64 of its SPKI. Keys of films are encrypted with it; the private key never leaves the browser.';
comment on column private.download_devices.seen_at is 'The last contact; licences of subscriptions and purchases are counted from it.';
comment on column private.download_devices.removed_at is 'The member removed it: it deletes its downloads at its next contact and gets no licence any more.';
CREATE INDEX download_devices_seen_at ON private.download_devices USING btree (seen_at);
alter table private.download_devices enable row level security;

create table private.forum_blocks (
  list uuid not null,
  starts_at timestamp with time zone not null,
  entries integer not null,
  constraint forum_blocks_pkey PRIMARY KEY (list, starts_at)
);
comment on table private.forum_blocks is 'How many entries a list has from starts_at until its next block starts: replies of a topic, unpinned topics of a category or of the whole forum.';
alter table private.forum_blocks enable row level security;
CREATE CONSTRAINT TRIGGER split_block AFTER INSERT OR UPDATE ON private.forum_blocks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.entries >= 576)) EXECUTE FUNCTION private.split_block();

create table private.forum_lists (
  list uuid not null,
  entries integer default 0 not null,
  constraint forum_lists_pkey PRIMARY KEY (list)
);
comment on table private.forum_lists is 'How many topics each category has; the whole forum is the list with the id of zeros. Its row is locked while topics are counted.';
alter table private.forum_lists enable row level security;

create table private.genre_counts (
  genre text collate "C" not null,
  kind text not null,
  titles integer not null,
  constraint genre_counts_pkey PRIMARY KEY (genre, kind)
);
comment on table private.genre_counts is 'How many titles a genre has, so that lists need not count them.';

create table private.genre_titles (
  genre text collate "C" not null,
  kind text not null,
  id uuid not null,
  created_at timestamp with time zone not null,
  constraint genre_titles_pkey PRIMARY KEY (kind, id, genre)
);
comment on table private.genre_titles is 'Published titles by genre; the empty genre has all of them.';
CREATE INDEX genre_titles_newest ON private.genre_titles USING btree (genre, kind, created_at DESC, id);

create table private.gifts (
  id uuid default gen_random_uuid() not null,
  giver uuid,
  order_id uuid,
  recipient_name text not null,
  recipient_phone text,
  recipient_email text,
  from_name text not null,
  greeting text default ''::text not null,
  language text not null,
  canceled_at timestamp with time zone,
  mailed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint gifts_pkey PRIMARY KEY (id),
  constraint email_of_a_form CHECK (((char_length(recipient_email) <= 254) AND (recipient_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text))),
  constraint greeting_of_a_length CHECK ((char_length(greeting) <= 500)),
  constraint language_known CHECK ((language = ANY (ARRAY['ht'::text, 'fr'::text, 'en'::text, 'es'::text]))),
  constraint names_of_a_length CHECK ((((char_length(recipient_name) >= 1) AND (char_length(recipient_name) <= 80)) AND ((char_length(from_name) >= 1) AND (char_length(from_name) <= 80)))),
  constraint phone_international CHECK ((recipient_phone ~ '^\+[1-9][0-9]{6,14}$'::text)),
  constraint gifts_giver_fkey FOREIGN KEY (giver) REFERENCES private.profiles(id) ON DELETE SET NULL,
  constraint gifts_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT
);
comment on table private.gifts is 'For whom a gift is, and what the giver says. Phone number and e-mail address are deleted when it is redeemed.';
comment on column private.gifts.order_id is 'The first order that paid for it. Null until then.';
CREATE INDEX gifts_by_age ON private.gifts USING btree (created_at);
CREATE INDEX gifts_giver_created_at_idx ON private.gifts USING btree (giver, created_at DESC);
CREATE UNIQUE INDEX gifts_order ON private.gifts USING btree (order_id);
CREATE INDEX gifts_recipient_phone ON private.gifts USING btree (recipient_phone) WHERE (recipient_phone IS NOT NULL);
alter table private.gifts enable row level security;
CREATE TRIGGER forget_giver BEFORE UPDATE ON private.gifts FOR EACH ROW WHEN (((old.giver IS NOT NULL) AND (new.giver IS NULL))) EXECUTE FUNCTION private.forget_giver();

create table private.hidden_texts (
  target_id uuid not null,
  topic_id uuid not null,
  post_id uuid,
  user_id uuid,
  title text,
  content text not null,
  note text,
  hidden_at timestamp with time zone default now() not null,
  constraint hidden_texts_pkey PRIMARY KEY (target_id),
  constraint hidden_texts_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.forum_posts(id) ON DELETE CASCADE,
  constraint hidden_texts_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES public.forum_topics(id),
  constraint hidden_texts_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table private.hidden_texts is 'Original texts of hidden topics and replies. The public row has a placeholder, so that neither realtime nor search can show the original.';
CREATE INDEX hidden_texts_post_id_idx ON private.hidden_texts USING btree (post_id);
CREATE INDEX hidden_texts_topic_id_idx ON private.hidden_texts USING btree (topic_id);
CREATE INDEX hidden_texts_user_id_idx ON private.hidden_texts USING btree (user_id);
alter table private.hidden_texts enable row level security;

create table private.jobs (
  id bigint generated always as identity not null,
  kind text not null,
  payload jsonb default '{}'::jsonb not null,
  key text,
  repeat_every interval,
  status text default 'waiting'::text not null,
  run_after timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  claims integer default 0 not null,
  last_error text,
  failed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint repeated_job_has_a_key CHECK (((repeat_every IS NULL) OR (key IS NOT NULL))),
  constraint status_known CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'failed'::text])))
);
comment on table private.jobs is 'Background work. A finished job is deleted, or waits for its next turn when it repeats.';
comment on column private.jobs.key is 'Jobs of the same kind and key are the same work: those that are due are done as one, with the payload of the first, and never two at once.';
comment on column private.jobs.run_after is 'waiting: due from then on. running: another process takes it over from then on.';
comment on column private.jobs.claims is 'Never reset: a process that was replaced cannot end the job of the one that replaced it.';
comment on column private.jobs.failed_at is 'When its attempts were used up: an admin can retry or discard it. A job that repeats is tried nevertheless.';
CREATE INDEX jobs_due ON private.jobs USING btree (kind, run_after, id) WHERE (status <> 'failed'::text);
CREATE INDEX jobs_failed ON private.jobs USING btree (failed_at, id) WHERE (failed_at IS NOT NULL);
CREATE INDEX jobs_of_a_key ON private.jobs USING btree (kind, key, run_after) WHERE ((status <> 'running'::text) AND (key IS NOT NULL));
CREATE UNIQUE INDEX one_repeated_job_per_kind ON private.jobs USING btree (kind) WHERE (repeat_every IS NOT NULL);
CREATE UNIQUE INDEX one_running_job_per_key ON private.jobs USING btree (kind, key) WHERE ((status = 'running'::text) AND (key IS NOT NULL));

create table private.list_entries (
  kind text not null,
  id uuid not null,
  list_order text not null,
  key text collate "C" not null,
  facets text[] not null,
  constraint list_entries_pkey PRIMARY KEY (kind, id, list_order)
);
comment on table private.list_entries is 'Published titles in each order that lists offer. Filtered lists are read along an order, or from the facets'' index when few titles match.';
CREATE INDEX list_entries_facets ON private.list_entries USING gin (facets) WITH (fastupdate=off);
CREATE INDEX list_entries_in_order ON private.list_entries USING btree (kind, list_order, key, id) INCLUDE (facets);
alter table private.list_entries enable row level security;

create table private.media_pieces (
  job_id uuid not null,
  stage text not null,
  number integer not null,
  piece jsonb not null,
  worker uuid,
  lease_until timestamp with time zone,
  attempts integer default 0 not null,
  is_done boolean default false not null,
  constraint media_pieces_pkey PRIMARY KEY (job_id, stage, number),
  constraint stage_known CHECK ((stage = ANY (ARRAY['first'::text, 'second'::text]))),
  constraint media_pieces_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.media_jobs(id) ON DELETE CASCADE
);
comment on table private.media_pieces is 'The pieces of films in work: which process encodes one, until when its lease lasts, and whether its file is stored.';
comment on column private.media_pieces.piece is 'Where it begins and ends in the film, and what its encoder needs to know (media/src/plan-pieces.ts).';
alter table private.media_pieces enable row level security;

create table private.media_runs (
  job_id uuid not null,
  stream_id uuid,
  worker uuid,
  lease_until timestamp with time zone,
  av1_attempts integer default 0 not null,
  constraint media_runs_pkey PRIMARY KEY (job_id),
  constraint media_runs_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.media_jobs(id) ON DELETE CASCADE,
  constraint media_runs_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES private.streams(id) ON DELETE SET NULL
);
comment on table private.media_runs is 'Which process works on a job, until when its lease lasts, and the stream it makes.';
comment on column private.media_runs.av1_attempts is 'How often AV1 was begun since its last complete rendition, and neither finished nor put back.';
CREATE INDEX media_runs_held ON private.media_runs USING btree (worker) WHERE (worker IS NOT NULL);
CREATE INDEX media_runs_stream_id_idx ON private.media_runs USING btree (stream_id);

create table private.media_workers (
  id uuid not null,
  state text not null,
  seen_at timestamp with time zone default now() not null,
  constraint media_workers_pkey PRIMARY KEY (id),
  constraint state_known CHECK ((state = ANY (ARRAY['ready'::text, 'no_ffmpeg'::text, 'off'::text])))
);
comment on table private.media_workers is 'Which processes can encode, so that editors see when none can.';

create table private.member_directory (
  id uuid not null,
  email text,
  words text not null,
  created_at timestamp with time zone not null,
  subscribed_until timestamp with time zone,
  constraint member_directory_pkey PRIMARY KEY (id),
  constraint member_directory_id_fkey FOREIGN KEY (id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.member_directory is 'Search text, email and subscription of members, for the table of admins. A copy of the email, because we cannot add an index to auth.users.';
comment on column private.member_directory.subscribed_until is 'When the last of the member''s active subscriptions expires or expired.';
CREATE INDEX member_directory_email ON private.member_directory USING btree (email COLLATE "C", id);
CREATE INDEX member_directory_newest ON private.member_directory USING btree (created_at DESC, id);
CREATE INDEX member_directory_subscribed ON private.member_directory USING btree (created_at DESC, id) WHERE (subscribed_until IS NOT NULL);
CREATE INDEX member_directory_subscribed_until ON private.member_directory USING btree (subscribed_until) WHERE (subscribed_until IS NOT NULL);
CREATE INDEX member_directory_subscribed_words ON private.member_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='256') WHERE (subscribed_until IS NOT NULL);
CREATE INDEX member_directory_words ON private.member_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='256');
alter table private.member_directory enable row level security;
CREATE TRIGGER note_lost_subscriber AFTER DELETE ON private.member_directory FOR EACH ROW WHEN ((old.subscribed_until IS NOT NULL)) EXECUTE FUNCTION private.note_subscriber_change();
CREATE TRIGGER note_new_subscriber AFTER INSERT ON private.member_directory FOR EACH ROW WHEN ((new.subscribed_until IS NOT NULL)) EXECUTE FUNCTION private.note_subscriber_change();
CREATE TRIGGER note_subscriber_change AFTER UPDATE OF subscribed_until ON private.member_directory FOR EACH ROW WHEN ((new.subscribed_until IS DISTINCT FROM old.subscribed_until)) EXECUTE FUNCTION private.note_subscriber_change();
CREATE TRIGGER update_subscriber_words AFTER UPDATE OF words ON private.member_directory FOR EACH ROW WHEN ((old.words <> new.words)) EXECUTE FUNCTION private.update_subscriber_words();

create table private.moderation_log (
  id bigint generated always as identity not null,
  moderator_id uuid,
  action text not null,
  target_kind text not null,
  target_id uuid,
  note text,
  created_at timestamp with time zone default now() not null,
  constraint moderation_log_pkey PRIMARY KEY (id),
  constraint moderation_log_action_check CHECK ((action = ANY (ARRAY['hide'::text, 'unhide'::text, 'lock'::text, 'unlock'::text, 'pin'::text, 'unpin'::text, 'move'::text, 'delete'::text, 'dismiss'::text, 'suspend'::text, 'lift'::text]))),
  constraint moderation_log_target_kind_check CHECK ((target_kind = ANY (ARRAY['topic'::text, 'post'::text, 'member'::text]))),
  constraint moderation_log_moderator_id_fkey FOREIGN KEY (moderator_id) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table private.moderation_log is 'Actions of moderators. Append-only, except that ids of deleted members are cleared.';
CREATE INDEX moderation_log_by_age ON private.moderation_log USING btree (created_at);
CREATE INDEX moderation_log_moderator_id_idx ON private.moderation_log USING btree (moderator_id);
CREATE INDEX moderation_log_target_id_idx ON private.moderation_log USING btree (target_id);
alter table private.moderation_log enable row level security;
CREATE TRIGGER moderation_log_never_truncated BEFORE TRUNCATE ON private.moderation_log FOR EACH STATEMENT EXECUTE FUNCTION private.protect_moderation_log();
CREATE TRIGGER protect_moderation_log BEFORE DELETE OR UPDATE ON private.moderation_log FOR EACH ROW EXECUTE FUNCTION private.protect_moderation_log();

create table private.notification_settings (
  user_id uuid not null,
  replies text default 'app'::text not null,
  mentions text default 'app'::text not null,
  mailed_at timestamp with time zone,
  constraint notification_settings_pkey PRIMARY KEY (user_id),
  constraint mentions_known CHECK ((mentions = ANY (ARRAY['off'::text, 'app'::text, 'email'::text]))),
  constraint replies_known CHECK ((replies = ANY (ARRAY['off'::text, 'app'::text, 'email'::text]))),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.notification_settings is 'Which notifications members want, if they ever chose: none, in the app, or by e-mail too. A member without a row wants all in the app.';
alter table private.notification_settings enable row level security;

create table private.notifications (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  kind text not null,
  topic_id uuid not null,
  post_id uuid,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  to_mail boolean default false not null,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'mention'::text, 'hidden'::text]))),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.notifications is 'Notifications of members. The actor is the author of the post (or of the topic, without a post) and is not copied here, so that a deleted member leaves none.';
comment on column private.notifications.to_mail is 'The member wants it by e-mail, and it was not sent yet.';
CREATE INDEX notifications_by_age ON private.notifications USING btree (created_at);
CREATE INDEX notifications_newest ON private.notifications USING btree (user_id, created_at DESC, id);
CREATE INDEX notifications_post_id_idx ON private.notifications USING btree (post_id);
CREATE INDEX notifications_to_mail ON private.notifications USING btree (user_id, created_at) WHERE to_mail;
CREATE INDEX notifications_topic_id_idx ON private.notifications USING btree (topic_id);
CREATE UNIQUE INDEX notifications_unique ON private.notifications USING btree (user_id, kind, COALESCE(post_id, topic_id));
CREATE INDEX notifications_unread ON private.notifications USING btree (user_id, topic_id) WHERE (read_at IS NULL);
alter table private.notifications enable row level security;
CREATE TRIGGER choose_notifications_to_mail BEFORE INSERT ON private.notifications FOR EACH ROW EXECUTE FUNCTION private.choose_notifications_to_mail();
CREATE TRIGGER count_added AFTER INSERT ON private.notifications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_notifications();
CREATE TRIGGER count_read AFTER UPDATE ON private.notifications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_notifications();
CREATE TRIGGER count_removed AFTER DELETE ON private.notifications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_notifications();

create table private.offline_licences (
  id uuid default gen_random_uuid() not null,
  device_id uuid not null,
  user_id uuid not null,
  movie_id uuid,
  episode_id uuid,
  title_id uuid generated always as (COALESCE(movie_id, episode_id)) stored not null,
  stream_id uuid not null,
  right_kind text not null,
  issued_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  constraint offline_licences_pkey PRIMARY KEY (id),
  constraint one_licence_per_title UNIQUE (device_id, title_id),
  constraint one_title CHECK ((num_nonnulls(movie_id, episode_id) = 1)),
  constraint right_known CHECK ((right_kind = ANY (ARRAY['purchase'::text, 'rental'::text, 'subscription'::text]))),
  constraint offline_licences_device_id_fkey FOREIGN KEY (device_id) REFERENCES private.download_devices(id) ON DELETE CASCADE,
  constraint offline_licences_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES public.episodes(id) ON DELETE CASCADE,
  constraint offline_licences_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE CASCADE,
  constraint offline_licences_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.offline_licences is 'The permission of one device to play a downloaded film or episode until ends_at. Bounded per device; goes with it.';
comment on column private.offline_licences.stream_id is 'What the device has. No foreign key: a device keeps what it has after the film was encoded again.';
comment on column private.offline_licences.right_kind is 'subscription stands for everything that is neither bought nor rented: passes, free titles, staff.';
CREATE INDEX offline_licences_episode_id ON private.offline_licences USING btree (episode_id);
CREATE INDEX offline_licences_movie_id ON private.offline_licences USING btree (movie_id);
CREATE INDEX offline_licences_user_id ON private.offline_licences USING btree (user_id);
alter table private.offline_licences enable row level security;

create table private.outages (
  id bigint generated always as identity not null,
  part text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint outages_pkey PRIMARY KEY (id),
  constraint outages_check CHECK ((ended_at >= began_at)),
  constraint outages_part_check CHECK ((part = ANY (ARRAY['site'::text, 'films'::text, 'cards'::text, 'moncash'::text, 'natcash'::text, 'mail'::text, 'encoding'::text])))
);
comment on table private.outages is 'When a part of the service did not work. An outage of the site begins with the last sign of life.';
CREATE INDEX outages_began_at ON private.outages USING btree (began_at);
CREATE INDEX outages_ended_at ON private.outages USING btree (ended_at);
CREATE UNIQUE INDEX outages_one_open ON private.outages USING btree (part) WHERE (ended_at IS NULL);
alter table private.outages enable row level security;

create table private.paid_passes (
  order_id uuid not null,
  user_id uuid not null,
  pass text not null,
  lasts interval not null,
  paid_at timestamp with time zone not null,
  is_paid boolean default true not null,
  ended_at timestamp with time zone,
  reminded_at timestamp with time zone,
  constraint paid_passes_pkey PRIMARY KEY (order_id),
  constraint paid_passes_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint paid_passes_pass_fkey FOREIGN KEY (pass) REFERENCES public.passes(id),
  constraint paid_passes_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.paid_passes is 'The passes of each member, one per order. recompute_passes() makes one row of subscriptions of them.';
comment on column private.paid_passes.lasts is 'As the pass was when it was given.';
comment on column private.paid_passes.is_paid is 'False after a refund or a lost dispute.';
comment on column private.paid_passes.ended_at is 'When staff ended it.';
CREATE INDEX paid_passes_pass_idx ON private.paid_passes USING btree (pass);
CREATE INDEX paid_passes_user_id_idx ON private.paid_passes USING btree (user_id, paid_at);
alter table private.paid_passes enable row level security;

create table private.payers (
  order_id uuid not null,
  user_id uuid not null,
  phone text not null,
  paid_at timestamp with time zone default now() not null,
  constraint payers_pkey PRIMARY KEY (order_id),
  constraint payers_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint payers_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.payers is 'The number that a mobile wallet paid with, so that an accountant finds the payment. Goes with the account.';
CREATE INDEX payers_phone ON private.payers USING btree (phone, paid_at DESC);
CREATE INDEX payers_user_id_idx ON private.payers USING btree (user_id);
alter table private.payers enable row level security;

create table private.payment_customers (
  user_id uuid not null,
  provider text not null,
  provider_reference text not null,
  constraint payment_customers_pkey PRIMARY KEY (user_id, provider),
  constraint payment_customers_provider_provider_reference_key UNIQUE (provider, provider_reference),
  constraint payment_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.payment_customers is 'A member''s customer id at a payment provider.';

create table private.payment_days (
  day date not null,
  provider text not null,
  currency text not null,
  provider_count integer not null,
  provider_minor bigint not null,
  ledger_count integer not null,
  ledger_minor bigint not null,
  differences jsonb default '[]'::jsonb not null,
  checked_at timestamp with time zone default now() not null,
  constraint payment_days_pkey PRIMARY KEY (day, provider, currency)
);
comment on table private.payment_days is 'What a provider and the ledger say about a day (UTC), and where they differ: at most a hundred entries.';
alter table private.payment_days enable row level security;

create table private.pending_reactions (
  id bigint generated always as identity not null,
  post_id uuid not null,
  kind text,
  change integer not null,
  constraint pending_reactions_pkey PRIMARY KEY (id)
);
comment on table private.pending_reactions is 'Reactions that are not yet counted in their posts, and deleted posts whose reactions are still there. fold_reactions() takes them out a second later.';
CREATE INDEX pending_reactions_post_id_idx ON private.pending_reactions USING btree (post_id);
alter table private.pending_reactions enable row level security;

create table private.pending_review_votes (
  id bigint generated always as identity not null,
  review_id uuid not null,
  change integer not null,
  constraint pending_review_votes_pkey PRIMARY KEY (id)
);
comment on table private.pending_review_votes is 'Votes that are not yet counted in reviews.helpful_count, and deleted reviews whose votes are still there. fold_review_votes() takes them out a second later.';
CREATE INDEX pending_review_votes_review_id_idx ON private.pending_review_votes USING btree (review_id);
alter table private.pending_review_votes enable row level security;

create table private.pending_views (
  id bigint generated always as identity not null,
  topic_id uuid not null,
  viewed_at timestamp with time zone default now() not null,
  constraint pending_views_pkey PRIMARY KEY (id)
);
comment on table private.pending_views is 'Views that are not yet counted in forum_topics.views. fold_topic_views() does that a second later.';
alter table private.pending_views enable row level security;

create table private.person_titles (
  person text collate "C" not null,
  kind text not null,
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint person_titles_pkey PRIMARY KEY (kind, id, person)
);
comment on table private.person_titles is 'Published titles by who directed, created or played in them. person is the folded name, name as it is written there.';
CREATE INDEX person_titles_newest ON private.person_titles USING btree (person, created_at DESC, id);
alter table private.person_titles enable row level security;

create table private.personal_data (
  relation text not null,
  person_column text not null,
  hidden_columns text[] default '{}'::text[] not null,
  after_deletion text default 'removed'::text not null,
  constraint personal_data_pkey PRIMARY KEY (relation, person_column),
  constraint personal_data_after_deletion_check CHECK ((after_deletion = ANY (ARRAY['removed'::text, 'anonymous'::text])))
);
comment on table private.personal_data is 'Tables with personal data. download_my_data() reads them; a test checks that no foreign key to a member is missing. hidden_columns are not exported: secrets and internals.';
alter table private.personal_data enable row level security;

create table private.playback_quality (
  day date not null,
  dimension text not null,
  value text not null,
  playbacks bigint default 0 not null,
  pictures bigint default 0 not null,
  first_picture_ms bigint default 0 not null,
  slow_pictures bigint default 0 not null,
  stalls bigint default 0 not null,
  stalled_ms bigint default 0 not null,
  played_ms bigint default 0 not null,
  rung_ms bigint default 0 not null,
  kilobits bigint default 0 not null,
  errors bigint default 0 not null,
  constraint playback_quality_pkey PRIMARY KEY (day, dimension, value),
  constraint playback_quality_dimension_check CHECK ((dimension = ANY (ARRAY['all'::text, 'country'::text, 'device'::text, 'codec'::text, 'title'::text]))),
  constraint value_known CHECK (
CASE dimension
    WHEN 'all'::text THEN (value = ''::text)
    WHEN 'country'::text THEN (value ~ '^[A-Z]{2}$'::text)
    WHEN 'device'::text THEN (value = ANY (ARRAY['phone'::text, 'tablet'::text, 'computer'::text, 'tv'::text]))
    WHEN 'codec'::text THEN (value = ANY (ARRAY['h264'::text, 'av1'::text, 'other'::text]))
    ELSE (value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)
END)
);
comment on table private.playback_quality is 'Sums of what players reported on a day (UTC), one row for each country, device class, codec and title, and one for all. Nothing of a viewer.';
comment on column private.playback_quality.pictures is 'Playbacks that showed a picture; first_picture_ms and slow_pictures (over three seconds) are of these.';
comment on column private.playback_quality.rung_ms is 'Played while the rung was known; kilobits divided by it is the average rung.';
alter table private.playback_quality enable row level security;

create table private.playback_sessions (
  id uuid default gen_random_uuid() not null,
  stream_id uuid not null,
  user_id uuid,
  auth_session_id uuid,
  saves_progress boolean not null,
  device text default ''::text not null,
  ticket_hash text not null,
  ticket_expires_at timestamp with time zone not null,
  bound_to text,
  cookie_hash text,
  browser text,
  started_at timestamp with time zone default now() not null,
  exchanged_at timestamp with time zone,
  seen_at timestamp with time zone,
  reported_at timestamp with time zone,
  ended_at timestamp with time zone,
  mark_hash text,
  next_mark_hash text,
  previous_mark_hash text,
  marked_at timestamp with time zone,
  mark_offered_at timestamp with time zone,
  gap_began_at timestamp with time zone,
  gap_ended_at timestamp with time zone,
  constraint playback_sessions_pkey PRIMARY KEY (id),
  constraint playback_sessions_cookie_hash_key UNIQUE (cookie_hash),
  constraint playback_sessions_ticket_hash_key UNIQUE (ticket_hash),
  constraint bound_to_a_hash CHECK ((bound_to ~ '^[0-9a-f]{64}$'::text)),
  constraint exchanged_for_a_cookie CHECK (((exchanged_at IS NULL) = (cookie_hash IS NULL))),
  constraint playback_sessions_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES private.streams(id) ON DELETE CASCADE,
  constraint playback_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.playback_sessions is 'One film on one device: first a ticket, then the session it was exchanged for. Only hashes of ticket and cookie are stored.';
comment on column private.playback_sessions.user_id is 'Null for a visitor.';
comment on column private.playback_sessions.auth_session_id is 'Signing out on that device ends this session too.';
comment on column private.playback_sessions.bound_to is 'Hash of a secret that only the browser which requested the ticket has.';
comment on column private.playback_sessions.mark_hash is 'Hash of the mark in use. Null until the first one was taken up.';
comment on column private.playback_sessions.next_mark_hash is 'Offered to one response, and in use as soon as a request brings it.';
comment on column private.playback_sessions.previous_mark_hash is 'Still valid for half a minute: requests overtake each other.';
comment on column private.playback_sessions.gap_began_at is 'The last time that this session sent no request for ten minutes or more, as the server saw it.';
CREATE INDEX playback_sessions_by_user ON private.playback_sessions USING btree (user_id, ended_at);
CREATE INDEX playback_sessions_started_at_idx ON private.playback_sessions USING btree (started_at);
CREATE INDEX playback_sessions_stream_id_idx ON private.playback_sessions USING btree (stream_id);
CREATE INDEX playback_sessions_tickets ON private.playback_sessions USING btree (ticket_expires_at) WHERE (exchanged_at IS NULL);
alter table private.playback_sessions enable row level security;

create table private.profiles (
  id uuid not null,
  username text not null,
  first_name text,
  last_name text,
  full_name text,
  bio text,
  location text,
  website text,
  occupation text,
  phone text,
  date_of_birth date,
  interests text[] default '{}'::text[] not null,
  avatar_url text,
  is_public boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint avatar_is_own CHECK (private.is_own_avatar(avatar_url)),
  constraint bio_length CHECK ((char_length(bio) <= 2000)),
  constraint born_in_living_memory CHECK ((date_of_birth >= '1900-01-01'::date)),
  constraint details_length CHECK (((char_length(location) <= 120) AND (char_length(occupation) <= 120) AND (char_length(phone) <= 40))),
  constraint interests_count CHECK (((cardinality(interests) <= 30) AND (char_length(array_to_string(interests, ','::text)) <= 1000))),
  constraint names_length CHECK (((char_length(first_name) <= 80) AND (char_length(last_name) <= 80))),
  constraint names_readable CHECK (private.is_readable_name(full_name)),
  constraint username_is_no_email CHECK (((username !~ '[@[:cntrl:]]'::text) AND (username = private.trim_text(username)))),
  constraint username_length CHECK (((char_length(username) >= 2) AND (char_length(username) <= 40))),
  constraint username_readable CHECK (private.is_readable_name(username)),
  constraint website_is_web_address CHECK (((website IS NULL) OR ((website ~ '^https?://[^\s]+$'::text) AND (char_length(website) <= 300)))),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table private.profiles is 'Everything about a member. Read and written through the view public.profiles (inserts are collected).';
CREATE INDEX profiles_created_at_idx ON private.profiles USING btree (created_at DESC);
CREATE INDEX profiles_name_skeleton ON private.profiles USING btree (private.name_skeleton(username));
CREATE INDEX profiles_private_username_start ON private.profiles USING btree (lower(username) COLLATE "C") WHERE (NOT is_public);
CREATE INDEX profiles_public_username_start ON private.profiles USING btree (lower(username) COLLATE "C") WHERE is_public;
CREATE UNIQUE INDEX profiles_username_key ON private.profiles USING btree (lower(username));
alter table private.profiles enable row level security;
CREATE TRIGGER anonymize_moderation_log AFTER DELETE ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.anonymize_moderation_log();
CREATE TRIGGER audit_member_deletion AFTER DELETE ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.audit_member_deletion();
CREATE TRIGGER count_rows_added AFTER INSERT ON private.profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER count_rows_removed AFTER DELETE ON private.profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_row_count();
CREATE TRIGGER delete_member_activity AFTER DELETE ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.delete_member_activity();
CREATE TRIGGER lock_topics BEFORE DELETE ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.lock_topics_of_member();
CREATE TRIGGER mark_past_day_stale AFTER INSERT ON private.profiles FOR EACH ROW WHEN ((new.created_at < date_trunc('day'::text, now(), 'UTC'::text))) EXECUTE FUNCTION private.mark_past_day_stale('profiles');
CREATE TRIGGER normalize_profile BEFORE INSERT OR UPDATE ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.normalize_profile();
CREATE TRIGGER protect_names BEFORE INSERT OR UPDATE OF username, first_name, last_name ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.protect_names();
CREATE TRIGGER put_no_foreign_avatar BEFORE INSERT ON private.profiles FOR EACH ROW WHEN ((new.avatar_url IS NOT NULL)) EXECUTE FUNCTION private.drop_foreign_avatar();
CREATE TRIGGER report_lookalikes AFTER UPDATE OF username ON private.profiles FOR EACH ROW WHEN (((old.username <> new.username) AND private.is_staff(new.id))) EXECUTE FUNCTION private.report_staff_lookalikes('id');
CREATE TRIGGER require_second_factor BEFORE INSERT OR UPDATE ON private.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.require_second_factor();
CREATE TRIGGER update_member_directory AFTER INSERT OR UPDATE OF username, first_name, last_name ON private.profiles FOR EACH ROW EXECUTE FUNCTION private.update_member_directory();

create table private.promotions (
  id uuid default gen_random_uuid() not null,
  name text not null,
  percent integer,
  off_minor integer,
  first_day date not null,
  last_day date not null,
  titles uuid[],
  per_person integer not null,
  total integer not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint promotions_pkey PRIMARY KEY (id),
  constraint limits_sane CHECK ((((per_person >= 1) AND (per_person <= 100)) AND ((total >= 1) AND (total <= 10000)))),
  constraint name_of_a_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint off_sane CHECK (((off_minor >= 1) AND (off_minor <= 1000000))),
  constraint one_discount CHECK ((num_nonnulls(percent, off_minor) = 1)),
  constraint percent_sane CHECK (((percent >= 1) AND (percent <= 100))),
  constraint period_sane CHECK ((first_day <= last_day)),
  constraint titles_sane CHECK (((cardinality(titles) >= 1) AND (cardinality(titles) <= 100)))
);
comment on table private.promotions is 'A discount, by percent or in cents of a dollar, that a code gives on titles for a time. Days are Haitian ones.';
comment on column private.promotions.titles is 'Films and series it is for; null for all.';
CREATE INDEX promotions_by_age ON private.promotions USING btree (created_at DESC, id DESC);
alter table private.promotions enable row level security;

create table private.provider_entries (
  provider text not null,
  reference text not null,
  kind text not null,
  amount_minor bigint not null,
  currency text not null,
  occurred_at timestamp with time zone not null,
  constraint provider_entries_pkey PRIMARY KEY (provider, reference, kind)
);
comment on table private.provider_entries is 'Payments, refunds and disputes as their providers list them, to compare the ledger with.';
CREATE INDEX provider_entries_by_age ON private.provider_entries USING btree (occurred_at);
CREATE INDEX provider_entries_by_time ON private.provider_entries USING btree (provider, occurred_at);
alter table private.provider_entries enable row level security;

create table private.rate_limits (
  action text not null,
  who text not null,
  window_start timestamp with time zone not null,
  times integer not null,
  constraint rate_limits_pkey PRIMARY KEY (action, who, window_start)
);
comment on table private.rate_limits is 'How often an action was done in a window of time. who is a user id or a salted hash, never an address.';
CREATE INDEX rate_limits_who_idx ON private.rate_limits USING btree (who);
CREATE INDEX rate_limits_window_start_idx ON private.rate_limits USING btree (window_start);

create table private.receipt_counters (
  year integer not null,
  last integer not null,
  constraint receipt_counters_pkey PRIMARY KEY (year)
);
comment on table private.receipt_counters is 'The last number of each year. Its row is locked until the payment is booked: no gap and no number twice.';
alter table private.receipt_counters enable row level security;

create table private.receipts (
  ledger_id bigint not null,
  year integer not null,
  number integer not null,
  issued_at timestamp with time zone default now() not null,
  tax_name text,
  tax_percent numeric(5,2),
  tax_minor bigint,
  constraint receipts_pkey PRIMARY KEY (ledger_id),
  constraint numbered_once UNIQUE (year, number),
  constraint tax_whole CHECK ((num_nonnulls(tax_name, tax_percent, tax_minor) = ANY (ARRAY[0, 3]))),
  constraint receipts_ledger_id_fkey FOREIGN KEY (ledger_id) REFERENCES public.ledger(id) ON DELETE RESTRICT
);
comment on table private.receipts is 'One for each payment, numbered by the year in which it was booked (UTC). The tax is part of the amount.';
alter table private.receipts enable row level security;

create table private.recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table private.recovery_codes is 'Hashes of codes that replace a lost second factor. 80 random bits each, so a plain hash is enough; used ones are deleted.';
alter table private.recovery_codes enable row level security;

create table private.refund_requests (
  payment_id bigint not null,
  order_id uuid not null,
  requested_by uuid,
  reason text not null,
  requested_at timestamp with time zone default now() not null,
  constraint refund_requests_pkey PRIMARY KEY (payment_id),
  constraint refund_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint refund_requests_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.ledger(id) ON DELETE RESTRICT,
  constraint refund_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table private.refund_requests is 'Payments that an accountant returns. The provider is asked until it has returned the money or refused.';
CREATE INDEX refund_requests_order_id_idx ON private.refund_requests USING btree (order_id);
CREATE INDEX refund_requests_requested_by_idx ON private.refund_requests USING btree (requested_by);
alter table private.refund_requests enable row level security;

create table private.reports (
  id uuid default gen_random_uuid() not null,
  reporter_id uuid not null,
  topic_id uuid not null,
  post_id uuid,
  reason text not null,
  note text,
  created_at timestamp with time zone default clock_timestamp() not null,
  settled_at timestamp with time zone,
  outcome text,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_note_check CHECK ((char_length(note) <= 1000)),
  constraint reports_outcome_check CHECK ((outcome = ANY (ARRAY['hidden'::text, 'dismissed'::text]))),
  constraint reports_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'insult'::text, 'spoiler'::text, 'illegal'::text, 'other'::text]))),
  constraint settled_with_an_outcome CHECK (((settled_at IS NULL) = (outcome IS NULL))),
  constraint reports_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.forum_posts(id) ON DELETE CASCADE,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES private.profiles(id) ON DELETE CASCADE,
  constraint reports_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES public.forum_topics(id)
);
comment on table private.reports is 'Reports of members about a topic (post_id null) or a reply; one per member and text.';
CREATE INDEX reports_by_age ON private.reports USING btree (settled_at) WHERE (settled_at IS NOT NULL);
CREATE UNIQUE INDEX reports_once ON private.reports USING btree (reporter_id, COALESCE(post_id, topic_id));
CREATE INDEX reports_open ON private.reports USING btree (created_at, id) WHERE (settled_at IS NULL);
CREATE INDEX reports_open_of_text ON private.reports USING btree (COALESCE(post_id, topic_id), created_at, id) WHERE (settled_at IS NULL);
CREATE INDEX reports_post_id_idx ON private.reports USING btree (post_id);
CREATE INDEX reports_topic_id_idx ON private.reports USING btree (topic_id);
alter table private.reports enable row level security;

create table private.reserved_names (
  name text not null,
  skeleton text generated always as (private.name_skeleton(name)) stored not null,
  constraint reserved_names_pkey PRIMARY KEY (name)
);
comment on table private.reserved_names is 'Names that would pass as ours. Members cannot take them, nor several of them in a row, with or without digits around.';
alter table private.reserved_names enable row level security;

create table private.retention_rules (
  name text not null,
  relation text not null,
  time_column text not null,
  setting text,
  keep interval,
  condition text default 'true'::text not null,
  constraint retention_rules_pkey PRIMARY KEY (name),
  constraint one_length CHECK ((num_nonnulls(setting, keep) = 1))
);
comment on table private.retention_rules is 'Which rows are deleted when. The job purge_<name> calls purge_expired(name).';
comment on column private.retention_rules.time_column is 'Has an index, so that a purge reads only what it deletes.';
comment on column private.retention_rules.setting is 'A key of the setting retention_days; keep is a length that nobody needs to change.';
comment on column private.retention_rules.condition is 'What else must hold of the row t.';
alter table private.retention_rules enable row level security;

create table private.rolled_periods (
  days smallint not null,
  starts date not null,
  slices smallint not null,
  constraint rolled_periods_pkey PRIMARY KEY (days, starts)
);
comment on table private.rolled_periods is 'Which periods of 8 and 64 days are in watch_rollups. When one of their days is counted again, they are rolled up again.';
comment on column private.rolled_periods.slices is 'How many parts of the titles are done, of days / 4; the period is used when all are.';
alter table private.rolled_periods enable row level security;

create table private.row_count_shards (
  name text not null,
  rows bigint not null,
  shard integer generated always as identity not null,
  constraint row_count_shards_pkey PRIMARY KEY (name, shard)
);
comment on table private.row_count_shards is 'Parts of the counts of row_counts. There are as many for a table as there were writers at once: none waits for another.';
alter table private.row_count_shards enable row level security;

create table private.sandbox_events (
  id bigint generated always as identity not null,
  session_id text not null,
  event jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint sandbox_events_pkey PRIMARY KEY (id),
  constraint sandbox_events_session_id_fkey FOREIGN KEY (session_id) REFERENCES private.sandbox_sessions(id) ON DELETE RESTRICT
);
comment on table private.sandbox_events is 'Events of the sandbox, whether or not they were delivered.';
CREATE INDEX sandbox_events_by_age ON private.sandbox_events USING btree (created_at);
CREATE INDEX sandbox_events_session_id_idx ON private.sandbox_events USING btree (session_id);

create table private.sandbox_sessions (
  id text not null,
  order_id uuid not null,
  success_url text not null,
  cancel_url text not null,
  status text default 'open'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint sandbox_sessions_pkey PRIMARY KEY (id),
  constraint sandbox_sessions_order_id_key UNIQUE (order_id),
  constraint sandbox_sessions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'complete'::text, 'expired'::text]))),
  constraint sandbox_sessions_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT
);
comment on table private.sandbox_sessions is 'Payment pages of the sandbox. Knowing the id gives access to the page, as with Stripe.';
CREATE INDEX sandbox_sessions_by_age ON private.sandbox_sessions USING btree (created_at) WHERE (status <> 'complete'::text);

create table private.search_entries (
  kind text not null,
  id uuid not null,
  published boolean not null,
  title text collate "C" not null,
  words tsvector not null,
  created_at timestamp with time zone not null,
  constraint search_entries_pkey PRIMARY KEY (kind, id)
);
comment on table private.search_entries is 'One row per film, series and topic. Each of its words is prefixed with its kind (m, s, t; upper case when unpublished), so that the index reads one kind only. Weights: A title, B people and genre, C description; D are genre_titles, marked with #.';
CREATE INDEX search_entries_newest ON private.search_entries USING btree (kind, created_at DESC, id) WHERE published;
CREATE INDEX search_entries_words ON private.search_entries USING gin (words) WITH (fastupdate=off);
CREATE TRIGGER note_removed_words AFTER DELETE ON private.search_entries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_removed_words();

create table private.search_suffixes (
  kind text not null,
  id uuid not null,
  place integer not null,
  published boolean not null,
  at_start boolean not null,
  rest text collate "C" not null,
  constraint search_suffixes_pkey PRIMARY KEY (kind, id, place)
);
comment on table private.search_suffixes is 'Suffixes of each title, from each of its words on. A typed phrase is then a short range of a sorted index, best match first.';
CREATE INDEX search_suffixes_sorted ON private.search_suffixes USING btree (kind, published, at_start, rest, id);

create table private.search_words (
  word text collate "C" not null,
  constraint search_words_pkey PRIMARY KEY (word)
);
comment on table private.search_words is 'Words of titles, people and genres, for finding the correct spelling of a mistyped word. Words of deleted titles stay; they match nothing.';
CREATE INDEX search_words_parts ON private.search_words USING gin (word extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX search_words_typos ON private.search_words USING gin (private.typo_keys(word)) WITH (fastupdate=off);

create table private.service_parts (
  part text not null,
  checked_at timestamp with time zone not null,
  failing_since timestamp with time zone,
  constraint service_parts_pkey PRIMARY KEY (part),
  constraint service_parts_part_check CHECK ((part = ANY (ARRAY['films'::text, 'cards'::text, 'moncash'::text, 'natcash'::text, 'mail'::text, 'encoding'::text])))
);
comment on table private.service_parts is 'What the job check_services found out last. Parts that are not set up have no row; the site itself needs none, it is known by whether it answers.';
alter table private.service_parts enable row level security;

create table private.settings (
  key text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (key)
);
comment on table private.settings is 'Settings that SQL reads. The server writes them at start from its environment.';

create table private.settled_outages (
  outage_id bigint not null,
  settled_at timestamp with time zone default now() not null,
  constraint settled_outages_pkey PRIMARY KEY (outage_id),
  constraint settled_outages_outage_id_fkey FOREIGN KEY (outage_id) REFERENCES private.outages(id) ON DELETE CASCADE
);
comment on table private.settled_outages is 'Outages whose minutes were added to all rentals that ran.';
alter table private.settled_outages enable row level security;

create table private.sign_checks (
  title_id uuid not null,
  worker uuid,
  lease_until timestamp with time zone,
  attempts integer default 0 not null,
  run_after timestamp with time zone default now() not null,
  constraint sign_checks_pkey PRIMARY KEY (title_id)
);
comment on table private.sign_checks is 'Movies and episodes whose sign videos or stream changed: which process works on one, until when its lease lasts, and when it is tried again.';
CREATE INDEX sign_checks_run_after_idx ON private.sign_checks USING btree (run_after);
alter table private.sign_checks enable row level security;

create table private.sign_of_life (
  only_row boolean default true not null,
  at timestamp with time zone default now() not null,
  constraint sign_of_life_pkey PRIMARY KEY (only_row),
  constraint sign_of_life_only_row_check CHECK (only_row)
);
comment on table private.sign_of_life is 'When a server last reached the database. Every server says so twice a minute.';
alter table private.sign_of_life enable row level security;

create table private.similar_title_checks (
  title_id uuid not null,
  kind text not null,
  due_at timestamp with time zone default now() not null,
  has_changed boolean default true not null,
  constraint similar_title_checks_pkey PRIMARY KEY (title_id)
);
comment on table private.similar_title_checks is 'When the similar titles of a title are to be found again: at once when it changed, else every week. has_changed: those that are similar to it, too.';
CREATE INDEX similar_title_checks_due ON private.similar_title_checks USING btree (due_at, title_id);
alter table private.similar_title_checks enable row level security;

create table private.similar_titles (
  title_id uuid not null,
  similar_ids uuid[] not null,
  constraint similar_titles_pkey PRIMARY KEY (title_id)
);
comment on table private.similar_titles is 'Published films and series like a title, the most similar first. Written by refresh_similar_titles().';
alter table private.similar_titles enable row level security;

create table private.stale_days (
  day date not null,
  constraint stale_days_pkey PRIMARY KEY (day)
);
comment on table private.stale_days is 'Days that changed after they were over: a film watched past midnight, a payment that was reported late.';
alter table private.stale_days enable row level security;

create table private.storage_quotas (
  holder text not null,
  objects bigint not null,
  bytes bigint not null,
  open_uploads bigint not null,
  constraint storage_quotas_pkey PRIMARY KEY (holder),
  constraint holder_known CHECK ((holder = ANY (ARRAY['member'::text, 'staff'::text]))),
  constraint limits_positive CHECK (((objects > 0) AND (bytes > 0) AND (open_uploads > 0)))
);
comment on table private.storage_quotas is 'What one person can store. Operators change it with SQL; staff are editors and admins.';
alter table private.storage_quotas enable row level security;

create table private.storage_usage (
  owner_id text not null,
  objects bigint default 0 not null,
  bytes bigint default 0 not null,
  open_uploads bigint default 0 not null,
  constraint storage_usage_pkey PRIMARY KEY (owner_id)
);
comment on table private.storage_usage is 'What each person stores: counted by triggers, so that an upload never counts rows.';
alter table private.storage_usage enable row level security;

create table private.streams (
  id uuid default gen_random_uuid() not null,
  movie_id uuid,
  episode_id uuid,
  source_path text,
  source_version text,
  encryption_key bytea default extensions.gen_random_bytes(16) not null,
  film jsonb,
  status text default 'making'::text not null,
  duration numeric,
  replaced_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint streams_pkey PRIMARY KEY (id),
  constraint key_length CHECK ((octet_length(encryption_key) = 16)),
  constraint one_title CHECK ((num_nonnulls(movie_id, episode_id) = 1)),
  constraint playable_has_a_film CHECK (((status = 'making'::text) OR (film IS NOT NULL))),
  constraint status_known CHECK ((status = ANY (ARRAY['making'::text, 'watchable'::text, 'whole'::text, 'replaced'::text]))),
  constraint streams_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES public.episodes(id) ON DELETE CASCADE,
  constraint streams_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE CASCADE
);
comment on table private.streams is 'One encoded film. Its files are in the stream store under its id; film is its film.json.';
comment on column private.streams.status is 'watchable: the lowest renditions are ready. replaced: a newer one plays; stays for those who are still watching.';
CREATE UNIQUE INDEX one_current_stream_per_episode ON private.streams USING btree (episode_id) WHERE (status = ANY (ARRAY['watchable'::text, 'whole'::text]));
CREATE UNIQUE INDEX one_current_stream_per_movie ON private.streams USING btree (movie_id) WHERE (status = ANY (ARRAY['watchable'::text, 'whole'::text]));
CREATE INDEX streams_episode_id_idx ON private.streams USING btree (episode_id);
CREATE INDEX streams_making ON private.streams USING btree (id) WHERE (status = 'making'::text);
CREATE INDEX streams_movie_id_idx ON private.streams USING btree (movie_id);
CREATE INDEX streams_prepared ON private.streams USING btree (id) WHERE (source_path IS NULL);
CREATE INDEX streams_replaced ON private.streams USING btree (replaced_at) WHERE (status = 'replaced'::text);
CREATE TRIGGER check_replaced_uploads AFTER INSERT OR UPDATE OF status, source_path ON private.streams FOR EACH ROW WHEN ((new.status = 'whole'::text)) EXECUTE FUNCTION private.check_replaced_uploads();
CREATE TRIGGER request_sign_check AFTER INSERT OR UPDATE OF status ON private.streams FOR EACH ROW WHEN ((new.status = ANY (ARRAY['watchable'::text, 'whole'::text]))) EXECUTE FUNCTION private.request_sign_check();
CREATE TRIGGER request_subtitle_check AFTER INSERT OR UPDATE OF status ON private.streams FOR EACH ROW WHEN ((new.status = ANY (ARRAY['watchable'::text, 'whole'::text]))) EXECUTE FUNCTION private.request_subtitle_check();
CREATE TRIGGER streams_touch BEFORE UPDATE ON private.streams FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER update_has_video AFTER INSERT OR DELETE OR UPDATE OF status ON private.streams FOR EACH ROW EXECUTE FUNCTION private.update_has_video();
CREATE TRIGGER update_languages AFTER INSERT OR DELETE OR UPDATE OF film, status ON private.streams FOR EACH ROW EXECUTE FUNCTION private.update_title_languages();
CREATE TRIGGER update_lists_added AFTER INSERT ON private.streams REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_lists_of_streams();
CREATE TRIGGER update_lists_changed AFTER UPDATE ON private.streams REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_lists_of_streams();
CREATE TRIGGER update_lists_removed AFTER DELETE ON private.streams REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_lists_of_streams();

create table private.subscriber_changes (
  id bigint generated always as identity not null,
  expires_hour timestamp with time zone not null,
  change integer not null,
  constraint subscriber_changes_pkey PRIMARY KEY (id)
);
comment on table private.subscriber_changes is 'Changes that fold_subscriber_changes() has not added to subscriber_hours yet. Writers only add rows, so they never wait for each other.';
alter table private.subscriber_changes enable row level security;

create table private.subscriber_hours (
  expires_hour timestamp with time zone not null,
  members integer not null,
  constraint subscriber_hours_pkey PRIMARY KEY (expires_hour)
);
comment on table private.subscriber_hours is 'How many members'' subscriptions expire in each hour, so that nobody has to count them.';
alter table private.subscriber_hours enable row level security;

create table private.subscription_directory (
  id uuid not null,
  user_id uuid not null,
  words text not null,
  status text not null,
  subscription_type text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint subscription_directory_pkey PRIMARY KEY (id),
  constraint subscription_directory_id_fkey FOREIGN KEY (id) REFERENCES public.subscriptions(id) ON DELETE CASCADE,
  constraint subscription_directory_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.member_directory(id) ON DELETE CASCADE
);
comment on table private.subscription_directory is 'Search text, filters and order of subscriptions, for the table of accountants. Maintained by triggers.';
CREATE INDEX subscription_directory_active ON private.subscription_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE (status = 'active'::text);
CREATE INDEX subscription_directory_canceled ON private.subscription_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE (status = 'canceled'::text);
CREATE INDEX subscription_directory_expired ON private.subscription_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE (status = 'expired'::text);
CREATE INDEX subscription_directory_expiry ON private.subscription_directory USING btree (expires_at, id);
CREATE INDEX subscription_directory_newest ON private.subscription_directory USING btree (created_at DESC, id);
CREATE INDEX subscription_directory_past_due ON private.subscription_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE (status = 'past_due'::text);
CREATE INDEX subscription_directory_user_id_idx ON private.subscription_directory USING btree (user_id);
CREATE INDEX subscription_directory_words ON private.subscription_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off);
alter table private.subscription_directory enable row level security;

create table private.subscription_states (
  order_id uuid not null,
  provider_reference text not null,
  status text not null,
  cancel_at_period_end boolean default false not null,
  period_end timestamp with time zone,
  ended_at timestamp with time zone,
  as_of timestamp with time zone not null,
  constraint subscription_states_pkey PRIMARY KEY (order_id),
  constraint subscription_states_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'canceled'::text]))),
  constraint subscription_states_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT
);
comment on table private.subscription_states is 'The newest state of each subscription that the provider reported, by the provider''s time. Only payments give an entitlement; a state can only end or mark it.';

create table private.subtitle_checks (
  title_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint subtitle_checks_pkey PRIMARY KEY (title_id)
);
comment on table private.subtitle_checks is 'Movies and episodes whose subtitles or stream changed: their film.json may lack subtitles, or have deleted ones.';
CREATE INDEX subtitle_checks_created_at_idx ON private.subtitle_checks USING btree (created_at);
alter table private.subtitle_checks enable row level security;

create table private.suspensions (
  user_id uuid not null,
  reason text not null,
  until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint suspensions_pkey PRIMARY KEY (user_id),
  constraint reason_present CHECK (((private.trim_text(reason) <> ''::text) AND (char_length(reason) <= 1000))),
  constraint suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.suspensions is 'Members who can read but not post, and why; until null means without an end. Who suspended them is in the moderation log.';
alter table private.suspensions enable row level security;

create table private.tax_rates (
  id bigint generated always as identity not null,
  country text not null,
  name text not null,
  percent numeric(5,2) not null,
  valid_from date not null,
  set_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint tax_rates_pkey PRIMARY KEY (id),
  constraint country_known CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint name_given CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40))),
  constraint percent_sane CHECK (((percent >= (0)::numeric) AND (percent <= (50)::numeric))),
  constraint tax_rates_set_by_fkey FOREIGN KEY (set_by) REFERENCES private.profiles(id) ON DELETE SET NULL
);
comment on table private.tax_rates is 'Taxes that prices include, per country of the buyer. The newest row whose day has come counts. Append-only: 0 percent ends one.';
CREATE INDEX tax_rates_by_country ON private.tax_rates USING btree (country, valid_from DESC, id DESC);
CREATE INDEX tax_rates_set_by_idx ON private.tax_rates USING btree (set_by);
alter table private.tax_rates enable row level security;

create table private.text_versions (
  id bigint generated always as identity not null,
  topic_id uuid not null,
  post_id uuid,
  title text,
  content text not null,
  edited_by uuid,
  replaced_at timestamp with time zone default now() not null,
  constraint text_versions_pkey PRIMARY KEY (id),
  constraint text_versions_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES private.profiles(id) ON DELETE SET NULL,
  constraint text_versions_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.forum_posts(id) ON DELETE CASCADE,
  constraint text_versions_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES public.forum_topics(id)
);
comment on table private.text_versions is 'Texts of a topic (post_id null) or a reply before each edit, for moderators.';
CREATE INDEX text_versions_by_age ON private.text_versions USING btree (replaced_at);
CREATE INDEX text_versions_edited_by_idx ON private.text_versions USING btree (edited_by);
CREATE INDEX text_versions_post_id_idx ON private.text_versions USING btree (post_id);
CREATE INDEX text_versions_topic_id_post_id_idx ON private.text_versions USING btree (topic_id, post_id);
alter table private.text_versions enable row level security;

create table private.title_directory (
  kind text not null,
  id uuid not null,
  words text not null,
  created_at timestamp with time zone not null,
  title text collate "und-x-icu" not null,
  published boolean not null,
  is_free boolean not null,
  is_purchasable boolean not null,
  is_rentable boolean not null,
  has_video boolean not null,
  constraint title_directory_pkey PRIMARY KEY (kind, id),
  constraint title_directory_kind_check CHECK ((kind = ANY (ARRAY['movies'::text, 'series'::text])))
);
comment on table private.title_directory is 'Search text and filters of all titles, drafts too, for the tables of editors. A series has video when it has episodes. Maintained by triggers.';
CREATE INDEX title_directory_by_title ON private.title_directory USING btree (kind, title, id) INCLUDE (words, published, is_free, is_purchasable, is_rentable, has_video);
CREATE INDEX title_directory_movies_draft ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'movies'::text) AND (NOT published));
CREATE INDEX title_directory_movies_for_rent ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'movies'::text) AND is_rentable);
CREATE INDEX title_directory_movies_for_sale ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'movies'::text) AND is_purchasable);
CREATE INDEX title_directory_movies_free ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'movies'::text) AND is_free);
CREATE INDEX title_directory_movies_no_video ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'movies'::text) AND (NOT has_video));
CREATE INDEX title_directory_movies_words ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE (kind = 'movies'::text);
CREATE INDEX title_directory_newest ON private.title_directory USING btree (kind, created_at DESC, id) INCLUDE (words, published, is_free, is_purchasable, is_rentable, has_video);
CREATE INDEX title_directory_series_draft ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'series'::text) AND (NOT published));
CREATE INDEX title_directory_series_for_rent ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'series'::text) AND is_rentable);
CREATE INDEX title_directory_series_for_sale ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'series'::text) AND is_purchasable);
CREATE INDEX title_directory_series_free ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'series'::text) AND is_free);
CREATE INDEX title_directory_series_no_video ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE ((kind = 'series'::text) AND (NOT has_video));
CREATE INDEX title_directory_series_words ON private.title_directory USING gin (words extensions.gin_trgm_ops) WITH (fastupdate=off) WHERE (kind = 'series'::text);
alter table private.title_directory enable row level security;

create table private.title_topics (
  topic_id uuid not null,
  movie_id uuid,
  series_id uuid,
  constraint title_topics_pkey PRIMARY KEY (topic_id),
  constraint title_topics_movie_id_key UNIQUE (movie_id),
  constraint title_topics_series_id_key UNIQUE (series_id),
  constraint one_title CHECK ((num_nonnulls(movie_id, series_id) = 1)),
  constraint title_topics_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE CASCADE,
  constraint title_topics_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE CASCADE,
  constraint title_topics_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES public.forum_topics(id) ON DELETE CASCADE
);
comment on table private.title_topics is 'Which topic is the discussion of which title. When the title is deleted, the topic stays.';
alter table private.title_topics enable row level security;

create table private.topic_readers (
  topic_id uuid not null,
  user_id uuid not null,
  following boolean,
  notified boolean default false not null,
  read_to timestamp with time zone,
  read_month date generated always as ((date_trunc('month'::text, (read_to AT TIME ZONE 'UTC'::text)))::date) stored,
  constraint topic_readers_pkey PRIMARY KEY (topic_id, user_id),
  constraint topic_readers_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES public.forum_topics(id),
  constraint topic_readers_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(id) ON DELETE CASCADE
);
comment on table private.topic_readers is 'Who follows a topic (null: never chosen), whether they were notified of replies they have not read yet, and the time of the last reply they have read.';
CREATE INDEX topic_readers_by_age ON private.topic_readers USING btree (read_month) WHERE (following IS NOT TRUE);
CREATE INDEX topic_readers_to_notify ON private.topic_readers USING btree (topic_id, user_id) WHERE (following AND (NOT notified));
CREATE INDEX topic_readers_user_id_idx ON private.topic_readers USING btree (user_id);
alter table private.topic_readers enable row level security;

create table private.topic_views (
  topic_id uuid not null,
  viewer text not null,
  day date default CURRENT_DATE not null,
  constraint topic_views_pkey PRIMARY KEY (viewer, day, topic_id)
);
comment on table private.topic_views is 'Who viewed a topic today: a member''s id, or a visitor''s salted hash. purge_daily_data deletes older rows.';
CREATE INDEX topic_views_day_idx ON private.topic_views USING btree (day);
CREATE INDEX topic_views_topic_id_idx ON private.topic_views USING btree (topic_id);

create table private.trial_marks (
  mark bytea not null,
  marked_at timestamp with time zone default now() not null,
  constraint trial_marks_pkey PRIMARY KEY (mark)
);
comment on table private.trial_marks is 'Keyed hashes of addresses that had a trial or a subscription. They stay when the account goes, and nobody can be read from them.';
CREATE INDEX trial_marks_marked_at ON private.trial_marks USING btree (marked_at);
alter table private.trial_marks enable row level security;

create table private.unsealed_audit_entries (
  entry_id bigint not null,
  at timestamp with time zone not null,
  digest bytea not null,
  constraint unsealed_audit_entries_pkey PRIMARY KEY (entry_id)
);
comment on table private.unsealed_audit_entries is 'Entries of the audit log that seal_audit_log has not yet put into the chain.';
alter table private.unsealed_audit_entries enable row level security;

create table private.upload_checks (
  name text not null,
  check_after timestamp with time zone default now() not null,
  constraint upload_checks_pkey PRIMARY KEY (name)
);
comment on table private.upload_checks is 'Objects of the bucket movies that may no longer be needed. remove_unused_uploads() checks each once.';
CREATE INDEX upload_checks_due ON private.upload_checks USING btree (check_after);
alter table private.upload_checks enable row level security;

create table private.voucher_batches (
  id bigint generated always as identity not null,
  agent_id uuid not null,
  pass text,
  media_type text,
  movie_id uuid,
  series_id uuid,
  title text not null,
  thumbnail_url text,
  vouchers integer not null,
  price_minor integer not null,
  currency text not null,
  exchange_rate numeric(12,4),
  expires_on date not null,
  created_at timestamp with time zone default now() not null,
  printed_at timestamp with time zone,
  activated_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint voucher_batches_pkey PRIMARY KEY (id),
  constraint converted_with_a_rate CHECK (((currency = 'USD'::text) = (exchange_rate IS NULL))),
  constraint currency_known CHECK ((currency = ANY (ARRAY['HTG'::text, 'USD'::text]))),
  constraint opens_one_thing CHECK ((((pass IS NULL) = (media_type IS NOT NULL)) AND ((pass IS NULL) OR (num_nonnulls(movie_id, series_id) = 0)))),
  constraint price_sane CHECK (((price_minor >= 1) AND (price_minor <= 10000000))),
  constraint vouchers_sane CHECK (((vouchers >= 1) AND (vouchers <= 500))),
  constraint voucher_batches_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES private.agents(id) ON DELETE RESTRICT,
  constraint voucher_batches_movie_id_fkey FOREIGN KEY (movie_id) REFERENCES public.movies(id) ON DELETE SET NULL,
  constraint voucher_batches_pass_fkey FOREIGN KEY (pass) REFERENCES public.passes(id),
  constraint voucher_batches_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.series(id) ON DELETE SET NULL
);
comment on table private.voucher_batches is 'Vouchers that are printed together. Worth nothing until somebody activates them, when they have reached the agent.';
comment on column private.voucher_batches.price_minor is 'What a voucher costs the buyer, and the agent owes for it.';
comment on column private.voucher_batches.expires_on is 'The last day, in Haiti.';
CREATE INDEX voucher_batches_by_agent ON private.voucher_batches USING btree (agent_id, id DESC);
CREATE INDEX voucher_batches_movie_id_idx ON private.voucher_batches USING btree (movie_id);
CREATE INDEX voucher_batches_pass_idx ON private.voucher_batches USING btree (pass);
CREATE INDEX voucher_batches_series_id_idx ON private.voucher_batches USING btree (series_id);
alter table private.voucher_batches enable row level security;

create table private.vouchers (
  code_id uuid not null,
  batch_id bigint not null,
  number integer not null,
  sold_at timestamp with time zone,
  order_id uuid,
  constraint vouchers_pkey PRIMARY KEY (code_id),
  constraint one_number_per_batch UNIQUE (batch_id, number),
  constraint one_voucher_per_order UNIQUE (order_id),
  constraint vouchers_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES private.voucher_batches(id) ON DELETE RESTRICT,
  constraint vouchers_code_id_fkey FOREIGN KEY (code_id) REFERENCES private.codes(id) ON DELETE RESTRICT,
  constraint vouchers_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT
);
comment on table private.vouchers is 'One printed voucher. Whether it can still be used is the status of its code.';
comment on column private.vouchers.number is 'Printed beside the code. Agents speak of vouchers by number and never see a code.';
comment on column private.vouchers.sold_at is 'When the agent marked it, or somebody redeemed it. Null again when a sold one is taken back.';
alter table private.vouchers enable row level security;

create table private.watch_rollups (
  days smallint not null,
  starts date not null,
  title_id uuid not null,
  seconds double precision not null,
  visits integer not null,
  members integer,
  member_hashes integer[] not null,
  constraint watch_rollups_pkey PRIMARY KEY (title_id, days, starts),
  constraint period_known CHECK ((days = ANY (ARRAY[1, 8, 64])))
);
comment on table private.watch_rollups is 'How long and by how many each film and series was watched, in periods of 1, 8 and 64 days. The title with the id of zeros is everything together.';
comment on column private.watch_rollups.members is 'Exact, of one day; null for longer periods.';
comment on column private.watch_rollups.member_hashes is 'The smallest salted hashes of the members. Those of several periods together tell how many different members watched: see estimate_members().';
CREATE INDEX watch_rollups_longest ON private.watch_rollups USING btree (starts, days, seconds DESC) INCLUDE (title_id);
alter table private.watch_rollups enable row level security;

create table private.words_to_check (
  word text collate "C" not null,
  constraint words_to_check_pkey PRIMARY KEY (word)
);
comment on table private.words_to_check is 'Words of titles that were changed or deleted. purge_search_words() deletes those that no other title has.';
alter table private.words_to_check enable row level security;

-- Views -----------------------------------------------------------------------------------------------------------

create view public.profiles with (security_barrier=true) as
 SELECT p.id,
    p.username,
        CASE
            WHEN seen.whole THEN p.first_name
            ELSE NULL::text
        END AS first_name,
        CASE
            WHEN seen.whole THEN p.last_name
            ELSE NULL::text
        END AS last_name,
        CASE
            WHEN seen.whole THEN p.full_name
            ELSE NULL::text
        END AS full_name,
        CASE
            WHEN seen.whole THEN p.bio
            ELSE NULL::text
        END AS bio,
        CASE
            WHEN seen.whole THEN p.location
            ELSE NULL::text
        END AS location,
        CASE
            WHEN seen.whole THEN p.website
            ELSE NULL::text
        END AS website,
        CASE
            WHEN seen.whole THEN p.occupation
            ELSE NULL::text
        END AS occupation,
        CASE
            WHEN seen.own THEN p.phone
            ELSE NULL::text
        END AS phone,
        CASE
            WHEN seen.own THEN p.date_of_birth
            ELSE NULL::date
        END AS date_of_birth,
        CASE
            WHEN seen.whole THEN p.interests
            ELSE NULL::text[]
        END AS interests,
    p.avatar_url,
    p.is_public,
        CASE
            WHEN seen.whole THEN p.created_at
            ELSE NULL::timestamp with time zone
        END AS created_at,
        CASE
            WHEN seen.whole THEN p.updated_at
            ELSE NULL::timestamp with time zone
        END AS updated_at
   FROM (private.profiles p
     CROSS JOIN LATERAL ( SELECT (((p.id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_fully_signed_in() AS is_fully_signed_in)) OR ( SELECT private.can_read_all_profiles() AS can_read_all_profiles)) AS own,
            (p.is_public OR (p.id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.can_read_all_profiles() AS can_read_all_profiles)) AS whole) seen)
  WHERE (seen.whole OR (EXISTS ( SELECT
           FROM public.forum_posts r
          WHERE (r.user_id = p.id)
         OFFSET 0)) OR (EXISTS ( SELECT
           FROM public.forum_topics t
          WHERE (t.user_id = p.id)
         OFFSET 0)) OR (EXISTS ( SELECT
           FROM public.reviews v
          WHERE (v.user_id = p.id)
         OFFSET 0)));
comment on view public.profiles is 'Members; each field is null for those who cannot see it. Clients can write their own row only.';
grant all on public.profiles to service_role;
grant select on public.profiles to anon;
grant select, insert, update on public.profiles to authenticated;
CREATE TRIGGER write_profile INSTEAD OF INSERT OR DELETE OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.write_profile();

create view private.expected_payment_events as
 SELECT o.id AS order_id,
        CASE
            WHEN (g.id IS NOT NULL) THEN 'gift_canceled'::text
            WHEN r.due THEN 'refund_requested'::text
            WHEN private.is_title_deleted(o.*) THEN 'title_deleted'::text
            WHEN (o.user_id IS NULL) THEN 'nobody'::text
            WHEN (o.status = 'pending'::text) THEN 'pending'::text
            ELSE 'renewal'::text
        END AS why,
        CASE
            WHEN ((o.status = 'pending'::text) OR private.is_title_deleted(o.*) OR (g.id IS NOT NULL) OR r.due OR ((o.user_id IS NULL) AND (s.status = ANY (ARRAY['active'::text, 'past_due'::text])))) THEN now()
            ELSE s.expires_at
        END AS due_at
   FROM (((public.orders o
     LEFT JOIN public.subscriptions s ON ((s.order_id = o.id)))
     LEFT JOIN private.gifts g ON (((g.order_id = o.id) AND (g.canceled_at IS NOT NULL) AND (o.status = 'paid'::text))))
     CROSS JOIN LATERAL ( SELECT (EXISTS ( SELECT
                   FROM public.refunds_to_make(o.id) refunds_to_make(reference, amount_minor, currency, requested_at))) AS due) r)
  WHERE ((o.provider_reference IS NOT NULL) AND ((o.status = 'pending'::text) OR (g.id IS NOT NULL) OR r.due OR ((s.status = ANY (ARRAY['active'::text, 'past_due'::text, 'expired'::text])) AND (s.expires_at > (now() - '30 days'::interval))) OR ((o.user_id IS NULL) AND (s.status = ANY (ARRAY['active'::text, 'past_due'::text]))) OR (private.is_title_deleted(o.*) AND (o.status = 'canceled'::text) AND (EXISTS ( SELECT
           FROM private.checkouts c
          WHERE ((c.order_id = o.id) AND (c.expires_at > now()))))) OR (private.is_title_deleted(o.*) AND (o.status = 'failed'::text) AND (EXISTS ( SELECT
           FROM public.ledger l
          WHERE ((l.order_id = o.id) AND (l.problem = 'title_deleted'::text)))) AND (NOT (EXISTS ( SELECT
           FROM public.ledger l
          WHERE ((l.order_id = o.id) AND (l.kind = ANY (ARRAY['refund'::text, 'dispute'::text, 'credit'::text])))))))));
comment on view private.expected_payment_events is 'Orders from which the provider will still send an event, and from when on it is late: open ones, subscriptions that renew, canceled gifts, requested refunds, and those of deleted members and titles.';

create view private.list_positions as
 SELECT t.kind,
    t.id,
    o.list_order,
    o.key,
    (ARRAY[((('list:'::text || t.kind) || ':'::text) || o.list_order)] || f.facets) AS facets
   FROM (((( SELECT 'movie'::text AS kind,
            m.id,
            m.title,
            m.created_at,
            m.is_free,
            (m.is_purchasable OR m.is_rentable) AS is_for_sale,
                CASE
                    WHEN isfinite(m.release_date) THEN (EXTRACT(year FROM m.release_date))::integer
                    ELSE NULL::integer
                END AS year,
            m.duration,
            m.review_count,
            m.review_total,
            m.genre,
            m.unpublish_at,
            m.accessibility,
            array_append(ARRAY( SELECT (l.language #>> '{}'::text[])
                   FROM private.streams s,
                    LATERAL jsonb_path_query(s.film, '$."audio"[*]."language"'::jsonpath) l(language)
                  WHERE ((s.movie_id = m.id) AND (s.status = ANY (ARRAY['watchable'::text, 'whole'::text])))), m.language) AS sound,
            ARRAY( SELECT (l.language #>> '{}'::text[])
                   FROM private.streams s,
                    LATERAL jsonb_path_query(s.film, '$."subtitles"[*]."language"'::jsonpath) l(language)
                  WHERE ((s.movie_id = m.id) AND (s.status = ANY (ARRAY['watchable'::text, 'whole'::text])))) AS captions,
            (EXISTS ( SELECT
                   FROM private.streams s
                  WHERE ((s.movie_id = m.id) AND (s.status = ANY (ARRAY['watchable'::text, 'whole'::text])) AND jsonb_path_exists(s.film, '$."rungs"[*]?(@."bytes" <= 100000000)'::jsonpath)))) AS is_small
           FROM public.movies m
          WHERE m.published
        UNION ALL
         SELECT 'series'::text,
            r.id,
            r.title,
            r.created_at,
            r.is_free,
            (r.is_purchasable OR r.is_rentable),
                CASE
                    WHEN isfinite(r.release_date) THEN (EXTRACT(year FROM r.release_date))::integer
                    ELSE NULL::integer
                END AS "case",
            NULL::integer,
            NULL::integer,
            NULL::integer,
            r.genre,
            r.unpublish_at,
            r.accessibility,
            array_append(ARRAY( SELECT (l.language #>> '{}'::text[])
                   FROM (public.episodes e
                     JOIN private.streams s ON ((s.episode_id = e.id))),
                    LATERAL jsonb_path_query(s.film, '$."audio"[*]."language"'::jsonpath) l(language)
                  WHERE ((e.series_id = r.id) AND (s.status = ANY (ARRAY['watchable'::text, 'whole'::text])))), r.language) AS array_append,
            ARRAY( SELECT (l.language #>> '{}'::text[])
                   FROM (public.episodes e
                     JOIN private.streams s ON ((s.episode_id = e.id))),
                    LATERAL jsonb_path_query(s.film, '$."subtitles"[*]."language"'::jsonpath) l(language)
                  WHERE ((e.series_id = r.id) AND (s.status = ANY (ARRAY['watchable'::text, 'whole'::text])))) AS "array",
            false
           FROM public.series r
          WHERE r.published) t
     CROSS JOIN LATERAL ( SELECT ((((((((
                CASE
                    WHEN t.is_free THEN '{access:free}'::text[]
                    ELSE '{access:subscription}'::text[]
                END ||
                CASE
                    WHEN ((NOT t.is_free) AND t.is_for_sale) THEN '{access:sale}'::text[]
                    ELSE '{}'::text[]
                END) ||
                CASE
                    WHEN (t.year < 1970) THEN '{decade:older}'::text[]
                    WHEN (t.year >= 1970) THEN ARRAY[('decade:'::text || ((t.year / 10) * 10))]
                    ELSE '{}'::text[]
                END) ||
                CASE
                    WHEN (t.duration < 40) THEN '{length:short}'::text[]
                    WHEN (t.duration <= 90) THEN '{length:medium}'::text[]
                    WHEN (t.duration > 90) THEN '{length:long}'::text[]
                    ELSE '{}'::text[]
                END) ||
                CASE
                    WHEN t.is_small THEN '{size:small}'::text[]
                    ELSE '{}'::text[]
                END) || ARRAY( SELECT DISTINCT ('sound:'::text || "left"(s.language, 2))
                   FROM unnest(t.sound) s(language)
                  WHERE ("left"(s.language, 2) = ANY (ARRAY['ht'::text, 'fr'::text, 'en'::text, 'es'::text])))) || ARRAY( SELECT DISTINCT ('captions:'::text || "left"(s.language, 2))
                   FROM unnest(t.captions) s(language)
                  WHERE ("left"(s.language, 2) = ANY (ARRAY['ht'::text, 'fr'::text, 'en'::text, 'es'::text])))) || ARRAY( SELECT ('accessibility:'::text || a.kind)
                   FROM unnest(t.accessibility) a(kind))) || ARRAY( SELECT DISTINCT private.genre_facet(private.genre_key(g.name)) AS genre_facet
                   FROM unnest(t.genre) g(name)
                  WHERE (private.genre_key(g.name) <> ''::text))) AS facets
         OFFSET 0) f)
     CROSS JOIN LATERAL ( SELECT lpad((('9999999999999999'::bigint - ((EXTRACT(epoch FROM t.created_at) * (1000000)::numeric))::bigint))::text, 16, '0'::text) AS newest) n)
     CROSS JOIN LATERAL ( VALUES ('newest'::text,n.newest), ('title'::text,"left"(private.normalize_words(t.title), 100)), ('year'::text,(COALESCE(lpad(((9999 - t.year))::text, 4, '0'::text), 'z'::text) || n.newest)), ('best'::text,(
                CASE
                    WHEN (t.review_count > 0) THEN lpad(((((100000)::numeric - round(((((t.review_total)::numeric + 17.5) / ((t.review_count + 5))::numeric) * (10000)::numeric))))::integer)::text, 6, '0'::text)
                    WHEN (t.kind = 'movie'::text) THEN 'z'::text
                    ELSE NULL::text
                END || n.newest)), ('shortest'::text,
                CASE
                    WHEN (t.kind = 'movie'::text) THEN (COALESCE(lpad((t.duration)::text, 5, '0'::text), 'z'::text) || n.newest)
                    ELSE NULL::text
                END), ('ending'::text,
                CASE
                    WHEN isfinite(t.unpublish_at) THEN lpad((((EXTRACT(epoch FROM t.unpublish_at) * (1000000)::numeric))::bigint)::text, 16, '0'::text)
                    ELSE NULL::text
                END)) o(list_order, key))
  WHERE (o.key IS NOT NULL);
comment on view private.list_positions is 'What list_entries should have: for each published title one row per order, with the key that it is sorted by and the facets that filters ask for.';

create view private.listable_subscriptions as
 SELECT s.id,
    s.user_id,
    d.words,
    s.status,
    s.subscription_type,
    s.expires_at,
    s.created_at
   FROM (public.subscriptions s
     JOIN private.member_directory d ON ((d.id = s.user_id)));
comment on view private.listable_subscriptions is 'The rows of subscription_directory, computed from subscriptions.';

create view private.listable_titles as
 SELECT 'movies'::text AS kind,
    m.id,
    (' '::text || private.fold_text(m.title)) AS words,
    m.created_at,
    m.title,
    m.published,
    m.is_free,
    m.is_purchasable,
    m.is_rentable,
    m.has_video
   FROM public.movies m
UNION ALL
 SELECT 'series'::text AS kind,
    s.id,
    (' '::text || private.fold_text(s.title)) AS words,
    s.created_at,
    s.title,
    s.published,
    s.is_free,
    s.is_purchasable,
    s.is_rentable,
    (s.episode_count > 0) AS has_video
   FROM public.series s;
comment on view private.listable_titles is 'The rows of title_directory, computed from films and series.';

create view private.my_paid_titles with (security_barrier=true) as
 SELECT movie_id,
    series_id
   FROM public.user_purchases p
  WHERE ((user_id = ( SELECT auth.uid() AS uid)) AND (status = 'completed'::text) AND ((transaction_type = 'purchase'::text) OR (rental_expiry > now())));
comment on view private.my_paid_titles is 'Movies and series that the caller bought, or rented within the last 48 hours. They see them even when unpublished (constant for visitors).';
grant select on private.my_paid_titles to authenticated;

create view private.payments as
 SELECT p.order_id,
    p.provider,
    p.provider_reference,
    p.amount_minor,
    p.currency,
    p.occurred_at,
    p.period_end,
    p.problem,
    COALESCE(back.disputed, false) AS disputed,
    COALESCE((back.returned >= (p.amount_minor)::numeric), false) AS refunded,
    p.id,
    (COALESCE(back.returned, (0)::numeric))::bigint AS returned_minor
   FROM (public.ledger p
     CROSS JOIN LATERAL ( SELECT (- sum(r.amount_minor) FILTER (WHERE (r.kind = ANY (ARRAY['refund'::text, 'refund_failed'::text, 'credit'::text])))) AS returned,
            bool_or(((r.kind = 'dispute'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.ledger w
                  WHERE ((w.kind = 'dispute_won'::text) AND (w.provider = r.provider) AND (w.provider_reference = r.provider_reference))))))) AS disputed
           FROM public.ledger r
          WHERE ((r.order_id = p.order_id) AND (r.provider = p.provider) AND (r.kind <> 'payment'::text) AND (COALESCE(r.payment_reference, r.provider_reference) = p.provider_reference))) back)
  WHERE (p.kind = 'payment'::text);
comment on view private.payments is 'Each payment with whether it is disputed or was returned, as money or as credit. A partial return leaves it valid; a full one or a dispute that is not won does not.';

create view private.row_counts as
 SELECT name,
    (sum(rows))::bigint AS rows
   FROM private.row_count_shards s
  GROUP BY name;
comment on view private.row_counts is 'How many rows the large tables have, so that no page has to count them.';

create view private.searchable as
 SELECT 'movie'::text AS kind,
    m.id,
    m.published,
    m.created_at,
    m.title,
    m.genre,
    concat_ws(' '::text, m.description, ( SELECT string_agg(t.value, ' '::text) AS string_agg
           FROM jsonb_each_text(m.description_translations) t(key, value))) AS description,
    concat_ws(' '::text, m.director, array_to_string(m.actors, ' '::text), array_to_string(m.genre, ' '::text)) AS credits,
    ARRAY( SELECT m.title
        UNION ALL
         SELECT t.value
           FROM jsonb_each_text(m.title_translations) t(key, value)) AS titles,
        CASE
            WHEN isfinite(m.release_date) THEN (EXTRACT(year FROM m.release_date))::text
            ELSE NULL::text
        END AS year
   FROM public.movies m
UNION ALL
 SELECT 'series'::text AS kind,
    s.id,
    s.published,
    s.created_at,
    s.title,
    s.genre,
    concat_ws(' '::text, s.description, ( SELECT string_agg(t.value, ' '::text) AS string_agg
           FROM jsonb_each_text(s.description_translations) t(key, value))) AS description,
    concat_ws(' '::text, s.creator, array_to_string(s.actors, ' '::text), array_to_string(s.genre, ' '::text)) AS credits,
    ARRAY( SELECT s.title
        UNION ALL
         SELECT t.value
           FROM jsonb_each_text(s.title_translations) t(key, value)) AS titles,
        CASE
            WHEN isfinite(s.release_date) THEN (EXTRACT(year FROM s.release_date))::text
            ELSE NULL::text
        END AS year
   FROM public.series s
UNION ALL
 SELECT 'topic'::text AS kind,
    t.id,
    true AS published,
    t.created_at,
    t.title,
    '{}'::text[] AS genre,
    NULL::text AS description,
    NULL::text AS credits,
    ARRAY[t.title] AS titles,
    NULL::text AS year
   FROM public.forum_topics t
  WHERE (t.deleted_at IS NULL);
comment on view private.searchable is 'The texts of films, series and topics that the search indexes.';

create view private.title_facts as
 SELECT 'movie'::text AS kind,
    m.id,
    m.title,
    m.description,
    m.genre,
    m.language,
    m.director AS maker,
    m.actors,
    m.published,
    m.created_at
   FROM public.movies m
UNION ALL
 SELECT 'series'::text AS kind,
    s.id,
    s.title,
    s.description,
    s.genre,
    s.language,
    s.creator AS maker,
    s.actors,
    s.published,
    s.created_at
   FROM public.series s;
comment on view private.title_facts is 'What makes titles similar.';

-- On tables of auth, storage --------------------------------------------------------------------------------------

CREATE TRIGGER create_profile AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.create_profile();
CREATE TRIGGER delete_open_uploads AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.delete_open_uploads();
CREATE TRIGGER erase_account_data BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.erase_account_data();
CREATE TRIGGER update_member_directory AFTER UPDATE OF email ON auth.users FOR EACH ROW EXECUTE FUNCTION private.update_member_directory();

create policy "editors list catalogue files" on storage.objects for select to authenticated
  using (((bucket_id = ANY (ARRAY['movies'::text, 'artwork'::text, 'banners'::text])) AND ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role)));
create policy "members list their own pictures, admins all" on storage.objects for select to authenticated
  using (((bucket_id = 'profile-images'::text) AND (((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) OR ( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role))));
create policy "editors upload catalogue files" on storage.objects for insert to authenticated
  with check (((bucket_id = ANY (ARRAY['movies'::text, 'artwork'::text, 'banners'::text])) AND ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role)));
create policy "members upload their own pictures" on storage.objects for insert to authenticated
  with check (((bucket_id = 'profile-images'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
create policy "editors replace catalogue files" on storage.objects for update to authenticated
  using (((bucket_id = ANY (ARRAY['movies'::text, 'artwork'::text, 'banners'::text])) AND ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role)))
  with check (((bucket_id = ANY (ARRAY['movies'::text, 'artwork'::text, 'banners'::text])) AND ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role)));
create policy "members replace their own pictures" on storage.objects for update to authenticated
  using (((bucket_id = 'profile-images'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)))
  with check (((bucket_id = 'profile-images'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
create policy "editors delete catalogue files" on storage.objects for delete to authenticated
  using (((bucket_id = ANY (ARRAY['movies'::text, 'artwork'::text, 'banners'::text])) AND ( SELECT private.has_role(VARIADIC ARRAY['editor'::text]) AS has_role)));
create policy "members delete their own pictures, admins any" on storage.objects for delete to authenticated
  using (((bucket_id = 'profile-images'::text) AND (((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) OR ( SELECT private.has_role(VARIADIC ARRAY['admin'::text]) AS has_role))));
create policy "files need the second factor" on storage.objects as restrictive for all to authenticated
  using (( SELECT private.is_fully_signed_in() AS is_fully_signed_in));
CREATE TRIGGER audit_file_change AFTER INSERT OR DELETE OR UPDATE ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.audit_file_change();
CREATE TRIGGER check_uploads_added AFTER INSERT ON storage.objects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_new_uploads();
CREATE TRIGGER check_uploads_changed AFTER UPDATE ON storage.objects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_new_uploads();
CREATE TRIGGER count_objects_added AFTER INSERT ON storage.objects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_stored_objects();
CREATE TRIGGER count_objects_changed AFTER UPDATE ON storage.objects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_stored_objects();
CREATE TRIGGER count_objects_removed AFTER DELETE ON storage.objects REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_stored_objects();
CREATE TRIGGER link_uploaded_video AFTER INSERT OR UPDATE ON storage.objects FOR EACH ROW WHEN ((new.bucket_id = 'movies'::text)) EXECUTE FUNCTION private.link_uploaded_video();

CREATE TRIGGER count_uploads_closed AFTER DELETE ON storage.s3_multipart_uploads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_open_uploads();
CREATE TRIGGER count_uploads_opened AFTER INSERT ON storage.s3_multipart_uploads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_open_uploads();

-- Functions -------------------------------------------------------------------------------------------------------

CREATE FUNCTION public.activate_voucher_batch(batch bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen private.voucher_batches;
  seller private.agents;
begin
  perform private.require_role('admin');
  chosen := private.lock_batch(batch);
  if chosen.activated_at is not null then
    return;
  end if;
  if chosen.revoked_at is not null or private.is_batch_expired(chosen)
    or chosen.media_type is not null and num_nonnulls(chosen.movie_id, chosen.series_id) = 0 then
    raise exception using errcode = '22023', message = 'These vouchers are already active, expired or revoked. Please make new ones.',
      hint = 'batch_closed';
  end if;
  if chosen.printed_at is null then
    raise exception using errcode = '22023', message = 'Please print these vouchers first', hint = 'batch_not_printed';
  end if;
  select * into seller from private.agents a where a.id = chosen.agent_id for update;
  if not seller.is_active then
    raise exception using errcode = 'P0002', message = 'This agent does not sell at the moment', hint = 'agent_inactive';
  end if;
  perform private.check_agent_limit(
    seller.id, private.unsold_value(seller.id) + chosen.price_minor::bigint * (
      select count(*) from private.vouchers v join private.codes c on c.id = v.code_id where v.batch_id = chosen.id and c.status = 'active'));
  update private.voucher_batches b set activated_at = now() where b.id = chosen.id;
  perform private.write_audit_log('activate_voucher_batch', 'vouchers', chosen.id::text, seller.name);
end $function$;
comment on function public.activate_voucher_batch(bigint) is 'For admins: from now on the vouchers of this batch can be sold and redeemed, and their codes can no longer be read. Within the agent''s limit.';
grant execute on function public.activate_voucher_batch(bigint) to authenticated, service_role;

CREATE FUNCTION public.admin_agent_entries(agent uuid, before bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, created_at timestamp with time zone, kind text, amount_minor bigint, balance_minor bigint, batch_id bigint, vouchers integer, reference text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  return query select * from private.list_agent_entries(admin_agent_entries.agent, admin_agent_entries.before);
end $function$;
comment on function public.admin_agent_entries(uuid,bigint) is 'For accountants and admins: the books of one agent, newest first, twenty at a time.';
grant execute on function public.admin_agent_entries(uuid,bigint) to authenticated, service_role;

CREATE FUNCTION public.admin_agents()
 RETURNS TABLE(id uuid, name text, username text, currency text, limit_minor bigint, is_active boolean, owed_minor bigint, unsold_minor bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  return query
    select a.id, a.name, p.username, a.currency, a.limit_minor, a.is_active, private.owed_by(a.id), private.unsold_value(a.id)
    from private.agents a left join private.profiles p on p.id = a.user_id
    order by a.created_at desc, a.id limit 100;
end $function$;
comment on function public.admin_agents() is 'For accountants and admins: the newest hundred agents, what they owe, and what their unsold vouchers are worth.';
grant execute on function public.admin_agents() to authenticated, service_role;

CREATE FUNCTION public.admin_audit_log(search text DEFAULT NULL::text, filter text DEFAULT NULL::text, sort text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 25, action text DEFAULT NULL::text, object text DEFAULT NULL::text, from_day date DEFAULT NULL::date, to_day date DEFAULT NULL::date)
 RETURNS TABLE(id bigint, at timestamp with time zone, actor_id uuid, actor text, act text, subject text, subject_id text, label text, reason text, change jsonb, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pattern text := private.build_search_pattern(search);
  actors uuid[] := case when private.trim_text(search) <> '' then private.find_actors(pattern) end;
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  found bigint[];
  wanted text := case when filter is null then 'true' else format('t.subject = %L', filter) end;
begin
  perform private.require_role('admin');
  if num_nonnulls(action, object, from_day, to_day) > 0 then
    select f.ids into found
      from private.find_audit_entries(actors, action, filter, object, from_day, to_day, null, 10000) f;
    return query
      select a.id, a.at, a.actor_id, p.username, a.act, a.subject, a.subject_id, a.label, a.reason, a.change,
        cardinality(found)::bigint
      from (
          select f.id, row_number() over (order by case when sort = 'oldest' then -f.n else f.n end) as n
          from unnest(found) with ordinality f (id, n)
        ) f
        join public.audit_log a on a.id = f.id
        left join private.profiles p on p.id = a.actor_id
      where f.n > skipped and f.n <= skipped + size
      order by f.n;
    return;
  end if;
  if actors is not null then
    wanted := wanted || format(' and t.actor_id = any (%L)', actors);
  end if;
  return query
    select a.id, a.at, a.actor_id, p.username, a.act, a.subject, a.subject_id, a.label, a.reason, a.change, l.total
    from private.read_page('public.audit_log t', wanted, pattern, 't.id desc', 't.id', sort = 'oldest',
        'audit_log', page, page_size) l
      join public.audit_log a on a.id = l.id::bigint
      left join private.profiles p on p.id = a.actor_id
    order by l.n;
end $function$;
comment on function public.admin_audit_log(text,text,text,integer,integer,text,text,date,date) is 'One page of the audit log for admins, searched by actor. filter: the subject; sort: newest, oldest. With an action, an object or days, among the ten thousand latest entries that an index finds. Deleted members have no name.';
grant execute on function public.admin_audit_log(text,text,text,integer,integer,text,text,date,date) to authenticated, service_role;

CREATE FUNCTION public.admin_bundles(before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(id uuid, title text, title_translations jsonb, amount_minor integer, first_day date, last_day date, state text, is_complete boolean, titles text[], sold bigint, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('admin');
  return query
    select b.id, b.title::text, b.title_translations, b.amount_minor, b.first_day, b.last_day, private.bundle_state(b),
      private.is_bundle_complete(b.id),
      array(select t.title from private.bundle_titles t where t.bundle_id = b.id order by t.part),
      (select count(*) from (
        select from public.orders o where o.bundle_id = b.id and o.status = 'paid' limit 10000) o),
      b.created_at
    from private.bundles b where b.created_at < coalesce(admin_bundles.before, 'infinity')
    order by b.created_at desc, b.id desc limit 20;
end $function$;
comment on function public.admin_bundles(timestamp with time zone) is 'For admins: the newest bundles, with how often each was sold (counted up to 10,000).';
grant execute on function public.admin_bundles(timestamp with time zone) to authenticated, service_role;

CREATE FUNCTION public.admin_deleted_rows(before_time timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, table_name text, label text, episodes integer, deleted_by text, deleted_at timestamp with time zone, gone_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('admin');
  return query
    select d.id, d.table_name, d.label, coalesce(jsonb_array_length(d.dependents -> 'episodes'), 0), p.username::text,
      d.deleted_at, d.deleted_at + make_interval(days => private.retention_days('deleted_rows'))
    from private.deleted_rows d left join private.profiles p on p.id = d.deleted_by
    where (d.deleted_at, d.id) < (coalesce(before_time, 'infinity'), coalesce(before_id, 0))
    order by d.deleted_at desc, d.id desc
    limit 25;
end $function$;
comment on function public.admin_deleted_rows(timestamp with time zone,bigint) is 'For admins: what can be restored, the newest first, 25 at a time, and when it is gone for good.';
grant execute on function public.admin_deleted_rows(timestamp with time zone,bigint) to authenticated, service_role;

CREATE FUNCTION public.admin_exchange_rates()
 RETURNS TABLE(rate numeric, rate_date date, source text, username text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  return query
    select r.rate, r.rate_date, r.source, p.username, r.created_at
    from public.exchange_rates r left join private.profiles p on p.id = r.set_by
    order by r.id desc limit 50;
end $function$;
comment on function public.admin_exchange_rates() is 'For accountants and admins: the last 50 rates and who set them.';
grant execute on function public.admin_exchange_rates() to authenticated, service_role;

CREATE FUNCTION public.admin_failed_jobs(before_time timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, kind text, failed_at timestamp with time zone, attempts integer, last_error text, repeats boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('admin');
  return query
    select j.id, j.kind, j.failed_at, j.attempts, j.last_error, j.repeat_every is not null
    from private.jobs j
    where j.failed_at is not null
      and (j.failed_at, j.id) < (coalesce(before_time, 'infinity'), coalesce(before_id, 0))
    order by j.failed_at desc, j.id desc
    limit 25;
end $function$;
comment on function public.admin_failed_jobs(timestamp with time zone,bigint) is 'Background jobs that failed for good, and repeated ones that keep failing, for admins: 25 a page, the newest first, those before the last one seen.';
grant execute on function public.admin_failed_jobs(timestamp with time zone,bigint) to authenticated, service_role;

CREATE FUNCTION public.admin_member(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('admin');
  return (
    select jsonb_build_object(
      'profile', to_jsonb(p),
      'email', u.email,
      'email_confirmed_at', u.email_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at,
      'providers', coalesce(u.raw_app_meta_data -> 'providers', '[]'),
      'second_factor', exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'),
      'role', (select a.role from public.admin_users a where a.user_id = p.id),
      'suspension', (
        select jsonb_build_object('reason', x.reason, 'until', x.until, 'created_at', x.created_at)
        from private.suspensions x where x.user_id = p.id and (x.until is null or x.until > now())),
      'subscriptions', (
        select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at desc), '[]')
        from (select * from public.subscriptions s where s.user_id = p.id order by s.expires_at desc limit 100) s),
      'purchases', (
        select coalesce(jsonb_agg(to_jsonb(b) order by b.created_at desc), '[]')
        from (select * from public.user_purchases b where b.user_id = p.id order by b.created_at desc limit 1000) b),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', d.id, 'created_at', d.created_at, 'user_agent', coalesce(d.user_agent, ''),
            'last_active_at', greatest(d.created_at, d.updated_at, d.refreshed_at at time zone 'utc'))
          order by d.updated_at desc), '[]')
        from (
          select * from auth.sessions d where d.user_id = p.id and (d.not_after is null or d.not_after > now())
          order by d.created_at desc limit 100
        ) d),
      'topics', (select count(*) from (select from public.forum_topics t where t.user_id = p.id limit 10000) t),
      'posts', (select count(*) from (select from public.forum_posts t where t.user_id = p.id limit 10000) t),
      'reviews', (select count(*) from (select from public.reviews r where r.user_id = p.id limit 10000) r),
      'acts', (
        select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]')
        from (
          select * from public.audit_log l where l.subject = 'members' and l.subject_id = left(p.id::text, 8)
          order by l.id desc limit 50
        ) l))
    from private.profiles p join auth.users u on u.id = p.id
    where p.id = admin_member.person);
end $function$;
comment on function public.admin_member(uuid) is 'All data about one member that admins see, of lists the newest and of counts at most 10,000; null when there is no such member.';
grant execute on function public.admin_member(uuid) to authenticated, service_role;

CREATE FUNCTION public.admin_members(search text DEFAULT NULL::text, filter text DEFAULT NULL::text, sort text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 25)
 RETURNS TABLE(id uuid, username text, full_name text, email text, avatar_url text, is_public boolean, created_at timestamp with time zone, last_sign_in_at timestamp with time zone, role text, subscription_status text, subscription_type text, expires_at timestamp with time zone, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  wanted text := case filter
    when 'subscribed' then 't.subscribed_until > now()'
    when 'staff' then 't.id in (select a.user_id from public.admin_users a)'
    when 'suspended' then 't.id in (select x.id from private.list_suspended_members() x (id))'
    else 'true'
  end;
  typed text := coalesce(private.trim_text(search), '');
  searched boolean := typed <> '';
begin
  perform private.require_role('admin');
  if typed ~* '^[0-9a-f]{8}((-[0-9a-f]{4}){3}-[0-9a-f]{12})?$' then
    -- Pages show the first eight characters of an id: searching for them finds the member.
    wanted := wanted || format(' and (t.words like $1 or t.id between %L and %L)',
      typed || substr('00000000-0000-0000-0000-000000000000', char_length(typed) + 1),
      typed || substr('ffffffff-ffff-ffff-ffff-ffffffffffff', char_length(typed) + 1));
    searched := false;
  elsif searched and filter in ('staff', 'suspended') then
    -- There are few of them: no index is needed.
    wanted := wanted || ' and t.words like $1';
    searched := false;
  end if;
  return query
    select p.id, p.username, p.full_name, d.email, p.avatar_url, p.is_public, p.created_at, u.last_sign_in_at, a.role,
      s.status, s.subscription_type, s.expires_at, l.total
    from private.read_page('private.member_directory t', wanted, private.build_search_pattern(search),
        case when sort in ('email', 'email_desc') then 't.email collate "C", t.id' else 't.created_at desc, t.id' end,
        case when sort in ('email', 'email_desc') then 't.email collate "C" desc, t.id desc' else 't.created_at, t.id desc' end,
        sort in ('email_desc', 'oldest'), 'profiles', page, page_size, searched) l
      join private.member_directory d on d.id = l.id::uuid
      join private.profiles p on p.id = d.id
      join auth.users u on u.id = d.id
      left join public.admin_users a on a.user_id = d.id
      left join lateral private.find_subscription(d.id) s on true
    order by l.n;
end $function$;
comment on function public.admin_members(text,text,text,integer,integer) is 'One page of members for admins, searched by name, username, email or id. filter: subscribed, staff, suspended; sort: newest, oldest, email, email_desc.';
grant execute on function public.admin_members(text,text,text,integer,integer) to authenticated, service_role;

CREATE FUNCTION public.admin_messages(search text DEFAULT NULL::text, filter text DEFAULT NULL::text, sort text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 25)
 RETURNS TABLE(id uuid, name text, email text, subject text, message text, handled_at timestamp with time zone, created_at timestamp with time zone, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('admin');
  return query
    select m.id, m.name, m.email, m.subject, m.message, m.handled_at, m.created_at, l.total
    from private.read_page('public.contact_messages t',
        case filter when 'open' then 't.handled_at is null' when 'handled' then 't.handled_at is not null' else 'true' end,
        private.build_search_pattern(search), 't.created_at desc, t.id', 't.created_at, t.id desc', sort = 'oldest',
        'contact_messages', page, page_size, coalesce(private.trim_text(search) <> '', false)) l
      join public.contact_messages m on m.id = l.id::uuid
    order by l.n;
end $function$;
comment on function public.admin_messages(text,text,text,integer,integer) is 'One page of contact messages for admins, searched by name, email or subject. filter: open, handled; sort: newest, oldest.';
grant execute on function public.admin_messages(text,text,text,integer,integer) to authenticated, service_role;

CREATE FUNCTION public.admin_movies(search text DEFAULT NULL::text, filter text DEFAULT NULL::text, sort text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 25)
 RETURNS TABLE(id uuid, title text, thumbnail_url text, purchase_price numeric, rental_price numeric, published boolean, is_free boolean, is_purchasable boolean, is_rentable boolean, video_url text, has_video boolean, publish_at timestamp with time zone, unpublish_at timestamp with time zone, created_at timestamp with time zone, updated_at timestamp with time zone, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('editor');
  return query
    select m.id, m.title, m.thumbnail_url, m.purchase_price, m.rental_price, m.published, m.is_free, m.is_purchasable,
      m.is_rentable, m.video_url, m.has_video, m.publish_at, m.unpublish_at, m.created_at, m.updated_at, p.total
    from private.read_titles_page('movies', search, filter, sort, page, page_size) p join public.movies m on m.id = p.id::uuid
    order by p.n;
end $function$;
comment on function public.admin_movies(text,text,text,integer,integer) is 'One page of all films for editors. filter: published, draft, free, for_sale, for_rent, no_video; sort: newest, oldest, title, title_desc; total counts to 1,000 where something is searched or filtered.';
grant execute on function public.admin_movies(text,text,text,integer,integer) to authenticated, service_role;

CREATE FUNCTION public.admin_payment(order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found jsonb;
begin
  perform private.require_role('accountant');
  select to_jsonb(o) || jsonb_build_object(
    'username', p.username, 'email', d.email, 'phone', y.phone, 'credit_minor', private.credit_of(o.user_id),
    'promotion', (select n.name from private.promotions n where n.id = o.promotion_id),
    'gift', (
      select jsonb_build_object('recipient_name', g.recipient_name, 'recipient_phone', g.recipient_phone, 'status', c.status,
        'redeemed_at', c.redeemed_at)
      from private.gifts g join private.codes c on c.gift_id = g.id where g.id = o.gift_id),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', l.id, 'kind', l.kind, 'amount_minor', l.amount_minor, 'currency', l.currency, 'provider_reference', l.provider_reference,
          'occurred_at', l.occurred_at, 'period_end', l.period_end, 'problem', l.problem,
          'return_as', case when not paid.refunded and not paid.disputed and paid.amount_minor > 0
            then private.how_to_return(l.provider) end,
          'left_minor', paid.amount_minor - paid.returned_minor,
          'refund_requested_at', r.requested_at, 'refund_failed', private.has_refund_failed(r)) order by l.occurred_at, l.id), '[]')
      from (select l.* from public.ledger l where l.order_id = o.id order by l.occurred_at desc, l.id desc limit 100) l
        left join private.payments paid on paid.id = l.id
        left join private.refund_requests r on r.payment_id = l.id),
    'alerts', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', a.reason, 'created_at', a.created_at, 'settled_at', a.settled_at,
        'note', a.note) order by a.id), '[]')
      from public.payment_alerts a where a.order_id = o.id))
    into found
    from public.orders o
      left join private.profiles p on p.id = o.user_id
      left join private.member_directory d on d.id = o.user_id
      left join private.payers y on y.order_id = o.id
    where o.id = admin_payment.order_id;
  if found is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  return found;
end $function$;
comment on function public.admin_payment(uuid) is 'For accountants and admins: an order with its member, gift, ledger entries and how each can be returned, and what was to check.';
grant execute on function public.admin_payment(uuid) to authenticated, service_role;

CREATE FUNCTION public.admin_payment_days(before date DEFAULT NULL::date)
 RETURNS TABLE(day date, provider text, currency text, provider_count integer, provider_minor bigint, ledger_count integer, ledger_minor bigint, differences jsonb, checked_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  return query
    select d.* from private.payment_days d
    where d.day in (
      select distinct x.day from private.payment_days x where x.day < coalesce(admin_payment_days.before, 'infinity')
      order by x.day desc limit 20)
    order by d.day desc, d.provider, d.currency;
end $function$;
comment on function public.admin_payment_days(date) is 'For accountants and admins: the comparisons of twenty days before one, newest first.';
grant execute on function public.admin_payment_days(date) to authenticated, service_role;

CREATE FUNCTION public.admin_payments(search text DEFAULT NULL::text, filter text DEFAULT NULL::text, before timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, title text, transaction_type text, media_type text, plan text, pass text, amount_minor integer, currency text, price_minor integer, provider text, provider_reference text, user_id uuid, username text, email text, phone text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed text := left(coalesce(private.trim_text(search), ''), 200);
  wanted text := 'o.provider is not null and (o.created_at, o.id) < ($1, $2)'
    || case when filter in ('pending', 'paid', 'failed', 'canceled', 'refunded', 'disputed', 'expired')
      then format(' and o.status = %L', filter) else '' end;
  newest text := ' order by o.created_at desc, o.id desc limit 25';
  exact uuid[];
  source text;
  found uuid[];
begin
  perform private.require_role('accountant');
  if typed = '' then
    source := 'select o.id from public.orders o where ' || wanted || newest;
  else
    exact := array(select private.find_payments(typed));
    source := case when cardinality(exact) > 0
      then 'select o.id from public.orders o where o.id = any ($3) and ' || wanted || newest
      else 'select o.id from unnest($3) person (id), lateral (select o.* from public.orders o where o.user_id = person.id and '
        || wanted || newest || ') o' || newest end;
    if cardinality(exact) = 0 then
      exact := private.find_members(typed);
    end if;
  end if;
  execute format('select array(%s)', source) into found
    using coalesce(before, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid), exact;
  return query select * from private.payment_rows(found);
end $function$;
comment on function public.admin_payments(text,text,timestamp with time zone,uuid) is 'For accountants and admins: 25 payments, newest first, after the one given. Searched by order, reference, phone number, or the name or e-mail address of a member. filter: a status.';
grant execute on function public.admin_payments(text,text,timestamp with time zone,uuid) to authenticated, service_role;

CREATE FUNCTION public.admin_promotions(before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(id uuid, name text, code text, percent integer, off_minor integer, first_day date, last_day date, titles uuid[], per_person integer, total integer, used integer, status text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('admin');
  return query
    select p.id, p.name, private.derive_code(c.id), p.percent, p.off_minor, p.first_day, p.last_day, p.titles, p.per_person, p.total,
      private.count_promotion_uses(p.id, null, null), private.promotion_state(p), p.created_at
    from (
      select x.* from private.promotions x where x.created_at < coalesce(admin_promotions.before, 'infinity')
      order by x.created_at desc, x.id desc limit 20) p
      join private.codes c on c.promotion_id = p.id
    order by p.created_at desc, p.id desc;
end $function$;
comment on function public.admin_promotions(timestamp with time zone) is 'For admins: twenty promotions with their codes and how often each is used, newest first.';
grant execute on function public.admin_promotions(timestamp with time zone) to authenticated, service_role;

CREATE FUNCTION public.admin_quality(first_day date, last_day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('admin');
  -- Keep equal to STATISTICS_DAYS_MAX in contract/src/admin/limits.ts.
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day >= 400 then
    raise exception using errcode = '22023', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  return jsonb_build_object(
    'days', (
      select coalesce(jsonb_agg(to_jsonb(q) - 'dimension' - 'value' order by q.day desc), '[]')
      from private.playback_quality q
      where q.day between first_day and last_day and q.dimension = 'all' and q.value = ''),
    'countries', private.sum_quality('country', first_day, last_day, 50),
    'devices', private.sum_quality('device', first_day, last_day, 50),
    'codecs', private.sum_quality('codec', first_day, last_day, 50),
    'titles', private.sum_quality('title', first_day, last_day, 50));
end $function$;
comment on function public.admin_quality(date,date) is 'For admins: how well films played, per day, country, device class, codec and title.';
grant execute on function public.admin_quality(date,date) to authenticated, service_role;

CREATE FUNCTION public.admin_series(search text DEFAULT NULL::text, filter text DEFAULT NULL::text, sort text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 25)
 RETURNS TABLE(id uuid, title text, thumbnail_url text, creator text, release_date date, published boolean, is_free boolean, is_purchasable boolean, is_rentable boolean, season_count integer, episode_count integer, publish_at timestamp with time zone, unpublish_at timestamp with time zone, created_at timestamp with time zone, updated_at timestamp with time zone, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('editor');
  return query
    select s.id, s.title, s.thumbnail_url, s.creator, s.release_date, s.published, s.is_free, s.is_purchasable,
      s.is_rentable, s.season_count, s.episode_count, s.publish_at, s.unpublish_at, s.created_at, s.updated_at, p.total
    from private.read_titles_page('series', search, filter, sort, page, page_size) p join public.series s on s.id = p.id::uuid
    order by p.n;
end $function$;
comment on function public.admin_series(text,text,text,integer,integer) is 'One page of all series for editors; see admin_movies.';
grant execute on function public.admin_series(text,text,text,integer,integer) to authenticated, service_role;

CREATE FUNCTION public.admin_subscriptions(search text DEFAULT NULL::text, filter text DEFAULT NULL::text, sort text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 25)
 RETURNS TABLE(id uuid, user_id uuid, username text, email text, status text, subscription_type text, expires_at timestamp with time zone, cancel_at_period_end boolean, provider text, created_at timestamp with time zone, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  searched boolean := coalesce(private.trim_text(search) <> '', false);
  wanted text := 'true';
begin
  perform private.require_role('accountant');
  if filter in ('active', 'canceled', 'past_due', 'expired') then
    wanted := format('t.status = %L', filter);
  elsif filter in (select p.id from public.plans p) then
    wanted := format('t.subscription_type = %L', filter);
  end if;
  return query
    select s.id, s.user_id, p.username, d.email, s.status, s.subscription_type, s.expires_at, s.cancel_at_period_end,
      s.provider, s.created_at, l.total
    from private.read_page(case when searched then 'private.subscription_directory t' else 'public.subscriptions t' end,
        wanted, private.build_search_pattern(search),
        case when sort in ('expires', 'expires_desc') then 't.expires_at, t.id' else 't.created_at desc, t.id' end,
        case when sort in ('expires', 'expires_desc') then 't.expires_at desc, t.id desc' else 't.created_at, t.id desc' end,
        sort in ('expires_desc', 'oldest'), 'subscriptions', page, page_size, searched) l
      join public.subscriptions s on s.id = l.id::uuid
      left join private.profiles p on p.id = s.user_id
      left join private.member_directory d on d.id = s.user_id
    order by l.n;
end $function$;
comment on function public.admin_subscriptions(text,text,text,integer,integer) is 'One page of subscriptions for admins and accountants. filter: a status or a plan; sort: newest, oldest, expires, expires_desc.';
grant execute on function public.admin_subscriptions(text,text,text,integer,integer) to authenticated, service_role;

CREATE FUNCTION public.admin_tax_rates()
 RETURNS TABLE(id bigint, country text, name text, percent numeric, valid_from date, username text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  return query
    select r.id, r.country, r.name, r.percent, r.valid_from, p.username
    from private.tax_rates r left join private.profiles p on p.id = r.set_by
    order by r.id desc limit 100;
end $function$;
comment on function public.admin_tax_rates() is 'For accountants and admins: the last hundred rates, and who set them.';
grant execute on function public.admin_tax_rates() to authenticated, service_role;

CREATE FUNCTION public.admin_voucher_batches(agent uuid DEFAULT NULL::uuid, before bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, agent_id uuid, agent_name text, pass text, media_type text, title text, price_minor integer, currency text, expires_on date, status text, created_at timestamp with time zone, printed_at timestamp with time zone, activated_at timestamp with time zone, vouchers integer, sold integer, redeemed integer, revoked integer, owed_minor bigint, booked_minor bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  return query select * from private.list_voucher_batches(admin_voucher_batches.agent, admin_voucher_batches.before);
end $function$;
comment on function public.admin_voucher_batches(uuid,bigint) is 'For accountants and admins: batches of vouchers, of all agents or one, without any code.';
grant execute on function public.admin_voucher_batches(uuid,bigint) to authenticated, service_role;

CREATE FUNCTION public.admin_vouchers(batch bigint)
 RETURNS TABLE(number integer, status text, sold_at timestamp with time zone, redeemed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  return query select * from private.list_vouchers(admin_vouchers.batch);
end $function$;
comment on function public.admin_vouchers(bigint) is 'For accountants and admins: the vouchers of a batch by number, at most 500, without their codes.';
grant execute on function public.admin_vouchers(bigint) to authenticated, service_role;

CREATE FUNCTION public.answer_device_code(code text, approve boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked record;
begin
  looked := private.find_device_request(answer_device_code.code);
  if looked.outcome <> 'code_valid' then
    return jsonb_build_object('result', looked.outcome);
  end if;
  -- Of two members who answer at once, one does.
  update private.device_requests r
    set status = case when approve then 'approved' else 'denied' end, user_id = auth.uid(),
      confirmed_in = (auth.jwt() ->> 'session_id')::uuid
    where r.id = (looked.request).id and r.status = 'waiting' and r.expires_at > now();
  return jsonb_build_object('result',
    case when not found then 'code_used' when approve then 'device_approved' else 'device_denied' end);
end $function$;
comment on function public.answer_device_code(text,boolean) is 'The member signs the device in that shows this code, or refuses it. Once.';
grant execute on function public.answer_device_code(text,boolean) to authenticated, service_role;

CREATE FUNCTION public.apply_promotion(order_id uuid, code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer uuid := private.require_account();
  wanted public.orders;
  made public.orders;
  looked record;
  promotion private.promotions;
  outcome text;
begin
  if not private.check_rate_limit('apply_promotion', buyer::text, 60, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  select * into wanted from public.orders o where o.id = apply_promotion.order_id and o.user_id = buyer;
  if wanted.bundle_id is not null then
    return jsonb_build_object('result', 'promotion_not_for_bundles');
  end if;
  if wanted.id is null or wanted.transaction_type not in ('purchase', 'rental') or not private.is_order_payable(wanted) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  looked := private.find_code(apply_promotion.code);
  if looked.outcome in ('code_valid', 'code_used', 'code_yours') and (looked.match).kind <> 'promotion' then
    return jsonb_build_object('result', 'code_not_promotion');
  elsif looked.outcome <> 'code_valid' then
    return jsonb_build_object('result', looked.outcome);
  end if;
  -- Uses are counted one after the other: of two people who want the last one, the second finds it taken.
  select * into promotion from private.promotions p where p.id = (looked.match).promotion_id for update;
  outcome := private.check_promotion(promotion, wanted);
  if outcome <> 'promotion_applied' then
    return jsonb_build_object('result', outcome);
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and o.promotion_id = promotion.id and private.is_order_payable(o)
      and coalesce(o.movie_id, o.series_id) = coalesce(wanted.movie_id, wanted.series_id) and o.transaction_type = wanted.transaction_type
      and private.undiscounted_minor(o) = private.undiscounted_minor(wanted)
    order by o.created_at desc limit 1;
  if made.id is null then
    made := private.discount_order(promotion, wanted);
  end if;
  return jsonb_build_object('result', outcome, 'order_id', made.id);
end $function$;
comment on function public.apply_promotion(uuid,text) is 'The caller''s order at the price that a promotion code leaves, as another order. The result is promotion_applied or an error key; wrong codes are counted.';
grant execute on function public.apply_promotion(uuid,text) to authenticated, service_role;

CREATE FUNCTION public.audit_export_rows(search text DEFAULT NULL::text, filter text DEFAULT NULL::text, action text DEFAULT NULL::text, object text DEFAULT NULL::text, from_day date DEFAULT NULL::date, to_day date DEFAULT NULL::date, before bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found record;
begin
  perform private.require_role('admin');
  select f.* into found from private.find_audit_entries(
    case when private.trim_text(search) <> '' then private.find_actors(private.build_search_pattern(search)) end,
    action, filter, object, from_day, to_day, before, 1000) f;
  return jsonb_build_object('next', found.looked_to, 'entries', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'at', a.at, 'actor_id', a.actor_id, 'actor', p.username, 'act', a.act,
        'subject', a.subject, 'subject_id', a.subject_id, 'label', a.label, 'reason', a.reason, 'change', a.change,
        'position', s.position, 'hash', encode(s.hash, 'hex')) order by f.n)
    from unnest(found.ids) with ordinality f (id, n)
      join public.audit_log a on a.id = f.id
      left join private.audit_seals s on s.entry_id = a.id
      left join private.profiles p on p.id = a.actor_id), '[]'));
end $function$;
comment on function public.audit_export_rows(text,text,text,text,date,date,bigint) is 'For admins: what matches of the thousand entries before one, newest first, with their seals. next: where to look on; null at the end.';
grant execute on function public.audit_export_rows(text,text,text,text,date,date,bigint) to authenticated, service_role;

CREATE FUNCTION public.begin_audit_export(search text DEFAULT NULL::text, filter text DEFAULT NULL::text, action text DEFAULT NULL::text, object text DEFAULT NULL::text, from_day date DEFAULT NULL::date, to_day date DEFAULT NULL::date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('admin');
  perform private.write_audit_log('export_audit_log', 'audit_log', coalesce(left(filter, 100), 'all'), null, null,
    jsonb_strip_nulls(jsonb_build_object('person', left(search, 100), 'act', left(action, 100), 'object', left(object, 100),
      'from', from_day, 'to', to_day)));
end $function$;
comment on function public.begin_audit_export(text,text,text,text,date,date) is 'For admins: notes that the audit log is exported, and what of it.';
grant execute on function public.begin_audit_export(text,text,text,text,date,date) to authenticated, service_role;

CREATE FUNCTION public.begin_payment_export(from_day date, to_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 366 then
    raise exception using errcode = '23514', message = 'Please choose a period of at most a year', hint = 'period_invalid';
  end if;
  perform private.write_audit_log('export_payments', 'payments', from_day || ' ' || to_day);
end $function$;
comment on function public.begin_payment_export(date,date) is 'For accountants and admins: notes that the ledger of a period is exported.';
grant execute on function public.begin_payment_export(date,date) to authenticated, service_role;

CREATE FUNCTION public.billing_customer(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('provider', s.provider, 'subscription', s.provider_reference, 'customer', (
      select c.provider_reference from private.payment_customers c where c.user_id = person and c.provider = s.provider))
  from public.subscriptions s
  where s.user_id = person and s.provider is not null and s.order_id is not null
  order by s.status = 'active' desc, s.expires_at desc limit 1
$function$;
comment on function public.billing_customer(uuid) is 'For the service key: provider, subscription and customer id of a member''s subscription. Null when there is none.';
grant execute on function public.billing_customer(uuid) to service_role;

CREATE FUNCTION public.book_payment(event jsonb)
 RETURNS public.orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.book_event(event) $function$;
comment on function public.book_payment(jsonb) is 'For the service key: books a verified event of a provider. See private.book_event.';
grant execute on function public.book_payment(jsonb) to service_role;

CREATE FUNCTION public.browse_titles(of_kind text, in_genre text DEFAULT NULL::text, containing text DEFAULT NULL::text, access text DEFAULT NULL::text, decade text DEFAULT NULL::text, length text DEFAULT NULL::text, sound text DEFAULT NULL::text, captions text DEFAULT NULL::text, accessibility text DEFAULT NULL::text, size text DEFAULT NULL::text, list_order text DEFAULT 'newest'::text, page integer DEFAULT 1, page_size integer DEFAULT 24)
 RETURNS TABLE(kind text, id uuid, title text, description text, thumbnail_url text, banner_url text, trailer_url text, duration integer, release_date date, genre text[], language text, director text, actors text[], is_free boolean, is_purchasable boolean, is_rentable boolean, purchase_price numeric, rental_price numeric, rating numeric, review_count integer, season_count integer, episode_count integer, has_video boolean, created_at timestamp with time zone, published_at timestamp with time zone, title_translations jsonb, total integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT browse_titles.of_kind AS of_kind,
     c.id,
     c.title,
     c.description,
     c.thumbnail_url,
     c.banner_url,
     c.trailer_url,
     c.duration,
     c.release_date,
     c.genre,
     c.language,
     c.director,
     c.actors,
     c.is_free,
     c.is_purchasable,
     c.is_rentable,
     c.purchase_price,
     c.rental_price,
     c.rating,
     c.review_count,
     c.int4,
     c.int4_1 AS int4,
     c.has_video,
     c.created_at,
     c.published_at,
     c.title_translations,
     l.total
    FROM (private.browse_title_ids(browse_titles.of_kind, browse_titles.in_genre, browse_titles.containing, array_remove(ARRAY[('access:'::text || browse_titles.access), ('decade:'::text || browse_titles.decade), ('length:'::text || browse_titles.length), ('sound:'::text || browse_titles.sound), ('captions:'::text || browse_titles.captions), ('accessibility:'::text || browse_titles.accessibility), ('size:'::text || browse_titles.size)], NULL::text), browse_titles.list_order, browse_titles.page, browse_titles.page_size) l(id, place, total)
      CROSS JOIN LATERAL ( SELECT m.id,
             m.title,
             m.description,
             m.thumbnail_url,
             m.banner_url,
             m.trailer_url,
             m.duration,
             m.release_date,
             m.genre,
             m.language,
             m.director,
             m.actors,
             m.is_free,
             m.is_purchasable,
             m.is_rentable,
             m.purchase_price,
             m.rental_price,
             m.rating,
             m.review_count,
             NULL::integer AS int4,
             NULL::integer AS int4,
             m.has_video,
             m.created_at,
             m.published_at,
             m.title_translations
            FROM public.movies m
           WHERE ((browse_titles.of_kind = 'movie'::text) AND (m.id = l.id))
         UNION ALL
          SELECT s.id,
             s.title,
             s.description,
             s.thumbnail_url,
             s.banner_url,
             s.trailer_url,
             NULL::integer,
             s.release_date,
             s.genre,
             s.language,
             s.creator,
             s.actors,
             s.is_free,
             s.is_purchasable,
             s.is_rentable,
             s.purchase_price,
             s.rental_price,
             s.rating,
             s.review_count,
             s.season_count,
             s.episode_count,
             NULL::boolean,
             s.created_at,
             NULL::timestamp with time zone,
             s.title_translations
            FROM public.series s
           WHERE ((browse_titles.of_kind = 'series'::text) AND (s.id = l.id))) c(id, title, description, thumbnail_url, banner_url, trailer_url, duration, release_date, genre, language, director, actors, is_free, is_purchasable, is_rentable, purchase_price, rental_price, rating, review_count, int4, int4_1, has_video, created_at, published_at, title_translations))
   ORDER BY l.place;
END;
comment on function public.browse_titles(text,text,text,text,text,text,text,text,text,text,text,integer,integer) is 'One page of published films (of_kind movie) or series (series) that match every filter: genre, words in title or description, access (free, subscription, sale), decade (1980, older), length (short, medium, long), language of sound and of captions (ht, fr, en, es), accessibility (description, captions, sign), size (small: under 100 MB). list_order: newest, best, title, year, shortest. total is how many there are; when filtered, at most 480. For a series, director is its creator.';
grant execute on function public.browse_titles(text,text,text,text,text,text,text,text,text,text,text,integer,integer) to anon, authenticated, service_role;

CREATE FUNCTION public.can_delete_account(person uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  leaving uuid := coalesce(can_delete_account.person, auth.uid());
begin
  if leaving is not distinct from auth.uid() then
    perform private.require_recent_sign_in();
  else
    perform private.require_role('admin');
  end if;
  if exists (select from public.admin_users a where a.user_id = leaving and a.role = 'admin')
    and not exists (select from public.admin_users a where a.user_id <> leaving and a.role = 'admin') then
    raise exception using errcode = '23503', message = 'The only admin cannot be deleted', hint = 'last_admin';
  end if;
  if leaving <> auth.uid() then
    perform private.write_audit_log('request_deletion', 'members', left(leaving::text, 8));
  end if;
  return leaving;
end $function$;
comment on function public.can_delete_account(uuid) is 'The id of the account that the caller can delete: their own, after a recent sign-in, or any as an admin; never the only admin''s. Raises the reason if not.';
grant execute on function public.can_delete_account(uuid) to authenticated, service_role;

CREATE FUNCTION public.can_watch(media_type text, media_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.can_watch(auth.uid(), media_type, media_id) $function$;
comment on function public.can_watch(text,uuid) is 'True when the caller can watch this movie, series or episode.';
grant execute on function public.can_watch(text,uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.cancel_gift(gift uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given private.gifts := private.own_open_gift(gift);
begin
  if exists (select from public.orders o where o.id = given.order_id and private.takes_gourdes(o.provider)) then
    raise exception using errcode = '22023', message = 'This way of paying cannot return money. Please write to us.', hint = 'gift_not_refundable';
  end if;
  -- Somebody who redeems it at this moment waits for this row, or this waits for them.
  update private.codes c set status = 'revoked' where c.gift_id = given.id and c.status = 'active';
  if exists (select from private.codes c where c.gift_id = given.id and c.status = 'redeemed') then
    raise exception using errcode = '23505', message = 'This gift has been redeemed. It can no longer be sent or canceled.',
      hint = 'gift_redeemed';
  end if;
  update private.gifts g set canceled_at = now() where g.id = given.id and g.canceled_at is null;
  -- The provider is asked for the refund until it has made it, also when this process ends before.
  insert into private.checkouts (order_id, expires_at, next_check_at) values (given.order_id, now(), now())
    on conflict on constraint checkouts_pkey do update set next_check_at = now();
  return given.order_id;
end $function$;
comment on function public.cancel_gift(uuid) is 'Takes back an own gift that nobody has redeemed: its code is void, and the payment is refunded. Returns its order.';
grant execute on function public.cancel_gift(uuid) to authenticated, service_role;

CREATE FUNCTION public.cancel_media_job(job_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  update public.media_jobs j set status = 'canceled', seconds_left = null
    where j.id = job_id and j.status in ('queued', 'running');
  perform pg_notify('media', '');
end $function$;
comment on function public.cancel_media_job(uuid) is 'Cancels a queued or running job. The uploaded file stays.';
grant execute on function public.cancel_media_job(uuid) to authenticated, service_role;

CREATE FUNCTION public.change_agent(agent uuid, name text, limit_minor bigint, is_active boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was private.agents;
begin
  perform private.require_role('admin');
  perform private.check_agent_values(change_agent.name, change_agent.limit_minor);
  select * into was from private.agents a where a.id = change_agent.agent for update;
  if was.id is null or change_agent.is_active is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  -- An agent whose account is gone keeps the anonymous name and sells nothing more.
  update private.agents a
    set limit_minor = change_agent.limit_minor,
      name = case when was.user_id is null then was.name else private.trim_text(change_agent.name) end,
      is_active = change_agent.is_active and was.user_id is not null
    where a.id = was.id;
  perform private.write_audit_log('change_agent', 'vouchers', was.id::text, change_agent.name, null, jsonb_build_object(
    'limit_minor', jsonb_build_array(was.limit_minor, change_agent.limit_minor),
    'is_active', jsonb_build_array(was.is_active, change_agent.is_active)));
end $function$;
comment on function public.change_agent(uuid,text,bigint,boolean) is 'For admins. An agent who is not active sees the own books and sells nothing more; what was sold stays good.';
grant execute on function public.change_agent(uuid,text,bigint,boolean) to authenticated, service_role;

CREATE FUNCTION public.change_bundle(bundle uuid, title text, amount_minor integer, first_day date, last_day date, title_translations jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was private.bundles;
begin
  perform private.require_role('admin');
  select * into was from private.bundles b where b.id = change_bundle.bundle for update;
  if was.id is null or was.ended_at is not null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.check_bundle(
    change_bundle.title, change_bundle.title_translations, change_bundle.amount_minor, change_bundle.first_day, change_bundle.last_day);
  update private.bundles b
    set title = private.trim_text(change_bundle.title), title_translations = change_bundle.title_translations,
      amount_minor = change_bundle.amount_minor, first_day = change_bundle.first_day, last_day = change_bundle.last_day
    where b.id = was.id;
  update private.bundles b set state = private.bundle_state(b) where b.id = was.id;
  perform private.write_audit_log('change_bundle', 'vouchers', was.id::text, private.trim_text(change_bundle.title), null,
    jsonb_build_object(
      'amount_minor', jsonb_build_array(was.amount_minor, change_bundle.amount_minor),
      'first_day', jsonb_build_array(was.first_day, change_bundle.first_day),
      'last_day', jsonb_build_array(was.last_day, change_bundle.last_day)));
end $function$;
comment on function public.change_bundle(uuid,text,integer,date,date,jsonb) is 'For admins: name, price and days of a bundle that was not ended. Orders that exist keep their price.';
grant execute on function public.change_bundle(uuid,text,integer,date,date,jsonb) to authenticated, service_role;

CREATE FUNCTION public.check_audit_log(after bigint DEFAULT 0)
 RETURNS TABLE(starts_after bigint, checked_to bigint, is_last boolean, head text, problem text, entry bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('admin');
  return query select * from private.check_audit_chain(check_audit_log.after, 2000);
end $function$;
comment on function public.check_audit_log(bigint) is 'For admins: computes two thousand links of the audit log''s chain again.';
grant execute on function public.check_audit_log(bigint) to authenticated, service_role;

CREATE FUNCTION public.check_in_downloads(device uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_download_account();
  kept private.download_devices;
begin
  update private.download_devices d set seen_at = now()
    where d.user_id = person and d.device_id = device returning d.* into kept;
  if kept.id is null or kept.removed_at is not null then
    return jsonb_build_object(
      'device', case when kept.id is null then 'unknown' else 'removed' end, 'now', now(), 'licences', '[]'::jsonb);
  end if;
  -- The index of offline_licences begins with the device, and a device has a bounded number of them.
  with rights as materialized (
    select l.id, r.right_kind, r.ends_at
    from private.offline_licences l,
      lateral private.find_offline_right(
        person, case when l.movie_id is null then 'episode' else 'movie' end, l.title_id) r
    where l.device_id = kept.id
  ), withdrawn as (
    delete from private.offline_licences l using rights r where l.id = r.id and r.ends_at is null
  )
  update private.offline_licences l set right_kind = r.right_kind, ends_at = r.ends_at
    from rights r where l.id = r.id and r.ends_at is not null;
  return jsonb_build_object('device', 'known', 'now', now(), 'licences', (
    select coalesce(jsonb_agg(jsonb_build_object('stream', l.stream_id, 'right', l.right_kind, 'ends_at', l.ends_at)), '[]')
    from private.offline_licences l where l.device_id = kept.id));
end $function$;
comment on function public.check_in_downloads(uuid) is 'A device''s contact: renews its licences and ends those whose right is gone. What is not listed has ended. removed: the member removed the device; unknown: it registers again with its next licence.';
grant execute on function public.check_in_downloads(uuid) to authenticated, service_role;

CREATE FUNCTION public.checkout_state(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'url', (
      select c.url from private.checkouts c
      where c.order_id = o.id and private.is_order_payable(o) and c.expires_at > now() + interval '1 minute'),
    'provider', o.provider,
    'is_fresh', private.is_order_payable(o),
    'customers', (
      select coalesce(jsonb_object_agg(c.provider, c.provider_reference), '{}')
      from private.payment_customers c where c.user_id = o.user_id),
    -- A member pays for one subscription: other open checkouts and an overdue subscription are closed.
    'rivals', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', r.id, 'provider', r.provider, 'reference', r.provider_reference)), '[]')
      from public.orders r
      where o.plan is not null and r.plan is not null and r.user_id = o.user_id and r.id <> o.id
        and r.status = 'pending' and r.provider_reference is not null),
    'overdue', (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', s.order_id, 'provider', s.provider, 'reference', s.provider_reference)), '[]')
      from public.subscriptions s
      where o.plan is not null and s.user_id = o.user_id and s.status = 'past_due' and s.order_id is not null))
  from public.orders o where o.id = checkout_state.order_id
$function$;
comment on function public.checkout_state(uuid) is 'For the service key: what starting a checkout needs.';
grant execute on function public.checkout_state(uuid) to service_role;

CREATE FUNCTION public.claim_device_session(device_secret text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  digest bytea := extensions.digest(left(device_secret, 100), 'sha256');
  request private.device_requests;
begin
  -- Accounts are locked before what belongs to them, as deleting one does.
  update auth.users u set last_sign_in_at = now(), updated_at = now()
    from private.device_requests r
    where r.secret_hash = digest and r.status = 'approved' and r.expires_at > now() and u.id = r.user_id
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
  if found then
    update private.device_requests r set status = 'used'
      where r.secret_hash = digest and r.status = 'approved' and r.expires_at > now()
      returning r.* into request;
    if request.id is not null then
      return jsonb_build_object('result', 'device_signed_in', 'refresh_token', private.open_device_session(request));
    end if;
  end if;
  select r.* into request from private.device_requests r where r.secret_hash = digest;
  if request.status = 'denied' then
    return jsonb_build_object('result', 'device_denied');
  elsif request.status = 'waiting' and request.expires_at > now() then
    -- A second less, for the time that a request takes to arrive.
    update private.device_requests r set polled_at = now()
      where r.id = request.id
        and (r.polled_at is null or r.polled_at <= now() - make_interval(secs => private.device_poll_seconds() - 1));
    return jsonb_build_object('result', case when found then 'device_waiting' else 'device_slow_down' end);
  end if;
  return jsonb_build_object('result', 'code_expired');
end $function$;
comment on function public.claim_device_session(text) is 'For the device that shows a code: whether it was confirmed, and then, once, the refresh token of its session. A device that asks more often than every few seconds is told to slow down.';
grant execute on function public.claim_device_session(text) to anon, authenticated, service_role;

CREATE FUNCTION public.claim_order_check(waited_for uuid)
 RETURNS TABLE(order_id uuid, why text, provider text, session text, subscription text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.checkouts c set checked_at = now()
  from public.orders o left join private.subscription_states n on n.order_id = o.id
  where c.order_id = claim_order_check.waited_for and o.id = c.order_id and o.status = 'pending'
    and coalesce(c.checked_at, '-infinity') < now() - interval '2 seconds'
  returning o.id, 'pending', o.provider, o.provider_reference, n.provider_reference
$function$;
comment on function public.claim_order_check(uuid) is 'For the service key: claims one order whose buyer is waiting, at most every two seconds.';
grant execute on function public.claim_order_check(uuid) to service_role;

CREATE FUNCTION public.claim_payment_checks(how_many integer)
 RETURNS TABLE(order_id uuid, why text, provider text, session text, subscription text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Orders that never got a checkout.
  perform private.recompute_order(o.id, 'expired') from (
    select o.id from public.orders o
    where o.status = 'pending' and o.provider_reference is null and o.created_at < now() - interval '1 day'
    order by o.created_at, o.id limit how_many * 50) o;
  perform private.recompute_order(s.order_id) from (
    select s.order_id from public.subscriptions s
    where s.status = 'active' and s.expires_at <= now() and s.order_id is not null
    order by s.expires_at, s.id limit how_many * 50) s;
  -- What became due without a reason is put right.
  update private.checkouts c set next_check_at = e.due_at
    from (
      select x.order_id from private.checkouts x where x.next_check_at <= now()
      order by x.next_check_at limit how_many * 50
      for update skip locked
    ) d left join private.expected_payment_events e on e.order_id = d.order_id
    where c.order_id = d.order_id and (e.order_id is null or e.due_at > now());
  return query
    update private.checkouts c
    set checks = c.checks + 1, checked_at = now(),
      next_check_at = now() + least(interval '1 minute' * power(2, least(c.checks, 10)), interval '1 hour')
    from (
      select x.order_id from private.checkouts x where x.next_check_at <= now()
      order by x.next_check_at limit how_many
      for update skip locked
    ) d
    join private.expected_payment_events e on e.order_id = d.order_id and e.due_at <= now()
    join public.orders o on o.id = d.order_id
    left join private.subscription_states n on n.order_id = d.order_id
    where c.order_id = d.order_id
    returning c.order_id, e.why, o.provider, o.provider_reference, n.provider_reference;
end $function$;
comment on function public.claim_payment_checks(integer) is 'For the service key: claims the next orders to query the provider about. After 1, 2, 4 … minutes, at most every hour.';
grant execute on function public.claim_payment_checks(integer) to service_role;

CREATE FUNCTION public.claim_refund(of_order uuid)
 RETURNS TABLE(order_id uuid, why text, provider text, session text, subscription text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.checkouts c set checked_at = now(), next_check_at = now() + interval '1 minute'
  from public.orders o
    join private.expected_payment_events e on e.order_id = o.id and e.why in ('gift_canceled', 'refund_requested')
    left join private.subscription_states n on n.order_id = o.id
  where c.order_id = claim_refund.of_order and o.id = c.order_id
    and coalesce(c.checked_at, '-infinity') < now() - interval '2 seconds'
  returning o.id, e.why, o.provider, o.provider_reference, n.provider_reference
$function$;
comment on function public.claim_refund(uuid) is 'For the service key: claims the requested refund of an order, one caller at a time.';
grant execute on function public.claim_refund(uuid) to service_role;

CREATE FUNCTION public.claim_transaction_query(provider text, transaction_id text, address text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- This machine is not limited by its address, here and elsewhere.
  if address !~ '^(127\.|::1$|::ffff:127\.)' then
    perform set_config('request.client_address', address, true);
    if not private.check_rate_limit('transaction_query_address', private.caller_address_hash(), 100, interval '1 minute') then
      return false;
    end if;
  end if;
  return private.check_rate_limit('transaction_queries', provider, 300, interval '1 minute')
    and private.check_rate_limit('transaction_query', provider || ' ' || left(transaction_id, 100), 10, interval '1 minute');
end $function$;
comment on function public.claim_transaction_query(text,text,text) is 'For the service key: whether the provider may be asked about this transaction now, for somebody at this address. Anybody can send us one.';
grant execute on function public.claim_transaction_query(text,text,text) to service_role;

CREATE FUNCTION public.close_large_account(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_large_account(person, 5000) then
    return false;
  end if;
  perform private.close_account(person);
  perform private.enqueue_job('delete_account', jsonb_build_object('person', person), key => person::text);
  return true;
end $function$;
comment on function public.close_large_account(uuid) is 'For the service key: closes an account with more rows than one request can delete, and lets the job delete_account delete it. False: delete it now.';
grant execute on function public.close_large_account(uuid) to service_role;

CREATE FUNCTION public.continue_watching(max_rows integer DEFAULT 20)
 RETURNS TABLE(media_type text, media_id uuid, title text, series_id uuid, series_title text, season_number integer, episode_number integer, thumbnail_url text, "position" double precision, duration double precision, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  viewer uuid := auth.uid();
  wanted integer := least(greatest(max_rows, 1), 100);
  newest integer;
  titles private.title_in_progress[];
  next_recent_at timestamptz;
begin
  if not private.is_fully_signed_in() then
    return;
  end if;
  -- The last few nearly always fill the list. Beyond that, 300 are enough: older ones are not listed.
  foreach newest in array array[wanted * 3, 300] loop
    titles := array(select t from private.list_titles_in_progress(viewer, newest, wanted) t);
    next_recent_at := (
      select w.recent_at from public.watch_progress w
      where w.user_id = viewer and (not w.watched or w.episode_id is not null)
      order by w.recent_at desc offset newest limit 1);
    -- Nothing further down can be newer than an hour after its recent_at.
    exit when next_recent_at is null
      or (titles[wanted]).updated_at >= next_recent_at + interval '1 hour';
  end loop;
  return query select t.* from unnest(titles) t;
end $function$;
comment on function public.continue_watching(integer) is 'What the caller has started and can continue, newest first; of a series, the episode to continue with.';
grant execute on function public.continue_watching(integer) to authenticated, service_role;

CREATE FUNCTION public.count_titles(of_kind text DEFAULT NULL::text, in_genre text DEFAULT NULL::text, containing text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT COALESCE(( SELECT l.total
            FROM private.list_title_ids(count_titles.of_kind, count_titles.in_genre, count_titles.containing, 1, 1) l(kind, id, total)), 0) AS "coalesce";
END;
comment on function public.count_titles(text,text,text) is 'The total of list_titles, for a page beyond the last one, which has no row to carry it.';
grant execute on function public.count_titles(text,text,text) to anon, authenticated, service_role;

CREATE FUNCTION public.create_agent(member text, name text, currency text, limit_minor bigint)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  made uuid;
begin
  perform private.require_role('admin');
  perform private.check_agent_values(create_agent.name, create_agent.limit_minor);
  if create_agent.currency is null or create_agent.currency not in ('HTG', 'USD') then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
  select coalesce(
      (select u.id from auth.users u where u.email = lower(private.trim_text(member))),
      (select p.id from private.profiles p where lower(p.username) = lower(private.trim_text(member)))) into person;
  if person is null then
    raise exception using errcode = 'P0002', message = 'User not found', hint = 'member_not_found';
  end if;
  insert into private.agents (user_id, name, currency, limit_minor)
    values (person, private.trim_text(create_agent.name), create_agent.currency, create_agent.limit_minor)
    on conflict on constraint one_agent_per_member do nothing returning id into made;
  if made is null then
    raise exception using errcode = '23505', message = 'This member is already an agent', hint = 'agent_exists';
  end if;
  perform private.write_audit_log('create_agent', 'vouchers', made::text, create_agent.name, null,
    jsonb_build_object('limit_minor', jsonb_build_array(null, create_agent.limit_minor)));
  return made;
end $function$;
comment on function public.create_agent(text,text,text,bigint) is 'For admins: makes a member, found by e-mail address or username, an agent.';
grant execute on function public.create_agent(text,text,text,bigint) to authenticated, service_role;

CREATE FUNCTION public.create_bundle(title text, titles uuid[], amount_minor integer, first_day date, last_day date, title_translations jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made private.bundles;
  found integer;
begin
  perform private.require_role('admin');
  perform private.check_bundle(
    create_bundle.title, create_bundle.title_translations, create_bundle.amount_minor, create_bundle.first_day, create_bundle.last_day);
  -- Keep equal to BUNDLE_TITLES_MAX in contract/src/commerce/limits.ts.
  if coalesce(cardinality(create_bundle.titles) not between 2 and 20, true)
    or cardinality(create_bundle.titles) <> (select count(distinct t.id) from unnest(create_bundle.titles) t (id)) then
    raise exception using errcode = '23514', message = 'Please choose 2 to 20 titles, each once', hint = 'bundle_titles_invalid';
  end if;
  insert into private.bundles (title, title_translations, amount_minor, first_day, last_day)
    values (private.trim_text(create_bundle.title), create_bundle.title_translations, create_bundle.amount_minor,
      create_bundle.first_day, create_bundle.last_day)
    returning * into made;
  insert into private.bundle_titles (bundle_id, part, movie_id, series_id, title)
    select made.id, w.part, m.id, s.id, coalesce(m.title, s.title)
    from unnest(create_bundle.titles) with ordinality w (id, part)
      left join public.movies m on m.id = w.id
      left join public.series s on s.id = w.id
    where num_nonnulls(m.id, s.id) = 1;
  get diagnostics found = row_count;
  if found <> cardinality(create_bundle.titles) then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  update private.bundles b set state = private.bundle_state(b) where b.id = made.id;
  perform private.write_audit_log('create_bundle', 'vouchers', made.id::text, made.title, null, jsonb_build_object(
    'amount_minor', jsonb_build_array(null, made.amount_minor), 'titles', jsonb_build_array(null, found)));
  return made.id;
end $function$;
comment on function public.create_bundle(text,uuid[],integer,date,date,jsonb) is 'For admins: 2 to 20 titles at one price. Which titles it has is never changed.';
grant execute on function public.create_bundle(text,uuid[],integer,date,date,jsonb) to authenticated, service_role;

CREATE FUNCTION public.create_bundle_order(bundle uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer uuid := private.require_account();
  chosen private.bundles;
  made public.orders;
begin
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select * into chosen from private.bundles b where b.id = create_bundle_order.bundle;
  if chosen.id is null or private.bundle_state(chosen) <> 'running' or not private.is_bundle_complete(chosen.id) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if private.has_bundle(buyer, chosen.id) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.bundle_id = chosen.id
      and coalesce(o.price_minor, o.amount_minor) = chosen.amount_minor
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, bundle_id, title, thumbnail_url, amount_minor)
      select buyer, 'bundle', chosen.id, chosen.title, coalesce(m.thumbnail_url, s.thumbnail_url), chosen.amount_minor
      from private.bundle_titles t
        left join public.movies m on m.id = t.movie_id
        left join public.series s on s.id = t.series_id
      where t.bundle_id = chosen.id and t.part = 1
      returning * into made;
  end if;
  return made;
end $function$;
comment on function public.create_bundle_order(uuid) is 'An order for a bundle at its price, also for those who have some of its titles; refused for those who have all. A second click finds the first order.';
grant execute on function public.create_bundle_order(uuid) to authenticated, service_role;

CREATE FUNCTION public.create_gift(recipient_name text, from_name text, language text, greeting text DEFAULT ''::text, recipient_phone text DEFAULT NULL::text, recipient_email text DEFAULT NULL::text, pass text DEFAULT NULL::text, media_type text DEFAULT NULL::text, media_id uuid DEFAULT NULL::uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer uuid := private.require_account();
  item public.orders;
  wanted private.gifts;
  made public.orders;
begin
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  item := private.gift_item(create_gift.pass, create_gift.media_type, create_gift.media_id);
  wanted.giver := buyer;
  wanted.recipient_name := private.trim_text(create_gift.recipient_name);
  wanted.from_name := private.trim_text(create_gift.from_name);
  wanted.greeting := coalesce(private.trim_text(create_gift.greeting), '');
  wanted.language := create_gift.language;
  wanted.recipient_phone := nullif(regexp_replace(create_gift.recipient_phone, '[^0-9+]', '', 'g'), '');
  wanted.recipient_email := nullif(lower(private.trim_text(create_gift.recipient_email)), '');
  -- On a double click the second call waits for the first and then finds its order.
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select o.* into made from public.orders o join private.gifts g on g.id = o.gift_id
    where o.user_id = buyer and private.is_order_payable(o) and g.order_id is null
      and coalesce(o.price_minor, o.amount_minor) = item.amount_minor
      and (o.pass, o.movie_id, o.series_id) is not distinct from (item.pass, item.movie_id, item.series_id)
      and (g.recipient_name, g.from_name, g.greeting, g.language, g.recipient_phone, g.recipient_email)
        is not distinct from (wanted.recipient_name, wanted.from_name, wanted.greeting, wanted.language,
          wanted.recipient_phone, wanted.recipient_email)
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into private.gifts (giver, recipient_name, from_name, greeting, language, recipient_phone, recipient_email)
      values (buyer, wanted.recipient_name, wanted.from_name, wanted.greeting, wanted.language,
        wanted.recipient_phone, wanted.recipient_email)
      returning * into wanted;
    insert into private.codes (kind, gift_id) values ('gift', wanted.id);
    made := private.create_gift_order(wanted.id, buyer, item);
  end if;
  return made;
end $function$;
comment on function public.create_gift(text,text,text,text,text,text,text,text,uuid) is 'Called by /gift: an order for a pass or a title for somebody else. The price comes from the database, never from the browser.';
grant execute on function public.create_gift(text,text,text,text,text,text,text,text,uuid) to authenticated, service_role;

CREATE FUNCTION public.create_order(media_type text, media_id uuid, transaction_type text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer uuid := private.require_account();
  item record;
  price integer;
  made public.orders;
begin
  if create_order.transaction_type not in ('purchase', 'rental') or create_order.media_type not in ('movie', 'series') then
    raise exception using errcode = '22023', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- On a double click the second call waits for the first and then finds its order.
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select t.* into item from (
    select 'movie' as kind, id, title, thumbnail_url, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price
      from public.movies
    union all
    select 'series', id, title, thumbnail_url, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price
      from public.series
  ) t where t.kind = create_order.media_type and t.id = create_order.media_id and t.published and not t.is_free
    and case create_order.transaction_type when 'purchase' then t.is_purchasable else t.is_rentable end;
  price := private.price_minor(
    create_order.media_type, create_order.transaction_type, item.purchase_price, item.rental_price);
  if item.id is null or coalesce(price, 0) < 1 then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if private.has_title(buyer, item.id, create_order.transaction_type) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.transaction_type = create_order.transaction_type
      and item.id in (o.movie_id, o.series_id) and coalesce(o.price_minor, o.amount_minor) = price and o.promotion_id is null
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, media_type, movie_id, series_id, title, thumbnail_url, amount_minor)
    values (
      buyer, create_order.transaction_type, create_order.media_type,
      case item.kind when 'movie' then item.id end, case item.kind when 'series' then item.id end,
      item.title, item.thumbnail_url, price)
    returning * into made;
  end if;
  return made;
end $function$;
comment on function public.create_order(text,uuid,text) is 'Called by the Buy and Rent buttons. The price comes from the database, never from the browser.';
grant execute on function public.create_order(text,uuid,text) to authenticated, service_role;

CREATE FUNCTION public.create_pass_order(pass text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer uuid := private.require_account();
  chosen public.passes;
  made public.orders;
begin
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- On a double click the second call waits for the first and then finds its order.
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select * into chosen from public.passes p where p.id = create_pass_order.pass;
  if chosen.id is null then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.transaction_type = 'pass' and o.pass = chosen.id
      and coalesce(o.price_minor, o.amount_minor) = chosen.amount_minor
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, pass, title, amount_minor)
    values (buyer, 'pass', chosen.id, 'Lakou, ' || chosen.id, chosen.amount_minor)
    returning * into made;
  end if;
  return made;
end $function$;
comment on function public.create_pass_order(text) is 'Called by the buttons of /subscribe. A pass can be bought while another one or a subscription runs: it begins at its end.';
grant execute on function public.create_pass_order(text) to authenticated, service_role;

CREATE FUNCTION public.create_promotion(name text, first_day date, last_day date, per_person integer, total integer, percent integer DEFAULT NULL::integer, off_minor integer DEFAULT NULL::integer, titles uuid[] DEFAULT NULL::uuid[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made private.promotions;
  wanted uuid[] := array(select distinct t.id from unnest(create_promotion.titles) t (id));
  code uuid;
begin
  perform private.require_role('admin');
  if num_nonnulls(create_promotion.percent, create_promotion.off_minor) <> 1
    or create_promotion.percent not between 1 and 100 or create_promotion.off_minor not between 1 and 1000000 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
  if coalesce(create_promotion.first_day > create_promotion.last_day, true)
    or create_promotion.last_day not between (now() at time zone 'America/Port-au-Prince')::date and current_date + 1830 then
    raise exception using errcode = '23514', message = 'Please choose a day within the next five years', hint = 'expiry_invalid';
  end if;
  if coalesce(create_promotion.per_person not between 1 and 100 or create_promotion.total not between 1 and 10000, true)
    or cardinality(create_promotion.titles) not between 1 and 100 then
    raise exception using errcode = '23514', message = 'Please enter a whole number', hint = 'number_invalid';
  end if;
  if cardinality(wanted) <> (select count(*) from public.movies m where m.id = any (wanted))
      + (select count(*) from public.series s where s.id = any (wanted)) then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if char_length(coalesce(private.trim_text(create_promotion.name), '')) not between 1 and 80 then
    raise exception using errcode = '23514', message = 'Please enter a name', hint = 'gift_name_needed';
  end if;
  insert into private.promotions (name, percent, off_minor, first_day, last_day, titles, per_person, total)
    values (private.trim_text(create_promotion.name), create_promotion.percent, create_promotion.off_minor, create_promotion.first_day,
      create_promotion.last_day, nullif(wanted, '{}'), create_promotion.per_person, create_promotion.total)
    returning * into made;
  insert into private.codes (kind, promotion_id) values ('promotion', made.id) returning id into code;
  perform private.write_audit_log('create_promotion', 'vouchers', made.id::text, made.name, null, jsonb_build_object(
    'percent', jsonb_build_array(null, made.percent), 'off_minor', jsonb_build_array(null, made.off_minor),
    'total', jsonb_build_array(null, made.total)));
  return private.derive_code(code);
end $function$;
comment on function public.create_promotion(text,date,date,integer,integer,integer,integer,uuid[]) is 'For admins: a discount on titles, for some days and a number of uses. Returns its code.';
grant execute on function public.create_promotion(text,date,date,integer,integer,integer,integer,uuid[]) to authenticated, service_role;

CREATE FUNCTION public.create_subscription_order(plan text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer uuid := private.require_account();
  chosen public.plans;
  made public.orders;
  trial integer;
begin
  if not private.check_rate_limit('create_order', buyer::text, 30, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || buyer, 0));
  select * into chosen from public.plans p where p.id = create_subscription_order.plan;
  if chosen.id is null then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if private.is_subscribed(buyer) then
    raise exception using errcode = '23505', message = 'You already have an active subscription!', hint = 'already_subscribed';
  end if;
  trial := case when private.can_try(buyer) then nullif(chosen.trial_days, 0) end;
  select o.* into made from public.orders o
    where o.user_id = buyer and private.is_order_payable(o) and o.plan = chosen.id and o.amount_minor = chosen.amount_minor
      and o.trial_days is not distinct from trial
    order by o.created_at desc limit 1;
  if made.id is null then
    insert into public.orders (user_id, transaction_type, plan, title, amount_minor, currency, trial_days)
    values (buyer, 'subscription', chosen.id, 'Lakou, ' || chosen.id, chosen.amount_minor, chosen.currency, trial)
    returning * into made;
  end if;
  return made;
end $function$;
comment on function public.create_subscription_order(text) is 'Called by the function create-checkout for a plan. The price comes from the database.';
grant execute on function public.create_subscription_order(text) to authenticated, service_role;

CREATE FUNCTION public.create_voucher_batch(agent uuid, vouchers integer, expires_on date, pass text DEFAULT NULL::text, media_type text DEFAULT NULL::text, media_id uuid DEFAULT NULL::uuid, price_minor integer DEFAULT NULL::integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seller private.agents;
  item public.orders;
  rate numeric;
  price bigint := create_voucher_batch.price_minor;
  made private.voucher_batches;
  codes uuid[];
begin
  perform private.require_role('admin');
  select * into seller from private.agents a where a.id = create_voucher_batch.agent;
  if seller.id is null or not seller.is_active then
    raise exception using errcode = 'P0002', message = 'This agent does not sell at the moment', hint = 'agent_inactive';
  end if;
  if create_voucher_batch.vouchers is null or create_voucher_batch.vouchers not between 1 and 500 then
    raise exception using errcode = '23514', message = 'Please enter a number from 1 to 500', hint = 'voucher_count_invalid';
  end if;
  if create_voucher_batch.expires_on is null
    or create_voucher_batch.expires_on not between current_date + 1 and current_date + 1830 then
    raise exception using errcode = '23514', message = 'Please choose a day within the next five years', hint = 'expiry_invalid';
  end if;
  item := private.gift_item(create_voucher_batch.pass, create_voucher_batch.media_type, create_voucher_batch.media_id);
  if seller.currency <> 'USD' then
    rate := private.current_exchange_rate(seller.currency);
    if rate is null then
      raise exception using errcode = '22023', message = 'Please set the exchange rate first', hint = 'rate_missing';
    end if;
  end if;
  price := coalesce(price, case seller.currency when 'USD' then item.amount_minor else private.gourdes_minor(item.amount_minor, rate) end);
  if price not between 1 and 10000000 or seller.currency = 'HTG' and price % 100 <> 0 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
  insert into private.voucher_batches (
      agent_id, pass, media_type, movie_id, series_id, title, thumbnail_url, vouchers, price_minor, currency, exchange_rate, expires_on)
    values (seller.id, item.pass, item.media_type, item.movie_id, item.series_id, item.title, item.thumbnail_url,
      create_voucher_batch.vouchers, price, seller.currency, rate, create_voucher_batch.expires_on)
    returning * into made;
  with made_codes as (
    insert into private.codes (kind) select 'voucher' from generate_series(1, made.vouchers) returning id
  )
  select array_agg(c.id) into codes from made_codes c;
  insert into private.vouchers (code_id, batch_id, number)
    select c.id, made.id, c.number from unnest(codes) with ordinality c (id, number);
  perform private.write_audit_log('create_voucher_batch', 'vouchers', made.id::text, seller.name, null, jsonb_build_object(
    'vouchers', jsonb_build_array(null, made.vouchers), 'price_minor', jsonb_build_array(null, made.price_minor)));
  return made.id;
end $function$;
comment on function public.create_voucher_batch(uuid,integer,date,text,text,uuid,integer) is 'For admins: up to 500 vouchers for an agent, in the agent''s currency; without a price they cost what the title or pass costs today.';
grant execute on function public.create_voucher_batch(uuid,integer,date,text,text,uuid,integer) to authenticated, service_role;

CREATE FUNCTION public.credit_payment(payment bigint, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid private.payments;
  bought public.orders;
  entry bigint;
  cents integer;
begin
  perform private.require_role('accountant');
  perform private.require_reason(reason);
  paid := private.payment_to_return(payment, 'credit');
  if paid.refunded then
    return paid.order_id;
  end if;
  select * into bought from public.orders o where o.id = paid.order_id;
  if bought.user_id is null then
    raise exception using errcode = 'P0002', message = 'The account was deleted. Please return the money by hand.', hint = 'account_gone';
  end if;
  insert into public.ledger (order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference)
    values (paid.order_id, 'credit', paid.returned_minor - paid.amount_minor, paid.currency, paid.provider, paid.provider_reference,
      paid.provider_reference)
    returning id into entry;
  -- At the order's rate, rounded down: never less than the price in dollars, since that was rounded up to gourdes.
  cents := case when paid.currency = 'USD' then paid.amount_minor - paid.returned_minor
    else floor((paid.amount_minor - paid.returned_minor) / coalesce(bought.exchange_rate, private.current_exchange_rate(paid.currency)))
    end;
  if cents > 0 then
    insert into private.credits (user_id, ledger_id, amount_minor) values (bought.user_id, entry, cents);
  end if;
  perform private.recompute_order(paid.order_id);
  perform private.write_audit_log('credit_payment', 'payments', left(paid.order_id::text, 8), paid.provider_reference, reason,
    jsonb_build_object('amount_minor', jsonb_build_array(paid.amount_minor - paid.returned_minor, 0), 'currency', paid.currency,
      'credit_cents', cents));
  return paid.order_id;
end $function$;
comment on function public.credit_payment(bigint,text) is 'For accountants and admins: returns what is left of a payment as credit of the member, where the provider cannot return money. What was paid for ends. Called twice, it credits once. Returns the order.';
grant execute on function public.credit_payment(bigint,text) to authenticated, service_role;

CREATE FUNCTION public.discard_deleted_row(deleted_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.deleted_rows;
begin
  perform private.require_role('admin');
  delete from private.deleted_rows d where d.id = deleted_id returning d.* into kept;
  if kept.id is null then
    perform private.raise_not_found();
  end if;
  perform private.write_audit_log('discard', kept.table_name, kept.row_id::text, kept.label);
end $function$;
comment on function public.discard_deleted_row(bigint) is 'For admins: removes what was deleted for good, before its time.';
grant execute on function public.discard_deleted_row(bigint) to authenticated, service_role;

CREATE FUNCTION public.discard_failed_job(job_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job_kind text;
begin
  perform private.require_role('admin');
  delete from private.jobs j where j.id = job_id and j.status = 'failed' returning j.kind into job_kind;
  if job_kind is null then
    return false;
  end if;
  perform private.write_audit_log('discard', 'jobs', job_id::text, job_kind);
  return true;
end $function$;
comment on function public.discard_failed_job(bigint) is 'For admins: deletes a failed job; its work is not done. False when it is no longer in the list, or repeats.';
grant execute on function public.discard_failed_job(bigint) to authenticated, service_role;

CREATE FUNCTION public.dismiss_reports(target_kind text, target_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_moderator();
  target private.forum_target := private.find_target(dismiss_reports.target_kind, dismiss_reports.target_id);
  settled integer := private.close_reports(target.topic_id, target.post_id, 'dismissed');
begin
  if settled > 0 then
    perform private.log_moderation('dismiss', dismiss_reports.target_kind, dismiss_reports.target_id);
  end if;
  return settled;
end $function$;
comment on function public.dismiss_reports(text,uuid) is 'For moderators: closes the reports of a topic or reply without hiding it. Returns how many.';
grant execute on function public.dismiss_reports(text,uuid) to authenticated, service_role;

CREATE FUNCTION public.download_my_data(after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
  rows_left integer := 2000;
  source record;
  found jsonb;
  last_key jsonb;
  next_page jsonb;
  result jsonb := jsonb_build_object('exported_at', now(), 'user_id', person, 'tables', '{}'::jsonb);
begin
  if not private.check_rate_limit(case when after is null then 'download_my_data' else 'download_my_data_page' end, person::text,
    case when after is null then 20 else 5000 end, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  for source in
    select * from private.list_export_sources() s where after is null or s.n >= (after ->> 'source')::bigint order by s.n
  loop
    last_key := case when source.n = (after ->> 'source')::bigint then after -> 'key' end;
    execute format(
      'select coalesce(jsonb_agg(x.row order by x.n), ''[]''), (array_agg(x.key order by x.n desc))[1] from (
        select to_jsonb(t) - $2 as row, jsonb_build_array(%1$s) as key, row_number() over () as n
        from (select t.* from (%2$s) t where $3 is null or (%1$s) > (%3$s) order by %1$s limit $4) t) x',
      (select string_agg('t.' || k, ', ') from unnest(source.keys) k), source.query,
      (select string_agg(format('($3 ->> %s)::%s', k.n - 1, k.type), ', ') from unnest(source.key_types) with ordinality k (type, n)))
      into found, last_key using person, source.hidden_columns, last_key, rows_left;
    result := case when source.name is null then jsonb_set(result, array[source.section], found)
      else jsonb_set(result, array['tables', source.name], coalesce(result #> array['tables', source.name], '[]') || found) end;
    rows_left := rows_left - jsonb_array_length(found);
    if rows_left <= 0 then
      next_page := jsonb_build_object('source', source.n, 'key', last_key);
      exit;
    end if;
  end loop;
  return result || jsonb_build_object('next', next_page);
end $function$;
comment on function public.download_my_data(jsonb) is 'Data about the caller as JSON, without secrets. At most 2,000 rows; next is null, or what to pass as after to read on.';
grant execute on function public.download_my_data(jsonb) to authenticated, service_role;

CREATE FUNCTION public.edit_post(post_id uuid, content text)
 RETURNS public.forum_posts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.forum_posts;
  in_locked boolean;
begin
  perform private.require_can_post();
  perform private.lock_members(auth.uid() || private.find_mentioned_members(edit_post.content, auth.uid()));
  select t.locked or t.hidden_at is not null into in_locked from public.forum_topics t
    where t.id = (select p.topic_id from public.forum_posts p where p.id = edit_post.post_id) and t.deleted_at is null
    for no key update;
  select * into post from public.forum_posts p where p.id = edit_post.post_id and in_locked is not null for no key update;
  if not found then
    perform private.raise_not_found();
  end if;
  perform private.check_edit(post.user_id, in_locked, post.hidden_at);
  if post.content is distinct from private.normalize_text(edit_post.content) then
    insert into private.text_versions (topic_id, post_id, content, edited_by)
      values (post.topic_id, post.id, post.content, auth.uid());
    update public.forum_posts p
      set content = edit_post.content, edited_at = now(), updated_at = now()
      where p.id = post.id returning p.* into post;
  end if;
  return post;
end $function$;
comment on function public.edit_post(uuid,text) is 'Changes the caller''s own reply, marks it as edited and stores the previous version.';
grant execute on function public.edit_post(uuid,text) to authenticated, service_role;

CREATE FUNCTION public.edit_titles(kind text, ids uuid[], change jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function public.edit_titles(text,uuid[],jsonb) is 'Changes up to 100 films or series at once, all or none. change: published, publish_at, unpublish_at, is_free, is_purchasable, is_rentable, purchase_price, rental_price, add_category, remove_category, featured.';
grant execute on function public.edit_titles(text,uuid[],jsonb) to authenticated, service_role;

CREATE FUNCTION public.edit_topic(topic_id uuid, title text, content text)
 RETURNS public.forum_topics
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  topic public.forum_topics;
begin
  perform private.require_can_post();
  perform private.lock_members(auth.uid() || private.find_mentioned_members(edit_topic.title || E'\n' || edit_topic.content, auth.uid()));
  select * into topic from public.forum_topics t
    where t.id = edit_topic.topic_id and t.deleted_at is null for no key update;
  if not found then
    perform private.raise_not_found();
  end if;
  perform private.check_edit(topic.user_id, topic.locked, topic.hidden_at);
  if (topic.title, topic.content) is distinct from (private.trim_text(edit_topic.title), private.normalize_text(edit_topic.content)) then
    insert into private.text_versions (topic_id, title, content, edited_by)
      values (topic.id, topic.title, topic.content, auth.uid());
    update public.forum_topics t
      set title = edit_topic.title, content = edit_topic.content, edited_at = now(), updated_at = now()
      where t.id = topic.id returning t.* into topic;
  end if;
  return topic;
end $function$;
comment on function public.edit_topic(uuid,text,text) is 'Changes the caller''s own topic, marks it as edited and stores the previous version.';
grant execute on function public.edit_topic(uuid,text,text) to authenticated, service_role;

CREATE FUNCTION public.end_bundle(bundle uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was private.bundles;
begin
  perform private.require_role('admin');
  update private.bundles b set ended_at = now(), state = 'ended'
    where b.id = end_bundle.bundle and b.ended_at is null returning * into was;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.write_audit_log('end_bundle', 'vouchers', was.id::text, was.title);
end $function$;
comment on function public.end_bundle(uuid) is 'For admins: from now on nobody can order it. Open orders can still be paid; what was bought stays.';
grant execute on function public.end_bundle(uuid) to authenticated, service_role;

CREATE FUNCTION public.end_playback(session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from private.playback_sessions p
    where p.id = end_playback.session and p.user_id = auth.uid() and p.ended_at is null) then
    return false;
  end if;
  perform private.end_playback_session(end_playback.session);
  return true;
end $function$;
comment on function public.end_playback(uuid) is 'Ends one of the caller''s playback sessions on any device. False when there was none.';
grant execute on function public.end_playback(uuid) to authenticated, service_role;

CREATE FUNCTION public.end_promotion(promotion uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was private.promotions;
begin
  perform private.require_role('admin');
  update private.promotions p set ended_at = now() where p.id = end_promotion.promotion and p.ended_at is null returning * into was;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.write_audit_log('end_promotion', 'vouchers', was.id::text, was.name);
end $function$;
comment on function public.end_promotion(uuid) is 'For admins: from now on nobody can use it. Orders that have its price keep it while they can be paid.';
grant execute on function public.end_promotion(uuid) to authenticated, service_role;

CREATE FUNCTION public.end_subscription(subscription uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.subscriptions;
begin
  perform private.require_role('admin');
  perform private.require_reason(reason);
  select * into was from public.subscriptions s where s.id = subscription for update;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'Subscription not found', hint = 'subscription_not_found';
  end if;
  if was.provider is distinct from 'granted' and was.status in ('active', 'past_due') and not was.cancel_at_period_end then
    -- The provider would charge it again: it has to be canceled there first.
    raise exception using errcode = 'PT409', message = 'This subscription renews at the payment provider. Cancel it there first.',
      hint = 'subscription_renews';
  end if;
  if was.subscription_type = 'pass' then
    update private.paid_passes p set ended_at = now() where p.user_id = was.user_id and p.ended_at is null;
    perform private.recompute_passes(was.user_id);
  elsif was.order_id is null then
    update public.subscriptions s set status = 'canceled', expires_at = least(s.expires_at, now()) where s.id = was.id;
  else
    -- recompute_order() computes the subscription from all events, so that the end must be one of them.
    insert into private.subscription_states as n (order_id, provider_reference, status, ended_at, as_of)
      values (was.order_id, was.provider_reference, 'canceled', now(), now())
      on conflict (order_id) do update set status = 'canceled', ended_at = least(n.ended_at, now()), as_of = now();
    perform private.recompute_order(was.order_id);
  end if;
  perform private.write_audit_log('end_subscription', 'members', left(was.user_id::text, 8), null, reason,
    jsonb_build_object('status', jsonb_build_array(was.status, 'canceled'), 'expires_at', jsonb_build_array(was.expires_at, now())));
end $function$;
comment on function public.end_subscription(uuid,text) is 'Ends a subscription now. Refused for one that the provider would still charge.';
grant execute on function public.end_subscription(uuid,text) to authenticated, service_role;

CREATE FUNCTION public.erase_account_rows(person uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.erase_account_rows(person, 1000) $function$;
comment on function public.erase_account_rows(uuid) is 'For the service key: one batch of a closed account. True: there is more.';
grant execute on function public.erase_account_rows(uuid) to service_role;

CREATE FUNCTION public.files_of_person(person uuid)
 RETURNS TABLE(bucket_id text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select f.bucket_id, f.name from private.list_member_files(person) f $function$;
comment on function public.files_of_person(uuid) is 'For the service key: the files to delete through the Storage API before the account.';
grant execute on function public.files_of_person(uuid) to service_role;

CREATE FUNCTION public.find_payments_of_code(code text)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, title text, transaction_type text, media_type text, plan text, pass text, amount_minor integer, currency text, price_minor integer, provider text, provider_reference text, user_id uuid, username text, email text, phone text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked record;
  found uuid[];
begin
  perform private.require_role('accountant');
  looked := private.find_code(find_payments_of_code.code);
  if looked.outcome = 'too_many_tries' then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  found := array(
    select f.id from (
      (select o.id, o.created_at from public.orders o where o.gift_id = (looked.match).gift_id
        order by o.created_at desc, o.id desc limit 25)
      union all
      select o.id, o.created_at from public.orders o where o.provider = 'voucher' and o.provider_reference = (looked.match).id::text
      union all
      (select o.id, o.created_at from public.orders o
        where o.promotion_id = (looked.match).promotion_id and o.provider is not null
        order by o.created_at desc, o.id desc limit 25)
    ) f order by f.created_at desc, f.id desc limit 25);
  perform private.write_audit_log('find_payments_of_code', 'payments', coalesce(left(found[1]::text, 8), ''));
  return query select * from private.payment_rows(found);
end $function$;
comment on function public.find_payments_of_code(text) is 'For accountants and admins: the orders behind a code that somebody read to them. Wrong codes count as guesses, and every call leaves an entry without the code.';
grant execute on function public.find_payments_of_code(text) to authenticated, service_role;

CREATE FUNCTION public.fn_check_admin_access()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select public.is_admin() $function$;
comment on function public.fn_check_admin_access() is 'Another name for is_admin().';
grant execute on function public.fn_check_admin_access() to anon, authenticated, service_role;

CREATE FUNCTION public.follow_topic(topic_id uuid, follow boolean DEFAULT true)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
  opened timestamptz;
begin
  perform private.lock_members(array[person]);
  select t.created_at into opened from public.forum_topics t
    where t.id = follow_topic.topic_id and t.deleted_at is null for key share;
  if not found then
    perform private.raise_not_found();
  end if;
  insert into private.topic_readers as r (topic_id, user_id, following, read_to)
    values (follow_topic.topic_id, person, follow, opened)
    on conflict on constraint topic_readers_pkey do update set following = excluded.following;
  return follow;
end $function$;
comment on function public.follow_topic(uuid,boolean) is 'Follows or unfollows a topic. Opening a topic or replying follows it automatically.';
grant execute on function public.follow_topic(uuid,boolean) to authenticated, service_role;

CREATE FUNCTION public.forum_count(in_category uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select l.entries from private.forum_lists l
    where l.list = coalesce(in_category, '00000000-0000-0000-0000-000000000000')), 0)
$function$;
comment on function public.forum_count(uuid) is 'How many topics the whole forum or one category has; exact, from stored counts.';
grant execute on function public.forum_count(uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.forum_page(page integer DEFAULT 1, in_category uuid DEFAULT NULL::uuid, sort text DEFAULT 'newest'::text)
 RETURNS TABLE(id uuid, title text, preview text, created_at timestamp with time zone, edited_at timestamp with time zone, hidden_at timestamp with time zone, views integer, reply_count integer, last_activity_at timestamp with time zone, locked boolean, pinned boolean, category_id uuid, category_name text, user_id uuid, author_username text, author_full_name text, author_avatar_url text, media_type text, media_id uuid, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
declare
  -- Keep equal to TOPICS_PER_PAGE in contract/src/community/limits.ts.
  size constant integer := 10;
  skipped constant bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  ids uuid[] := case when sort in ('active', 'discussed')
    then private.list_sorted_topic_ids(sort, in_category, skipped, size)
    else private.list_topic_ids(in_category, skipped, size) end;
  total_topics integer := (
    select l.entries from private.forum_lists l
    where l.list = coalesce(in_category, '00000000-0000-0000-0000-000000000000'));
begin
  return query
    select t.id, t.title, left(t.content, 300), t.created_at, t.edited_at, t.hidden_at, t.views, t.reply_count, t.last_activity_at,
      t.locked, t.pinned, t.category_id, c.name, t.user_id, a.username, case when a.is_public then a.full_name end, a.avatar_url,
      case when l.movie_id is not null then 'movie' when l.series_id is not null then 'series' end,
      coalesce(l.movie_id, l.series_id), total_topics
    from unnest(ids) with ordinality i (id, place)
      join public.forum_topics t on t.id = i.id
      join public.forum_categories c on c.id = t.category_id
      left join private.profiles a on a.id = t.user_id
      left join private.title_topics l on l.topic_id = t.id
    order by i.place;
end $function$;
comment on function public.forum_page(integer,uuid,text) is 'Ten topics of the whole forum or of one category; total is how many there are. newest: pinned first, then newest first; active and discussed: the first hundred by last reply and by number of replies. Every page takes the same time.';
grant execute on function public.forum_page(integer,uuid,text) to anon, authenticated, service_role;

CREATE FUNCTION public.forum_topic(topic_id uuid)
 RETURNS TABLE(id uuid, title text, content text, created_at timestamp with time zone, updated_at timestamp with time zone, edited_at timestamp with time zone, hidden_at timestamp with time zone, views integer, reply_count integer, last_activity_at timestamp with time zone, locked boolean, pinned boolean, category_id uuid, category_name text, user_id uuid, author_username text, author_full_name text, author_avatar_url text, media_type text, media_id uuid, media_title text, reactions integer[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
begin
  return query
  select t.id, t.title, t.content, t.created_at, t.updated_at, t.edited_at, t.hidden_at, t.views, t.reply_count,
    t.last_activity_at, t.locked, t.pinned, t.category_id, c.name, t.user_id, a.username,
    case when a.is_public then a.full_name end, a.avatar_url,
    case when m.id is not null then 'movie' when s.id is not null then 'series' end, coalesce(m.id, s.id), coalesce(m.title, s.title),
    t.reactions
  from public.forum_topics t
    join public.forum_categories c on c.id = t.category_id
    left join private.profiles a on a.id = t.user_id
    left join private.title_topics l on l.topic_id = t.id
    left join public.movies m on m.id = l.movie_id and m.published
    left join public.series s on s.id = l.series_id and s.published
  where t.id = forum_topic.topic_id and t.deleted_at is null;
end
$function$;
comment on function public.forum_topic(uuid) is 'One topic with its author, its category, and the published title it is about, if any (rows: public.forum_topics.id = topic_id, private.title_topics.topic_id = topic_id).';
grant execute on function public.forum_topic(uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.front_page_titles(of_place text)
 RETURNS TABLE(row_id uuid, kind text, id uuid, title text, description text, thumbnail_url text, banner_url text, trailer_url text, duration integer, release_date date, genre text[], language text, director text, actors text[], is_free boolean, is_purchasable boolean, is_rentable boolean, purchase_price numeric, rental_price numeric, rating numeric, review_count integer, season_count integer, episode_count integer, has_video boolean, created_at timestamp with time zone, published_at timestamp with time zone, title_translations jsonb)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT l.row_id,
     l.kind,
     c.id,
     c.title,
     c.description,
     c.thumbnail_url,
     c.banner_url,
     c.trailer_url,
     c.duration,
     c.release_date,
     c.genre,
     c.language,
     c.director,
     c.actors,
     c.is_free,
     c.is_purchasable,
     c.is_rentable,
     c.purchase_price,
     c.rental_price,
     c.rating,
     c.review_count,
     c.int4,
     c.int4_1 AS int4,
     c.has_video,
     c.created_at,
     c.published_at,
     c.title_translations
    FROM (private.list_front_page_ids(front_page_titles.of_place) l(row_id, row_position, kind, id, place)
      CROSS JOIN LATERAL ( SELECT m.id,
             m.title,
             m.description,
             m.thumbnail_url,
             m.banner_url,
             m.trailer_url,
             m.duration,
             m.release_date,
             m.genre,
             m.language,
             m.director,
             m.actors,
             m.is_free,
             m.is_purchasable,
             m.is_rentable,
             m.purchase_price,
             m.rental_price,
             m.rating,
             m.review_count,
             NULL::integer AS int4,
             NULL::integer AS int4,
             m.has_video,
             m.created_at,
             m.published_at,
             m.title_translations
            FROM public.movies m
           WHERE ((l.kind = 'movie'::text) AND (m.id = l.id))
         UNION ALL
          SELECT s.id,
             s.title,
             s.description,
             s.thumbnail_url,
             s.banner_url,
             s.trailer_url,
             NULL::integer,
             s.release_date,
             s.genre,
             s.language,
             s.creator,
             s.actors,
             s.is_free,
             s.is_purchasable,
             s.is_rentable,
             s.purchase_price,
             s.rental_price,
             s.rating,
             s.review_count,
             s.season_count,
             s.episode_count,
             NULL::boolean,
             s.created_at,
             NULL::timestamp with time zone,
             s.title_translations
            FROM public.series s
           WHERE ((l.kind = 'series'::text) AND (s.id = l.id))) c(id, title, description, thumbnail_url, banner_url, trailer_url, duration, release_date, genre, language, director, actors, is_free, is_purchasable, is_rentable, purchase_price, rental_price, rating, review_count, int4, int4_1, has_video, created_at, published_at, title_translations))
   ORDER BY l.row_position, l.place;
END;
comment on function public.front_page_titles(text) is 'The titles of all rows of a place (home, films), in their order.';
grant execute on function public.front_page_titles(text) to anon, authenticated, service_role;

CREATE FUNCTION public.give_up_checkout(order_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.checkouts c set started_at = '-infinity' where c.order_id = give_up_checkout.order_id and c.url is null
$function$;
comment on function public.give_up_checkout(uuid) is 'For the service key: the provider answered with an error. The order is still looked up; the next try gets an order of its own.';
grant execute on function public.give_up_checkout(uuid) to service_role;

CREATE FUNCTION public.grant_subscription(person uuid, plan text, until timestamp with time zone, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  perform private.require_role('admin');
  perform private.require_reason(reason);
  if until is null or until <= now() or until > now() + interval '10 years' then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  if not exists (select from private.profiles p where p.id = person) then
    raise exception using errcode = 'P0002', message = 'User not found', hint = 'member_not_found';
  end if;
  insert into public.subscriptions (user_id, status, subscription_type, expires_at, cancel_at_period_end, provider, provider_reference)
    values (person, 'active', plan, until, true, 'granted', gen_random_uuid()::text)
    returning id into made;
  perform private.write_audit_log('grant_subscription', 'members', left(person::text, 8), null, reason,
    jsonb_build_object('subscription_type', jsonb_build_array(null, plan), 'expires_at', jsonb_build_array(null, until)));
  return made;
end $function$;
comment on function public.grant_subscription(uuid,text,timestamp with time zone,text) is 'Gives a member a free subscription that does not renew.';
grant execute on function public.grant_subscription(uuid,text,timestamp with time zone,text) to authenticated, service_role;

CREATE FUNCTION public.has_role(VARIADIC roles text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN private.has_role(VARIADIC roles);
comment on function public.has_role(text[]) is 'True when the caller has one of these roles, fully signed in. An admin has them all.';
grant execute on function public.has_role(text[]) to authenticated, service_role;

CREATE FUNCTION public.hidden_text(target_kind text, target_id uuid)
 RETURNS TABLE(title text, content text, hidden_at timestamp with time zone, note text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    select h.title, h.content, h.hidden_at, h.note from private.hidden_texts h
    where h.target_id = hidden_text.target_id and (h.post_id is null) = (hidden_text.target_kind = 'topic')
      and (h.user_id = person or private.has_role('moderator'));
end $function$;
comment on function public.hidden_text(text,uuid) is 'The original text of a hidden topic or reply and why it was hidden, for its author and moderators.';
grant execute on function public.hidden_text(text,uuid) to authenticated, service_role;

CREATE FUNCTION public.increment_topic_view(topic_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.topic_views (topic_id, viewer)
    select t.id, private.caller_key() from public.forum_topics t
    where t.id = increment_topic_view.topic_id and t.deleted_at is null
    on conflict on constraint topic_views_pkey do nothing;
  if found then
    insert into private.pending_views (topic_id) values (increment_topic_view.topic_id);
    -- A view that is committed only after that job has begun is counted by the next one.
    if not exists (
      select from private.jobs w
      where w.kind = 'fold_topic_views' and w.key = 'all' and w.status = 'waiting' and w.repeat_every is null
    ) then
      perform private.enqueue_job('fold_topic_views', key => 'all', run_after => now() + interval '1 second');
    end if;
  end if;
end $function$;
comment on function public.increment_topic_view(uuid) is 'Counts a view of a topic, once per viewer and day; visible a second later.';
grant execute on function public.increment_topic_view(uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.is_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.has_role('admin') $function$;
comment on function public.is_admin() is 'True when the caller is an admin. Also called fn_check_admin_access.';
grant execute on function public.is_admin() to anon, authenticated, service_role;

CREATE FUNCTION public.issue_offline_licence(device uuid, public_key text, device_name text DEFAULT ''::text, media_type text DEFAULT NULL::text, media_id uuid DEFAULT NULL::uuid, stream_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_download_account();
  stream private.streams;
  offline record;
  kept private.download_devices;
  made private.offline_licences;
begin
  -- A downloaded file names its stream; a film's page names the film.
  if issue_offline_licence.stream_id is null then
    stream := private.find_current_stream(issue_offline_licence.media_type, media_id);
  else
    select s.* into stream from private.streams s where s.id = issue_offline_licence.stream_id and s.status <> 'making';
  end if;
  if stream.id is null then
    raise exception using errcode = 'PT404', message = 'Video not available', hint = 'video_not_available';
  end if;
  select * into offline from private.find_offline_right(
    person, case when stream.movie_id is null then 'episode' else 'movie' end, coalesce(stream.movie_id, stream.episode_id));
  if offline.ends_at is null then
    -- That a draft has a video is nobody's business.
    if not exists (
        select from public.movies m where m.id = stream.movie_id and m.published
        union all
        select from public.episodes e join public.series x on x.id = e.series_id where e.id = stream.episode_id and x.published) then
      raise exception using errcode = 'PT404', message = 'Video not available', hint = 'video_not_available';
    end if;
    raise exception using errcode = 'PT402', message = 'Please subscribe, buy or rent to watch this', hint = 'subscription_needed';
  end if;
  -- What is watched without a connection is not seen: the hours begin with the download.
  if offline.right_kind = 'rental' then
    perform private.start_rental(person, stream.movie_id, stream.episode_id);
    select * into offline from private.find_offline_right(
      person, case when stream.movie_id is null then 'episode' else 'movie' end, coalesce(stream.movie_id, stream.episode_id));
  end if;
  kept := private.keep_download_device(person, device, issue_offline_licence.public_key, device_name);
  if (select count(*) from private.offline_licences l
      where l.device_id = kept.id and l.title_id <> coalesce(stream.movie_id, stream.episode_id))
      >= (select value::text::integer from private.settings where key = 'downloads_per_device') then
    raise exception using errcode = 'PT409', message = 'This device keeps as many films as it can. Delete one to download another.',
      hint = 'too_many_downloads';
  end if;
  insert into private.offline_licences as l (device_id, user_id, movie_id, episode_id, stream_id, right_kind, ends_at)
    values (kept.id, person, stream.movie_id, stream.episode_id, stream.id, offline.right_kind, offline.ends_at)
    on conflict on constraint one_licence_per_title do update
      set stream_id = excluded.stream_id, right_kind = excluded.right_kind, ends_at = excluded.ends_at, issued_at = now()
    returning l.* into made;
  return jsonb_build_object(
    'licence', made.id, 'stream', stream.id, 'media_type', case when stream.movie_id is null then 'episode' else 'movie' end,
    'media_id', made.title_id, 'right', made.right_kind, 'ends_at', made.ends_at, 'now', now(), 'film', stream.film);
end $function$;
comment on function public.issue_offline_licence(uuid,text,text,text,uuid,uuid) is 'Lets a device of the caller keep a film or episode that they can watch; else raises the reason. The function offline-licence adds the key, encrypted for the device.';
grant execute on function public.issue_offline_licence(uuid,text,text,text,uuid,uuid) to authenticated, service_role;

CREATE FUNCTION public.latest_replies(topic_id uuid)
 RETURNS TABLE(id uuid, user_id uuid, content text, created_at timestamp with time zone, edited_at timestamp with time zone, hidden_at timestamp with time zone, author_username text, author_full_name text, author_avatar_url text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
  select p.id, p.user_id, p.content, p.created_at, p.edited_at, p.hidden_at, a.username,
    case when a.is_public then a.full_name end, a.avatar_url
  from public.forum_posts p left join private.profiles a on a.id = p.user_id
  where p.topic_id = latest_replies.topic_id
    and exists (select from public.forum_topics t where t.id = latest_replies.topic_id and t.deleted_at is null)
  order by p.created_at desc, p.id desc
  limit 3
$function$;
comment on function public.latest_replies(uuid) is 'The last three replies of a topic, newest first (rows: public.forum_topics.id = topic_id, public.forum_posts.topic_id = topic_id).';
grant execute on function public.latest_replies(uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.lift_suspension(member_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_moderator();
  delete from private.suspensions s where s.user_id = member_id;
  if found then
    perform private.log_moderation('lift', 'member', member_id);
    return true;
  end if;
  return false;
end $function$;
comment on function public.lift_suspension(uuid) is 'For moderators: ends a suspension. False when the member was not suspended.';
grant execute on function public.lift_suspension(uuid) to authenticated, service_role;

CREATE FUNCTION public.list_audio_tracks(of_kind text, of_id uuid)
 RETURNS TABLE(track integer, name text, language text, kind text, is_default boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('editor');
  return query
    select a.n::integer - 1, a.track ->> 'name', a.track ->> 'language', coalesce(a.track ->> 'kind', 'main'),
      coalesce((a.track ->> 'default')::boolean, false)
    from private.streams s cross join lateral jsonb_array_elements(s.film -> 'audio') with ordinality as a (track, n)
    where s.status in ('watchable', 'whole')
      and (of_kind = 'movie' and s.movie_id = of_id or of_kind = 'episode' and s.episode_id = of_id)
    order by a.n;
end $function$;
comment on function public.list_audio_tracks(text,uuid) is 'The sound tracks of the video of a film (of_kind movie) or episode, for editors. kind: main, description.';
grant execute on function public.list_audio_tracks(text,uuid) to authenticated, service_role;

CREATE FUNCTION public.list_download_sizes(of_type text, of_id uuid, season integer DEFAULT NULL::integer)
 RETURNS TABLE(media_type text, media_id uuid, title text, season_number integer, episode_number integer, duration double precision, rungs jsonb, audio_tracks integer, audio_bytes bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    with titles (kind, id, title, season_number, episode_number) as (
      select 'movie', m.id, m.title, null::integer, null::integer
        from public.movies m where of_type = 'movie' and m.id = of_id
      union all
      select 'episode', e.id, e.title, e.season_number, e.episode_number
        from public.episodes e where of_type = 'episode' and e.id = of_id
      union all
      (select 'episode', e.id, e.title, e.season_number, e.episode_number
        from public.episodes e
        where of_type = 'series' and e.series_id = of_id
          and e.season_number = season
        order by e.episode_number limit 100)
    )
    select t.kind, t.id, t.title, t.season_number, t.episode_number, (s.film ->> 'duration')::double precision,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'name', r -> 'name', 'width', r -> 'width', 'height', r -> 'height', 'bytes', r -> 'bytes') order by n), '[]')
        from jsonb_array_elements(s.film -> 'rungs') with ordinality x (r, n)),
      jsonb_array_length(coalesce(s.film -> 'audio', '[]')), coalesce((s.film #>> '{audio_only,bytes}')::bigint, 0)
    from titles t
      join private.streams s on s.status in ('watchable', 'whole')
        and case when t.kind = 'movie' then s.movie_id = t.id else s.episode_id = t.id end
    where private.can_watch(person, t.kind, t.id)
    order by t.season_number, t.episode_number;
end $function$;
comment on function public.list_download_sizes(text,uuid,integer) is 'What a film, an episode or a season (series with its number) takes in each size, in bytes as stored; only what the caller can watch.';
grant execute on function public.list_download_sizes(text,uuid,integer) to authenticated, service_role;

CREATE FUNCTION public.list_sandbox_events(day date, after bigint DEFAULT 0)
 RETURNS TABLE(id bigint, event jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.id, e.event from private.sandbox_events e
  where e.created_at >= day::timestamp at time zone 'UTC' and e.created_at < (day + 1)::timestamp at time zone 'UTC' and e.id > after
  order by e.id limit 500
$function$;
comment on function public.list_sandbox_events(date,bigint) is 'For the service key: what happened at the sandbox on a day.';
grant execute on function public.list_sandbox_events(date,bigint) to service_role;

CREATE FUNCTION public.list_title_access(movie_ids uuid[] DEFAULT '{}'::uuid[], series_ids uuid[] DEFAULT '{}'::uuid[])
 RETURNS TABLE(media_type text, media_id uuid, is_free boolean, is_purchasable boolean, is_rentable boolean, purchase_price numeric, rental_price numeric, access text, until timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function public.list_title_access(uuid[],uuid[]) is 'The rule of can_watch() for the titles of a page, at most 100 of each kind, with what they cost: free, bought, included (subscribers, admins, editors of drafts), rented, or null; and when a rental ends. Leaves out what the caller cannot see.';
grant execute on function public.list_title_access(uuid[],uuid[]) to anon, authenticated, service_role;

CREATE FUNCTION public.list_titles(of_kind text DEFAULT NULL::text, in_genre text DEFAULT NULL::text, containing text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 24)
 RETURNS TABLE(kind text, id uuid, title text, description text, thumbnail_url text, banner_url text, trailer_url text, duration integer, release_date date, genre text[], language text, director text, actors text[], is_free boolean, is_purchasable boolean, is_rentable boolean, purchase_price numeric, rental_price numeric, rating numeric, review_count integer, season_count integer, episode_count integer, created_at timestamp with time zone, published_at timestamp with time zone, title_translations jsonb, total integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT l.kind,
     t.id,
     t.title,
     t.description,
     t.thumbnail_url,
     t.banner_url,
     t.trailer_url,
     t.duration,
     t.release_date,
     t.genre,
     t.language,
     t.director,
     t.actors,
     t.is_free,
     t.is_purchasable,
     t.is_rentable,
     t.purchase_price,
     t.rental_price,
     t.rating,
     t.review_count,
     t.int4,
     t.int4_1 AS int4,
     t.created_at,
     t.published_at,
     t.title_translations,
     l.total
    FROM (private.list_title_ids(list_titles.of_kind, list_titles.in_genre, list_titles.containing, list_titles.page, list_titles.page_size) l(kind, id, total)
      CROSS JOIN LATERAL ( SELECT m.id,
             m.title,
             m.description,
             m.thumbnail_url,
             m.banner_url,
             m.trailer_url,
             m.duration,
             m.release_date,
             m.genre,
             m.language,
             m.director,
             m.actors,
             m.is_free,
             m.is_purchasable,
             m.is_rentable,
             m.purchase_price,
             m.rental_price,
             m.rating,
             m.review_count,
             NULL::integer AS int4,
             NULL::integer AS int4,
             m.created_at,
             m.published_at,
             m.title_translations
            FROM public.movies m
           WHERE ((l.kind = 'movie'::text) AND (m.id = l.id))
         UNION ALL
          SELECT s.id,
             s.title,
             s.description,
             s.thumbnail_url,
             s.banner_url,
             s.trailer_url,
             NULL::integer,
             s.release_date,
             s.genre,
             s.language,
             s.creator,
             s.actors,
             s.is_free,
             s.is_purchasable,
             s.is_rentable,
             s.purchase_price,
             s.rental_price,
             s.rating,
             s.review_count,
             s.season_count,
             s.episode_count,
             s.created_at,
             NULL::timestamp with time zone,
             s.title_translations
            FROM public.series s
           WHERE ((l.kind = 'series'::text) AND (s.id = l.id))) t(id, title, description, thumbnail_url, banner_url, trailer_url, duration, release_date, genre, language, director, actors, is_free, is_purchasable, is_rentable, purchase_price, rental_price, rating, review_count, int4, int4_1, created_at, published_at, title_translations))
   ORDER BY t.created_at DESC, t.id;
END;
comment on function public.list_titles(text,text,text,integer,integer) is 'One page of published films (of_kind movie), series (series) or both (null), newest first; of one genre, whatever its case; containing words in title or description, whatever their case and accents. total is how many there are, at most 480 for words. For a series, director is its creator.';
grant execute on function public.list_titles(text,text,text,integer,integer) to anon, authenticated, service_role;

CREATE FUNCTION public.lowest_bandwidth(media_type text, media_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT (min(((rung.value ->> 'average_bandwidth'::text))::numeric))::integer AS min FROM (SELECT s.film FROM (private.streams s JOIN public.movies m ON ((m.id = s.movie_id))) WHERE ((lowest_bandwidth.media_type = 'movie'::text) AND (m.id = lowest_bandwidth.media_id) AND m.published AND (s.status = ANY (ARRAY['watchable'::text, 'whole'::text]))) UNION ALL (SELECT s.film FROM ((public.episodes e JOIN public.series t ON ((t.id = e.series_id))) JOIN private.streams s ON ((s.episode_id = e.id))) WHERE ((lowest_bandwidth.media_type = 'series'::text) AND (t.id = lowest_bandwidth.media_id) AND t.published AND (s.status = ANY (ARRAY['watchable'::text, 'whole'::text]))) ORDER BY e.season_number, e.episode_number LIMIT 1)) stream, LATERAL jsonb_array_elements((stream.film -> 'rungs'::text)) rung(value) WHERE (((rung.value ->> 'average_bandwidth'::text))::numeric > (0)::numeric));
comment on function public.lowest_bandwidth(text,uuid) is 'Bits per second of the lowest quality of a published film, or of the first episode of a series that has a video; null without one.';
grant execute on function public.lowest_bandwidth(text,uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.make_recovery_codes()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_recent_sign_in();
  -- Without l and o, which look like 1 and 0: 32 characters, five bits each.
  alphabet constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  code text;
  random bytea;
  made text[] := '{}';
begin
  if not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then
    raise exception using errcode = '42501', message = 'Please set up two-factor sign-in first', hint = 'second_factor_missing';
  end if;
  if not private.check_rate_limit('make_recovery_codes', person::text, 10, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  delete from private.recovery_codes c where c.user_id = person;
  -- Keep equal to RECOVERY_CODES in contract/src/identity/limits.ts.
  for n in 1 .. 10 loop
    random := extensions.gen_random_bytes(16);
    code := (select string_agg(
        substr(alphabet, 1 + (get_byte(random, i) & 31), 1) || case when i in (3, 7, 11) then '-' else '' end, '' order by i)
      from generate_series(0, 15) i);
    insert into private.recovery_codes (user_id, code_hash) values (person, private.hash_recovery_code(person, code));
    made := made || code;
  end loop;
  perform private.log_account_event(person, 'recovery_codes_made', '{}');
  return made;
end $function$;
comment on function public.make_recovery_codes() is 'Ten new codes, returned once; older codes are deleted. Needs the second factor and a recent sign-in.';
grant execute on function public.make_recovery_codes() to authenticated, service_role;

CREATE FUNCTION public.mark_notifications_read(ids uuid[] DEFAULT NULL::uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  -- Locks readers first, as everybody does.
  perform from private.topic_readers r
    where r.user_id = person and r.notified and r.topic_id in (
      select n.topic_id from private.notifications n
      where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids)))
    order by r.topic_id for no key update;
  update private.topic_readers r set notified = false
    where r.user_id = person and r.notified and r.topic_id in (
      select n.topic_id from private.notifications n
      where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids)));
  update private.notifications n set read_at = now()
    where n.user_id = person and n.read_at is null and (ids is null or n.id = any (ids));
  return coalesce((select c.unread from public.notification_counts c where c.user_id = person), 0);
end $function$;
comment on function public.mark_notifications_read(uuid[]) is 'Marks notifications of the caller as read (null: all). Returns how many are still unread.';
grant execute on function public.mark_notifications_read(uuid[]) to authenticated, service_role;

CREATE FUNCTION public.mark_topic_read(topic_id uuid, up_to integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
  reached timestamptz;
  start record;
  read_ids uuid[];
begin
  perform private.lock_members(array[person]);
  select t.created_at into reached from public.forum_topics t
    where t.id = mark_topic_read.topic_id and t.deleted_at is null for key share;
  if not found then
    return;
  end if;
  if up_to is null then
    reached := coalesce((select max(p.created_at) from public.forum_posts p where p.topic_id = mark_topic_read.topic_id), reached);
  elsif up_to > 0 then
    select * into start from private.find_block_from_oldest(mark_topic_read.topic_id, up_to - 1);
    reached := coalesce(
      (select p.created_at from public.forum_posts p
        where p.topic_id = mark_topic_read.topic_id and p.created_at >= start.since
        order by p.created_at, p.id offset start.still limit 1),
      (select max(p.created_at) from public.forum_posts p where p.topic_id = mark_topic_read.topic_id),
      reached);
  end if;
  insert into private.topic_readers as r (topic_id, user_id, read_to) values (mark_topic_read.topic_id, person, reached)
    on conflict on constraint topic_readers_pkey do update set read_to = greatest(r.read_to, excluded.read_to);
  -- The reader's row is locked: nobody notifies them meanwhile.
  read_ids := array(
    select n.id from private.notifications n left join public.forum_posts p on p.id = n.post_id
    where n.user_id = person and n.topic_id = mark_topic_read.topic_id and n.read_at is null
      and (n.post_id is null or p.created_at <= reached));
  update private.topic_readers r set notified = false
    where r.topic_id = mark_topic_read.topic_id and r.user_id = person and r.notified and not exists (
      select from private.notifications n
      where n.user_id = person and n.topic_id = r.topic_id and n.read_at is null and n.id <> all (read_ids));
  update private.notifications n set read_at = now() where n.id = any (read_ids);
end $function$;
comment on function public.mark_topic_read(uuid,integer) is 'Marks the first up_to replies (null: all) and their notifications as read. Never marks anything as unread.';
grant execute on function public.mark_topic_read(uuid,integer) to authenticated, service_role;

CREATE FUNCTION public.mark_watched(media_type text, media_id uuid, watched boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  perform private.require_title(mark_watched.media_type, media_id);
  insert into public.watch_progress as w (user_id, movie_id, episode_id, watched)
  values (
    person, case mark_watched.media_type when 'movie' then media_id end,
    case mark_watched.media_type when 'episode' then media_id end, mark_watched.watched)
  on conflict on constraint one_progress_per_title do update
    set watched = excluded.watched, position = 0, updated_at = now();
end $function$;
comment on function public.mark_watched(text,uuid,boolean) is 'Marks a title as watched or not watched. To remove it from the list, delete its row of watch_progress.';
grant execute on function public.mark_watched(text,uuid,boolean) to authenticated, service_role;

CREATE FUNCTION public.media_workers_state()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return coalesce((
    select w.state from private.media_workers w where w.seen_at > now() - interval '3 minutes'
    order by w.state = 'ready' desc, w.state = 'no_ffmpeg' desc limit 1), 'off');
end $function$;
comment on function public.media_workers_state() is 'ready, or why uploads are not being encoded at the moment: no_ffmpeg, off.';
grant execute on function public.media_workers_state() to authenticated, service_role;

CREATE FUNCTION public.moderation_log(page integer DEFAULT 1)
 RETURNS TABLE(id bigint, action text, moderator_username text, target_kind text, target_id uuid, note text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_moderator();
  return query
    select l.id, l.action, p.username, l.target_kind, l.target_id, l.note, l.created_at
    from private.moderation_log l left join private.profiles p on p.id = l.moderator_id
    order by l.id desc offset (greatest(coalesce(page, 1), 1) - 1)::bigint * 50 limit 50;
end $function$;
comment on function public.moderation_log(integer) is 'For moderators: the moderation log, newest first, 50 per page.';
grant execute on function public.moderation_log(integer) to authenticated, service_role;

CREATE FUNCTION public.my_agency()
 RETURNS TABLE(name text, currency text, limit_minor bigint, is_active boolean, owed_minor bigint, unsold_minor bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    select a.name, a.currency, a.limit_minor, a.is_active, private.owed_by(a.id), private.unsold_value(a.id)
    from private.agents a where a.user_id = person;
end $function$;
comment on function public.my_agency() is 'What the caller owes as an agent, and the limit. No row for everybody else.';
grant execute on function public.my_agency() to authenticated, service_role;

CREATE FUNCTION public.my_agent_entries(before bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, created_at timestamp with time zone, kind text, amount_minor bigint, balance_minor bigint, batch_id bigint, vouchers integer, reference text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query select * from private.list_agent_entries((private.require_agent()).id, my_agent_entries.before);
end $function$;
comment on function public.my_agent_entries(bigint) is 'For agents: the own books, newest first, twenty at a time.';
grant execute on function public.my_agent_entries(bigint) to authenticated, service_role;

CREATE FUNCTION public.my_credit()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return private.credit_of(person);
end $function$;
comment on function public.my_credit() is 'The caller''s credit in cents of a dollar.';
grant execute on function public.my_credit() to authenticated, service_role;

CREATE FUNCTION public.my_download_devices()
 RETURNS TABLE(device uuid, name text, downloads bigint, seen_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    select d.device_id, d.name, count(l.id), d.seen_at
    from private.download_devices d join private.offline_licences l on l.device_id = d.id
    where d.user_id = person and d.removed_at is null
    group by d.id
    order by d.seen_at desc, d.id;
end $function$;
comment on function public.my_download_devices() is 'The caller''s devices that keep films, those in contact last first.';
grant execute on function public.my_download_devices() to authenticated, service_role;

CREATE FUNCTION public.my_gifts(before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, code text, recipient_name text, recipient_phone text, recipient_email text, from_name text, greeting text, language text, mailed_at timestamp with time zone, redeemed_at timestamp with time zone, pass text, media_type text, title text, amount_minor integer, currency text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    select g.id, g.created_at, s.status, case s.status when 'open' then private.derive_code(c.id) end,
      g.recipient_name, g.recipient_phone, g.recipient_email, g.from_name, g.greeting, g.language, g.mailed_at, c.redeemed_at,
      o.pass, o.media_type, o.title, o.amount_minor, o.currency
    from private.gifts g
    join public.orders o on o.id = g.order_id
    join private.codes c on c.gift_id = g.id,
    lateral (select case
      when o.status <> 'paid' then 'refunded'
      when c.status = 'redeemed' then 'redeemed'
      when c.status = 'revoked' then 'canceled'
      else 'open' end) s (status)
    where g.giver = person and g.created_at < coalesce(before, 'infinity')
    order by g.created_at desc limit 20;
end $function$;
comment on function public.my_gifts(timestamp with time zone) is 'What the caller gave and paid, newest first, twenty at a time. The code is there while it can be used.';
grant execute on function public.my_gifts(timestamp with time zone) to authenticated, service_role;

CREATE FUNCTION public.my_notification_settings()
 RETURNS TABLE(replies text, mentions text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    select coalesce(s.replies, 'app'), coalesce(s.mentions, 'app')
    from (values (person)) p (id) left join private.notification_settings s on s.user_id = p.id;
end $function$;
comment on function public.my_notification_settings() is 'Which notifications the caller wants: off, app or email.';
grant execute on function public.my_notification_settings() to authenticated, service_role;

CREATE FUNCTION public.my_notifications(before timestamp with time zone DEFAULT NULL::timestamp with time zone, max_rows integer DEFAULT 20)
 RETURNS TABLE(id uuid, kind text, topic_id uuid, topic_title text, post_id uuid, excerpt text, actor_id uuid, actor_username text, actor_avatar_url text, more integer, created_at timestamp with time zone, read_at timestamp with time zone, actor_full_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function public.my_notifications(timestamp with time zone,integer) is 'The caller''s notifications, newest first; before is the created_at of the last one of the previous page. more: how many replies came after an unread one.';
grant execute on function public.my_notifications(timestamp with time zone,integer) to authenticated, service_role;

CREATE FUNCTION public.my_payments()
 RETURNS TABLE(id bigint, occurred_at timestamp with time zone, kind text, amount_minor bigint, currency text, title text, transaction_type text, media_type text, media_id uuid, plan text, pass text, period_end timestamp with time zone, problem text, provider text, provider_reference text, order_id uuid, status text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    select l.id, l.occurred_at, l.kind, l.amount_minor, l.currency, o.title, o.transaction_type, o.media_type,
      coalesce(o.movie_id, o.series_id), o.plan, o.pass, l.period_end, l.problem, l.provider, l.provider_reference, o.id, o.status
    from public.orders o join public.ledger l on l.order_id = o.id
    where o.user_id = person
    order by l.occurred_at desc, l.id desc;
end $function$;
comment on function public.my_payments() is 'The caller''s receipts: every ledger entry of their orders, newest first.';
grant execute on function public.my_payments() to authenticated, service_role;

CREATE FUNCTION public.my_sessions()
 RETURNS TABLE(id uuid, created_at timestamp with time zone, last_active_at timestamp with time zone, user_agent text, network text, aal text, current boolean, by_code boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      coalesce(s.user_agent, ''), coalesce(private.mask_address(s.ip), ''), coalesce(s.aal::text, 'aal1'),
      s.id::text is not distinct from auth.jwt() ->> 'session_id',
      exists (select from private.device_sessions d where d.session_id = s.id)
    from auth.sessions s
    where s.user_id = person and (s.not_after is null or s.not_after > now())
    order by 7 desc, 3 desc, 1;
end $function$;
comment on function public.my_sessions() is 'The devices on which the caller is signed in, the current one first. by_code: signed in by a code that the member confirmed elsewhere.';
grant execute on function public.my_sessions() to authenticated, service_role;

CREATE FUNCTION public.my_streams()
 RETURNS TABLE(session uuid, title text, device text, started_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, t.title, p.device, p.started_at
  from private.playback_sessions p
  join private.streams s on s.id = p.stream_id
  cross join lateral private.describe_title(
    case when s.movie_id is null then 'episode' else 'movie' end, coalesce(s.movie_id, s.episode_id)) t
  where p.user_id = auth.uid() and p.ended_at is null and p.seen_at > now() - interval '60 seconds'
  order by p.started_at, p.id
$function$;
comment on function public.my_streams() is 'The films that the caller''s account is playing now.';
grant execute on function public.my_streams() to authenticated, service_role;

CREATE FUNCTION public.my_suspension()
 RETURNS TABLE(reason text, until timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.reason, s.until, s.created_at from private.suspensions s
  where s.user_id = auth.uid() and (s.until is null or s.until > now())
$function$;
comment on function public.my_suspension() is 'One row if the caller is suspended: why, and until when (null: without an end).';
grant execute on function public.my_suspension() to authenticated, service_role;

CREATE FUNCTION public.my_trials()
 RETURNS TABLE(plan text, days integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    select p.id, p.trial_days from public.plans p where p.trial_days > 0 and private.can_try(person) order by p.id;
end $function$;
comment on function public.my_trials() is 'The trials that the caller can have.';
grant execute on function public.my_trials() to authenticated, service_role;

CREATE FUNCTION public.my_voucher_batches(before bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, agent_id uuid, agent_name text, pass text, media_type text, title text, price_minor integer, currency text, expires_on date, status text, created_at timestamp with time zone, printed_at timestamp with time zone, activated_at timestamp with time zone, vouchers integer, sold integer, redeemed integer, revoked integer, owed_minor bigint, booked_minor bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query select * from private.list_voucher_batches((private.require_agent()).id, my_voucher_batches.before);
end $function$;
comment on function public.my_voucher_batches(bigint) is 'For agents: the own batches, newest first, twenty at a time.';
grant execute on function public.my_voucher_batches(bigint) to authenticated, service_role;

CREATE FUNCTION public.my_vouchers(batch bigint)
 RETURNS TABLE(number integer, status text, sold_at timestamp with time zone, redeemed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seller private.agents := private.require_agent();
begin
  return query select l.* from private.voucher_batches b, private.list_vouchers(b.id) l
    where b.id = my_vouchers.batch and b.agent_id = seller.id;
end $function$;
comment on function public.my_vouchers(bigint) is 'For agents: the vouchers of an own batch by number. Nothing of other agents.';
grant execute on function public.my_vouchers(bigint) to authenticated, service_role;

CREATE FUNCTION public.next_episode(episode_id uuid)
 RETURNS TABLE(id uuid, series_id uuid, season_number integer, episode_number integer, title text, thumbnail_url text, duration integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  this public.episodes;
  series public.series;
begin
  select e.* into this from public.episodes e where e.id = next_episode.episode_id;
  select s.* into series from public.series s where s.id = this.series_id;
  if private.can_watch(auth.uid(), 'series', series.id) then
    return query
      select n.id, n.series_id, n.season_number, n.episode_number, n.title::text,
        coalesce(n.thumbnail_url, series.thumbnail_url), n.duration
      from public.episodes n
      where n.series_id = series.id and n.has_video
        and (n.season_number, n.episode_number) > (this.season_number, this.episode_number)
      order by n.season_number, n.episode_number limit 1;
  elsif series.published then
    return query
      select n.id, n.series_id, n.season_number, n.episode_number, n.title::text,
        coalesce(n.thumbnail_url, series.thumbnail_url), n.duration
      from public.episodes n
      where n.series_id = series.id and n.has_video and n.is_free
        and (n.season_number, n.episode_number) > (this.season_number, this.episode_number)
      order by n.season_number, n.episode_number limit 1;
  end if;
end $function$;
comment on function public.next_episode(uuid) is 'The next episode of the series that the caller can watch and that has a video; no row after the last.';
grant execute on function public.next_episode(uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.order_to_pay(order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer uuid := private.require_account();
  requested public.orders;
  made public.orders;
  promotion private.promotions;
begin
  select * into requested from public.orders o where o.id = order_to_pay.order_id and o.user_id = buyer;
  if requested.id is null or num_nonnulls(requested.plan, requested.pass, requested.movie_id, requested.series_id, requested.bundle_id) = 0 then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if requested.gift_id is not null then
    if not exists (select from private.gifts g where g.id = requested.gift_id and g.order_id is null and g.canceled_at is null) then
      raise exception using errcode = '23505', message = 'This gift has already been paid for', hint = 'gift_paid';
    end if;
    if private.is_order_payable(requested) then
      return requested;
    end if;
    return private.create_gift_order(requested.gift_id, buyer, private.gift_item(
      requested.pass, requested.media_type, coalesce(requested.movie_id, requested.series_id)));
  end if;
  if requested.plan is not null and private.is_subscribed(buyer) then
    raise exception using errcode = '23505', message = 'You already have an active subscription!', hint = 'already_subscribed';
  end if;
  -- Another order may have paid it meanwhile.
  if private.has_title(buyer, coalesce(requested.movie_id, requested.series_id), requested.transaction_type)
    or requested.bundle_id is not null and private.has_bundle(buyer, requested.bundle_id) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  if private.is_order_payable(requested)
    -- Somebody may have begun the trial with another order meanwhile.
    and (requested.trial_days is null or private.can_try(buyer)) then
    return requested;
  end if;
  made := case
    when requested.plan is not null then public.create_subscription_order(requested.plan)
    when requested.pass is not null then public.create_pass_order(requested.pass)
    when requested.bundle_id is not null then public.create_bundle_order(requested.bundle_id)
    else public.create_order(requested.media_type, coalesce(requested.movie_id, requested.series_id), requested.transaction_type)
  end;
  if requested.promotion_id is not null then
    select * into promotion from private.promotions p where p.id = requested.promotion_id for update;
    if private.check_promotion(promotion, made) <> 'promotion_applied' then
      raise exception using errcode = '22023', message = 'This promotion code can no longer be used. Please pay without it.',
        hint = 'promotion_over';
    end if;
    made := private.discount_order(promotion, made);
  end if;
  return made;
end $function$;
comment on function public.order_to_pay(uuid) is 'The caller''s order if it can still be paid, else a new one for the same title, plan, pass or gift. Raises the reason if neither.';
grant execute on function public.order_to_pay(uuid) to authenticated, service_role;

CREATE FUNCTION public.orders_to_look_up(provider text, day date, after uuid DEFAULT NULL::uuid)
 RETURNS TABLE(order_id uuid, session text, subscription text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with wanted as (
    -- The provider did not list it.
    select l.order_id from public.ledger l
    where l.provider = orders_to_look_up.provider and l.kind <> 'credit'
      and l.occurred_at >= day::timestamp at time zone 'UTC' and l.occurred_at < (day + 1)::timestamp at time zone 'UTC'
      and not exists (
        select from private.provider_entries p
        where p.provider = l.provider and p.reference = l.provider_reference and p.kind = l.kind)
    union
    -- MonCash lists nothing: what was begun that day and counts as not paid is asked for again.
    select o.id from public.orders o
    where private.takes_gourdes(orders_to_look_up.provider) and o.provider = orders_to_look_up.provider
      and o.created_at >= day::timestamp at time zone 'UTC' and o.created_at < (day + 1)::timestamp at time zone 'UTC'
      and o.status in ('canceled', 'expired', 'failed')
  )
  select o.id, o.provider_reference, n.provider_reference
  from wanted w join public.orders o on o.id = w.order_id left join private.subscription_states n on n.order_id = o.id
  where o.provider_reference is not null and o.id > coalesce(after, '00000000-0000-0000-0000-000000000000')
  order by o.id limit 10
$function$;
comment on function public.orders_to_look_up(text,date,uuid) is 'For the service key: ten orders of a day of which the provider has to be asked one by one.';
grant execute on function public.orders_to_look_up(text,date,uuid) to service_role;

CREATE FUNCTION public.pay_with_credit(order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.orders;
  same public.orders;
begin
  select * into chosen from public.orders o where o.id = pay_with_credit.order_id for update;
  if chosen.user_id is null then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('credit ' || chosen.user_id, 0));
  -- On a double click the second call waits for the first and then finds what it paid.
  select o.* into same from public.orders o
    where o.user_id = chosen.user_id and o.provider = 'credit' and o.status = 'paid' and o.updated_at > now() - interval '1 minute'
      and to_jsonb(o) - private.order_state_columns() = to_jsonb(chosen) - private.order_state_columns()
    order by o.updated_at desc limit 1;
  if same.id is not null then
    return same;
  end if;
  if not private.is_order_payable(chosen) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if chosen.plan is not null then
    raise exception using errcode = '22023', message = 'This way to pay is not available here. Please choose another one.',
      hint = 'payment_method_unavailable';
  end if;
  if chosen.provider is not null then
    -- Somebody may still be paying there: that order stays as it is.
    chosen := private.copy_order(chosen);
  end if;
  if private.credit_of(chosen.user_id) < chosen.amount_minor then
    raise exception using errcode = '23514', message = 'Your credit does not cover this. Please choose another way to pay.',
      hint = 'credit_short';
  end if;
  update public.orders o set provider = 'credit', provider_reference = chosen.id::text where o.id = chosen.id;
  chosen := private.book_event(jsonb_build_object('kind', 'payment', 'order_id', chosen.id, 'provider', 'credit',
    'reference', chosen.id, 'amount_minor', chosen.amount_minor, 'currency', 'USD'));
  insert into private.credits (user_id, ledger_id, amount_minor)
    select chosen.user_id, l.id, -l.amount_minor from public.ledger l
    where l.provider = 'credit' and l.provider_reference = chosen.id::text and l.kind = 'payment';
  return chosen;
end $function$;
comment on function public.pay_with_credit(uuid) is 'For the service key: pays an order of a member who wants that, wholly with their credit. Never a part of it, and never what renews.';
grant execute on function public.pay_with_credit(uuid) to service_role;

CREATE FUNCTION public.payment_export_rows(from_day date, to_day date, after_time timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id bigint DEFAULT 0)
 RETURNS TABLE(id bigint, occurred_at timestamp with time zone, kind text, amount_minor bigint, currency text, price_minor integer, exchange_rate numeric, provider text, provider_reference text, order_id uuid, transaction_type text, title text, username text, email text, problem text, receipt text, tax_name text, tax_percent numeric, tax_minor bigint, discount_minor integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  return query
    select l.id, l.occurred_at, l.kind, l.amount_minor, l.currency, o.price_minor, o.exchange_rate, l.provider, l.provider_reference,
      l.order_id, o.transaction_type, o.title, p.username, d.email, l.problem,
      r.year || '-' || lpad(r.number::text, 6, '0'), r.tax_name, r.tax_percent, r.tax_minor,
      case when l.kind = 'payment' then o.discount_minor end
    from (
      select x.* from public.ledger x
      where x.occurred_at >= from_day::timestamp at time zone 'UTC' and x.occurred_at < (to_day + 1)::timestamp at time zone 'UTC'
        and (x.occurred_at, x.id) > (coalesce(after_time, '-infinity'), after_id)
      order by x.occurred_at, x.id limit 500) l
      join public.orders o on o.id = l.order_id
      left join private.receipts r on r.ledger_id = l.id
      left join private.profiles p on p.id = o.user_id
      left join private.member_directory d on d.id = o.user_id
    order by l.occurred_at, l.id;
end $function$;
comment on function public.payment_export_rows(date,date,timestamp with time zone,bigint) is 'For accountants and admins: five hundred entries of the ledger after one, with order, member and receipt. discount_minor is in cents of a dollar, with payments.';
grant execute on function public.payment_export_rows(date,date,timestamp with time zone,bigint) to authenticated, service_role;

CREATE FUNCTION public.person_titles(person_name text)
 RETURNS TABLE(kind text, id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select p.kind, p.id, p.name from private.person_titles p
  where p.person = private.person_key(person_name) and p.person <> ''
  order by p.created_at desc, p.id
  -- Keep equal to PERSON_TITLES_MAX in contract/src/catalogue/limits.ts.
  limit 48
$function$;
comment on function public.person_titles(text) is 'The newest published titles of a person, as ids, and the name as it is written there.';
grant execute on function public.person_titles(text) to anon, authenticated, service_role;

CREATE FUNCTION public.post_place(post_id uuid)
 RETURNS TABLE(topic_id uuid, number integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select p.topic_id, private.find_reply_number(p.topic_id, p.created_at, p.id)
  from public.forum_posts p join public.forum_topics t on t.id = p.topic_id and t.deleted_at is null
  where p.id = post_place.post_id
$function$;
comment on function public.post_place(uuid) is 'The topic and number of a reply, for its permalink.';
grant execute on function public.post_place(uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.print_voucher_batch(batch bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  printed private.voucher_batches;
begin
  perform private.require_role('admin');
  printed := private.lock_batch(batch);
  if printed.activated_at is not null or printed.revoked_at is not null then
    raise exception using errcode = '22023', message = 'These vouchers are already active, expired or revoked. Please make new ones.',
      hint = 'batch_closed';
  end if;
  update private.voucher_batches b set printed_at = now() where b.id = printed.id;
  perform private.write_audit_log('print_voucher_batch', 'vouchers', printed.id::text, printed.title);
  return jsonb_build_object(
    'id', printed.id, 'agent', (select a.name from private.agents a where a.id = printed.agent_id),
    'pass', printed.pass, 'media_type', printed.media_type, 'title', printed.title, 'price_minor', printed.price_minor,
    'currency', printed.currency, 'expires_on', printed.expires_on,
    'vouchers', (
      select jsonb_agg(jsonb_build_object('number', v.number, 'code', private.derive_code(v.code_id)) order by v.number)
      from private.vouchers v where v.batch_id = printed.id));
end $function$;
comment on function public.print_voucher_batch(bigint) is 'For admins: the codes of a batch, for its sheet, while they are worth nothing. Once it is activated nobody can read them.';
grant execute on function public.print_voucher_batch(bigint) to authenticated, service_role;

CREATE FUNCTION public.read_bundle(bundle uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', b.id, 'title', b.title, 'title_translations', b.title_translations, 'amount_minor', b.amount_minor, 'last_day', b.last_day,
    'is_sold', b.state = 'running' and private.is_bundle_complete(b.id),
    -- Nobody learns from it of a title that is not published.
    'titles', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'media_type', case when t.movie_id is null then 'series' else 'movie' end, 'media_id', coalesce(t.movie_id, t.series_id),
        'title', t.title) order by t.part), '[]')
      from private.bundle_titles t
      where t.bundle_id = b.id
        and (exists (select from public.movies m where m.id = t.movie_id and m.published)
          or exists (select from public.series s where s.id = t.series_id and s.published))),
    -- What they cost one by one; null when one of them is not sold alone.
    'single_minor', (
      select case when bool_and(x.price is not null) then sum(x.price) end
      from private.bundle_titles t
        left join lateral (
          select private.price_minor('movie', 'purchase', m.purchase_price, m.rental_price) as price
            from public.movies m where m.id = t.movie_id and m.published and m.is_purchasable
          union all
          select private.price_minor('series', 'purchase', s.purchase_price, s.rental_price)
            from public.series s where s.id = t.series_id and s.published and s.is_purchasable) x on true
      where t.bundle_id = b.id))
  from private.bundles b where b.id = read_bundle.bundle and b.state <> 'planned'
$function$;
comment on function public.read_bundle(uuid) is 'A bundle for everybody; null when there is none, or not yet. is_sold: whether it can be ordered.';
grant execute on function public.read_bundle(uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.read_code(code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked record;
begin
  looked := private.find_code(read_code.code);
  if looked.outcome = 'code_valid' then
    looked.outcome := private.check_code(looked.match);
  end if;
  return jsonb_build_object('result', looked.outcome)
    || case when looked.outcome in ('code_valid', 'code_yours', 'already_owned') then private.describe_code(looked.match) else '{}' end;
end $function$;
comment on function public.read_code(text) is 'What a code is for, before it is redeemed, for anybody who has it. The result is code_valid or an error key. Wrong codes are counted.';
grant execute on function public.read_code(text) to anon, authenticated, service_role;

CREATE FUNCTION public.read_device_code(code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked record;
begin
  looked := private.find_device_request(read_device_code.code);
  if looked.outcome <> 'code_valid' then
    return jsonb_build_object('result', looked.outcome);
  end if;
  return jsonb_build_object(
    'result', looked.outcome, 'user_agent', (looked.request).user_agent, 'network', (looked.request).network,
    'same_connection', (looked.request).address_hash = private.caller_address_hash(),
    'created_at', (looked.request).created_at, 'expires_at', (looked.request).expires_at);
end $function$;
comment on function public.read_device_code(text) is 'Which device asks with this code, for the member who is about to confirm it.';
grant execute on function public.read_device_code(text) to authenticated, service_role;

CREATE FUNCTION public.read_licence_key(licence uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('key', encode(s.encryption_key, 'base64'), 'public_key', d.public_key)
  from private.offline_licences l
    join private.download_devices d on d.id = l.device_id
    join private.streams s on s.id = l.stream_id
  where l.id = licence and l.ends_at > now() and d.removed_at is null
$function$;
comment on function public.read_licence_key(uuid) is 'For the function offline-licence alone: the key of a licence''s film, and the device''s public key to encrypt it with.';
grant execute on function public.read_licence_key(uuid) to service_role;

CREATE FUNCTION public.read_receipt(entry bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
  found jsonb;
begin
  select jsonb_build_object(
    'id', l.id, 'kind', l.kind, 'number', case when r.number is not null then r.year || '-' || lpad(r.number::text, 6, '0') end,
    'occurred_at', l.occurred_at, 'issued_at', r.issued_at, 'amount_minor', l.amount_minor, 'currency', l.currency,
    'price_minor', o.price_minor, 'exchange_rate', o.exchange_rate,
    'discount_minor', case when l.kind = 'payment' then o.discount_minor end,
    'full_price_minor', case when l.kind = 'payment' and o.discount_minor is not null then private.undiscounted_minor(o) end,
    'country', l.country,
    'tax_name', r.tax_name, 'tax_percent', r.tax_percent, 'tax_minor', r.tax_minor, 'problem', l.problem,
    'title', o.title, 'transaction_type', o.transaction_type, 'media_type', o.media_type, 'plan', o.plan, 'pass', o.pass,
    'bundle_titles', (
      select jsonb_agg(t.title order by t.part) from private.bundle_titles t where t.bundle_id = o.bundle_id),
    'period_end', l.period_end, 'provider', l.provider, 'provider_reference', l.provider_reference, 'order_id', o.id,
    'email', d.email,
    'returned', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'amount_minor', b.amount_minor, 'occurred_at', b.occurred_at)
        order by b.occurred_at, b.id), '[]')
      from public.ledger b
      where l.kind = 'payment' and b.order_id = l.order_id and b.provider = l.provider and b.kind <> 'payment'
        and coalesce(b.payment_reference, b.provider_reference) = l.provider_reference))
    into found
    from public.ledger l
      join public.orders o on o.id = l.order_id
      left join private.receipts r on r.ledger_id = l.id
      left join private.member_directory d on d.id = o.user_id
    where l.id = read_receipt.entry and (o.user_id = person or private.has_role('accountant'));
  if found is null then
    raise exception using errcode = 'P0002', message = 'No such receipt', hint = 'receipt_missing';
  end if;
  return found;
end $function$;
comment on function public.read_receipt(bigint) is 'The receipt of a payment, or what was booked later, for its buyer, accountants and admins.';
grant execute on function public.read_receipt(bigint) to authenticated, service_role;

CREATE FUNCTION public.recheck_payment_day(day date, provider text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('accountant');
  if not exists (
    select from private.payment_days d where d.day = recheck_payment_day.day and d.provider = recheck_payment_day.provider) then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.enqueue_job('reconcile_day', jsonb_build_object('day', recheck_payment_day.day, 'provider', recheck_payment_day.provider),
    recheck_payment_day.day || ' ' || recheck_payment_day.provider);
  perform private.write_audit_log('recheck_payment_day', 'payments', recheck_payment_day.provider, recheck_payment_day.day::text);
end $function$;
comment on function public.recheck_payment_day(date,text) is 'For accountants and admins: compares a day with its provider again, in the background.';
grant execute on function public.recheck_payment_day(date,text) to authenticated, service_role;

CREATE FUNCTION public.record_agent_payment(agent uuid, amount_minor bigint, reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  receipt text := left(private.trim_text(reference), 200);
  paying private.agents;
begin
  perform private.require_role('accountant');
  select * into paying from private.agents a where a.id = record_agent_payment.agent for update;
  if paying.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if coalesce(record_agent_payment.amount_minor, 0) = 0 or abs(record_agent_payment.amount_minor) > 1000000000 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
  if coalesce(receipt, '') = '' then
    raise exception using errcode = '23514', message = 'Please enter the number of the receipt', hint = 'reference_needed';
  end if;
  if exists (select from private.agent_entries e where e.agent_id = paying.id and e.reference = receipt) then
    raise exception using errcode = '23505', message = 'This receipt has been booked before', hint = 'reference_used';
  end if;
  perform private.book_agent_entry(paying.id, 'paid', -record_agent_payment.amount_minor, reference => receipt);
  perform private.write_audit_log('record_agent_payment', 'vouchers', paying.id::text, paying.name, null,
    jsonb_build_object('amount_minor', jsonb_build_array(null, record_agent_payment.amount_minor), 'reference', jsonb_build_array(null, receipt)));
end $function$;
comment on function public.record_agent_payment(uuid,bigint,text) is 'For accountants and admins: money that an agent paid. Each receipt is booked once; a negative amount takes a wrong booking back.';
grant execute on function public.record_agent_payment(uuid,bigint,text) to authenticated, service_role;

CREATE FUNCTION public.recovery_codes_left()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return (select count(*) from private.recovery_codes c where c.user_id = person);
end $function$;
comment on function public.recovery_codes_left() is 'How many codes the caller still has.';
grant execute on function public.recovery_codes_left() to authenticated, service_role;

CREATE FUNCTION public.redeem_code(code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looked record;
begin
  perform private.require_account();
  looked := private.find_code(redeem_code.code);
  if looked.outcome = 'code_valid' then
    looked.outcome := private.check_code(looked.match);
    if looked.outcome = 'code_valid' then
      if private.use_code(looked.match) then
        looked.outcome := 'code_redeemed';
      else
        -- Somebody was faster, or it was canceled meanwhile.
        looked := private.find_code(redeem_code.code);
        if looked.outcome = 'code_valid' then
          looked.outcome := private.check_code(looked.match);
        end if;
      end if;
    end if;
  end if;
  return jsonb_build_object('result', looked.outcome)
    || case when looked.outcome in ('code_redeemed', 'code_yours') then private.describe_code(looked.match) else '{}' end;
end $function$;
comment on function public.redeem_code(text) is 'Gives the caller what a code is for, once. The result is code_redeemed, code_yours (the caller redeemed it before) or an error key; wrong codes are counted, and nothing is raised for them.';
grant execute on function public.redeem_code(text) to authenticated, service_role;

CREATE FUNCTION public.refunds_to_make(of_order uuid)
 RETURNS TABLE(reference text, amount_minor bigint, currency text, requested_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.provider_reference, p.amount_minor - p.returned_minor, p.currency, r.requested_at
  from private.refund_requests r join private.payments p on p.id = r.payment_id
  where r.order_id = of_order and not p.refunded and not p.disputed and not private.has_refund_failed(r)
$function$;
comment on function public.refunds_to_make(uuid) is 'For the service key: what of an order is still to be returned by its provider.';
grant execute on function public.refunds_to_make(uuid) to service_role;

CREATE FUNCTION public.release_download(device uuid, stream_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_download_account();
begin
  delete from private.offline_licences l using private.download_devices d
    where d.user_id = person and d.device_id = device and l.device_id = d.id and l.stream_id = release_download.stream_id;
end $function$;
comment on function public.release_download(uuid,uuid) is 'The device has deleted a film: its licence is free for another.';
grant execute on function public.release_download(uuid,uuid) to authenticated, service_role;

CREATE FUNCTION public.remove_download_device(device uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_download_account();
begin
  with removed as (
    update private.download_devices d set removed_at = now()
      where d.user_id = person and d.device_id = device and d.removed_at is null
      returning d.id
  )
  delete from private.offline_licences l using removed r where l.device_id = r.id;
end $function$;
comment on function public.remove_download_device(uuid) is 'Removes one of the caller''s devices: it learns so at its next contact, and its licences end by themselves.';
grant execute on function public.remove_download_device(uuid) to authenticated, service_role;

CREATE FUNCTION public.reorder_episodes(series_id uuid, season_number integer, ordered uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('editor');
  perform private.lock_episodes();
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
end $function$;
comment on function public.reorder_episodes(uuid,integer,uuid[]) is 'Puts the episodes of one season into this order, numbered from 1. Refused when the season has other episodes meanwhile.';
grant execute on function public.reorder_episodes(uuid,integer,uuid[]) to authenticated, service_role;

CREATE FUNCTION public.report(target_kind text, target_id uuid, reason text, note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_can_post();
  target private.forum_target := private.find_target(report.target_kind, report.target_id);
begin
  if target.user_id = person then
    raise exception using errcode = '42501', message = 'This is your own text', hint = 'own_content';
  end if;
  if exists (
    select from private.reports r where r.reporter_id = person and coalesce(r.post_id, r.topic_id) = report.target_id) then
    raise exception using errcode = '23505', message = 'You have already reported this', hint = 'already_reported';
  end if;
  perform private.require_within_limit('forum_report', 20, interval '1 hour');
  insert into private.reports (reporter_id, topic_id, post_id, reason, note)
    values (person, target.topic_id, target.post_id, report.reason, nullif(private.normalize_text(report.note), ''));
end $function$;
comment on function public.report(text,uuid,text,text) is 'Reports a topic or reply of another member to the moderators, once.';
grant execute on function public.report(text,uuid,text,text) to authenticated, service_role;

CREATE FUNCTION public.report_payment_problem(order_id uuid, provider text, reference text, reason text, details jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_payment_alert(
    (select o.id from public.orders o where o.id = report_payment_problem.order_id), provider, reference, reason, details)
$function$;
comment on function public.report_payment_problem(uuid,text,text,text,jsonb) is 'For the service key: something a provider said that cannot be booked.';
grant execute on function public.report_payment_problem(uuid,text,text,text,jsonb) to service_role;

CREATE FUNCTION public.report_queue(page integer DEFAULT 1)
 RETURNS TABLE(target_kind text, target_id uuid, topic_id uuid, topic_title text, title text, content text, created_at timestamp with time zone, hidden_at timestamp with time zone, author_id uuid, author_username text, author_suspended boolean, report_count integer, reasons text[], notes text[], reporters text[], first_reported_at timestamp with time zone, last_reported_at timestamp with time zone, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  -- Ten pages are enough to work through: when something is decided, the next one moves up.
  most constant integer := 200;
begin
  perform private.require_moderator();
  return query
    select case when q.post_id is null then 'topic' else 'post' end, q.target_id, q.topic_id,
      t.title, coalesce(h.title, case when q.post_id is null then t.title end), coalesce(h.content, p.content, t.content),
      coalesce(p.created_at, t.created_at), h.hidden_at, a.id, a.username, private.is_suspended(a.id), o.report_count,
      o.reasons, o.notes, o.reporters, q.first_reported_at, o.last_reported_at, q.total
    from (
      select l.*, (count(*) over ())::integer as total from private.list_reported_texts(most) l
      order by l.first_reported_at, l.topic_id, l.post_id
      offset (greatest(coalesce(page, 1), 1) - 1)::bigint * 20 limit 20
    ) q
      join public.forum_topics t on t.id = q.topic_id
      left join public.forum_posts p on p.id = q.post_id
      left join private.hidden_texts h on h.target_id = q.target_id
      left join private.profiles a on a.id = case when q.post_id is null then t.user_id else p.user_id end
      cross join lateral (
        select count(*)::integer as report_count, array_agg(distinct r.reason) as reasons,
          coalesce(array_agg(r.note order by r.created_at) filter (where r.note is not null), '{}') as notes,
          array_agg(m.username order by r.created_at) as reporters, max(r.created_at) as last_reported_at
        from private.reports r join private.profiles m on m.id = r.reporter_id
        where r.settled_at is null and coalesce(r.post_id, r.topic_id) = q.target_id
      ) o
    order by q.first_reported_at, q.topic_id, q.post_id;
end $function$;
comment on function public.report_queue(integer) is 'For moderators: reported topics and replies without a decision, oldest first, 20 per page; total is at most 200.';
grant execute on function public.report_queue(integer) to authenticated, service_role;

CREATE FUNCTION public.request_device_code()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  code text;
  secret text := encode(extensions.gen_random_bytes(32), 'hex');
  made private.device_requests;
begin
  -- Many households share one address. The last is for all, because everybody waits for its row.
  if not private.check_rate_limit('device_code', 'address ' || private.caller_address_hash(), 60, '1 hour')
    or not private.check_rate_limit('device_code', 'all', 20000, '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- A code that another device shows is not given out again.
  for attempt in 1 .. 5 loop
    code := private.random_code(private.device_code_length());
    insert into private.device_requests (code_hash, secret_hash, user_agent, network, address_hash)
      values (private.hash_code(code), extensions.digest(secret, 'sha256'),
        left(coalesce(nullif(current_setting('request.headers', true), '')::json ->> 'user-agent', ''), 512),
        coalesce(private.mask_address(private.caller_inet()), ''), private.caller_address_hash())
      on conflict do nothing
      returning * into made;
    exit when made.id is not null;
  end loop;
  if made.id is null then
    raise exception 'no free device code was found';
  end if;
  return jsonb_build_object(
    'device_secret', secret, 'user_code', code,
    'expires_in', extract(epoch from made.expires_at - now())::integer, 'interval', private.device_poll_seconds());
end $function$;
comment on function public.request_device_code() is 'A code for a device to show, and the secret that only this device has. claim_device_session() asks with the secret whether the code was confirmed.';
grant execute on function public.request_device_code() to anon, authenticated, service_role;

CREATE FUNCTION public.request_refund(payment bigint, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid private.payments;
begin
  perform private.require_role('accountant');
  perform private.require_reason(reason);
  paid := private.payment_to_return(payment, 'refund');
  if paid.refunded then
    return paid.order_id;
  end if;
  insert into private.refund_requests as r (payment_id, order_id, requested_by, reason)
    values (payment, paid.order_id, auth.uid(), left(private.trim_text(request_refund.reason), 500))
    on conflict on constraint refund_requests_pkey do update set
      requested_by = excluded.requested_by, reason = excluded.reason, requested_at = excluded.requested_at
    where private.has_refund_failed(r);
  if found then
    perform private.write_audit_log('request_refund', 'payments', left(paid.order_id::text, 8), paid.provider_reference, reason,
      jsonb_build_object('amount_minor', jsonb_build_array(paid.amount_minor - paid.returned_minor, 0), 'currency', paid.currency));
  end if;
  -- The provider is asked until it has answered, also when this process ends before.
  insert into private.checkouts (order_id, expires_at, next_check_at) values (paid.order_id, now(), now())
    on conflict on constraint checkouts_pkey do update set next_check_at = now();
  return paid.order_id;
end $function$;
comment on function public.request_refund(bigint,text) is 'For accountants and admins: returns what is left of a payment through its provider. Called twice, it asks once. Returns the order.';
grant execute on function public.request_refund(bigint,text) to authenticated, service_role;

CREATE FUNCTION public.resend_gift(gift uuid, recipient_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given private.gifts := private.own_open_gift(gift);
begin
  if given.canceled_at is not null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if not private.check_rate_limit('resend_gift', given.id::text, 5, interval '1 day') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  update private.gifts g set recipient_email = lower(private.trim_text(resend_gift.recipient_email)), mailed_at = null
    where g.id = given.id returning * into given;
  if given.recipient_email is not null then
    perform private.enqueue_job('mail_gift', jsonb_build_object('gift', given.id), 'gift ' || given.id);
  end if;
end $function$;
comment on function public.resend_gift(uuid,text) is 'Mails the link of an own gift again, also to another address. Five times a day.';
grant execute on function public.resend_gift(uuid,text) to authenticated, service_role;

CREATE FUNCTION public.restore_deleted_row(deleted_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.deleted_rows;
begin
  perform private.require_role('admin');
  select d.* into kept from private.deleted_rows d where d.id = deleted_id for update;
  if kept.id is null then
    perform private.raise_not_found();
  end if;
  if kept.table_name = 'episodes' and not exists (select from public.series s where s.id = (kept.whole_row ->> 'series_id')::uuid)
    or kept.table_name in ('subtitles', 'sign_videos') and not exists (select from public.movies m where m.id = (kept.whole_row ->> 'movie_id')::uuid)
      and not exists (select from public.episodes e where e.id = (kept.whole_row ->> 'episode_id')::uuid) then
    raise exception using errcode = '23503', message = 'What it belonged to was deleted too. Restore that first.', hint = 'restore_parent_first';
  end if;
  -- Its time on the site may have ended meanwhile.
  if (kept.whole_row ->> 'unpublish_at')::timestamptz <= now() then
    kept.whole_row := kept.whole_row || '{"published": false}';
  end if;
  -- What it pointed at may have been deleted meanwhile.
  if kept.table_name = 'featured_films' then
    kept.whole_row := kept.whole_row || jsonb_build_object(
      'movie_id', (select m.id from public.movies m where m.id = (kept.whole_row ->> 'movie_id')::uuid),
      'series_id', (select s.id from public.series s where s.id = (kept.whole_row ->> 'series_id')::uuid));
  end if;
  -- It is made again.
  if kept.table_name = 'sign_videos' then
    kept.whole_row := kept.whole_row - 'seconds_longer';
  end if;
  begin
    perform private.insert_kept_rows(format('public.%I', kept.table_name)::regclass, jsonb_build_array(kept.whole_row));
    perform private.restore_dependents(kept);
  exception when unique_violation then
    raise exception using errcode = '23505', message = 'Something else has its name or number by now. Change that first.', hint = 'restore_conflict';
  end;
  delete from private.deleted_rows d where d.id = kept.id;
  perform private.write_audit_log('restore', kept.table_name, kept.row_id::text, kept.label);
end $function$;
comment on function public.restore_deleted_row(bigint) is 'For admins: puts back what was deleted, with what went with it.';
grant execute on function public.restore_deleted_row(bigint) to authenticated, service_role;

CREATE FUNCTION public.retry_failed_job(job_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job_kind text;
begin
  perform private.require_role('admin');
  update private.jobs j
    set status = 'waiting', attempts = 0, failed_at = null, run_after = now()
    where j.id = job_id and j.failed_at is not null and j.status <> 'running'
    returning j.kind into job_kind;
  if job_kind is null then
    return false;
  end if;
  perform pg_notify('jobs', '');
  perform private.write_audit_log('retry', 'jobs', job_id::text, job_kind);
  return true;
end $function$;
comment on function public.retry_failed_job(bigint) is 'For admins: does a failed job again, with all its attempts. False when it is no longer in the list, or running.';
grant execute on function public.retry_failed_job(bigint) to authenticated, service_role;

CREATE FUNCTION public.retry_media_job(job_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job public.media_jobs;
begin
  perform private.require_editor();
  select * into job from public.media_jobs j where j.id = job_id for update;
  if job.status is null or job.status not in ('failed', 'canceled') then
    return;
  end if;
  if not exists (select from storage.objects o where o.bucket_id = 'movies' and o.name = job.source_path) then
    raise exception using errcode = 'PT404', message = 'The uploaded file is no longer there. Please upload it again.',
      hint = 'media_source_missing';
  end if;
  if exists (select from public.media_jobs j where j.status in ('queued', 'running')
      and (j.movie_id = job.movie_id or j.episode_id = job.episode_id)) then
    return;
  end if;
  update public.media_jobs j
    set status = 'queued', stage = null, percent = 0, seconds_left = null, attempts = 0, run_after = now(),
      error_key = null, error_detail = null
    where j.id = job_id;
  perform pg_notify('media', '');
end $function$;
comment on function public.retry_media_job(uuid) is 'Queues a failed or canceled job again, from the uploaded file.';
grant execute on function public.retry_media_job(uuid) to authenticated, service_role;

CREATE FUNCTION public.revoke_session(session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  delete from auth.sessions s where s.id = revoke_session.session_id and s.user_id = person;
  return found;
end $function$;
comment on function public.revoke_session(uuid) is 'Signs out one of the caller''s devices. False when there was no such device.';
grant execute on function public.revoke_session(uuid) to authenticated, service_role;

CREATE FUNCTION public.revoke_voucher_batch(batch bigint, reason text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen private.voucher_batches;
  revoked integer;
begin
  perform private.require_role('admin');
  perform private.require_reason(reason);
  chosen := private.lock_batch(batch);
  revoked := private.revoke_vouchers_of(chosen, 1, chosen.vouchers, false);
  update private.voucher_batches b set revoked_at = coalesce(b.revoked_at, now()) where b.id = chosen.id;
  perform private.write_audit_log('revoke_voucher_batch', 'vouchers', chosen.id::text, chosen.title, reason,
    jsonb_build_object('revoked', jsonb_build_array(null, revoked)));
  return revoked;
end $function$;
comment on function public.revoke_voucher_batch(bigint,text) is 'For admins: makes all vouchers of a batch void that are not sold. People who bought one keep it. Returns how many.';
grant execute on function public.revoke_voucher_batch(bigint,text) to authenticated, service_role;

CREATE FUNCTION public.revoke_vouchers(batch bigint, first_number integer, last_number integer, reason text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen private.voucher_batches;
  revoked integer;
begin
  perform private.require_role('admin');
  perform private.require_reason(reason);
  chosen := private.lock_batch(batch);
  revoked := private.revoke_vouchers_of(chosen, first_number, last_number, true);
  if revoked = 0 then
    raise exception using errcode = 'P0002', message = 'Please check the numbers: not all of these vouchers can be used for this',
      hint = 'voucher_numbers_invalid';
  end if;
  perform private.write_audit_log('revoke_vouchers', 'vouchers', chosen.id::text, format('%s–%s', first_number, last_number), reason,
    jsonb_build_object('revoked', jsonb_build_array(null, revoked)));
  return revoked;
end $function$;
comment on function public.revoke_vouchers(bigint,integer,integer,text) is 'For admins: makes vouchers void by number, also sold ones, for which the agent then owes nothing. Redeemed ones stay. Returns how many.';
grant execute on function public.revoke_vouchers(bigint,integer,integer,text) to authenticated, service_role;

CREATE FUNCTION public.sandbox_add(session text, event jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.sandbox_sessions s set status = 'expired'
    where s.id = session and s.status = 'open' and sandbox_add.event ->> 'kind' = 'closed';
  insert into private.sandbox_events (session_id, event)
    select s.id, sandbox_add.event from private.sandbox_sessions s where s.id = session;
end $function$;
comment on function public.sandbox_add(text,jsonb) is 'For the service key: adds an event to a sandbox session (closes the page, ends a subscription, refunds).';
grant execute on function public.sandbox_add(text,jsonb) to service_role;

CREATE FUNCTION public.sandbox_session(session text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('status', s.status, 'order_id', s.order_id, 'events', (
    select coalesce(jsonb_agg(e.event order by e.id), '[]') from private.sandbox_events e where e.session_id = s.id))
  from private.sandbox_sessions s where s.id = session
$function$;
comment on function public.sandbox_session(text) is 'For the service key: the state and events of a sandbox session.';
grant execute on function public.sandbox_session(text) to service_role;

CREATE FUNCTION public.sandbox_start(order_id uuid, success_url text, cancel_url text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session text;
begin
  if not private.is_sandbox_open() then
    raise exception using errcode = '42501', message = 'Failed to create checkout session', hint = 'checkout_failed';
  end if;
  insert into private.sandbox_sessions (id, order_id, success_url, cancel_url)
    values (
      'sbx_' || encode(extensions.gen_random_bytes(16), 'hex'), sandbox_start.order_id, sandbox_start.success_url,
      sandbox_start.cancel_url)
    on conflict on constraint sandbox_sessions_order_id_key do nothing;
  select s.id into session from private.sandbox_sessions s where s.order_id = sandbox_start.order_id;
  return session;
end $function$;
comment on function public.sandbox_start(uuid,text,text) is 'For the service key: opens a payment page, or finds the one this order has.';
grant execute on function public.sandbox_start(uuid,text,text) to service_role;

CREATE FUNCTION public.save_checkout(order_id uuid, provider text, reference text, url text, expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders o set provider = save_checkout.provider, provider_reference = save_checkout.reference
    where o.id = save_checkout.order_id
      and (o.provider, o.provider_reference) is distinct from (save_checkout.provider, save_checkout.reference);
  insert into private.checkouts as c (order_id, url, expires_at)
    values (save_checkout.order_id, save_checkout.url, save_checkout.expires_at)
    on conflict on constraint checkouts_pkey do update set url = excluded.url, expires_at = excluded.expires_at,
      next_check_at = coalesce(c.next_check_at, excluded.next_check_at);
end $function$;
comment on function public.save_checkout(uuid,text,text,text,timestamp with time zone) is 'For the service key: saves the page that the provider opened for this order.';
grant execute on function public.save_checkout(uuid,text,text,text,timestamp with time zone) to service_role;

CREATE FUNCTION public.save_customer(person uuid, provider text, reference text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.payment_customers as c (user_id, provider, provider_reference) values (person, provider, reference)
  on conflict on constraint payment_customers_pkey do update set provider_reference = excluded.provider_reference
$function$;
comment on function public.save_customer(uuid,text,text) is 'For the service key: saves a member''s customer id at a provider.';
grant execute on function public.save_customer(uuid,text,text) to service_role;

CREATE FUNCTION public.save_front_page(of_place text, seen jsonb, rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('editor');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 12 then
    raise exception using errcode = '23514', message = 'That is too many entries', hint = 'too_many_entries';
  end if;
  -- A place without rows has none to lock. And a category is deleted before the rows that show it.
  perform pg_advisory_xact_lock(hashtextextended('front page ' || of_place, 0));
  perform from public.movie_categories c
    where c.id in (
      select r.category_id from public.front_page_rows r where r.place = of_place
      union all
      select n.category_id from jsonb_to_recordset(rows) n (category_id uuid))
    order by c.id for key share;
  perform from public.front_page_rows r where r.place = of_place order by r.id for update;
  if exists (
    select from (select r.id, r.updated_at from public.front_page_rows r where r.place = of_place) r
      full join jsonb_to_recordset(seen) s (id uuid, updated_at timestamptz) on s.id = r.id and s.updated_at = r.updated_at
    where r.id is null or s.id is null) then
    raise exception using errcode = 'PT409', message = 'The list has changed meanwhile. Please look again.', hint = 'list_changed';
  end if;
  delete from public.front_page_rows r
    where r.place = of_place and not exists (select from jsonb_to_recordset(rows) n (id uuid) where n.id = r.id);
  with given as (
    select n.*, o.position
    from jsonb_array_elements(rows) with ordinality o (row, position),
      lateral jsonb_to_record(o.row) n (id uuid, title text, title_fr text, title_ht text, title_es text, kind text,
        title_ids uuid[], category_id uuid, rule text, hidden boolean)
  )
  insert into public.front_page_rows as r
    (id, place, position, title, title_fr, title_ht, title_es, kind, title_ids, category_id, rule, hidden)
    select g.id, of_place, g.position, g.title, g.title_fr, g.title_ht, g.title_es, g.kind, coalesce(g.title_ids, '{}'),
      g.category_id, g.rule, coalesce(g.hidden, false)
    from given g
    on conflict (id) do update set
      position = excluded.position, title = excluded.title, title_fr = excluded.title_fr, title_ht = excluded.title_ht,
      title_es = excluded.title_es, kind = excluded.kind, title_ids = excluded.title_ids, category_id = excluded.category_id,
      rule = excluded.rule, hidden = excluded.hidden
    where r.place = of_place and
      (r.position, r.title, r.title_fr, r.title_ht, r.title_es, r.kind, r.title_ids, r.category_id, r.rule, r.hidden)
      is distinct from (excluded.position, excluded.title, excluded.title_fr, excluded.title_ht, excluded.title_es,
        excluded.kind, excluded.title_ids, excluded.category_id, excluded.rule, excluded.hidden);
end $function$;
comment on function public.save_front_page(text,jsonb,jsonb) is 'Replaces the rows of a place, in this order. seen: ids and updated_at of the rows that the editor saw; refused when they have changed meanwhile.';
grant execute on function public.save_front_page(text,jsonb,jsonb) to authenticated, service_role;

CREATE FUNCTION public.save_payer(order_id uuid, phone text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.payers as p (order_id, user_id, phone)
    select o.id, o.user_id, right(regexp_replace(save_payer.phone, '\D', '', 'g'), 15) from public.orders o
    where o.id = save_payer.order_id and o.user_id is not null and save_payer.phone ~ '\d'
    on conflict on constraint payers_pkey do nothing
$function$;
comment on function public.save_payer(uuid,text) is 'For the service key: the number that paid an order.';
grant execute on function public.save_payer(uuid,text) to service_role;

CREATE FUNCTION public.save_progress(media_type text, media_id uuid, "position" double precision, duration double precision, seconds_watched double precision DEFAULT 0, session uuid DEFAULT NULL::uuid, at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  perform private.require_title(save_progress.media_type, media_id);
  perform private.store_progress(
    person, case save_progress.media_type when 'movie' then media_id end,
    case save_progress.media_type when 'episode' then media_id end, save_progress.position, save_progress.duration, at);
  perform private.add_watch_time(p.id, save_progress.position, save_progress.duration, seconds_watched)
    from private.playback_sessions p join private.streams s on s.id = p.stream_id
    where p.id = save_progress.session and p.user_id = person and p.exchanged_at is not null and p.ended_at is null
      and coalesce(s.movie_id, s.episode_id) = media_id;
end $function$;
comment on function public.save_progress(text,uuid,double precision,double precision,double precision,uuid,timestamp with time zone) is 'Saves the caller''s position in a film. at: when it was reached, for late reports; an older one does not overwrite a newer one.';
grant execute on function public.save_progress(text,uuid,double precision,double precision,double precision,uuid,timestamp with time zone) to authenticated, service_role;

CREATE FUNCTION public.save_provider_entries(provider text, entries jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.provider_entries as p (provider, reference, kind, amount_minor, currency, occurred_at)
    select distinct on (e.reference, e.kind) save_provider_entries.provider, e.reference, e.kind,
      case when e.kind in ('refund', 'dispute') then -e.amount_minor else e.amount_minor end, upper(e.currency), e.occurred_at
    from jsonb_to_recordset(entries) e (reference text, kind text, amount_minor bigint, currency text, occurred_at timestamptz)
    where e.kind in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')
    order by e.reference, e.kind, e.occurred_at desc
    on conflict on constraint provider_entries_pkey do update set amount_minor = excluded.amount_minor, currency = excluded.currency
    where (p.amount_minor, p.currency) is distinct from (excluded.amount_minor, excluded.currency)
$function$;
comment on function public.save_provider_entries(text,jsonb) is 'For the service key: what a provider lists. Amounts without a sign, as in events.';
grant execute on function public.save_provider_entries(text,jsonb) to service_role;

CREATE FUNCTION public.search(query text, max_each integer DEFAULT 5)
 RETURNS TABLE(kind text, id uuid, title text, subtitle text, image_url text, rank real)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT h.kind,
     t.id,
     t.title,
     t.subtitle,
     t.image_url,
     h.rank
    FROM (private.find_search_hits(search.query, search.max_each) h(kind, id, rank)
      CROSS JOIN LATERAL ( SELECT m.id,
             m.title,
             concat_ws(' · '::text, EXTRACT(year FROM m.release_date), m.director) AS subtitle,
             m.thumbnail_url AS image_url
            FROM public.movies m
           WHERE ((h.kind = 'movie'::text) AND (m.id = h.id))
         UNION ALL
          SELECT s.id,
             s.title,
             concat_ws(' · '::text, EXTRACT(year FROM s.release_date), s.creator) AS concat_ws,
             s.thumbnail_url
            FROM public.series s
           WHERE ((h.kind = 'series'::text) AND (s.id = h.id))
         UNION ALL
          SELECT ft.id,
             ft.title,
             c.name,
             NULL::text
            FROM (public.forum_topics ft
              JOIN public.forum_categories c ON ((c.id = ft.category_id)))
           WHERE ((h.kind = 'topic'::text) AND (ft.id = h.id))) t)
   ORDER BY h.rank DESC, t.id;
END;
comment on function public.search(text,integer) is 'Films, series and topics for a query as it is being typed, best first, at most max_each (1 to 20) of each kind. Accents, case and one or two typos do not matter. Only what the caller can see.';
grant execute on function public.search(text,integer) to anon, authenticated, service_role;

CREATE FUNCTION public.sell_vouchers(batch bigint, first_number integer, last_number integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seller private.agents := private.require_agent();
  chosen private.voucher_batches;
  wanted integer := last_number - first_number + 1;
  sold integer;
begin
  select * into chosen from private.voucher_batches b where b.id = sell_vouchers.batch and b.agent_id = seller.id for update;
  if chosen.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if not seller.is_active then
    raise exception using errcode = 'P0002', message = 'This agent does not sell at the moment', hint = 'agent_inactive';
  end if;
  if chosen.activated_at is null or chosen.revoked_at is not null or private.is_batch_expired(chosen) then
    raise exception using errcode = '22023', message = 'These vouchers are not for sale: they are not active yet, expired or revoked.',
      hint = 'batch_not_for_sale';
  end if;
  update private.vouchers v set sold_at = now() from private.codes c
    where v.batch_id = chosen.id and v.number between first_number and last_number and v.sold_at is null
      and c.id = v.code_id and c.status = 'active';
  get diagnostics sold = row_count;
  -- All of them or none: somebody who typed a wrong number should notice.
  if sold = 0 or sold <> wanted then
    raise exception using errcode = 'P0002', message = 'Please check the numbers: not all of these vouchers can be used for this',
      hint = 'voucher_numbers_invalid';
  end if;
  perform from private.agents a where a.id = seller.id for update;
  perform private.check_agent_limit(seller.id, sold::bigint * chosen.price_minor);
  perform private.book_agent_entry(seller.id, 'sold', sold::bigint * chosen.price_minor, chosen.id, sold);
end $function$;
comment on function public.sell_vouchers(bigint,integer,integer) is 'For agents: these vouchers of an own batch are sold, by number, all or none. Within the limit of what the agent can owe.';
grant execute on function public.sell_vouchers(bigint,integer,integer) to authenticated, service_role;

CREATE FUNCTION public.set_audio_kind(of_kind text, of_id uuid, track integer, kind text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stream private.streams;
  tracks jsonb;
  first integer;
begin
  perform private.require_role('editor');
  select s.* into stream from private.streams s
    where s.status in ('watchable', 'whole')
      and (of_kind = 'movie' and s.movie_id = of_id or of_kind = 'episode' and s.episode_id = of_id);
  perform private.lock_title_of_stream(stream.id);
  select s.* into stream from private.streams s where s.id = stream.id and s.status in ('watchable', 'whole') for update;
  if stream.id is null or track < 0 or stream.film -> 'audio' -> track is null
    or set_audio_kind.kind is null or set_audio_kind.kind not in ('main', 'description') then
    perform private.raise_not_found();
  end if;
  tracks := jsonb_set(stream.film -> 'audio', array[track::text, 'kind'], to_jsonb(set_audio_kind.kind));
  -- Who chooses nothing hears the film without a description.
  select a.n::integer - 1 into first from jsonb_array_elements(tracks) with ordinality as a (track, n)
    where coalesce(a.track ->> 'kind', 'main') = 'main'
    order by coalesce((a.track ->> 'default')::boolean, false) desc, a.n limit 1;
  if first is null then
    raise exception using errcode = '22023', message = 'One sound track has to stay without a description.', hint = 'audio_needs_main';
  end if;
  select jsonb_agg(a.track || jsonb_build_object('default', a.n - 1 = first) order by a.n) into tracks
    from jsonb_array_elements(tracks) with ordinality as a (track, n);
  if tracks = stream.film -> 'audio' then
    return;
  end if;
  update private.streams s set film = jsonb_set(s.film, '{audio}', tracks) where s.id = stream.id;
  insert into private.audio_checks (stream_id) values (stream.id) on conflict do nothing;
  perform private.write_audit_log('set_audio_kind', of_kind || 's', of_id::text, tracks -> track ->> 'name', null,
    jsonb_build_object('kind', jsonb_build_array(
      coalesce(stream.film -> 'audio' -> track ->> 'kind', 'main'), set_audio_kind.kind)));
  perform pg_notify('media', '');
end $function$;
comment on function public.set_audio_kind(text,uuid,integer,text) is 'Editors say what a sound track of a film or episode is, counted from 0. Playlists follow within seconds.';
grant execute on function public.set_audio_kind(text,uuid,integer,text) to authenticated, service_role;

CREATE FUNCTION public.set_exchange_rate(rate numeric, rate_date date, source text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was numeric := private.current_exchange_rate('HTG');
begin
  perform private.require_role('accountant');
  if set_exchange_rate.rate is null or set_exchange_rate.rate not between 1 and 100000 then
    raise exception using errcode = '23514', message = 'Please enter a valid rate', hint = 'rate_invalid';
  end if;
  if set_exchange_rate.rate_date is null or set_exchange_rate.rate_date > current_date + 1 then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  if coalesce(private.trim_text(set_exchange_rate.source), '') = '' then
    raise exception using errcode = '23514', message = 'Please say where the rate is from', hint = 'source_needed';
  end if;
  insert into public.exchange_rates (rate, rate_date, source, set_by)
    values (set_exchange_rate.rate, set_exchange_rate.rate_date, left(private.trim_text(set_exchange_rate.source), 200), auth.uid());
  perform private.write_audit_log('set_exchange_rate', 'payments', 'HTG', null, null,
    jsonb_build_object('rate', jsonb_build_array(was, set_exchange_rate.rate)));
end $function$;
comment on function public.set_exchange_rate(numeric,date,text) is 'For accountants and admins: what one dollar costs in gourdes from now on. Orders keep the rate they were started with.';
grant execute on function public.set_exchange_rate(numeric,date,text) to authenticated, service_role;

CREATE FUNCTION public.set_hidden(target_kind text, target_id uuid, hidden boolean, note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_moderator();
  target private.forum_target := private.find_target(set_hidden.target_kind, set_hidden.target_id);
  -- Keep equal to HIDDEN_TEXT in contract/src/community/limits.ts.
  placeholder constant text := 'Hidden by a moderator';
  original private.hidden_texts;
begin
  if hidden = (target.hidden_at is not null) then
    return;
  end if;
  if hidden then
    insert into private.hidden_texts (target_id, topic_id, post_id, user_id, title, content, note)
      values (set_hidden.target_id, target.topic_id, target.post_id, target.user_id, target.title, target.content,
        nullif(left(private.trim_text(set_hidden.note), 1000), ''));
    original.title := placeholder;
    original.content := placeholder;
    original.hidden_at := now();
  else
    delete from private.hidden_texts h where h.target_id = set_hidden.target_id returning h.* into original;
    original.hidden_at := null;
  end if;
  if target.post_id is null then
    update public.forum_topics t set title = original.title, content = original.content, hidden_at = original.hidden_at
      where t.id = target.topic_id;
  else
    update public.forum_posts p set content = original.content, hidden_at = original.hidden_at where p.id = target.post_id;
  end if;
  perform private.log_moderation(case when hidden then 'hide' else 'unhide' end, set_hidden.target_kind, set_hidden.target_id, set_hidden.note);
  if hidden then
    perform private.close_reports(target.topic_id, target.post_id, 'hidden');
    insert into private.notifications (user_id, kind, topic_id, post_id)
      select target.user_id, 'hidden', target.topic_id, target.post_id where target.user_id <> person
      on conflict do nothing;
  end if;
end $function$;
comment on function public.set_hidden(text,uuid,boolean,text) is 'For moderators: hides a topic or reply from everybody but its author and moderators, or shows it again. Hiding closes its reports.';
grant execute on function public.set_hidden(text,uuid,boolean,text) to authenticated, service_role;

CREATE FUNCTION public.set_notification_settings(replies text, mentions text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  perform private.require_within_limit('notification_settings', 60, interval '5 minutes');
  insert into private.notification_settings as s (user_id, replies, mentions)
    values (person, set_notification_settings.replies, set_notification_settings.mentions)
    on conflict (user_id) do update set replies = excluded.replies, mentions = excluded.mentions;
end $function$;
comment on function public.set_notification_settings(text,text) is 'Each is off, app or email (which includes the app).';
grant execute on function public.set_notification_settings(text,text) to authenticated, service_role;

CREATE FUNCTION public.set_pass_price(pass text, amount_minor integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was integer;
begin
  perform private.require_role('admin');
  if set_pass_price.amount_minor is null or set_pass_price.amount_minor not between 1 and 999999 then
    raise exception using errcode = '23514', message = 'Please enter a price between 0 and 9,999.99', hint = 'price_invalid';
  end if;
  select p.amount_minor into was from public.passes p where p.id = pass for update;
  if was is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  update public.passes p set amount_minor = set_pass_price.amount_minor where p.id = pass;
  perform private.write_audit_log('set_pass_price', 'payments', pass, null, null,
    jsonb_build_object('amount_minor', jsonb_build_array(was, set_pass_price.amount_minor)));
end $function$;
comment on function public.set_pass_price(text,integer) is 'For admins. Orders keep the price they were created with.';
grant execute on function public.set_pass_price(text,integer) to authenticated, service_role;

CREATE FUNCTION public.set_tax_rate(country text, name text, percent numeric, valid_from date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named text := left(private.trim_text(set_tax_rate.name), 40);
begin
  perform private.require_role('accountant');
  if coalesce(upper(set_tax_rate.country), '') !~ '^[A-Z]{2}$' then
    raise exception using errcode = '23514', message = 'Please enter the code of a country, such as HT', hint = 'country_invalid';
  end if;
  if coalesce(named, '') = '' then
    raise exception using errcode = '23514', message = 'Please enter the name of the tax', hint = 'tax_name_needed';
  end if;
  if set_tax_rate.percent is null or set_tax_rate.percent not between 0 and 50 then
    raise exception using errcode = '23514', message = 'Please enter a valid rate', hint = 'rate_invalid';
  end if;
  if set_tax_rate.valid_from is null or set_tax_rate.valid_from not between current_date - 1 and current_date + 3660 then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  insert into private.tax_rates (country, name, percent, valid_from, set_by)
    values (upper(set_tax_rate.country), named, set_tax_rate.percent, set_tax_rate.valid_from, auth.uid());
  perform private.write_audit_log('set_tax_rate', 'payments', upper(set_tax_rate.country), named, null,
    jsonb_build_object('percent', jsonb_build_array(null, set_tax_rate.percent), 'valid_from', set_tax_rate.valid_from));
end $function$;
comment on function public.set_tax_rate(text,text,numeric,date) is 'For accountants and admins: which tax prices include for buyers in a country, from a day on. Receipts keep what they have.';
grant execute on function public.set_tax_rate(text,text,numeric,date) to authenticated, service_role;

CREATE FUNCTION public.set_trial_days(plan text, days integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was integer;
begin
  perform private.require_role('admin');
  if set_trial_days.days is null or set_trial_days.days not between 0 and 90 then
    raise exception using errcode = '23514', message = 'Please enter a number of days from 0 to 90', hint = 'trial_days_invalid';
  end if;
  select p.trial_days into was from public.plans p where p.id = set_trial_days.plan for update;
  if was is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  update public.plans p set trial_days = set_trial_days.days where p.id = set_trial_days.plan;
  perform private.write_audit_log('set_trial_days', 'payments', set_trial_days.plan, null, null,
    jsonb_build_object('trial_days', jsonb_build_array(was, set_trial_days.days)));
end $function$;
comment on function public.set_trial_days(text,integer) is 'For admins: how long the trial of a plan lasts; 0 for none. Trials that have begun, and open orders, keep theirs.';
grant execute on function public.set_trial_days(text,integer) to authenticated, service_role;

CREATE FUNCTION public.settle_payment_alert(alert bigint, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.payment_alerts;
begin
  perform private.require_role('accountant');
  perform private.require_reason(note);
  update public.payment_alerts a
    set settled_at = now(), settled_by = auth.uid(), note = left(private.trim_text(settle_payment_alert.note), 500)
    where a.id = alert and a.settled_at is null returning * into was;
  if was.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  perform private.write_audit_log('settle_payment_alert', 'payments', was.reference, was.reason, note);
end $function$;
comment on function public.settle_payment_alert(bigint,text) is 'For accountants and admins: this payment has been checked; the note says what was done.';
grant execute on function public.settle_payment_alert(bigint,text) to authenticated, service_role;

CREATE FUNCTION public.setup_admin(code text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := auth.uid();
  mode text := (select s.value #>> '{}' from private.settings s where s.key = 'admin_setup');
  setup private.admin_setup;
begin
  if person is null then
    raise exception using errcode = '42501', message = 'Please login first', hint = 'login_first';
  end if;
  perform private.require_account();
  if exists (select from public.admin_users a where a.user_id = person and a.role = 'admin') then
    raise exception using errcode = '23505', message = 'You are already an admin', hint = 'already_admin';
  end if;
  -- Of two simultaneous calls the second waits here and then finds the first one's mark.
  select * into setup from private.admin_setup for update;
  if setup.completed_at is not null or mode is null or mode not in ('code', 'open')
    or exists (select from public.admin_users) then
    raise exception using errcode = '42501', message = 'Failed to setup admin access', hint = 'admin_setup_closed';
  end if;
  if mode = 'code' then
    -- In all, per address and per account.
    if not private.check_rate_limit('setup_admin', 'all', 1000, interval '1 hour')
      or not private.check_rate_limit('setup_admin_address', private.caller_address_hash(), 100, interval '1 hour')
      or not private.check_rate_limit('setup_admin_account', person::text, 10, interval '1 hour') then
      raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
    end if;
    -- Typed from a screen: case, dashes and blanks do not matter. Keep equal to normalizeCode in contract/src/codes.ts.
    if setup.code_hash is distinct from sha256(convert_to(regexp_replace(upper(code), '[^A-Z0-9]', '', 'g'), 'utf8')) then
      return false;
    end if;
  end if;
  insert into public.admin_users (user_id) values (person);
  return true;
end $function$;
comment on function public.setup_admin(text) is 'Makes the caller the first admin, once, with the code that the server printed at start (ADMIN_SETUP). False when the code is wrong.';
grant execute on function public.setup_admin(text) to authenticated, service_role;

CREATE FUNCTION public.sign_out_member(person uuid, reason text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended integer;
begin
  perform private.require_role('admin');
  perform private.require_reason(reason);
  delete from auth.sessions s where s.user_id = person;
  get diagnostics ended = row_count;
  perform private.write_audit_log('sign_out', 'members', left(person::text, 8), null, reason, jsonb_build_object('devices', jsonb_build_array(ended, 0)));
  return ended;
end $function$;
comment on function public.sign_out_member(uuid,text) is 'Signs a member out on all devices.';
grant execute on function public.sign_out_member(uuid,text) to authenticated, service_role;

CREATE FUNCTION public.similar_titles(title_id uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select s.similar_ids from private.similar_titles s where s.title_id = similar_titles.title_id), '{}')
$function$;
comment on function public.similar_titles(uuid) is 'Ids of published films and series like this one, the most similar first; some may have been unpublished since (rows: private.similar_titles.title_id = title_id).';
grant execute on function public.similar_titles(uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.start_checkout(order_id uuid, provider text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.orders;
  page private.checkouts;
begin
  select * into chosen from public.orders o where o.id = start_checkout.order_id for update;
  if chosen.id is null or not private.is_order_payable(chosen) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if chosen.provider <> start_checkout.provider then
    -- Somebody may still be paying there: that order stays as it is, and this provider gets one of its own.
    chosen := coalesce(private.find_order_with_provider(chosen, start_checkout.provider), private.copy_order(chosen));
    perform from public.orders o where o.id = chosen.id for update;
  end if;
  select * into page from private.checkouts c where c.order_id = chosen.id;
  if page.url is not null and page.expires_at > now() + interval '1 minute' then
    return jsonb_build_object('order', to_jsonb(chosen), 'url', page.url, 'is_starting', false);
  end if;
  if private.takes_gourdes(start_checkout.provider) then
    if page.url is null and page.started_at > now() - interval '30 seconds' then
      return jsonb_build_object('order', to_jsonb(chosen), 'url', null, 'is_starting', true);
    end if;
    if page.order_id is not null then
      chosen := private.copy_order(chosen);
    end if;
    chosen := private.convert_order(chosen.id, 'HTG');
    -- The order is looked up from now on, also when this process ends before the provider's answer is saved.
    insert into private.checkouts (order_id, expires_at) values (chosen.id, now() + interval '10 minutes');
    update public.orders o set provider_reference = chosen.id::text where o.id = chosen.id;
  end if;
  update public.orders o set provider = start_checkout.provider
    where o.id = chosen.id and o.provider is distinct from start_checkout.provider;
  select * into chosen from public.orders o where o.id = chosen.id;
  return jsonb_build_object('order', to_jsonb(chosen), 'url', null, 'is_starting', false);
end $function$;
comment on function public.start_checkout(uuid,text) is 'For the service key: fixes provider, currency, amount and rate of an order before the provider is called. Another provider, or an order number that was used, gets an order of its own. is_starting: another call is asking the provider at this moment.';
grant execute on function public.start_checkout(uuid,text) to service_role;

CREATE FUNCTION public.start_playback(media_type text, media_id uuid, replaces uuid DEFAULT NULL::uuid, device text DEFAULT ''::text, bound_to text DEFAULT NULL::text, address text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  viewer uuid := auth.uid();
  auth_session uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  item record;
  stream private.streams;
  ticket text := encode(extensions.gen_random_bytes(32), 'hex');
  can_watch boolean;
  made private.playback_sessions;
begin
  if not private.is_client() then
    perform set_config('request.client_address', coalesce(start_playback.address, ''), true);
  end if;
  -- On mobile networks many visitors share one address.
  if not private.check_rate_limit('start_playback', private.caller_key(), case when viewer is null then 1200 else 120 end, interval '10 minutes') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  if exists (select from auth.users u where u.id = viewer and u.banned_until > now()) then
    raise exception using errcode = 'PT403', message = 'This account is closed. Please contact support.', hint = 'user_banned';
  end if;

  select * into item from private.describe_title(start_playback.media_type, media_id);
  can_watch := private.can_watch(viewer, start_playback.media_type, media_id);
  if item.title is null or not (item.published or can_watch) then
    raise exception using errcode = 'PT404', message = 'Movie not found', hint = 'movie_not_found';
  end if;
  stream := private.find_current_stream(start_playback.media_type, media_id);
  if stream.id is null then
    raise exception using errcode = 'PT404', message = 'Video not available', hint = 'video_not_available';
  end if;
  if not can_watch and viewer is null then
    raise exception using errcode = 'PT401', message = 'User not authenticated', hint = 'not_authenticated',
      detail = jsonb_strip_nulls(jsonb_build_object('series_id', item.series_id));
  end if;
  if not can_watch then
    raise exception using errcode = 'PT402', message = 'Please subscribe, buy or rent to watch this',
      hint = 'subscription_needed', detail = jsonb_strip_nulls(jsonb_build_object('series_id', item.series_id));
  end if;
  if not private.is_session_valid(viewer, auth_session) then
    raise exception using errcode = 'PT401', message = 'Your session has ended. Please sign in again.', hint = 'session_ended';
  end if;

  if replaces is not null
    and exists (select from private.playback_sessions p where p.id = replaces and p.user_id = viewer) then
    perform private.end_playback_session(replaces);
  end if;
  if not private.can_start_stream(viewer, null) then
    raise exception using errcode = 'PT409', message = 'Too many films are playing on this account. End one to go on here.',
      hint = 'too_many_streams',
      detail = jsonb_build_object('streams', (select jsonb_agg(s order by s.started_at) from public.my_streams() s));
  end if;
  insert into private.playback_sessions
    (stream_id, user_id, auth_session_id, saves_progress, device, ticket_hash, ticket_expires_at, bound_to)
  values (
    stream.id, viewer, auth_session, viewer is not null and private.is_fully_signed_in(),
    left(regexp_replace(coalesce(start_playback.device, ''), '[[:cntrl:]]', '', 'g'), 60),
    encode(sha256(convert_to(ticket, 'utf8')), 'hex'), now() + interval '60 seconds', start_playback.bound_to)
  returning * into made;
  return jsonb_build_object(
    'session', made.id, 'stream', stream.id, 'ticket', ticket, 'expires_at', made.ticket_expires_at, 'film', stream.film,
    'position', coalesce((
      select case when w.watched then 0 else w.position end from public.watch_progress w
      where w.user_id = viewer and w.title_id = media_id and made.saves_progress), 0));
end $function$;
comment on function public.start_playback(text,uuid,uuid,text,text,text) is 'Issues a ticket for one film, valid once and for a minute, if the caller can watch it; else raises the reason. See supabase/functions/playback.';
grant execute on function public.start_playback(text,uuid,uuid,text,text,text) to anon, authenticated, service_role;

CREATE FUNCTION public.statistics(first_day date, last_day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET jit TO 'off'
AS $function$
declare
  periods private.watch_period[];
  live private.watch_count[];
begin
  perform private.require_role('accountant');
  -- Keep equal to STATISTICS_DAYS_MAX in contract/src/admin/limits.ts.
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day >= 400 then
    raise exception using errcode = '22023', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  periods := array(select p from private.cover_days(first_day, last_day) p);
  live := array(
    select c from private.list_uncounted_days(first_day, last_day) u (day), lateral private.count_watching(u.day) c);
  return jsonb_build_object(
    'members', (select coalesce(sum(t.rows), 0) from private.row_counts t where t.name = 'profiles'),
    'active_subscribers', private.count_active_subscribers(),
    'days', (
      select jsonb_agg(jsonb_build_object(
          'day', g.day,
          'sign_ups', coalesce(d.sign_ups, 0),
          'members_watching', coalesce(d.members_watching, 0),
          'visits_watching', coalesce(d.visits_watching, 0),
          'seconds_watched', round(coalesce(d.seconds_watched, 0)),
          'revenue', coalesce(d.revenue, '{}'),
          'failed_payments', coalesce(d.failed_payments, 0)) order by g.day)
      from (select generate_series(first_day, last_day, interval '1 day')::date) g (day)
      left join private.list_days(first_day, last_day, live) d using (day)),
    'members_watching', (
      select c.members from private.count_members('00000000-0000-0000-0000-000000000000', periods, live) c),
    'top_titles', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.seconds_watched desc, t.title), '[]')
      from private.list_top_titles(periods, live) t));
end $function$;
comment on function public.statistics(date,date) is 'For admins and accountants: day by day (UTC) sign-ups, watching, revenue per currency (refunds and disputes taken off) and failed payments; and the ten titles watched longest. From rollups of the days that are over; a number of different members in several days is approximate above 256 for a title, 1024 for all.';
grant execute on function public.statistics(date,date) to authenticated, service_role;

CREATE FUNCTION public.suggest_members(prefix text, topic_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, username text, avatar_url text, mention text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO ''
AS $function$
declare
  beginning text := lower(left(private.trim_text(prefix), 40));
begin
  perform private.require_account();
  if beginning = '' then
    return;
  end if;
  return query
    select m.id, m.username, m.avatar_url,
      '@' || case when m.username collate "und-x-icu" ~ '^[[:alnum:]_.-]*[[:alnum:]_]$' then m.username else '"' || m.username || '"' end
    from (
      (select p.id, p.username, p.avatar_url from private.profiles p
        where p.is_public and lower(p.username) collate "C" >= beginning and lower(p.username) collate "C" < beginning || chr(1114111)
          and p.username !~ '"'
        order by lower(p.username) collate "C" limit 8)
      union all
      -- Among so many: a longer prefix narrows them down.
      select c.id, c.username, c.avatar_url from (
        select p.id, p.username, p.avatar_url from private.profiles p
          where not p.is_public and lower(p.username) collate "C" >= beginning
            and lower(p.username) collate "C" < beginning || chr(1114111)
            and p.username !~ '"' and suggest_members.topic_id is not null
          order by lower(p.username) collate "C" limit 100) c
        where exists (select from public.forum_topics t where t.id = suggest_members.topic_id and t.user_id = c.id)
          or exists (select from public.forum_posts r where r.topic_id = suggest_members.topic_id and r.user_id = c.id offset 0)
    ) m
    order by lower(m.username) collate "C"
    limit 8;
end $function$;
comment on function public.suggest_members(text,uuid) is 'Members whose username begins with prefix, and how to write the mention. Private members only if they posted in that topic.';
grant execute on function public.suggest_members(text,uuid) to authenticated, service_role;

CREATE FUNCTION public.suspend_member(member_id uuid, reason text, until timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_moderator();
  if not exists (select from private.profiles p where p.id = member_id) then
    perform private.raise_not_found();
  end if;
  if exists (select from public.admin_users a where a.user_id = member_id) then
    raise exception using errcode = '42501', message = 'Somebody who works here cannot be suspended', hint = 'staff_cannot_be_suspended';
  end if;
  if suspend_member.until <= now() then
    raise exception using errcode = '23514', message = 'This moment has already passed', hint = 'until_in_the_past';
  end if;
  if private.is_blank(suspend_member.reason) then
    raise exception using errcode = '23514', message = 'Please say why', hint = 'reason_required';
  end if;
  insert into private.suspensions as s (user_id, reason, until)
    values (member_id, private.trim_text(suspend_member.reason), suspend_member.until)
    on conflict (user_id) do update set reason = excluded.reason, until = excluded.until, created_at = now();
  perform private.log_moderation('suspend', 'member', member_id, suspend_member.reason);
end $function$;
comment on function public.suspend_member(uuid,text,timestamp with time zone) is 'For moderators: suspends a member until a time (null: until lifted). They can read but not post.';
grant execute on function public.suspend_member(uuid,text,timestamp with time zone) to authenticated, service_role;

CREATE FUNCTION public.suspended_members()
 RETURNS TABLE(user_id uuid, username text, avatar_url text, reason text, until timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_moderator();
  return query
    select p.id, p.username, p.avatar_url, s.reason, s.until, s.created_at
    from private.suspensions s join private.profiles p on p.id = s.user_id
    where s.until is null or s.until > now()
    order by s.created_at desc, p.id;
end $function$;
comment on function public.suspended_members() is 'For moderators: the suspended members and why.';
grant execute on function public.suspended_members() to authenticated, service_role;

CREATE FUNCTION public.take_free_order(order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || o.user_id, 0)) from public.orders o where o.id = take_free_order.order_id;
  select * into chosen from public.orders o where o.id = take_free_order.order_id for update;
  if chosen.status = 'paid' and chosen.provider = 'promotion' then
    return chosen;
  end if;
  if chosen.user_id is null or chosen.amount_minor <> 0 or not private.is_order_payable(chosen) or private.is_title_deleted(chosen) then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if private.has_title(chosen.user_id, coalesce(chosen.movie_id, chosen.series_id), chosen.transaction_type) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  update public.orders o set provider = 'promotion', provider_reference = chosen.id::text where o.id = chosen.id;
  return private.book_event(jsonb_build_object('kind', 'payment', 'provider', 'promotion', 'reference', chosen.id,
    'order_id', chosen.id, 'amount_minor', 0, 'currency', chosen.currency));
end $function$;
comment on function public.take_free_order(uuid) is 'For the service key: books an order of which a promotion has left nothing to pay, as a payment of zero. Called twice, it books once.';
grant execute on function public.take_free_order(uuid) to service_role;

CREATE FUNCTION public.text_history(target_kind text, target_id uuid)
 RETURNS TABLE(title text, content text, replaced_at timestamp with time zone, edited_by text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_moderator();
  return query
    select v.title, v.content, v.replaced_at, p.username
    from private.text_versions v left join private.profiles p on p.id = v.edited_by
    where v.id = any (
      case text_history.target_kind
        when 'topic' then array(
          select x.id from private.text_versions x where x.topic_id = text_history.target_id and x.post_id is null)
        when 'post' then array(select x.id from private.text_versions x where x.post_id = text_history.target_id)
      end)
    order by v.id desc;
end $function$;
comment on function public.text_history(text,uuid) is 'For moderators: the texts of a topic or reply before each edit, newest first.';
grant execute on function public.text_history(text,uuid) to authenticated, service_role;

CREATE FUNCTION public.title_bundles(title_id uuid)
 RETURNS TABLE(id uuid, title text, title_translations jsonb, amount_minor integer, titles integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.id, b.title::text, b.title_translations, b.amount_minor,
    (select count(*)::integer from private.bundle_titles t where t.bundle_id = b.id)
  from (
    select t.bundle_id from private.bundle_titles t where t.movie_id = title_bundles.title_id
    union
    select t.bundle_id from private.bundle_titles t where t.series_id = title_bundles.title_id) of_title
    join private.bundles b on b.id = of_title.bundle_id
  where b.state = 'running' and private.is_bundle_complete(b.id)
  order by b.created_at desc, b.id desc limit 3
$function$;
comment on function public.title_bundles(uuid) is 'The newest three bundles with this title that can be bought.';
grant execute on function public.title_bundles(uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.title_discussion(media_type text, media_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_id uuid;
  media record;
begin
  perform private.require_account();
  select t.topic_id into found_id from public.title_topic(title_discussion.media_type, title_discussion.media_id) t;
  if found then
    return found_id;
  end if;
  perform private.require_can_post();
  select m.title, m.description into media from public.movies m
    where title_discussion.media_type = 'movie' and m.id = title_discussion.media_id and m.published
  union all
  select s.title, s.description from public.series s
    where title_discussion.media_type = 'series' and s.id = title_discussion.media_id and s.published;
  if not found then
    perform private.raise_not_found();
  end if;
  -- Of two simultaneous calls the second waits here and then finds the first one's topic.
  perform pg_advisory_xact_lock(hashtextextended('title_discussion ' || title_discussion.media_id, 0));
  select t.topic_id into found_id from public.title_topic(title_discussion.media_type, title_discussion.media_id) t;
  if found then
    return found_id;
  end if;
  insert into public.forum_topics (title, content, user_id, category_id)
    values (
      media.title,
      case when private.is_blank(media.description) then media.title else media.description end,
      null,
      coalesce(
        (select c.id from public.forum_categories c where lower(c.name) = 'films & series'),
        '00000000-0000-4000-8000-000000000001'))
    returning id into found_id;
  insert into private.title_topics (topic_id, movie_id, series_id)
    values (
      found_id,
      case when title_discussion.media_type = 'movie' then title_discussion.media_id end,
      case when title_discussion.media_type = 'series' then title_discussion.media_id end);
  return found_id;
end $function$;
comment on function public.title_discussion(text,uuid) is 'The discussion of a film (movie) or series, created on first use in the category Films & Series, or in General where there is none.';
grant execute on function public.title_discussion(text,uuid) to authenticated, service_role;

CREATE FUNCTION public.title_topic(media_type text, media_id uuid)
 RETURNS TABLE(topic_id uuid, reply_count integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  found_id uuid;
begin
  if media_type = 'movie' then
    found_id := (select l.topic_id from private.title_topics l where l.movie_id = title_topic.media_id);
  elsif media_type = 'series' then
    found_id := (select l.topic_id from private.title_topics l where l.series_id = title_topic.media_id);
  end if;
  return query select t.id, t.reply_count from public.forum_topics t where t.id = found_id and t.deleted_at is null;
end $function$;
comment on function public.title_topic(text,uuid) is 'The discussion of a title, if it exists.';
grant execute on function public.title_topic(text,uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.title_topic_id(movie_id uuid DEFAULT NULL::uuid, series_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.topic_id from private.title_topics l where l.movie_id = title_topic_id.movie_id
  union all
  select l.topic_id from private.title_topics l where l.series_id = title_topic_id.series_id
  limit 1
$function$;
comment on function public.title_topic_id(uuid,uuid) is 'The topic of a film or of a series, if it has one (rows: private.title_topics.movie_id = movie_id, private.title_topics.series_id = series_id).';
grant execute on function public.title_topic_id(uuid,uuid) to anon, authenticated, service_role;

CREATE FUNCTION public.topic_page(topic_id uuid, page integer DEFAULT 1, page_size integer DEFAULT 20)
 RETURNS TABLE(id uuid, number integer, user_id uuid, content text, created_at timestamp with time zone, updated_at timestamp with time zone, edited_at timestamp with time zone, hidden_at timestamp with time zone, author_username text, author_full_name text, author_avatar_url text, total integer, reactions integer[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  -- Keep equal to POSTS_PER_PAGE and POSTS_PER_PAGE_MAX in contract/src/community/limits.ts.
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  skipped constant bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  total_replies integer := (
    select t.reply_count from public.forum_topics t where t.id = topic_page.topic_id and t.deleted_at is null);
  start record;
begin
  select * into start from private.find_block_from_oldest(topic_page.topic_id, skipped);
  if start.still is null or total_replies is null then
    return;
  end if;
  return query
    select p.id, (skipped + row_number() over (order by p.created_at, p.id))::integer, p.user_id, p.content, p.created_at,
      p.updated_at, p.edited_at, p.hidden_at, a.username, case when a.is_public then a.full_name end, a.avatar_url, total_replies,
      p.reactions
    from (
      select r.id from public.forum_posts r
      where r.topic_id = topic_page.topic_id and r.created_at >= start.since
      order by r.created_at, r.id offset start.still limit size
    ) i
      join public.forum_posts p on p.id = i.id
      left join private.profiles a on a.id = p.user_id
    order by p.created_at, p.id;
end $function$;
comment on function public.topic_page(uuid,integer,integer) is 'Replies of a topic, oldest first; number is a reply''s position, total how many there are. Every page takes the same time (rows: public.forum_topics.id = topic_id, public.forum_posts.topic_id = topic_id, private.forum_blocks.list = topic_id).';
grant execute on function public.topic_page(uuid,integer,integer) to anon, authenticated, service_role;

CREATE FUNCTION public.topic_position(topic_id uuid)
 RETURNS TABLE(following boolean, read_count integer, total integer, first_unread_id uuid, first_unread_number integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
  reader private.topic_readers;
  replies_read integer := 0;
begin
  select * into reader from private.topic_readers r where r.topic_id = topic_position.topic_id and r.user_id = person;
  if reader.read_to is not null then
    replies_read := coalesce(
      private.find_reply_number(topic_position.topic_id, reader.read_to, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), 0);
  end if;
  return query
    select coalesce(reader.following, false), replies_read, t.reply_count, u.id, case when u.id is not null then replies_read + 1 end
    from public.forum_topics t left join lateral (
      select p.id from public.forum_posts p
      where p.topic_id = t.id and p.created_at > coalesce(reader.read_to, '-infinity') order by p.created_at, p.id limit 1
    ) u on true
    where t.id = topic_position.topic_id and t.deleted_at is null;
end $function$;
comment on function public.topic_position(uuid) is 'How far the caller has read a topic, the first unread reply, and whether they follow it.';
grant execute on function public.topic_position(uuid) to authenticated, service_role;

CREATE FUNCTION public.unread_topics(topic_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  return query
    select r.topic_id
    from private.topic_readers r join public.forum_topics t on t.id = r.topic_id and t.deleted_at is null
    where r.user_id = person and r.topic_id = any (topic_ids[1:50])
      and t.reply_count > 0 and t.last_activity_at > r.read_to;
end $function$;
comment on function public.unread_topics(uuid[]) is 'Those of up to 50 topics that the caller has read, and that have newer replies.';
grant execute on function public.unread_topics(uuid[]) to authenticated, service_role;

CREATE FUNCTION public.use_recovery_code(code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := auth.uid();
  session text := nullif(auth.jwt() ->> 'session_id', '');
  lost auth.mfa_factors;
begin
  if person is null or not exists (
    select from auth.sessions s where s.id = session::uuid and s.user_id = person) then
    raise exception using errcode = '42501', message = 'User not authenticated', hint = 'not_authenticated';
  end if;
  -- A wrong code returns false instead of raising: an error would roll back the counted attempt.
  if not private.check_rate_limit('use_recovery_code', person::text, 5, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  -- Codes older than every current factor belong to one that was removed.
  delete from private.recovery_codes c
    where c.user_id = person and c.code_hash = private.hash_recovery_code(person, use_recovery_code.code)
      and c.created_at >= (
        select min(f.created_at) from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
  if not found then
    return false;
  end if;
  for lost in select * from auth.mfa_factors f where f.user_id = person and f.status = 'verified' loop
    delete from auth.mfa_amr_claims a using auth.sessions s
      where a.session_id = s.id and s.user_id = person and s.factor_id = lost.id
        and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn');
    update auth.sessions s set aal = 'aal1', factor_id = null
      where s.user_id = person and s.factor_id = lost.id;
    delete from auth.mfa_factors f where f.id = lost.id;
    perform private.log_account_event(person, 'factor_deleted',
      jsonb_build_object('factor_id', lost.id, 'factor_type', lost.factor_type, 'by', 'recovery_code'));
  end loop;
  return true;
end $function$;
comment on function public.use_recovery_code(text) is 'Uses one code in place of the lost second factor, which is removed so that a new one can be set up. False when the code is wrong.';
grant execute on function public.use_recovery_code(text) to authenticated, service_role;

CREATE FUNCTION private.add_payment_alert(order_id uuid, provider text, reference text, reason text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.payment_alerts (order_id, provider, reference, reason, details)
    values (order_id, provider, left(reference, 200), reason, details)
    on conflict on constraint one_alert_per_reason do nothing
$function$;
grant execute on function private.add_payment_alert(uuid,text,text,text,jsonb) to service_role;

CREATE FUNCTION private.add_reactions(counts integer[], changes integer[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select nullif(array_agg(coalesce(counts[n], 0) + changes[n] order by n), '{0,0,0,0}') from generate_series(1, 4) n
$function$;
grant execute on function private.add_reactions(integer[],integer[]) to service_role;

CREATE FUNCTION private.add_watch_time(session uuid, "position" double precision, duration double precision, seconds double precision)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz;
begin
  -- At most the seconds that have passed are counted.
  update private.playback_sessions p
    set reported_at = now(), seen_at = case when p.seen_at > now() - interval '60 seconds' then now() else p.seen_at end
    from private.playback_sessions before
    where p.id = add_watch_time.session and before.id = p.id
    returning coalesce(before.reported_at, before.exchanged_at) into since;
  update public.watch_sessions w
    set seconds_watched = w.seconds_watched + greatest(0, least(coalesce(seconds, 0), extract(epoch from now() - since) + 1)),
      furthest = greatest(w.furthest, least(add_watch_time.position, add_watch_time.duration)),
      duration = add_watch_time.duration
    where w.id = add_watch_time.session;
end $function$;
grant execute on function private.add_watch_time(uuid,double precision,double precision,double precision) to service_role;

CREATE FUNCTION private.address_key(address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  ip inet;
begin
  begin
    ip := split_part(address, '%', 1)::inet;
  exception when others then
    return left(address, 45);
  end;
  if family(ip) = 4 then
    return host(ip);
  elsif ip <<= inet '::ffff:0:0/96' then
    return host(inet '0.0.0.0' + (set_masklen(ip, 128) - inet '::ffff:0:0'));
  end if;
  return network(set_masklen(ip, 64))::text;
end $function$;
comment on function private.address_key(text) is 'What limits per address count by: an IPv4 address, or the /64 network of an IPv6 address. addressKey in platform/src/client-address.ts does the same.';
grant execute on function private.address_key(text) to service_role;

CREATE FUNCTION private.anonymize_account_events(person uuid, at_most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with changed as (
    update auth.audit_log_entries e set
        ip_address = '',
        payload = (e.payload::jsonb - 'actor_name'
          || jsonb_build_object(
            'actor_username', case e.payload ->> 'actor_id' when person::text then '' else e.payload ->> 'actor_username' end,
            'traits', coalesce(e.payload::jsonb -> 'traits', '{}') - array['user_email', 'user_phone', 'user_name']))::json
      where e.id in (select f.id from private.find_account_events(person) f limit at_most)
      returning 1
  )
  select count(*) from changed
$function$;
comment on function private.anonymize_account_events(uuid,integer) is 'The events stay in the log without address and names.';
grant execute on function private.anonymize_account_events(uuid,integer) to service_role;

CREATE FUNCTION private.anonymize_moderation_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.moderation_log l set target_id = null where l.target_kind = 'member' and l.target_id = old.id;
  return null;
end $function$;
grant execute on function private.anonymize_moderation_log() to service_role;

CREATE FUNCTION private.apply_release_windows(at_most integer DEFAULT 1000)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  title_table text;
  changed integer;
  more boolean := false;
begin
  foreach title_table in array array['movies', 'series'] loop
    -- A window that is entirely in the past ends unpublished.
    execute format(
      'update public.%1$I t set
        published = case when t.unpublish_at <= now() then false when t.publish_at <= now() then true else t.published end,
        publish_at = case when t.publish_at <= now() then null else t.publish_at end,
        unpublish_at = case when t.unpublish_at <= now() then null else t.unpublish_at end
      where t.id in (
        select d.id from public.%1$I d where d.publish_at <= now() or d.unpublish_at <= now()
        order by d.id limit $1 for update)', title_table) using at_most;
    get diagnostics changed = row_count;
    more := more or changed = at_most;
  end loop;
  update private.bundles b set state = private.bundle_state(b) where b.id in (
    select c.id from private.bundles c where c.state <> 'ended' and c.state <> private.bundle_state(c) order by c.id limit at_most for update);
  get diagnostics changed = row_count;
  return more or changed = at_most;
end $function$;
comment on function private.apply_release_windows(integer) is 'Publishes and hides titles whose time has come, by a job at that time; on Supabase called by pg_cron. True: there are more.';
grant execute on function private.apply_release_windows(integer) to service_role;

CREATE FUNCTION private.are_translations(texts jsonb, max_length integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((jsonb_typeof(texts) = 'object'::text) AND (NOT (EXISTS (SELECT FROM jsonb_each(CASE jsonb_typeof(are_translations.texts) WHEN 'object'::text THEN are_translations.texts ELSE '{}'::jsonb END) t(key, value) WHERE ((t.key <> ALL (ARRAY['ht'::text, 'fr'::text, 'en'::text, 'es'::text])) OR (jsonb_typeof(t.value) <> 'string'::text) OR (private.trim_text((t.value #>> '{}'::text[])) = ''::text) OR (char_length((t.value #>> '{}'::text[])) > are_translations.max_length))))));
comment on function private.are_translations(jsonb,integer) is 'Whether this is an object with a text for each of some languages, such as {"fr": "La mer"}.';
grant execute on function private.are_translations(jsonb,integer) to anon, authenticated, service_role;

CREATE FUNCTION private.audit_file_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file storage.objects := coalesce(new, old);
  -- A signed upload address is used with the rights of the service; the file's owner is the person who requested it.
  actor uuid := coalesce(auth.uid(), case when tg_op <> 'DELETE' and not private.is_client() then new.owner end);
  -- A picture's folder is its member's id, which an entry must not keep.
  label text := file.bucket_id || '/' || case file.bucket_id when 'profile-images' then left(file.name, 8) else file.name end;
begin
  if tg_op = 'UPDATE' and (old.bucket_id, old.name, old.version) is not distinct from (new.bucket_id, new.name, new.version)
    or file.bucket_id = 'profile-images' and (storage.foldername(file.name))[1] = actor::text
    or not exists (select from public.admin_users a where a.user_id = actor) then
    return null;
  end if;
  insert into public.audit_log (actor_id, act, subject, subject_id, label, change)
    values (actor, lower(tg_op), 'files', file.id::text, left(label, 200),
      jsonb_build_object('size', jsonb_build_array(old.metadata -> 'size', new.metadata -> 'size'))
      || case when tg_op = 'UPDATE' and (old.bucket_id, old.name) <> (new.bucket_id, new.name) then
        jsonb_build_object('name', jsonb_build_array(old.bucket_id || '/' || old.name, new.bucket_id || '/' || new.name))
        else '{}' end);
  return null;
end $function$;
comment on function private.audit_file_change() is 'Writes which files staff upload, replace, move and delete into the audit log. Own pictures and the server''s clean-up are not logged.';
grant execute on function private.audit_file_change() to service_role;

CREATE FUNCTION private.audit_kept_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select now() - make_interval(days => greatest(365, private.retention_days('audit_log'))) $function$;
comment on function private.audit_kept_since() is 'Entries before this time may be deleted; the trigger audit_append_only keeps the others.';
grant execute on function private.audit_kept_since() to service_role;

CREATE FUNCTION private.audit_media_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_client() and private.has_role('editor') then
    perform private.write_audit_log(case when new.status = 'queued' then 'retry' else 'cancel' end, 'media_jobs', new.id::text,
      new.source_path, null, jsonb_build_object('status', jsonb_build_array(old.status, new.status)));
  end if;
  return null;
end $function$;
grant execute on function private.audit_media_job() to service_role;

CREATE FUNCTION private.audit_member_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.audit_log (actor_id, act, subject, subject_id)
    values (nullif(auth.uid(), old.id), 'delete', 'members', left(old.id::text, 8));
  return null;
end $function$;
grant execute on function private.audit_member_deletion() to service_role;

CREATE FUNCTION private.audit_review_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.audit_review_removal() to service_role;

CREATE FUNCTION private.audit_role_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.audit_log (actor_id, act, subject, subject_id, change)
    values (auth.uid(), lower(tg_op), 'admin_users', left(coalesce(new.user_id, old.user_id)::text, 8),
      jsonb_build_object('role', jsonb_build_array(old.role, new.role)));
  return null;
end $function$;
comment on function private.audit_role_change() is 'Writes who became or stopped being staff into the audit log, for every writer.';
grant execute on function private.audit_role_change() to service_role;

CREATE FUNCTION private.audit_row_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.audit_row_change() is 'Writes what staff change in a table into the audit log. Changes by members and by the server are not logged.';
grant execute on function private.audit_row_change() to service_role;

CREATE FUNCTION private.book_agent_entry(agent uuid, kind text, amount_minor bigint, batch_id bigint DEFAULT NULL::bigint, vouchers integer DEFAULT NULL::integer, reference text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One entry of an agent at a time: each continues the balance of the one before.
  perform from private.agents a where a.id = book_agent_entry.agent for update;
  insert into private.agent_entries (agent_id, kind, amount_minor, balance_minor, batch_id, vouchers, reference)
    values (agent, kind, amount_minor, private.owed_by(agent) + amount_minor, batch_id, vouchers, reference);
end $function$;
comment on function private.book_agent_entry(uuid,text,bigint,bigint,integer,text) is 'The only function that writes private.agent_entries. It is the last lock that a transaction takes.';
grant execute on function private.book_agent_entry(uuid,text,bigint,bigint,integer,text) to service_role;

CREATE FUNCTION private.book_event(event jsonb)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bought public.orders;
begin
  if num_nulls(event ->> 'kind', event ->> 'provider', event ->> 'reference') > 0 then
    raise exception using errcode = '22023', message = 'An event names its kind, provider and reference';
  end if;
  -- One event per order at a time: a second one waits here.
  select * into bought from public.orders o where o.id = (event ->> 'order_id')::uuid for update;
  if bought.id is null or bought.provider <> event ->> 'provider'
    or (event ->> 'provider' = 'sandbox' and not private.is_sandbox_open()) then
    raise exception using errcode = 'P0002', message = 'This order is not known', hint = 'order_unknown';
  end if;
  if bought.provider is null then
    update public.orders o set provider = event ->> 'provider' where o.id = bought.id returning o.* into bought;
  end if;
  case event ->> 'kind'
    when 'closed' then
      if (event ->> 'status') is null or event ->> 'status' not in ('canceled', 'expired', 'failed') then
        raise exception using errcode = '22023', message = 'A checkout ends canceled, expired or failed';
      end if;
      update private.checkouts c set expires_at = now() where c.order_id = bought.id and c.expires_at > now();
      return private.recompute_order(bought.id, event ->> 'status');
    when 'subscription' then
      if bought.plan is null then
        raise exception using errcode = '22023', message = 'This order is not for a subscription';
      end if;
      perform private.save_subscription_state(event, bought);
    else
      perform private.book_ledger_entry(event, bought);
      if event ->> 'kind' = 'payment' and bought.plan is not null and event ->> 'subscription' is not null then
        perform private.save_subscription_state(jsonb_build_object(
          'reference', event ->> 'subscription', 'status', 'active', 'as_of', '-infinity'), bought);
      end if;
  end case;
  return private.recompute_order(bought.id);
end $function$;
comment on function private.book_event(jsonb) is 'Books one event of a provider: payment, refund, refund_failed, dispute, dispute_won; subscription (its state); closed (a checkout that was not paid). The only function that writes the ledger. Idempotent, in any order, concurrent.';
grant execute on function private.book_event(jsonb) to service_role;

CREATE FUNCTION private.book_ledger_entry(event jsonb, bought public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  amount bigint := (event ->> 'amount_minor')::bigint;
  paid_currency text := upper(event ->> 'currency');
  happened timestamptz := least(coalesce((event ->> 'occurred_at')::timestamptz, now()), now());
  is_payment boolean := event ->> 'kind' = 'payment';
  is_trial boolean := is_payment and amount = 0 and bought.trial_days is not null;
  is_free boolean := is_trial or is_payment and event ->> 'provider' = 'promotion' and bought.amount_minor = 0;
begin
  if is_trial then
    perform pg_advisory_xact_lock(hashtextextended('trial ' || coalesce(bought.user_id, bought.id), 0));
  end if;
  if amount is null or amount not between (not is_free)::integer and 10000000 then
    raise exception using errcode = '22023', message = format('amount_minor %s is not an amount', coalesce(amount::text, 'null'));
  end if;
  insert into public.ledger (
    order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference, occurred_at, period_end, problem, country)
  values (
    bought.id, event ->> 'kind', case when event ->> 'kind' in ('refund', 'dispute') then -amount else amount end, paid_currency,
    event ->> 'provider', event ->> 'reference', event ->> 'payment_reference', happened,
    case when is_trial then least((event ->> 'period_end')::timestamptz, happened + (bought.trial_days + 1) * interval '1 day')
      when is_payment and bought.plan is not null then coalesce(
        (event ->> 'period_end')::timestamptz,
        happened + (select l.lasts from public.plans l where l.id = bought.plan)) end,
    -- The amount is what was charged; less than the price, or another currency, gives no entitlement.
    case when is_payment and private.is_title_deleted(bought) then 'title_deleted'
      when is_payment and paid_currency <> bought.currency then 'currency_wrong'
      when is_trial and not private.has_tried(bought.user_id) then null
      when is_payment and amount < bought.amount_minor then 'amount_short' end,
    -- Wallets in gourdes are Haitian.
    case when private.takes_gourdes(event ->> 'provider') then 'HT'
      when event ->> 'country' ~ '^[A-Z]{2}$' then event ->> 'country' end)
  on conflict on constraint booked_once do nothing;
end $function$;
grant execute on function private.book_ledger_entry(jsonb,public.orders) to service_role;

CREATE FUNCTION private.browse_title_ids(of_kind text, in_genre text, containing text, filters text[], list_order text, page integer, page_size integer)
 RETURNS TABLE(id uuid, place bigint, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 24
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  -- Keep equal to PAGE_SIZE_MAX and MATCHES_MAX in contract/src/catalogue/limits.ts.
  size integer := least(greatest(coalesce(page_size, 24), 1), 100);
  matches_max constant integer := 480;
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  whole_list text := 'list:' || of_kind || ':' || list_order;
  wanted_genre text := coalesce(private.genre_key(in_genre), '');
  -- One of these: the genre, and what it is being renamed from or to.
  genres text[] := case when wanted_genre = '' then array[whole_list]
    else array(select private.genre_facet(g.key) from unnest(private.list_genre_keys(wanted_genre)) g (key)) end;
  -- With the order that a filter is a range of, the range.
  first_key text := '';
  last_key text := chr(1114111);
  looked_at_most integer := 2000 + 40 * least(skipped, matches_max);
  looked_at integer;
  all_titles integer;
  hits uuid[];
  found integer;
begin
  if filters = '{}' and list_order = 'newest' then
    return query
      select l.id, l.n, l.total
      from private.list_title_ids(of_kind, in_genre, containing, page, size) with ordinality l (kind, id, total, n);
    return;
  end if;
  if wanted_genre = '' and private.trim_text(in_genre) <> '' then
    return;
  end if;

  -- Words find at most so many titles, the newest; filters and orders apply to these.
  if private.trim_text(containing) <> '' then
    return query
      select e.id, row_number() over (order by e.key, e.id), count(*) over ()::integer
      from (
        select distinct l.id
        from generate_series(1, 5) p (page), private.list_title_ids(of_kind, in_genre, containing, p.page, 100) l
      ) f join private.list_entries e on e.kind = of_kind and e.id = f.id and e.list_order = browse_title_ids.list_order
      where e.facets @> filters
      order by e.key, e.id
      offset skipped limit size;
    return;
  end if;

  select c.titles into all_titles from private.genre_counts c where c.genre = '' and c.kind = of_kind;
  if filters = '{}' and wanted_genre = '' then
    return query
      select e.id, row_number() over (order by e.key, e.id), all_titles
      from private.list_entries e
      where e.kind = of_kind and e.list_order = browse_title_ids.list_order
      order by e.key, e.id
      offset skipped limit size;
    return;
  end if;
  if skipped >= matches_max then
    return;
  end if;

  if list_order = 'year' then
    select coalesce(max(lpad((9990 - d.decade)::text, 4, '0')), first_key), coalesce(max(lpad((9999 - d.decade)::text, 4, '0') || last_key), last_key)
      into first_key, last_key
      from (select substr(f.filter, 8)::integer as decade from unnest(filters) f (filter) where f.filter ~ '^decade:[0-9]{4}$') d;
  elsif list_order = 'shortest' then
    first_key := case when 'length:medium' = any (filters) then '00040' when 'length:long' = any (filters) then '00091' else first_key end;
  end if;
  -- A page's worth of matches is nearly always among the first titles of the list.
  select array_agg(e.id order by e.key, e.id) filter (where e.facets @> filters and e.facets && genres), count(*)
    into hits, looked_at
    from (
      select le.id, le.key, le.facets from private.list_entries le
      where le.kind = of_kind and le.list_order = browse_title_ids.list_order and le.key >= first_key and le.key <= last_key
      order by le.key, le.id
      limit looked_at_most
    ) e;
  found := coalesce(cardinality(hits), 0);
  if looked_at = looked_at_most and found >= skipped + size then
    found := greatest(found, (found::bigint * all_titles / looked_at)::integer);
  elsif looked_at = looked_at_most then
    -- Few titles match: they are taken from the index.
    select array_agg(e.id order by e.key, e.id), count(*)
      into hits, found
      from (
        select distinct f.id, f.key
        from unnest(genres) g (genre), lateral (
          select le.id, le.key from private.list_entries le
          where le.facets @> (filters || array[whole_list, g.genre])
          limit 20000
        ) f
      ) e;
  end if;
  return query
    select h.id, h.n, least(found, matches_max)
    from unnest(hits[skipped + 1 : skipped + size]) with ordinality h (id, n);
end $function$;
comment on function private.browse_title_ids(text,text,text,text[],text,integer,integer) is 'Ids of one page of published titles that have all facets, in this order, and how many there are, at most 480.';
grant execute on function private.browse_title_ids(text,text,text,text[],text,integer,integer) to anon, authenticated, service_role;

CREATE FUNCTION private.build_search_pattern(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when char_length(w.words) < 3 then '% ' else '%' end || regexp_replace(w.words, '([\\%_])', '\\\1', 'g') || '%'
  from (select private.fold_text(private.trim_text(left(typed, 100)))) w (words)
$function$;
grant execute on function private.build_search_pattern(text) to service_role;

CREATE FUNCTION private.build_search_term(word text, unfinished boolean, others text[], weights text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (((('(''@'::text || "left"(word, 60)) || CASE WHEN unfinished THEN (''':*'::text || weights) ELSE (''''::text || COALESCE((':'::text || NULLIF(weights, ''::text)), ''::text)) END) || COALESCE((((' | ''@'::text || NULLIF(array_to_string(others, ((''''::text || COALESCE((':'::text || NULLIF(weights, ''::text)), ''::text)) || ' | ''@'::text)), ''::text)) || ''''::text) || COALESCE((':'::text || NULLIF(weights, ''::text)), ''::text)), ''::text)) || ')'::text);
grant execute on function private.build_search_term(text,boolean,text[],text) to service_role;

CREATE FUNCTION private.build_search_vector(prefix text, title text, credits text, description text, genre_titles text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Alphanumeric only, so nothing needs escaping.
  select string_agg(w.quoted, ' ')::tsvector
  from (
    select '''' || prefix || left(t.word, 60) || ''':1A' as quoted from unnest(string_to_array(title, ' ')) t (word)
    union all
    select '''' || prefix || left(c.word, 60) || ''':2B' from unnest(string_to_array(credits, ' ')) c (word)
    union all
    select '''' || prefix || left(d.word, 60) || ''':3C' from unnest(string_to_array(description, ' ')) d (word)
      where not private.is_stop_word(d.word)
    union all
    select '''' || prefix || '#' || s.genre || ''':4D' from unnest(genre_titles) s (genre)
  ) w
$function$;
grant execute on function private.build_search_vector(text,text,text,text,text[]) to service_role;

CREATE FUNCTION private.bundle_state(bundle private.bundles)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when bundle.ended_at is not null or now() >= (bundle.last_day + 1)::timestamp at time zone 'America/Port-au-Prince' then 'ended'
    when now() < bundle.first_day::timestamp at time zone 'America/Port-au-Prince' then 'planned'
    else 'running' end
$function$;
grant execute on function private.bundle_state(private.bundles) to service_role;

CREATE FUNCTION private.caller_address()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    nullif(current_setting('request.client_address', true), ''),
    btrim(split_part(nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',', 1)),
    'unknown')
$function$;
comment on function private.caller_address() is 'Our platform sets request.client_address. The header is used only where it does not (hosted Supabase sets the header).';
grant execute on function private.caller_address() to service_role;

CREATE FUNCTION private.caller_address_hash()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  todays_salt bytea;
begin
  select salt into todays_salt from private.daily_salts where day = current_date;
  if not found then
    insert into private.daily_salts (day) values (current_date) on conflict do nothing;
    select salt into todays_salt from private.daily_salts where day = current_date;
  end if;
  return encode(extensions.hmac(
    convert_to(private.address_key(private.caller_address()), 'utf8'), todays_salt, 'sha256'), 'hex');
end $function$;
comment on function private.caller_address_hash() is 'A hash of the caller''s address that changes every day, for members too.';
grant execute on function private.caller_address_hash() to service_role;

CREATE FUNCTION private.caller_inet()
 RETURNS inet
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return split_part(private.caller_address(), '%', 1)::inet;
exception when invalid_text_representation then
  return null;
end $function$;
comment on function private.caller_inet() is 'The caller''s address; null where it is not known.';
grant execute on function private.caller_inet() to service_role;

CREATE FUNCTION private.caller_key()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(auth.uid()::text, private.caller_address_hash());
end $function$;
comment on function private.caller_key() is 'The member''s id, or for a visitor a hash of the address that changes every day.';
grant execute on function private.caller_key() to service_role;

CREATE FUNCTION private.can_guess_codes()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from (values
      ('address ' || private.caller_address_hash(), 30), ('account ' || auth.uid(), 10), ('all', 1000)) l (who, at_most)
    join private.rate_limits r on r.action = 'wrong_code' and r.who = l.who
      and r.window_start = date_bin('1 hour', now(), timestamptz '2000-01-01') and r.times >= l.at_most)
$function$;
comment on function private.can_guess_codes() is 'Wrong codes in an hour: 10 of an account, 30 of an address, 1000 in all. Typing errors are noticed by the check character and do not count, so people who share an address are not in each other''s way.';
grant execute on function private.can_guess_codes() to service_role;

CREATE FUNCTION private.can_list_all_episodes()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_role('editor')
    or exists (select from public.admin_users a where a.user_id = (select auth.uid()) and a.role = 'admin')
$function$;
comment on function private.can_list_all_episodes() is 'Editors prepare episodes; admins can watch everything.';
grant execute on function private.can_list_all_episodes() to authenticated, service_role;

CREATE FUNCTION private.can_play(viewer uuid, auth_session uuid, stream private.streams)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return stream.status <> 'making' and private.is_session_valid(viewer, auth_session)
    and case when stream.movie_id is not null then private.can_watch(viewer, 'movie', stream.movie_id)
      else private.can_watch(viewer, 'episode', stream.episode_id) end;
end $function$;
comment on function private.can_play(uuid,uuid,private.streams) is 'can_watch() for a stream, checked again and again while it plays.';
grant execute on function private.can_play(uuid,uuid,private.streams) to service_role;

CREATE FUNCTION private.can_read_all_profiles()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select not private.is_client() or private.has_role('admin') $function$;
grant execute on function private.can_read_all_profiles() to anon, authenticated, service_role;

CREATE FUNCTION private.can_start_stream(viewer uuid, beside uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if viewer is null then
    return true;
  end if;
  -- Of two films started at the same moment the second waits here and then counts the first.
  perform pg_advisory_xact_lock(hashtextextended('playback of ' || viewer, 0));
  return (
    -- Keep equal to the condition in my_streams.
    select count(*) from private.playback_sessions p
    where p.user_id = viewer and p.ended_at is null and p.seen_at > now() - interval '60 seconds'
      and p.id is distinct from beside)
    < (select value::text::integer from private.settings where key = 'streams_per_account');
end $function$;
comment on function private.can_start_stream(uuid,uuid) is 'True when the account can play one more stream, not counting the session beside. Counted: exchanged, not ended, active within the last minute.';
grant execute on function private.can_start_stream(uuid,uuid) to service_role;

CREATE FUNCTION private.can_try(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from public.orders o join public.ledger l on l.order_id = o.id
    where o.user_id = person and o.plan is not null and l.kind = 'payment')
  and not exists (select from private.trial_marks m where m.mark = private.trial_mark(person))
$function$;
comment on function private.can_try(uuid) is 'Nobody who had a trial or a subscription before, with this account or with another one of the same mailbox or phone number. Passes and gifts do not count.';
grant execute on function private.can_try(uuid) to service_role;

CREATE FUNCTION private.can_watch(viewer uuid, media_type text, media_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_published boolean;
  is_free boolean;
  series uuid;
begin
  if can_watch.media_type = 'movie' then
    select m.published, m.is_free into is_published, is_free from public.movies m where m.id = media_id;
  elsif can_watch.media_type = 'series' then
    select s.published, s.is_free, s.id into is_published, is_free, series from public.series s where s.id = media_id;
  elsif can_watch.media_type = 'episode' then
    select s.published, s.is_free or e.is_free, s.id into is_published, is_free, series
      from public.episodes e join public.series s on s.id = e.series_id where e.id = media_id;
  end if;
  if is_published is null then
    return false;
  end if;
  return is_published and (is_free or private.is_subscribed(viewer))
    or case when series is null then private.has_paid_for(viewer, 'movie', media_id)
      else private.has_paid_for(viewer, 'series', series) end
    or exists (
      select from public.admin_users a
      where a.user_id = viewer and (a.role = 'admin' or a.role = 'editor' and not is_published));
end $function$;
comment on function private.can_watch(uuid,text,uuid) is 'Who can watch: everybody if free; subscribers; buyers; renters for 48 hours; admins; editors what is not published yet. Buyers and renters also after it is unpublished. The policies of episodes and list_titles_in_progress() apply the same rule to many titles at once.';
grant execute on function private.can_watch(uuid,text,uuid) to service_role;

CREATE FUNCTION private.change_storage_usage(person text, more_objects bigint, more_bytes bigint, more_uploads bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used private.storage_usage;
  quota private.storage_quotas;
begin
  insert into private.storage_usage as u (owner_id, objects, bytes, open_uploads)
    values (person, greatest(more_objects, 0), greatest(more_bytes, 0), greatest(more_uploads, 0))
    on conflict (owner_id) do update set
      objects = greatest(u.objects + more_objects, 0),
      bytes = greatest(u.bytes + more_bytes, 0),
      open_uploads = greatest(u.open_uploads + more_uploads, 0)
    returning u.* into used;
  if used.objects = 0 and used.bytes = 0 and used.open_uploads = 0 then
    delete from private.storage_usage u where u.owner_id = person;
    return;
  end if;
  select q.* into quota from private.storage_quotas q where q.holder = case
    when exists (select from public.admin_users a where a.user_id::text = person and a.role in ('admin', 'editor')) then 'staff'
    else 'member' end;
  if more_objects > 0 and used.objects > quota.objects or more_bytes > 0 and used.bytes > quota.bytes then
    raise exception using errcode = 'PT413', hint = 'storage_full',
      message = 'There is no more space for your files. Please delete some of them first.';
  end if;
  if more_uploads > 0 and used.open_uploads > quota.open_uploads then
    raise exception using errcode = 'PT413', hint = 'too_many_uploads',
      message = 'Too many of your uploads are unfinished. Please finish or cancel one first.';
  end if;
end $function$;
comment on function private.change_storage_usage(text,bigint,bigint,bigint) is 'Adds to a person''s tally and refuses what exceeds the quota. What is there already stays.';
grant execute on function private.change_storage_usage(text,bigint,bigint,bigint) to service_role;

CREATE FUNCTION private.check_agent_limit(agent uuid, more_minor bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.owed_by(agent) + more_minor > (select a.limit_minor from private.agents a where a.id = check_agent_limit.agent) then
    raise exception using errcode = '22023', message = 'This is more than this agent can owe. A payment has to come first.', hint = 'agent_limit';
  end if;
end $function$;
grant execute on function private.check_agent_limit(uuid,bigint) to service_role;

CREATE FUNCTION private.check_agent_values(name text, limit_minor bigint)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if char_length(coalesce(private.trim_text(check_agent_values.name), '')) not between 1 and 80 then
    raise exception using errcode = '23514', message = 'Please enter a name', hint = 'gift_name_needed';
  end if;
  if check_agent_values.limit_minor is null or check_agent_values.limit_minor not between 0 and 1000000000 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
end $function$;
grant execute on function private.check_agent_values(text,bigint) to service_role;

CREATE FUNCTION private.check_audit_chain(after bigint, at_most integer, OUT starts_after bigint, OUT checked_to bigint, OUT is_last boolean, OUT head text, OUT problem text, OUT entry bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chain private.audit_chain;
  begins_after bigint;
  begins_with bytea;
  cutoff timestamptz := private.audit_kept_since();
  looked_at integer;
  last_hash bytea;
begin
  select c.* into strict chain from private.audit_chain c;
  starts_after := chain.trimmed_to;
  begins_after := greatest(coalesce(after, 0), chain.trimmed_to);
  begins_with := case when begins_after = chain.trimmed_to then chain.trimmed_hash
    else (select s.hash from private.audit_seals s where s.position = begins_after) end;
  select count(*), (array_agg(c.problem order by c.position) filter (where c.problem is not null))[1],
      (array_agg(c.entry_id order by c.position) filter (where c.problem is not null))[1], max(c.position),
      (array_agg(c.hash order by c.position desc))[1]
    into looked_at, problem, entry, checked_to, last_hash
    from (
      select s.position, s.entry_id, s.hash, case
          when s.position <> begins_after + row_number() over (order by s.position) then 'seal_removed'
          when s.hash is distinct from private.hash_audit_seal(
            lag(s.hash, 1, begins_with) over (order by s.position), s.entry_id, s.at, s.digest) then 'seal_changed'
          when a.id is null and s.at >= cutoff then 'entry_removed'
          when a.id is not null and private.digest_audit_entry(a) <> s.digest then 'entry_changed'
        end as problem
      from (select s.* from private.audit_seals s where s.position > begins_after order by s.position limit at_most) s
        left join public.audit_log a on a.id = s.entry_id
    ) c;
  is_last := looked_at < at_most;
  checked_to := coalesce(checked_to, begins_after);
  head := encode(coalesce(last_hash, begins_with), 'hex');
  if is_last and problem is null then
    if checked_to <> chain.sealed_to or head is distinct from encode(chain.sealed_hash, 'hex') then
      problem := 'end_removed';
    else
      select case when a.id is null then 'entry_removed' else 'entry_changed' end, u.entry_id into problem, entry
        from (select u.* from private.unsealed_audit_entries u order by u.entry_id limit at_most) u
          left join public.audit_log a on a.id = u.entry_id
        where case when a.id is null then u.at >= cutoff else private.digest_audit_entry(a) <> u.digest end
        order by u.entry_id limit 1;
    end if;
  end if;
  if problem is null then
    -- Parts meet at their ends, and the last one has no end, so that no entry is between two.
    select 'entry_unsealed', a.id into problem, entry from public.audit_log a
      where a.id > coalesce((select s.entry_id from private.audit_seals s where s.position = begins_after), '-9223372036854775808')
        and (is_last or a.id <= (select s.entry_id from private.audit_seals s where s.position = checked_to))
        and not exists (select from private.audit_seals s where s.entry_id = a.id)
        and not exists (select from private.unsealed_audit_entries u where u.entry_id = a.id)
      order by a.id limit 1;
  end if;
end $function$;
comment on function private.check_audit_chain(bigint,integer) is 'Computes a part of the chain again: the seals after a position, at most so many, and the entries with numbers between. problem: what the first thing wrong is, of which entry. After the last seal also what is not yet sealed.';
grant execute on function private.check_audit_chain(bigint,integer) to service_role;

CREATE FUNCTION private.check_bundle(title text, title_translations jsonb, amount_minor integer, first_day date, last_day date)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if char_length(coalesce(private.trim_text(title), '')) not between 1 and 80
    or not coalesce(private.are_translations(title_translations, 80), false) then
    raise exception using errcode = '23514', message = 'Please enter a name', hint = 'gift_name_needed';
  end if;
  if amount_minor is null or amount_minor not between 50 and 100000 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
  if coalesce(first_day > last_day, true)
    or last_day not between (now() at time zone 'America/Port-au-Prince')::date and current_date + 1830 then
    raise exception using errcode = '23514', message = 'Please choose a day within the next five years', hint = 'expiry_invalid';
  end if;
end $function$;
grant execute on function private.check_bundle(text,jsonb,integer,date,date) to service_role;

CREATE FUNCTION private.check_caller_limit(action text, at_most integer, every interval)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_client() or private.has_role('moderator') then
    return true;
  end if;
  return private.check_rate_limit(action, private.caller_key(), at_most, every)
    and (private.caller_address() = 'unknown' or private.check_rate_limit(action, private.caller_address_hash(), at_most * 10, every));
end $function$;
comment on function private.check_caller_limit(text,integer,interval) is 'Counts one action of the caller and of their address; false when either exceeds the limit. Moderators and the server have none.';
grant execute on function private.check_caller_limit(text,integer,interval) to service_role;

CREATE FUNCTION private.check_character(body text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  alphabet text := private.code_alphabet();
  total integer := 0;
begin
  for place in 1 .. coalesce(char_length(body), 0) loop
    total := total + (strpos(alphabet, substr(body, place, 1)) - 1) * (place + 1);
  end loop;
  return substr(alphabet, 1 + (23 - total % 23) % 23, 1);
end $function$;
comment on function private.check_character(text) is 'Each place has a weight of its own: one wrong character or two swapped ones change the sum.';
grant execute on function private.check_character(text) to service_role;

CREATE FUNCTION private.check_code(used private.codes)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case used.kind when 'gift' then private.check_gift(used) when 'voucher' then private.check_voucher(used)
    else 'code_is_promotion' end
$function$;
grant execute on function private.check_code(private.codes) to service_role;

CREATE FUNCTION private.check_edit(author uuid, locked boolean, hidden_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_can_post();
begin
  if author is distinct from person then
    raise exception using errcode = '42501', message = 'You can only edit what you wrote yourself', hint = 'not_yours';
  end if;
  if hidden_at is not null then
    raise exception using errcode = '42501', message = 'A moderator has hidden this text', hint = 'hidden_text';
  end if;
  if locked and not private.has_role('moderator') then
    raise exception using errcode = '42501', message = 'This topic is locked', hint = 'topic_locked';
  end if;
  perform private.require_within_limit('forum_edit', 60, interval '5 minutes');
end $function$;
grant execute on function private.check_edit(uuid,boolean,timestamp with time zone) to service_role;

CREATE FUNCTION private.check_genres()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What a title already has stays, also when its category is gone or the title is restored. The job that renames
  -- categories is no client.
  if private.is_client() and exists (
    select from unnest(new.genre) g (name)
    where not exists (select from public.movie_categories c where lower(c.name) = lower(g.name))
      and (tg_op = 'INSERT' or g.name <> all (old.genre))
      and not exists (
        select from private.deleted_rows d
        where d.row_id = new.id and d.table_name = tg_table_name and d.whole_row -> 'genre' ? g.name)) then
    raise exception using errcode = '23514', message = 'Please choose genres from the categories', hint = 'genre_unknown';
  end if;
  return new;
end $function$;
grant execute on function private.check_genres() to service_role;

CREATE FUNCTION private.check_gift(used private.codes)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when o.status is distinct from 'paid' then 'code_revoked'
    when o.media_type is not null and private.has_paid_to_keep(auth.uid(), coalesce(o.movie_id, o.series_id)) then 'already_owned'
    else 'code_valid' end
  from private.gifts g left join public.orders o on o.id = g.order_id where g.id = used.gift_id
$function$;
grant execute on function private.check_gift(private.codes) to service_role;

CREATE FUNCTION private.check_new_reply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  from_client boolean := private.is_client();
  allowed boolean;
  closed boolean;
  latest timestamptz;
begin
  new.content := private.normalize_text(new.content);
  perform private.check_text(new.content, 20000, 'reply_empty', 'Reply content cannot be empty');
  perform private.lock_members(new.user_id || private.find_mentioned_members(new.content, new.user_id));
  allowed := private.check_caller_limit('forum_post', 60, interval '5 minutes');
  -- Replies to one topic queue up for its row, and each one is younger than the one before it, so that the order of time is
  -- the order of arrival. The topic does not know of earlier replies of the same statement yet; the setting does.
  select t.locked or t.hidden_at is not null,
      greatest(t.last_activity_at, nullif(current_setting('private.last_reply_at', true), '')::timestamptz)
    into closed, latest
    from public.forum_topics t where t.id = new.topic_id and t.deleted_at is null for no key update;
  if not found then
    raise exception using errcode = '23503', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if exists (select from public.forum_posts p where p.id = new.id and p.user_id = new.user_id and p.topic_id = new.topic_id) then
    raise exception using errcode = '23505', message = 'This has already been sent', hint = 'already_sent';
  end if;
  if not allowed then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  if closed and from_client and not private.has_role('moderator') then
    raise exception using errcode = '42501', message = 'This topic is locked', hint = 'topic_locked';
  end if;
  if from_client then
    new.created_at := greatest(clock_timestamp(), latest + interval '1 microsecond');
    new.updated_at := new.created_at;
    perform set_config('private.last_reply_at', new.created_at::text, true);
  end if;
  return new;
end $function$;
grant execute on function private.check_new_reply() to service_role;

CREATE FUNCTION private.check_new_topic()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  allowed boolean;
begin
  perform private.lock_members(array[new.user_id]);
  -- Waits for other posts that the same member sends at this moment.
  allowed := private.check_caller_limit('forum_topic', 30, interval '1 hour');
  if exists (select from public.forum_topics t where t.id = new.id and t.user_id = new.user_id) then
    raise exception using errcode = '23505', message = 'This has already been sent', hint = 'already_sent';
  end if;
  if not allowed then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  return new;
end $function$;
grant execute on function private.check_new_topic() to service_role;

CREATE FUNCTION private.check_new_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_uploads(array(select n.name from new_rows n where n.bucket_id = 'movies'), '1 hour');
  return null;
end $function$;
grant execute on function private.check_new_uploads() to service_role;

CREATE FUNCTION private.check_promotion(promotion private.promotions, wanted public.orders)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.promotion_state(promotion) = 'ended' then 'code_expired'
    when private.promotion_state(promotion) = 'planned' then 'code_not_active'
    when promotion.titles is not null and not coalesce(wanted.movie_id, wanted.series_id) = any (promotion.titles) then 'promotion_other_title'
    when private.discounted_minor(promotion, private.undiscounted_minor(wanted)) >= private.undiscounted_minor(wanted) then 'promotion_no_gain'
    when private.count_promotion_uses(promotion.id, wanted.user_id, wanted) >= promotion.per_person then 'promotion_used'
    when private.count_promotion_uses(promotion.id, null, wanted) >= promotion.total then 'promotion_used_up'
    else 'promotion_applied' end
$function$;
grant execute on function private.check_promotion(private.promotions,public.orders) to service_role;

CREATE FUNCTION private.check_rate_limit(action text, who text, at_most integer, every interval)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_window timestamptz := date_bin(every, now(), timestamptz '2000-01-01');
  attempts integer;
begin
  insert into private.rate_limits as r (action, who, window_start, times)
    values (check_rate_limit.action, check_rate_limit.who, this_window, 1)
    on conflict on constraint rate_limits_pkey do update set times = r.times + 1
    returning r.times into attempts;
  return attempts <= at_most;
end $function$;
comment on function private.check_rate_limit(text,text,integer,interval) is 'Counts one attempt; false when it exceeds the limit.';
grant execute on function private.check_rate_limit(text,text,integer,interval) to service_role;

CREATE FUNCTION private.check_released_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_uploads(array(select o.name from old_rows o where o.name like '%/%'));
  return null;
end $function$;
grant execute on function private.check_released_files() to service_role;

CREATE FUNCTION private.check_replaced_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_uploads(case when new.movie_id is not null
    then private.list_title_uploads('movies/', new.movie_id)
    else private.list_title_uploads('movies/episodes/', new.episode_id) end);
  return null;
end $function$;
grant execute on function private.check_replaced_uploads() to service_role;

CREATE FUNCTION private.check_saved_filter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Locked, so that two at once cannot pass the limit.
  perform from public.admin_users a where a.user_id = new.user_id for update;
  if not found then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
  if (select count(*) from public.saved_filters f where f.user_id = new.user_id) >= 20 then
    raise exception using errcode = '23514', message = 'You have 20 saved filters. Delete one first.', hint = 'saved_filters_full';
  end if;
  if exists (
    select from public.saved_filters f
    where f.user_id = new.user_id and f.list = new.list and lower(f.name) = lower(new.name)) then
    raise exception using errcode = '23505', message = 'You already have a filter with this name', hint = 'filter_name_taken';
  end if;
  return new;
end $function$;
grant execute on function private.check_saved_filter() to service_role;

CREATE FUNCTION private.check_subtitle_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_uploads(array[old.path]);
  return null;
end $function$;
grant execute on function private.check_subtitle_uploads() to service_role;

CREATE FUNCTION private.check_text(value text, longest integer, empty_key text, empty_message text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if char_length(value) > longest then
    return;
  end if;
  if private.is_blank(value) then
    raise exception using errcode = '23514', message = empty_message, hint = empty_key;
  end if;
  -- Keep equal to UNREADABLE in contract/src/community/inputs.ts.
  if value ~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]' then
    raise exception using errcode = '23514', message = 'This text has characters that nobody can read', hint = 'text_unreadable';
  end if;
end $function$;
grant execute on function private.check_text(text,integer,text,text) to service_role;

CREATE FUNCTION private.check_title_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_uploads(array[old.video_url] || private.list_title_uploads(tg_argv[0], old.id));
  return null;
end $function$;
grant execute on function private.check_title_uploads() to service_role;

CREATE FUNCTION private.check_uploads(names text[], wait interval DEFAULT '00:00:00'::interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.upload_checks as c (name, check_after)
    select distinct n, now() + wait from unnest(names) n where n is not null order by n
    on conflict (name) do update set check_after = excluded.check_after where c.check_after < excluded.check_after
$function$;
grant execute on function private.check_uploads(text[],interval) to service_role;

CREATE FUNCTION private.check_voucher(used private.codes)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when b.media_type is not null and num_nonnulls(b.movie_id, b.series_id) = 0 then 'code_revoked'
    when b.activated_at is null then 'code_not_active'
    when private.is_batch_expired(b) then 'code_expired'
    when b.media_type is not null and private.has_paid_to_keep(auth.uid(), coalesce(b.movie_id, b.series_id)) then 'already_owned'
    else 'code_valid' end
  from private.vouchers v join private.voucher_batches b on b.id = v.batch_id where v.code_id = used.id
$function$;
grant execute on function private.check_voucher(private.codes) to service_role;

CREATE FUNCTION private.choose_notifications_to_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailed timestamptz;
begin
  select s.mailed_at into mailed from private.notification_settings s
    where s.user_id = new.user_id and 'email' = case new.kind when 'reply' then s.replies when 'mention' then s.mentions end;
  if found then
    new.to_mail := true;
    if not exists (
      select from private.jobs w
      where w.kind = 'mail_notifications' and w.key = new.user_id::text and w.status = 'waiting'
    ) then
      -- Together with what follows in the next minute, and at most one e-mail an hour.
      perform private.enqueue_job('mail_notifications', jsonb_build_object('member', new.user_id), new.user_id::text,
        greatest(now() + interval '1 minute', mailed + interval '1 hour'));
    end if;
  end if;
  return new;
end $function$;
grant execute on function private.choose_notifications_to_mail() to service_role;

CREATE FUNCTION private.claim_av1_job(worker uuid, lease_seconds integer)
 RETURNS TABLE(job_id uuid, source_path text, source_version text, stream_id uuid, encryption_key bytea, film jsonb, attempts integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job public.media_jobs;
  stream private.streams;
  tries integer;
begin
  if exists (select from public.media_jobs j where j.status in ('queued', 'running')) then
    return;
  end if;
  -- Films that were replaced meanwhile are settled on the way, a bounded number at a time.
  for n in 1..100 loop
    select j.* into job from public.media_jobs j
      where j.status = 'done' and j.av1 in ('waiting', 'making') and not exists (
        select from private.media_runs r where r.job_id = j.id and r.lease_until > now())
      order by j.created_at limit 1
      for update skip locked;
    if job.id is null then
      return;
    end if;
    select s.* into stream from private.streams s
      join storage.objects o on o.bucket_id = 'movies' and o.name = s.source_path and o.version = s.source_version
      where s.status = 'whole' and s.source_path = job.source_path and not s.film ? 'av1'
        and (s.movie_id = job.movie_id or s.episode_id = job.episode_id);
    exit when stream.id is not null;
    update public.media_jobs j set av1 = 'none' where j.id = job.id;
    delete from private.media_runs r where r.job_id = job.id;
  end loop;
  if stream.id is null then
    return;
  end if;
  insert into private.media_runs as r (job_id, stream_id, worker, lease_until, av1_attempts)
    values (job.id, stream.id, claim_av1_job.worker, now() + make_interval(secs => lease_seconds), 1)
    on conflict on constraint media_runs_pkey do update
      set stream_id = excluded.stream_id, worker = excluded.worker, lease_until = excluded.lease_until,
        av1_attempts = r.av1_attempts + 1
    returning r.av1_attempts into tries;
  update public.media_jobs j set av1 = 'making' where j.id = job.id;
  return query select job.id, job.source_path, stream.source_version, stream.id, stream.encryption_key, stream.film, tries;
end $function$;
comment on function private.claim_av1_job(uuid,integer) is 'Claims a finished film that lacks AV1; no row while any upload waits or is encoded.';
grant execute on function private.claim_av1_job(uuid,integer) to service_role;

CREATE FUNCTION private.claim_job(kinds text[], lease interval)
 RETURNS SETOF private.jobs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Not in the conditions: an index cannot be searched for what changes meanwhile.
  moment timestamptz := clock_timestamp();
  due_kind text;
  job private.jobs;
begin
  for due_kind in
    select k.kind from unnest(kinds) k (kind)
      cross join lateral (
        select d.run_after from private.jobs d
        where d.kind = k.kind and d.status <> 'failed' and d.run_after <= moment
        order by d.run_after, d.id limit 1) oldest
      order by oldest.run_after
  loop
    begin
      update private.jobs j
        set status = 'running', attempts = j.attempts + 1, claims = j.claims + 1, run_after = moment + lease
        where j.id = (
          select d.id from private.jobs d
          where d.kind = due_kind and d.status <> 'failed' and d.run_after <= moment
            and (d.status = 'running' or d.key is null or (
              -- Not "not exists", which PostgreSQL may answer by reading the whole table once.
              select r.id from private.jobs r where r.kind = d.kind and r.key = d.key and r.status = 'running') is null)
          order by d.run_after, d.id limit 1
          for update skip locked)
        returning j.* into job;
      if found then
        delete from private.jobs s where s.id in (
          select w.id from private.jobs w
          where w.kind = job.kind and w.key = job.key and w.status = 'waiting' and w.repeat_every is null
            and w.run_after <= moment and w.id > job.id
          for update skip locked);
        return next job;
        return;
      end if;
    exception when unique_violation then
      -- Another process has just begun the same work.
      null;
    end;
  end loop;
end $function$;
comment on function private.claim_job(text[],interval) is 'The job of these kinds that is due longest, for the caller alone until the lease ends.';
grant execute on function private.claim_job(text[],interval) to service_role;

CREATE FUNCTION private.claim_media_job(worker uuid, lease_seconds integer)
 RETURNS TABLE(job_id uuid, movie_id uuid, episode_id uuid, source_path text, source_version text, source_bytes bigint, stream_id uuid, encryption_key bytea, attempts integer, fresh boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job public.media_jobs;
  source storage.objects;
  stream private.streams;
  fresh boolean := false;
begin
  select j.* into job from public.media_jobs j
    where j.status = 'queued' and j.run_after <= now()
      or j.status = 'running' and not exists (
        select from private.media_runs r where r.job_id = j.id and r.lease_until > now())
    order by j.run_after, j.created_at limit 1
    for update skip locked;
  if job.id is null then
    return;
  end if;
  select o.* into source from storage.objects o where o.bucket_id = 'movies' and o.name = job.source_path;
  select s.* into stream from private.media_runs r join private.streams s on s.id = r.stream_id where r.job_id = job.id;
  if stream.id is not null and stream.source_version is distinct from source.version then
    stream := null;
  end if;
  if stream.id is null then
    insert into private.streams (movie_id, episode_id, source_path, source_version)
      values (job.movie_id, job.episode_id, job.source_path, source.version) returning * into stream;
    fresh := true;
  end if;
  insert into private.media_runs as r (job_id, stream_id, worker, lease_until)
    values (job.id, stream.id, claim_media_job.worker, now() + make_interval(secs => lease_seconds))
    on conflict on constraint media_runs_pkey do update
      set stream_id = excluded.stream_id, worker = excluded.worker, lease_until = excluded.lease_until;
  update public.media_jobs j
    set status = 'running', stage = coalesce(j.stage, 'checking'), attempts = j.attempts + 1, error_key = null,
      error_detail = null
    where j.id = job.id;
  return query select job.id, job.movie_id, job.episode_id, job.source_path, source.version,
    (source.metadata ->> 'size')::bigint, stream.id, stream.encryption_key, job.attempts + 1, fresh;
end $function$;
comment on function private.claim_media_job(uuid,integer) is 'Claims the next job; no row when there is none. source_version is null when the file is missing; fresh: the stream was just created.';
grant execute on function private.claim_media_job(uuid,integer) to service_role;

CREATE FUNCTION private.claim_media_piece(worker uuid, lease_seconds integer, of_job uuid, of_stage text)
 RETURNS TABLE(job_id uuid, stage text, number integer, piece jsonb, source_path text, source_version text, stream_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claimed private.media_pieces;
begin
  select p.* into claimed from private.media_pieces p join public.media_jobs j on j.id = p.job_id
    where not p.is_done and j.status = 'running' and coalesce(p.lease_until <= now(), true)
      -- What failed elsewhere is left to the worker that has the film: it can say why.
      and case when of_job is null then p.attempts < 2 else p.job_id = of_job and p.stage = of_stage end
    order by j.created_at, p.stage, p.number limit 1
    for update of p skip locked;
  if claimed.job_id is null then
    return;
  end if;
  update private.media_pieces p
    set worker = claim_media_piece.worker, lease_until = now() + make_interval(secs => lease_seconds),
      attempts = p.attempts + 1
    where p.job_id = claimed.job_id and p.stage = claimed.stage and p.number = claimed.number;
  return query select claimed.job_id, claimed.stage, claimed.number, claimed.piece, s.source_path, s.source_version, s.id
    from private.media_runs r join private.streams s on s.id = r.stream_id where r.job_id = claimed.job_id;
end $function$;
comment on function private.claim_media_piece(uuid,integer,uuid,text) is 'Claims the next piece that nobody encodes, of any film; with a job and a stage, one of these. No row when there is none.';
grant execute on function private.claim_media_piece(uuid,integer,uuid,text) to service_role;

CREATE FUNCTION private.claim_sign_video(worker uuid, lease_seconds integer)
 RETURNS TABLE(title_id uuid, stream_id uuid, sign_id uuid, language text, source_path text, source_version text, file text, attempts integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claimed private.sign_checks;
begin
  loop
    select c.* into claimed from private.sign_checks c
      where c.run_after <= now() and coalesce(c.lease_until <= now(), true)
      order by c.run_after limit 1
      for update skip locked;
    exit when claimed.title_id is null;
    return query
      with current_stream as (
        select s.id, coalesce(s.film -> 'signs', '[]') as signs from private.streams s
        where (s.movie_id = claimed.title_id or s.episode_id = claimed.title_id) and s.status in ('watchable', 'whole')
      )
      select claimed.title_id, p.*, claimed.attempts + 1 from (
        select s.id, (f ->> 'id')::uuid, null::text, null::text, null::text, f ->> 'file'
        from current_stream s cross join lateral jsonb_array_elements(s.signs) f
        where not exists (select from public.sign_videos v where v.id = (f ->> 'id')::uuid)
        union all
        select s.id, v.id, v.language, v.path, o.version, null
        from current_stream s
        join public.sign_videos v on v.movie_id = claimed.title_id or v.episode_id = claimed.title_id
        left join storage.objects o on o.bucket_id = 'movies' and o.name = v.path
        where v.error_key is null
          and not exists (select from jsonb_array_elements(s.signs) f where f ->> 'id' = v.id::text)
      ) p limit 1;
    if found then
      update private.sign_checks c
        set worker = claim_sign_video.worker, lease_until = now() + make_interval(secs => lease_seconds), attempts = c.attempts + 1
        where c.title_id = claimed.title_id;
      return;
    end if;
    delete from private.sign_checks c where c.title_id = claimed.title_id;
  end loop;
end $function$;
comment on function private.claim_sign_video(uuid,integer) is 'Claims a sign video that a stream''s film.json lacks, or a deleted one that it still has (source_path is null, file is its file). No row when there is none.';
grant execute on function private.claim_sign_video(uuid,integer) to service_role;

CREATE FUNCTION private.close_account(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place private.personal_data;
begin
  -- While the address is there: of those who subscribed before such marks were kept, too.
  perform private.mark_trial(person);
  delete from public.admin_users a where a.user_id = person;
  delete from public.contact_messages m using auth.users u
    where u.id = person and u.email_confirmed_at is not null and lower(m.email) = lower(u.email);
  -- Sessions, identities, factors, passkeys.
  for place in select * from private.personal_data p where p.relation like 'auth.%' and p.relation <> 'auth.users' loop
    execute format('delete from %s where %I = $1', place.relation::regclass, place.person_column) using person;
  end loop;
  delete from auth.flow_state f where f.user_id = person;
  update auth.users u
    set email = null, phone = null, encrypted_password = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}',
      email_change = '', phone_change = '', banned_until = now() + interval '100 years'
    where u.id = person;
  update private.profiles p
    set username = 'x-' || substr(md5(gen_random_uuid()::text), 1, 12), first_name = null, last_name = null, bio = null,
      location = null, website = null, occupation = null, phone = null, date_of_birth = null, interests = '{}',
      avatar_url = null, is_public = false
    where p.id = person;
end $function$;
comment on function private.close_account(uuid) is 'Nobody can sign in to it any more, its tokens end, its address is free again, and nothing shows its owner.';
grant execute on function private.close_account(uuid) to service_role;

CREATE FUNCTION private.close_admin_setup()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_admins();
  update private.admin_setup s set completed_at = coalesce(s.completed_at, now()), code_hash = null;
  return null;
end $function$;
grant execute on function private.close_admin_setup() to service_role;

CREATE FUNCTION private.close_reports(in_topic uuid, of_post uuid, how text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  settled integer;
begin
  update private.reports r set settled_at = now(), outcome = how
    where r.topic_id = in_topic and r.post_id is not distinct from of_post and r.settled_at is null;
  get diagnostics settled = row_count;
  return settled;
end $function$;
grant execute on function private.close_reports(uuid,uuid,text) to service_role;

CREATE FUNCTION private.code_alphabet()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select 'CDFGHJKMNPQRTVWXY346789' $function$;
comment on function private.code_alphabet() is 'No vowels and no look-alikes; a prime number of characters, which the check character relies on.';
grant execute on function private.code_alphabet() to service_role;

CREATE FUNCTION private.code_length()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select 12 $function$;
grant execute on function private.code_length() to service_role;

CREATE FUNCTION private.compare_payment_day(day date, provider text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  begins timestamptz := compare_payment_day.day::timestamp at time zone 'UTC';
  ends timestamptz := (compare_payment_day.day + 1)::timestamp at time zone 'UTC';
begin
  perform pg_advisory_xact_lock(hashtextextended('payment day ' || compare_payment_day.day || compare_payment_day.provider, 0));
  delete from private.payment_days d where d.day = compare_payment_day.day and d.provider = compare_payment_day.provider;
  insert into private.payment_days (
      day, provider, currency, provider_count, provider_minor, ledger_count, ledger_minor, differences)
  with pairs as (
    -- What is on both sides belongs to the ledger's day: clocks and late events make no difference.
    select l.kind, l.provider_reference as reference, l.order_id, l.currency, l.amount_minor as ours, p.amount_minor as theirs,
      p.currency as their_currency
    from public.ledger l left join private.provider_entries p
      on p.provider = l.provider and p.reference = l.provider_reference and p.kind = l.kind
    where l.provider = compare_payment_day.provider and l.kind <> 'credit' and l.occurred_at >= begins and l.occurred_at < ends
    union all
    select p.kind, p.reference, null, p.currency, null, p.amount_minor, p.currency
    from private.provider_entries p
    where p.provider = compare_payment_day.provider and p.occurred_at >= begins and p.occurred_at < ends
      and not exists (
        select from public.ledger l where l.provider = p.provider and l.provider_reference = p.reference and l.kind = p.kind)
  ), judged as (
    select x.*, case when x.theirs is null then 'missing_there' when x.ours is null then 'missing_here'
      when x.ours <> x.theirs or x.currency <> x.their_currency then 'amount_differs' end as why,
      row_number() over (partition by x.currency, x.ours is not distinct from x.theirs and x.currency = x.their_currency
        order by x.kind, x.reference) as n
    from pairs x
  ), currencies as (
    select distinct j.currency from judged j
    union select case when private.takes_gourdes(compare_payment_day.provider) then 'HTG' else 'USD' end
  )
  select compare_payment_day.day, compare_payment_day.provider, c.currency, count(j.theirs), coalesce(sum(j.theirs), 0), count(j.ours),
    coalesce(sum(j.ours), 0),
    coalesce(jsonb_agg(jsonb_build_object('why', j.why, 'kind', j.kind, 'reference', j.reference, 'order_id', j.order_id,
      'ours', j.ours, 'theirs', j.theirs) order by j.n) filter (where j.why is not null and j.n <= 100), '[]')
  from currencies c left join judged j on j.currency = c.currency
  group by c.currency;
end $function$;
comment on function private.compare_payment_day(date,text) is 'Writes the rows of a day and provider. Called again, it replaces them.';
grant execute on function private.compare_payment_day(date,text) to service_role;

CREATE FUNCTION private.continue_casting(secret_hash text, stream_id uuid, client text)
 RETURNS TABLE(refusal text, session uuid, film jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address private.cast_addresses;
  playing private.playback_sessions;
  stream private.streams;
begin
  select c.* into address from private.cast_addresses c where c.secret_hash = continue_casting.secret_hash;
  select p.* into playing from private.playback_sessions p
    where p.id = address.session_id and p.stream_id = continue_casting.stream_id;
  select s.* into stream from private.streams s where s.id = playing.stream_id;
  -- Keep equal to continue_playback.
  if playing.id is null or address.expires_at <= now() or playing.ended_at is not null
    or playing.started_at <= now() - interval '12 hours'
    or not private.can_play(playing.user_id, playing.auth_session_id, stream) then
    return query select 'playback_ended', null::uuid, null::jsonb;
    return;
  end if;
  if client <> all (address.clients) then
    -- The first use sets the end; nothing moves it after that.
    update private.cast_addresses c
      set clients = c.clients || client,
        expires_at = case when c.clients = '{}' then now() + interval '4 hours' else c.expires_at end
      where c.session_id = address.session_id and c.secret_hash = address.secret_hash
        and client <> all (c.clients) and cardinality(c.clients) < 2;
    if not found and not exists (
      select from private.cast_addresses c
      where c.secret_hash = continue_casting.secret_hash and client = any (c.clients)) then
      return query select 'playback_moved', null::uuid, null::jsonb;
      return;
    end if;
  end if;
  -- After a pause others may have started.
  if playing.seen_at <= now() - interval '60 seconds' and not private.can_start_stream(playing.user_id, playing.id) then
    return query select 'too_many_streams', null::uuid, null::jsonb;
    return;
  end if;
  update private.playback_sessions p set seen_at = now()
    where p.id = playing.id and p.seen_at < now() - interval '10 seconds';
  return query select null::text, playing.id,
    jsonb_build_object('duration', stream.film -> 'duration', 'subtitles', coalesce(stream.film -> 'subtitles', '[]'));
end $function$;
comment on function private.continue_casting(text,uuid,text) is 'Checks a cast address for a stream every few seconds while a receiver plays it; or returns why not. film: what the receiver needs for captions.';
grant execute on function private.continue_casting(text,uuid,text) to service_role;

CREATE FUNCTION private.continue_playback(cookie_hash text, stream_id uuid, browser text, mark_hash text DEFAULT NULL::text, offered_hash text DEFAULT NULL::text)
 RETURNS TABLE(refusal text, session uuid, offered boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  playing private.playback_sessions;
  stream private.streams;
  offers boolean := false;
begin
  select p.* into playing from private.playback_sessions p
    where p.cookie_hash = continue_playback.cookie_hash and p.stream_id = continue_playback.stream_id;
  select s.* into stream from private.streams s where s.id = playing.stream_id;
  if playing.id is null or playing.ended_at is not null or playing.browser is distinct from continue_playback.browser
    or playing.started_at <= now() - interval '12 hours'
    or not private.can_play(playing.user_id, playing.auth_session_id, stream) then
    return query select 'playback_ended', null::uuid, false;
    return;
  end if;
  if continue_playback.mark_hash = playing.next_mark_hash then
    update private.playback_sessions p
      set mark_hash = p.next_mark_hash, previous_mark_hash = p.mark_hash, next_mark_hash = null, marked_at = now()
      where p.id = playing.id and p.next_mark_hash = continue_playback.mark_hash;
  elsif continue_playback.mark_hash is not distinct from playing.mark_hash then
    -- One offer at a time, so that of several clients one gets it. It is repeated when nobody took it up.
    offers := offered_hash is not null
      and coalesce(playing.marked_at, playing.exchanged_at) <= now() - interval '30 seconds'
      and coalesce(playing.mark_offered_at <= now() - interval '30 seconds', true);
  elsif continue_playback.mark_hash is distinct from playing.previous_mark_hash
    or playing.marked_at <= now() - interval '30 seconds' then
    return query select 'playback_moved', null::uuid, false;
    return;
  end if;
  -- After a pause others may have started.
  if playing.seen_at <= now() - interval '60 seconds' and not private.can_start_stream(playing.user_id, playing.id) then
    return query select 'too_many_streams', null::uuid, false;
    return;
  end if;
  -- Before seen_at is overwritten; of two requests at once the first one notes it.
  if playing.seen_at <= now() - interval '10 minutes' then
    update private.playback_sessions p set gap_began_at = p.seen_at, gap_ended_at = now()
      where p.id = playing.id and p.seen_at = playing.seen_at;
  end if;
  if offers then
    update private.playback_sessions p
      set next_mark_hash = offered_hash, mark_offered_at = now(), seen_at = now()
      where p.id = playing.id and p.mark_offered_at is not distinct from playing.mark_offered_at;
    offers := found;
  else
    update private.playback_sessions p set seen_at = now()
      where p.id = playing.id and p.seen_at < now() - interval '10 seconds';
  end if;
  return query select null::text, playing.id, offers;
end $function$;
comment on function private.continue_playback(text,uuid,text,text,text) is 'Checks that a cookie and its mark are still valid for a stream; called every few seconds while it plays. offered: the client gets offered_hash as its next mark.';
grant execute on function private.continue_playback(text,uuid,text,text,text) to service_role;

CREATE FUNCTION private.convert_order(of_order uuid, to_currency text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current_rate numeric := private.current_exchange_rate(to_currency);
  made public.orders;
begin
  update public.orders o
    set price_minor = o.amount_minor, exchange_rate = current_rate, currency = to_currency,
      amount_minor = private.gourdes_minor(o.amount_minor, current_rate)
    where o.id = of_order and o.currency = 'USD' and o.plan is null
      -- A wallet holds at most 100,000 gourdes.
      and private.gourdes_minor(o.amount_minor, current_rate) <= 10000000
    returning * into made;
  if made.id is null then
    raise exception using errcode = '22023', message = 'This way to pay is not available here. Please choose another one.',
      hint = 'payment_method_unavailable';
  end if;
  return made;
end $function$;
comment on function private.convert_order(uuid,text) is 'Fixes the amount in gourdes and the rate of an order. Refused without a rate, and for subscriptions that renew.';
grant execute on function private.convert_order(uuid,text) to service_role;

CREATE FUNCTION private.copy_order(of_order public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.orders;
begin
  made := jsonb_populate_record(null::public.orders, to_jsonb(of_order) - private.order_state_columns());
  made.id := gen_random_uuid();
  made.amount_minor := coalesce(of_order.price_minor, of_order.amount_minor);
  made.currency := 'USD';
  made.status := 'pending';
  made.created_at := case when of_order.promotion_id is null then now() else of_order.created_at end;
  made.updated_at := now();
  insert into public.orders select made.*;
  return made;
end $function$;
comment on function private.copy_order(public.orders) is 'A new order for the same thing at the same price, not yet given to a provider.';
grant execute on function private.copy_order(public.orders) to service_role;

CREATE FUNCTION private.count_active_subscribers()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select sum(h.members) from private.subscriber_hours h where h.expires_hour > now()), 0)
    + coalesce((select sum(c.change) from private.subscriber_changes c where c.expires_hour > now()), 0)
    + (select count(*) from private.member_directory d
        where d.subscribed_until > now() and d.subscribed_until < date_trunc('hour', now()) + interval '1 hour')
$function$;
comment on function private.count_active_subscribers() is 'Members whose subscription has not expired: whole hours from subscriber_hours, the current hour one by one.';
grant execute on function private.count_active_subscribers() to service_role;

CREATE FUNCTION private.count_cut(playing private.playback_sessions, seconds double precision)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  now_playing private.playback_sessions;
  gap tstzrange;
  stream private.streams;
begin
  if playing.user_id is null or not seconds > 600 then
    return 0;
  end if;
  select p.* into now_playing from private.playback_sessions p where p.id = playing.id;
  gap := case
    when now_playing.seen_at <= now() - interval '10 minutes' then tstzrange(now_playing.seen_at, now())
    when now_playing.gap_ended_at > now() - interval '5 minutes' then tstzrange(now_playing.gap_began_at, now_playing.gap_ended_at)
  end;
  -- It played when the gap began: a player that plays reports every ten seconds.
  if gap is null or playing.reported_at is null or playing.reported_at < lower(gap) - interval '2 minutes'
    or playing.reported_at > lower(gap) + interval '2 minutes' then
    return 0;
  end if;
  select s.* into stream from private.streams s where s.id = playing.stream_id;
  if exists (
      select from private.playback_sessions o
      where o.user_id = playing.user_id and o.id <> playing.id and o.stream_id = playing.stream_id
        and o.exchanged_at < upper(gap) and o.seen_at > lower(gap))
    or exists (
      select from private.offline_licences l
      where l.user_id = playing.user_id and l.title_id = coalesce(stream.movie_id, stream.episode_id)) then
    return 0;
  end if;
  return coalesce(private.settle_rental(
    private.find_running_rental(playing.user_id, stream.movie_id, stream.episode_id),
    tstzrange(lower(gap), least(upper(gap), lower(gap) + make_interval(secs => least(seconds, 43200))))), 0);
end $function$;
comment on function private.count_cut(private.playback_sessions,double precision) is 'A player says that it could not play for so long, as the server saw no request of it. Returns the minutes that were added to a rental.';
grant execute on function private.count_cut(private.playback_sessions,double precision) to service_role;

CREATE FUNCTION private.count_day(on_day date, watching private.watch_count)
 RETURNS private.daily_statistics
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
  select on_day,
    (select count(*) from private.profiles p where p.created_at >= on_day and p.created_at < on_day + 1)::integer,
    coalesce(watching.members, 0), coalesce(watching.visits, 0), coalesce(watching.seconds, 0),
    coalesce((
      select jsonb_object_agg(x.currency, x.amount)
      from (
        select l.currency, sum(l.amount_minor) as amount from public.ledger l
        where l.occurred_at >= on_day and l.occurred_at < on_day + 1 group by 1
      ) x), '{}'),
    (select count(*) from public.orders o
      where o.status = 'failed' and o.updated_at >= on_day and o.updated_at < on_day + 1)::integer
$function$;
grant execute on function private.count_day(date,private.watch_count) to service_role;

CREATE FUNCTION private.count_entries(lists uuid[], times timestamp with time zone[], change integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if change > 0 then
    insert into private.forum_blocks (list, starts_at, entries)
      select distinct l, timestamptz '-infinity', 0 from unnest(lists) l on conflict do nothing;
  end if;
  update private.forum_blocks b set entries = b.entries + g.entries * change
    from (
      select e.list, s.starts_at, count(*)::integer as entries
      from unnest(lists, times) e (list, at), lateral (
        select max(x.starts_at) as starts_at from private.forum_blocks x where x.list = e.list and x.starts_at <= e.at) s
      group by 1, 2
    ) g
    where b.list = g.list and b.starts_at = g.starts_at;
end $function$;
grant execute on function private.count_entries(uuid[],timestamp with time zone[],integer) to service_role;

CREATE FUNCTION private.count_episodes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.count_episodes() to service_role;

CREATE FUNCTION private.count_members(of_title uuid, periods private.watch_period[], live private.watch_count[], OUT members bigint, OUT approximate boolean)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with parts as materialized (
    select r.members, r.member_hashes
    from unnest(periods) p join private.watch_rollups r
      on r.title_id = of_title and r.days = p.days and r.starts between p.first_start and p.last_start
    union all
    select l.members, l.member_hashes from unnest(live) l where l.title_id = of_title
  ), merged as (
    select coalesce((array_agg(distinct h.hash))[1:private.hash_limit(of_title)], '{}') as hashes
    from parts p, unnest(p.member_hashes) h (hash)
  ), alone as (
    select max(p.members) as members from parts p having count(*) = 1
  )
  select coalesce(a.members, private.estimate_members(m.hashes, private.hash_limit(of_title))),
    a.members is null and cardinality(m.hashes) = private.hash_limit(of_title)
  from merged m left join alone a on true
$function$;
comment on function private.count_members(uuid,private.watch_period[],private.watch_count[]) is 'How many different members watched a title in these periods. Approximate when there are many and no single day has them all.';
grant execute on function private.count_members(uuid,private.watch_period[],private.watch_count[]) to service_role;

CREATE FUNCTION private.count_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into public.notification_counts as c (user_id, unread)
      select n.user_id, count(*) from new_rows n where n.read_at is null group by 1 order by 1
      on conflict (user_id) do update set unread = c.unread + excluded.unread, changed_at = now();
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- What they were notified of is deleted: they can be notified again. Readers come before notifications, so a reader
    -- that somebody else holds is not waited for: they are reading.
    update private.topic_readers r set notified = false
      where r.notified and (r.topic_id, r.user_id) in (
        select x.topic_id, x.user_id from private.topic_readers x
        where (x.topic_id, x.user_id) in (select o.topic_id, o.user_id from old_rows o where o.read_at is null)
        for no key update skip locked);
  end if;
  perform from public.notification_counts c
    where c.user_id in (select o.user_id from old_rows o where o.read_at is null) order by c.user_id for no key update;
  if tg_op = 'DELETE' then
    update public.notification_counts c set unread = c.unread - g.gone, changed_at = now()
      from (select o.user_id, count(*) as gone from old_rows o where o.read_at is null group by 1) g
      where c.user_id = g.user_id;
    return null;
  end if;
  update public.notification_counts c set unread = c.unread - g.gone, changed_at = now()
    from (
      select o.user_id, count(*) as gone from old_rows o join new_rows n on n.id = o.id
      where o.read_at is null and n.read_at is not null group by 1) g
    where c.user_id = g.user_id;
  return null;
end $function$;
grant execute on function private.count_notifications() to service_role;

CREATE FUNCTION private.count_open_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.change_storage_usage(r.owner_id, 0, 0, count(*))
      from new_rows r where r.owner_id is not null group by r.owner_id order by r.owner_id;
  else
    perform private.change_storage_usage(r.owner_id, 0, 0, -count(*))
      from old_rows r where r.owner_id is not null group by r.owner_id order by r.owner_id;
  end if;
  return null;
end $function$;
grant execute on function private.count_open_uploads() to service_role;

CREATE FUNCTION private.count_promotion_uses(promotion uuid, of_person uuid, other_than public.orders)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Another way to pay makes another order for the same title: that is one use.
  select count(distinct (coalesce(o.user_id, o.id), coalesce(o.movie_id, o.series_id), o.transaction_type))::integer
  from public.orders o
  where o.promotion_id = count_promotion_uses.promotion and (of_person is null or o.user_id = of_person)
    and (o.status in ('paid', 'disputed')
      -- The code was entered, or a page is open at a provider: private.is_order_payable() and checkoutExpiry() end earlier.
      or o.status = 'pending' and o.created_at > now() - interval '30 minutes'
      or o.status = 'pending' and o.created_at > now() - interval '75 minutes' and o.provider_reference is not null)
    and (o.user_id, coalesce(o.movie_id, o.series_id), o.transaction_type) is distinct from
      (other_than.user_id, coalesce(other_than.movie_id, other_than.series_id), other_than.transaction_type)
$function$;
comment on function private.count_promotion_uses(uuid,uuid,public.orders) is 'Orders that are paid or can be paid at its price, of one person or all, without those of the same person for the same title.';
grant execute on function private.count_promotion_uses(uuid,uuid,public.orders) to service_role;

CREATE FUNCTION private.count_reply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.forum_topics t
    set reply_count = t.reply_count + 1, last_activity_at = greatest(t.last_activity_at, new.created_at)
    where t.id = new.topic_id;
  return null;
end $function$;
grant execute on function private.count_reply() to service_role;

CREATE FUNCTION private.count_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.count_reviews() to service_role;

CREATE FUNCTION private.count_stored_objects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.change_storage_usage(r.owner_id, count(*), sum(private.object_bytes(r.metadata))::bigint, 0)
      from new_rows r where r.owner_id is not null group by r.owner_id order by r.owner_id;
  elsif tg_op = 'DELETE' then
    perform private.change_storage_usage(r.owner_id, -count(*), -sum(private.object_bytes(r.metadata))::bigint, 0)
      from old_rows r where r.owner_id is not null group by r.owner_id order by r.owner_id;
  else
    perform private.change_storage_usage(r.owner_id, sum(r.objects)::bigint, sum(r.bytes)::bigint, 0)
      from (
        select owner_id, 1 as objects, private.object_bytes(metadata) as bytes from new_rows
        union all
        select owner_id, -1, -private.object_bytes(metadata) from old_rows
      ) r
      where r.owner_id is not null group by r.owner_id
      having sum(r.objects) <> 0 or sum(r.bytes) <> 0
      order by r.owner_id;
  end if;
  return null;
end $function$;
grant execute on function private.count_stored_objects() to service_role;

CREATE FUNCTION private.count_topics(categories uuid[], times timestamp with time zone[], pinned boolean[], change integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  whole constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  -- A category that was just deleted has no list.
  if change > 0 then
    insert into private.forum_lists (list) select distinct l from unnest(whole || categories) l order by l on conflict do nothing;
  end if;
  -- In this order the whole forum, which is the lock, comes first.
  perform from private.forum_lists l where l.list = any (whole || categories) order by l.list for update;
  update private.forum_lists l set entries = l.entries + g.entries * change
    from (
      select c.list, count(*)::integer as entries
      from unnest(categories || array_fill(whole, array[cardinality(categories)])) c (list) group by 1
    ) g
    where l.list = g.list;
  perform private.count_entries(array_agg(l.list), array_agg(t.at), change)
    from unnest(categories, times, pinned) t (category, at, pinned), unnest(array[whole, t.category]) l (list)
    where not t.pinned having count(*) > 0;
end $function$;
grant execute on function private.count_topics(uuid[],timestamp with time zone[],boolean[],integer) to service_role;

CREATE FUNCTION private.count_watching(on_day date)
 RETURNS SETOF private.watch_count
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with watched as materialized (
    select coalesce(s.movie_id, e.series_id) as title_id, s.user_id, s.seconds_watched as seconds,
      hashtext((select t.value #>> '{}' from private.settings t where t.key = 'statistics_salt') || s.user_id) as hash
    from public.watch_sessions s left join public.episodes e on e.id = s.episode_id
    where s.day = on_day and s.seconds_watched > 0
  )
  select on_day, w.title_id, sum(w.seconds), count(*) filter (where w.user_id is null), count(distinct w.user_id),
    coalesce((array_agg(distinct w.hash) filter (where w.hash is not null))[1:private.hash_limit(w.title_id)], '{}')
  from watched w where w.title_id is not null group by w.title_id
  union all
  select on_day, '00000000-0000-0000-0000-000000000000', sum(w.seconds), count(*) filter (where w.user_id is null), count(distinct w.user_id),
    coalesce((array_agg(distinct w.hash) filter (where w.hash is not null))[1:private.hash_limit('00000000-0000-0000-0000-000000000000')], '{}')
  from watched w having count(*) > 0
$function$;
comment on function private.count_watching(date) is 'Who watched what on one day: a row for each title, and one for all together.';
grant execute on function private.count_watching(date) to service_role;

CREATE FUNCTION private.count_wrong_code()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_rate_limit('wrong_code', 'address ' || private.caller_address_hash(), 30, '1 hour');
  if auth.uid() is not null then
    perform private.check_rate_limit('wrong_code', 'account ' || auth.uid(), 10, '1 hour');
  end if;
  -- Last, because everybody waits for this row.
  perform private.check_rate_limit('wrong_code', 'all', 1000, '1 hour');
end $function$;
grant execute on function private.count_wrong_code() to service_role;

CREATE FUNCTION private.counted_ahead()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select 75 $function$;
grant execute on function private.counted_ahead() to service_role;

CREATE FUNCTION private.cover_days(first_day date, last_day date)
 RETURNS SETOF private.watch_period
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with stale as materialized (
    select s.day from private.stale_days s where s.day between first_day and last_day
  ), long as materialized (
    select p.starts from private.rolled_periods p
    where p.days = 64 and p.slices = p.days / 4 and p.starts >= first_day and p.starts <= last_day - 63
      and p.starts not in (select private.period_start(s.day, 64) from stale s)
  ), middle as materialized (
    select p.starts from private.rolled_periods p
    where p.days = 8 and p.slices = p.days / 4 and p.starts >= first_day and p.starts <= last_day - 7
      and private.period_start(p.starts, 64) not in (select l.starts from long l)
      and p.starts not in (select private.period_start(s.day, 8) from stale s)
  ), short as (
    select d.day from private.daily_statistics d
    where d.day between first_day and last_day
      and private.period_start(d.day, 64) not in (select l.starts from long l)
      and private.period_start(d.day, 8) not in (select m.starts from middle m)
      and d.day not in (select s.day from stale s)
  ), periods (days, starts) as (
    select 64, l.starts from long l union all select 8, m.starts from middle m union all select 1, s.day from short s
  )
  select x.days, min(x.starts), max(x.starts)
  from (
    select p.days, p.starts, p.starts - p.days * row_number() over (partition by p.days order by p.starts)::integer as run
    from periods p
  ) x
  group by x.days, x.run
$function$;
comment on function private.cover_days(date,date) is 'The fewest periods of watch_rollups that together are these days, without those that have to be counted now.';
grant execute on function private.cover_days(date,date) to service_role;

CREATE FUNCTION private.create_gift_order(of_gift uuid, buyer uuid, item public.orders)
 RETURNS public.orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.orders (user_id, transaction_type, gift_id, pass, media_type, movie_id, series_id, title, thumbnail_url, amount_minor)
  values (buyer, 'gift', of_gift, item.pass, item.media_type, item.movie_id, item.series_id, item.title, item.thumbnail_url, item.amount_minor)
  returning *
$function$;
grant execute on function private.create_gift_order(uuid,uuid,public.orders) to service_role;

CREATE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given_name text := private.trim_text(coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name', ''));
  picture text := coalesce(new.raw_user_meta_data ->> 'avatar_url', new.raw_user_meta_data ->> 'picture');
  accepted_terms text := new.raw_user_meta_data ->> 'terms_version';
begin
  loop
    insert into private.profiles (id, username, first_name, last_name, avatar_url)
    values (
      new.id,
      private.generate_username(split_part(new.email, '@', 1)),
      left(split_part(given_name, ' ', 1), 80),
      left(private.trim_text(substr(given_name, char_length(split_part(given_name, ' ', 1)) + 1)), 80),
      case when picture ~ '^https://' and private.is_web_address(picture) then picture end
    )
    on conflict do nothing;
    -- The name was taken between the check and the insert: try again. A profile that exists already stays.
    exit when found or exists (select from private.profiles where id = new.id);
  end loop;
  if accepted_terms is not null then
    insert into public.terms_acceptances (user_id, version)
      select new.id, v.version from public.terms_versions v where v.version = accepted_terms
      on conflict do nothing;
  end if;
  return new;
end $function$;
comment on function private.create_profile() is 'Creates the profile of a new account, and its accepted terms, in the same transaction.';
grant execute on function private.create_profile() to service_role;

CREATE FUNCTION private.credit_of(person uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce(sum(c.amount_minor), 0)::bigint from private.credits c where c.user_id = person $function$;
grant execute on function private.credit_of(uuid) to service_role;

CREATE FUNCTION private.current_exchange_rate(currency text)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.rate from public.exchange_rates r where r.currency = current_exchange_rate.currency order by r.id desc limit 1
$function$;
comment on function private.current_exchange_rate(text) is 'Null until somebody has set one.';
grant execute on function private.current_exchange_rate(text) to service_role;

CREATE FUNCTION private.delete_category_lists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.forum_lists l where l.list = old.id;
  delete from private.forum_blocks b where b.list = old.id;
  return null;
end $function$;
grant execute on function private.delete_category_lists() to service_role;

CREATE FUNCTION private.delete_member_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.topic_views where viewer = old.id::text;
  delete from private.rate_limits where who = old.id::text;
  return null;
end $function$;
grant execute on function private.delete_member_activity() to service_role;

CREATE FUNCTION private.delete_open_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.s3_multipart_uploads u where u.owner_id = old.id::text;
  return null;
end $function$;
grant execute on function private.delete_open_uploads() to service_role;

CREATE FUNCTION private.derive_code(code_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Bytes from 253 on are left out, so that every character is as likely as the others.
  with bytes as (
    select n.place, get_byte(h.digest, n.place) as value
    from private.code_keys k,
      lateral (select extensions.hmac(convert_to('code ' || code_id, 'utf8'), k.key, 'sha512')) h (digest),
      generate_series(0, 63) n (place)
  ), characters as (
    select b.place, substr(private.code_alphabet(), 1 + b.value % 23, 1) as character
    from bytes b where b.value < 253 order by b.place limit private.code_length() - 1
  ), body as (
    select string_agg(c.character, '' order by c.place) as text from characters c
  )
  select regexp_replace(b.text || private.check_character(b.text), '(.{4})(?=.)', '\1-', 'g') from body b
$function$;
comment on function private.derive_code(uuid) is 'The code of a row of private.codes, in groups: what a giver sees and a voucher shows.';
grant execute on function private.derive_code(uuid) to service_role;

CREATE FUNCTION private.describe_code(used private.codes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select case used.kind when 'gift' then private.describe_gift(used) else private.describe_voucher(used) end $function$;
grant execute on function private.describe_code(private.codes) to service_role;

CREATE FUNCTION private.describe_gift(used private.codes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'gift', 'pass', o.pass, 'media_type', o.media_type, 'media_id', coalesce(o.movie_id, o.series_id),
    'title', o.title, 'thumbnail_url', o.thumbnail_url, 'from_name', g.from_name, 'recipient_name', g.recipient_name,
    'greeting', g.greeting, 'language', g.language)
  from private.gifts g join public.orders o on o.id = g.order_id where g.id = used.gift_id
$function$;
grant execute on function private.describe_gift(private.codes) to service_role;

CREATE FUNCTION private.describe_title(media_type text, media_id uuid)
 RETURNS TABLE(title text, series_id uuid, published boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if describe_title.media_type = 'movie' then
    return query select m.title::text, null::uuid, m.published from public.movies m where m.id = media_id;
  elsif describe_title.media_type = 'episode' then
    return query select s.title || ' · ' || e.title, s.id, s.published
      from public.episodes e join public.series s on s.id = e.series_id where e.id = media_id;
  end if;
end $function$;
comment on function private.describe_title(text,uuid) is 'Title of the film or episode as text, its series, and whether it is published.';
grant execute on function private.describe_title(text,uuid) to service_role;

CREATE FUNCTION private.describe_voucher(used private.codes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'voucher', 'pass', b.pass, 'media_type', b.media_type, 'media_id', coalesce(b.movie_id, b.series_id),
    'title', b.title, 'thumbnail_url', b.thumbnail_url)
  from private.vouchers v join private.voucher_batches b on b.id = v.batch_id where v.code_id = used.id
$function$;
grant execute on function private.describe_voucher(private.codes) to service_role;

CREATE FUNCTION private.detach_forum_posts(person uuid, at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  posts uuid[] := array(select p.id from public.forum_posts p where p.user_id = person order by p.topic_id limit at_most);
  topics uuid[] := array(select t.id from public.forum_topics t where t.user_id = person order by t.id limit at_most);
  relation text;
  changed integer;
  done integer := cardinality(posts) + cardinality(topics);
begin
  perform from public.forum_topics t
    where t.id = any (topics || array(select p.topic_id from public.forum_posts p where p.id = any (posts)))
    order by t.id for no key update;
  update public.forum_topics t set user_id = null where t.id = any (topics) and t.user_id = person;
  update public.forum_posts p set user_id = null where p.id = any (posts) and p.user_id = person;
  foreach relation in array array['private.text_versions edited_by', 'private.hidden_texts user_id'] loop
    execute format(
      'update %1$s set %2$s = null where ctid = any (array(select x.ctid from %1$s x where x.%2$s = $1 limit $2))',
      split_part(relation, ' ', 1), split_part(relation, ' ', 2)) using person, at_most;
    get diagnostics changed = row_count;
    done := done + changed;
  end loop;
  foreach relation in array array[
    'private.topic_readers user_id', 'private.notifications user_id', 'private.reports reporter_id'] loop
    execute format(
      'delete from %1$s where ctid = any (array(select x.ctid from %1$s x where x.%2$s = $1 limit $2))',
      split_part(relation, ' ', 1), split_part(relation, ' ', 2)) using person, at_most;
    get diagnostics changed = row_count;
    done := done + changed;
  end loop;
  return done > 0;
end $function$;
comment on function private.detach_forum_posts(uuid,integer) is 'A batch of making a leaving member''s topics and replies anonymous and of deleting what else the forum has of them. True when there may be more. Call it until it returns false, then delete the member.';
grant execute on function private.detach_forum_posts(uuid,integer) to service_role;

CREATE FUNCTION private.device_code_length()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select 8 $function$;
grant execute on function private.device_code_length() to service_role;

CREATE FUNCTION private.device_poll_seconds()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select 5 $function$;
grant execute on function private.device_poll_seconds() to service_role;

CREATE FUNCTION private.digest_audit_entry(entry public.audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select sha256(convert_to(jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor_id, entry.act, entry.subject,
    entry.subject_id, entry.label, entry.reason, entry.change)::text, 'UTF8')) $function$;
comment on function private.digest_audit_entry(public.audit_log) is 'Everything that an entry says. Does not depend on the session''s time zone.';
grant execute on function private.digest_audit_entry(public.audit_log) to service_role;

CREATE FUNCTION private.discount_order(promotion private.promotions, wanted public.orders)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.orders := wanted;
begin
  made.amount_minor := private.discounted_minor(promotion, private.undiscounted_minor(wanted));
  made.price_minor := null;
  made.created_at := now();
  made.promotion_id := promotion.id;
  made.discount_minor := private.undiscounted_minor(wanted) - made.amount_minor;
  return private.copy_order(made);
end $function$;
comment on function private.discount_order(private.promotions,public.orders) is 'A new order for the same title at the lower price: the other may be open at a provider. A second code replaces the first.';
grant execute on function private.discount_order(private.promotions,public.orders) to service_role;

CREATE FUNCTION private.discounted_minor(promotion private.promotions, price_minor integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Keep 50 equal to CARD_MIN in contract/src/commerce/limits.ts.
  select case when c.price < 1 then 0 else greatest(c.price, least(50, price_minor)) end
  from (
    select case when promotion.percent is not null then ceil(price_minor * (100 - promotion.percent) / 100.0)::integer
      else price_minor - promotion.off_minor end as price
  ) c
$function$;
comment on function private.discounted_minor(private.promotions,integer) is 'What is left to pay, in cents, rounded up: nothing, or at least 50 cents, because cards are not charged less.';
grant execute on function private.discounted_minor(private.promotions,integer) to service_role;

CREATE FUNCTION private.disown_files(person uuid, at_most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with changed as (
    update storage.objects o set owner = null, owner_id = null
      where o.id in (
        select x.id from storage.objects x
        where (x.owner_id = person::text or x.owner = person) and x.bucket_id <> 'profile-images' limit at_most)
      returning 1
  )
  select count(*) from changed
$function$;
comment on function private.disown_files(uuid,integer) is 'Catalogue files stay, without their uploader.';
grant execute on function private.disown_files(uuid,integer) to service_role;

CREATE FUNCTION private.drop_foreign_avatar()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.is_own_avatar(new.avatar_url) then
    new.avatar_url := null;
  end if;
  return new;
end $function$;
grant execute on function private.drop_foreign_avatar() to service_role;

CREATE FUNCTION private.end_casting(cookie_hash text, stream_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.cast_addresses c using private.playback_sessions p
    where p.id = c.session_id and p.cookie_hash = end_casting.cookie_hash and p.stream_id = end_casting.stream_id
$function$;
grant execute on function private.end_casting(text,uuid) to service_role;

CREATE FUNCTION private.end_device_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.device_requests r where r.user_id = new.user_id;
  delete from auth.sessions s using private.device_sessions d where d.user_id = new.user_id and s.id = d.session_id;
  return null;
end $function$;
comment on function private.end_device_sessions() is 'Somebody who gets a role signs out on televisions: a session that was opened by a code never reaches the admin area.';
grant execute on function private.end_device_sessions() to service_role;

CREATE FUNCTION private.end_of_passes(person uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held private.paid_passes;
  ends timestamptz;
  begins timestamptz;
  other_end timestamptz;
begin
  for held in
    select * from private.paid_passes p
    where p.user_id = person and p.is_paid and p.ended_at is null order by p.paid_at, p.order_id
  loop
    begins := greatest(held.paid_at, ends);
    -- A subscription that runs at that moment is used up first.
    loop
      select max(s.expires_at) into other_end from public.subscriptions s
        where s.user_id = person and s.subscription_type <> 'pass' and s.created_at <= begins and s.expires_at > begins;
      exit when other_end is null;
      begins := other_end;
    end loop;
    ends := begins + held.lasts;
  end loop;
  return ends;
end $function$;
comment on function private.end_of_passes(uuid) is 'Each pass begins when it was paid, or where the one before it or a running subscription ends. Null without any.';
grant execute on function private.end_of_passes(uuid) to service_role;

CREATE FUNCTION private.end_playback_session(session uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.playback_sessions p set ended_at = now() where p.id = session and p.ended_at is null;
  if found then
    perform pg_notify('playback_ended', session::text);
  end if;
end $function$;
grant execute on function private.end_playback_session(uuid) to service_role;

CREATE FUNCTION private.enqueue_job(kind text, payload jsonb DEFAULT '{}'::jsonb, key text DEFAULT NULL::text, run_after timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  runners_know boolean := false;
begin
  if key is not null then
    if exists (
      select from private.jobs w
      where w.kind = enqueue_job.kind and w.key = enqueue_job.key and w.status = 'waiting'
        and w.run_after = enqueue_job.run_after and w.xmin = pg_current_xact_id()::xid
    ) then
      return;
    end if;
    runners_know := exists (
      select from private.jobs w
      where w.kind = enqueue_job.kind and w.key = enqueue_job.key and w.status = 'waiting'
        and w.run_after <= enqueue_job.run_after);
  end if;
  insert into private.jobs (kind, payload, key, run_after) values (kind, payload, key, run_after);
  -- PostgreSQL sends equal notifications of one transaction once.
  if not runners_know then
    perform pg_notify('jobs', '');
  end if;
end $function$;
comment on function private.enqueue_job(text,jsonb,text,timestamp with time zone) is 'Adds background work in the caller''s transaction. Waits for nobody.';
grant execute on function private.enqueue_job(text,jsonb,text,timestamp with time zone) to service_role;

CREATE FUNCTION private.enqueue_payment_days()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- When the day is over, and once more when late events are in.
  select private.enqueue_job('reconcile_day', jsonb_build_object('day', d.day, 'provider', p.provider), d.day || ' ' || p.provider)
  from unnest(array['stripe', 'sandbox', 'moncash', 'natcash']) p (provider)
    cross join (values (current_date - 1, interval '1 day'), (current_date - 4, interval '4 days')) d (day, age)
  where exists (select from public.orders o where o.provider = p.provider)
    and not exists (
      select from private.payment_days k
      where k.day = d.day and k.provider = p.provider and k.checked_at >= d.day::timestamp at time zone 'UTC' + d.age)
$function$;
comment on function private.enqueue_payment_days() is 'Enqueues the comparison of days that have ended and are not compared yet.';
grant execute on function private.enqueue_payment_days() to service_role;

CREATE FUNCTION private.erase_account_data()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.mark_trial(old.id);
  delete from public.contact_messages m
    where old.email_confirmed_at is not null and lower(m.email) = lower(old.email);
  perform private.anonymize_account_events(old.id, null);
  delete from auth.flow_state f where f.user_id = old.id;
  -- Catalogue files stay, without their uploader.
  update storage.objects o set owner = null, owner_id = null where o.owner_id = old.id::text or o.owner = old.id;
  return old;
end $function$;
grant execute on function private.erase_account_data() to service_role;

CREATE FUNCTION private.erase_account_rows(person uuid, at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place record;
  rows_left bigint := at_most;
  found bigint;
begin
  -- The forum's rows have an order in which they are locked.
  if private.detach_forum_posts(person, at_most) then
    return true;
  end if;
  for place in select * from private.list_many_row_places() loop
    execute format(
      case when place.stays then 'update %1$s set %2$I = null' else 'delete from %1$s' end
        || ' where ctid = any (array(select ctid from %1$s where %2$I = $1::text::%3$s limit $2))',
      place.relation, place.person_column, place.type) using person, rows_left;
    get diagnostics found = row_count;
    rows_left := rows_left - found;
    if rows_left <= 0 then
      return true;
    end if;
  end loop;
  rows_left := rows_left - private.anonymize_account_events(person, rows_left::integer);
  if rows_left > 0 then
    rows_left := rows_left - private.disown_files(person, rows_left::integer);
  end if;
  return rows_left <= 0;
end $function$;
comment on function private.erase_account_rows(uuid,integer) is 'One batch of what a deleted account leaves. True: there is more. Afterwards the account itself is deleted.';
grant execute on function private.erase_account_rows(uuid,integer) to service_role;

CREATE FUNCTION private.estimate_members(hashes integer[], hash_limit integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Hashes are spread evenly: the smaller the largest of the smallest ones, the more there are.
  select case when cardinality(hashes) < hash_limit then cardinality(hashes)
    else round((hash_limit - 1) * 4294967296 / (hashes[hash_limit]::numeric + 2147483649)) end
$function$;
comment on function private.estimate_members(integer[],integer) is 'How many different members there are, from their smallest hashes in ascending order.';
grant execute on function private.estimate_members(integer[],integer) to service_role;

CREATE FUNCTION private.exchange_ticket(ticket_hash text, stream_id uuid, cookie_hash text, browser text, held text[], old_cookie_hash text)
 RETURNS TABLE(refusal text, session uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened private.playback_sessions;
  stream private.streams;
begin
  -- Of two requests with one ticket, in any process, the second waits here and then finds it exchanged.
  select p.* into opened from private.playback_sessions p where p.ticket_hash = exchange_ticket.ticket_hash for update;
  if opened.stream_id = exchange_ticket.stream_id and opened.cookie_hash = old_cookie_hash then
    return query select null::text, null::uuid;
    return;
  end if;
  if opened.id is null or opened.stream_id <> exchange_ticket.stream_id or opened.exchanged_at is not null
    or opened.ended_at is not null or opened.ticket_expires_at <= now()
    or (opened.bound_to is not null and opened.bound_to <> all (held)) then
    return query select 'ticket_invalid', null::uuid;
    return;
  end if;
  select s.* into stream from private.streams s where s.id = opened.stream_id;
  if not private.can_play(opened.user_id, opened.auth_session_id, stream) then
    return query select 'playback_ended', null::uuid;
    return;
  end if;
  -- The same browser starts the same film again: its previous session ends.
  perform private.end_playback_session(p.id) from private.playback_sessions p
    where p.cookie_hash = old_cookie_hash and p.stream_id = opened.stream_id and p.user_id is not distinct from opened.user_id;
  if not private.can_start_stream(opened.user_id, opened.id) then
    return query select 'too_many_streams', null::uuid;
    return;
  end if;
  update private.playback_sessions p
    set cookie_hash = exchange_ticket.cookie_hash, browser = exchange_ticket.browser, exchanged_at = now(), seen_at = now()
    where p.id = opened.id;
  insert into public.watch_sessions (id, user_id, movie_id, episode_id)
    values (opened.id, opened.user_id, stream.movie_id, stream.episode_id);
  -- From here on the browser gets the film.
  perform private.start_rental(opened.user_id, stream.movie_id, stream.episode_id);
  return query select null::text, opened.id;
end $function$;
comment on function private.exchange_ticket(text,uuid,text,text,text[],text) is 'Exchanges a ticket for a session, once; or returns why not. No session: the caller already has its cookie. held: hashes of the secrets that the browser sent.';
grant execute on function private.exchange_ticket(text,uuid,text,text,text[],text) to service_role;

CREATE FUNCTION private.extend_job_lease(job_id bigint, claim integer, lease interval)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with held as (
    update private.jobs j set run_after = clock_timestamp() + lease
      where j.id = job_id and j.status = 'running' and j.claims = claim
      returning 1
  )
  select exists (select from held)
$function$;
comment on function private.extend_job_lease(bigint,integer,interval) is 'False when another process has taken the job over.';
grant execute on function private.extend_job_lease(bigint,integer,interval) to service_role;

CREATE FUNCTION private.extend_pass(user_id uuid, pass text, order_id uuid, paid_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.save_pass(user_id, pass, order_id, paid_at, true) $function$;
comment on function private.extend_pass(uuid,text,uuid,timestamp with time zone) is 'Gives a member a pass for an order, after what is left of the others. Called again for the same order, it gives nothing more.';
grant execute on function private.extend_pass(uuid,text,uuid,timestamp with time zone) to service_role;

CREATE FUNCTION private.extend_rentals(at_most integer DEFAULT 1000)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  outage private.outages;
  settled integer;
begin
  select o.* into outage from private.outages o
    where o.part in ('site', 'films') and o.ended_at > now() - interval '3 days'
      and not exists (select from private.settled_outages s where s.outage_id = o.id)
    order by o.ended_at limit 1;
  if outage.id is null then
    return false;
  end if;
  -- Those that had ended before are not read: see the index user_purchases_running_rentals.
  select count(private.settle_rental(r.id, null, outage.ended_at)) into settled
    from (
      select p.id from public.user_purchases p
      where p.rental_started_at is not null and p.rental_expiry > outage.began_at and p.status = 'completed'
        and p.rental_started_at < outage.ended_at
        and coalesce(p.rental_settled_until, p.rental_started_at) < outage.ended_at
      order by p.rental_expiry limit at_most) r;
  if settled < at_most then
    insert into private.settled_outages (outage_id) values (outage.id) on conflict do nothing;
  end if;
  return true;
end $function$;
comment on function private.extend_rentals(integer) is 'A job: adds the minutes of an outage that has ended to the rentals that ran, up to at_most of them. True: there may be more.';
grant execute on function private.extend_rentals(integer) to service_role;

CREATE FUNCTION private.fail_job(job_id bigint, claim integer, error text, max_attempts integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job private.jobs;
begin
  update private.jobs j
    set last_error = left(error, 2000),
      status = case when j.attempts >= max_attempts and j.repeat_every is null then 'failed' else 'waiting' end,
      failed_at = case when j.attempts >= max_attempts then coalesce(j.failed_at, clock_timestamp()) end,
      run_after = clock_timestamp() + least(
        interval '1 second' * (2 ^ least(j.attempts, 12)) * (0.75 + random() / 2), interval '1 hour', j.repeat_every)
    where j.id = job_id and j.status = 'running' and j.claims = claim
    returning j.* into job;
  if job.status = 'failed' and job.key is not null then
    -- The list shows the same work once.
    delete from private.jobs j
      where j.kind = job.kind and j.key = job.key and j.status = 'failed' and j.failed_at is not null and j.id <> job.id;
  end if;
end $function$;
comment on function private.fail_job(bigint,integer,text,integer) is 'Repeats the job later, each time after a longer pause. Work that repeats anyway is never given up.';
grant execute on function private.fail_job(bigint,integer,text,integer) to service_role;

CREATE FUNCTION private.fail_media_job(job_id uuid, worker uuid, error_key text, error_detail text, retry_seconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_job_held(job_id, worker) then
    return;
  end if;
  update public.media_jobs j
    set status = case when retry_seconds is null then 'failed' else 'queued' end,
      run_after = now() + make_interval(secs => coalesce(retry_seconds, 0)),
      seconds_left = null, error_key = fail_media_job.error_key, error_detail = fail_media_job.error_detail
    where j.id = fail_media_job.job_id;
  update private.media_runs r set worker = null, lease_until = null where r.job_id = fail_media_job.job_id;
end $function$;
grant execute on function private.fail_media_job(uuid,uuid,text,text,integer) to service_role;

CREATE FUNCTION private.fail_sign_video(title_id uuid, sign_id uuid, worker uuid, error_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.sign_videos v where v.id = sign_id for update;
  update private.sign_checks c set worker = null, lease_until = null, attempts = 0
    where c.title_id = fail_sign_video.title_id and c.worker = fail_sign_video.worker;
  if found then
    update public.sign_videos v set error_key = fail_sign_video.error_key where v.id = sign_id;
  end if;
end $function$;
comment on function private.fail_sign_video(uuid,uuid,uuid,text) is 'Says why an uploaded sign video cannot be used. It is not tried again.';
grant execute on function private.fail_sign_video(uuid,uuid,uuid,text) to service_role;

CREATE FUNCTION private.failed_renewal_to_mail(subscription uuid, status text)
 RETURNS TABLE(email text, metadata jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email::text, u.raw_user_meta_data
  from public.subscriptions s join auth.users u on u.id = s.user_id
  where s.id = failed_renewal_to_mail.subscription and s.status = failed_renewal_to_mail.status
    and u.email <> '' and u.email_confirmed_at is not null and (u.banned_until is null or u.banned_until < now())
    -- Somebody who has another subscription or a pass meanwhile has lost nothing.
    and (s.status = 'past_due' or not private.is_subscribed(s.user_id))
$function$;
comment on function private.failed_renewal_to_mail(uuid,text) is 'To whom the e-mail goes; nobody when the state has changed meanwhile.';
grant execute on function private.failed_renewal_to_mail(uuid,text) to service_role;

CREATE FUNCTION private.feature_titles(kind text, ids uuid[], featured boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.feature_titles(text,uuid[],boolean) to service_role;

CREATE FUNCTION private.film_minutes(film jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select greatest(1, least(1440, round((film ->> 'duration')::numeric / 60)))::integer $function$;
grant execute on function private.film_minutes(jsonb) to service_role;

CREATE FUNCTION private.find_account_events(person uuid)
 RETURNS SETOF auth.audit_log_entries
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.* from auth.audit_log_entries e
  where (e.payload ->> 'actor_id' = person::text or e.payload -> 'traits' ->> 'user_id' = person::text)
    and (e.ip_address <> '' or e.payload::jsonb ? 'actor_name'
      or e.payload::jsonb -> 'traits' ?| array['user_email', 'user_phone', 'user_name']
      or (e.payload ->> 'actor_id' = person::text and e.payload ->> 'actor_username' <> ''))
$function$;
comment on function private.find_account_events(uuid) is 'Events of an account with an address or names.';
grant execute on function private.find_account_events(uuid) to service_role;

CREATE FUNCTION private.find_actors(pattern text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive actors (id) as (
    (select l.actor_id from public.audit_log l where l.actor_id is not null order by l.actor_id limit 1)
    union all
    select (select l.actor_id from public.audit_log l where l.actor_id > a.id order by l.actor_id limit 1)
    from actors a where a.id is not null
  )
  -- As a function call, so that the index of all members is not used: actors are few.
  select array(
    select d.id from actors a join private.member_directory d on d.id = a.id where pg_catalog.textlike(d.words, pattern))
$function$;
grant execute on function private.find_actors(text) to service_role;

CREATE FUNCTION private.find_audit_entries(actors uuid[], act text, subject text, object text, from_day date, to_day date, before bigint, at_most integer, OUT ids bigint[], OUT looked_to bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- An entry has the time at which its transaction began.
  longest constant interval := '1 hour';
  above bigint := (select a.id from public.audit_log a where a.at < from_day - longest order by a.at desc limit 1);
  below bigint := (select a.id from public.audit_log a where a.at >= to_day + 1 + longest order by a.at limit 1);
  by_index text := concat_ws(' and ',
    format('a.id > %s and a.id < %s', coalesce(above, 0), least(below, before, 9223372036854775807)),
    -- In the order of an index, so that no more than at_most entries are read.
    case when subject is not null and object is not null then format('a.subject = %L and a.subject_id = %L', subject, object)
      when cardinality(actors) = 1 then format('a.actor_id = %L', actors[1])
      when subject is not null then format('a.subject = %L', subject) end);
begin
  execute format('select array_agg(l.id order by l.id desc) filter (where ($1 is null or l.actor_id = any ($1))
        and ($2 is null or l.act = $2) and ($3 is null or l.subject = $3) and ($4 is null or l.subject_id = $4)
        and ($5 is null or l.at >= $5) and ($6 is null or l.at < $6 + 1)),
      case when count(*) = $7 then min(l.id) end
    from (select a.* from public.audit_log a where %s order by a.id desc limit $7) l', by_index)
    into ids, looked_to using actors, act, subject, object, from_day, to_day, at_most;
end $function$;
comment on function private.find_audit_entries(uuid[],text,text,text,date,date,bigint,integer) is 'The entries that match, newest first, among at most so many. looked_to: where to look on; null when there are no more. Actors, act and the others: null for all.';
grant execute on function private.find_audit_entries(uuid[],text,text,text,date,date,bigint,integer) to service_role;

CREATE FUNCTION private.find_block_from_newest(list uuid, skipped bigint, OUT before timestamp with time zone, OUT still bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select coalesce(b.next_start, 'infinity'), skipped - b.newer into before, still
    from (
      select s.entries, lag(s.starts_at) over newest as next_start, sum(s.entries) over newest - s.entries as newer
      from private.forum_blocks s where s.list = find_block_from_newest.list
      window newest as (order by s.starts_at desc)
    ) b
    where b.newer + b.entries > skipped
    limit 1;
end $function$;
comment on function private.find_block_from_newest(uuid,bigint) is 'Where to start reading a list, newest first, and how many entries to skip from there.';
grant execute on function private.find_block_from_newest(uuid,bigint) to service_role;

CREATE FUNCTION private.find_block_from_oldest(list uuid, skipped bigint, OUT since timestamp with time zone, OUT still bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select b.starts_at, skipped - b.older into since, still
    from (
      select s.entries, s.starts_at, sum(s.entries) over (order by s.starts_at) - s.entries as older
      from private.forum_blocks s where s.list = find_block_from_oldest.list
    ) b
    where b.older + b.entries > skipped
    limit 1;
end $function$;
comment on function private.find_block_from_oldest(uuid,bigint) is 'As find_block_from_newest, oldest first.';
grant execute on function private.find_block_from_oldest(uuid,bigint) to service_role;

CREATE FUNCTION private.find_code(typed text, OUT outcome text, OUT match private.codes)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_code(typed, private.code_length()) then
    outcome := 'code_mistyped';
  elsif not private.can_guess_codes() then
    outcome := 'too_many_tries';
  else
    select c.* into match from private.codes c where c.hash = private.hash_code(typed);
    if match.id is null then
      perform private.count_wrong_code();
      outcome := 'code_wrong';
    elsif match.status = 'redeemed' then
      outcome := case when match.redeemed_by = auth.uid() then 'code_yours' else 'code_used' end;
    elsif match.status = 'revoked' then
      outcome := 'code_revoked';
    else
      outcome := 'code_valid';
    end if;
  end if;
end $function$;
comment on function private.find_code(text) is 'The row of a typed code and an error key, or code_valid. Returns failures instead of raising them: what is raised would take the count of guesses back.';
grant execute on function private.find_code(text) to service_role;

CREATE FUNCTION private.find_current_stream(media_type text, media_id uuid)
 RETURNS private.streams
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stream private.streams;
begin
  if find_current_stream.media_type = 'movie' then
    select s.* into stream from private.streams s where s.movie_id = media_id and s.status in ('watchable', 'whole');
  elsif find_current_stream.media_type = 'episode' then
    select s.* into stream from private.streams s where s.episode_id = media_id and s.status in ('watchable', 'whole');
  end if;
  return stream;
end $function$;
comment on function private.find_current_stream(text,uuid) is 'The stream that plays for a movie or episode; null when there is no video.';
grant execute on function private.find_current_stream(text,uuid) to service_role;

CREATE FUNCTION private.find_device_request(typed text, OUT outcome text, OUT request private.device_requests)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
  session uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  if session is null then
    raise exception using errcode = '42501', message = 'User not authenticated', hint = 'not_authenticated';
  elsif exists (select from private.device_sessions d where d.session_id = session) then
    outcome := 'device_confirms_no_other';
  elsif exists (select from public.admin_users a where a.user_id = person) then
    outcome := 'device_not_for_staff';
  elsif exists (select from auth.users u where u.id = person and u.banned_until > now()) then
    outcome := 'user_banned';
  elsif not private.is_code(typed, private.device_code_length()) then
    outcome := 'code_mistyped';
  elsif not private.can_guess_codes() then
    outcome := 'too_many_tries';
  else
    select r.* into request from private.device_requests r where r.code_hash = private.hash_code(typed);
    if request.id is null then
      perform private.count_wrong_code();
      outcome := 'code_wrong';
    elsif request.status <> 'waiting' then
      outcome := 'code_used';
    elsif request.expires_at <= now() then
      outcome := 'code_expired';
    else
      outcome := 'code_valid';
    end if;
  end if;
end $function$;
comment on function private.find_device_request(text) is 'The request of a code that a member typed or scanned, and an error key, or code_valid. Returns failures instead of raising them: what is raised would take the count of guesses back.';
grant execute on function private.find_device_request(text) to service_role;

CREATE FUNCTION private.find_due_day()
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
  -- Whatever was begun before midnight has ended ten minutes later.
  with closed as (select (now() - interval '10 minutes')::date - 1 as day)
  select coalesce(
    (select max(s.day) from private.stale_days s, closed c where s.day <= c.day),
    (select max(g.day) from closed c, lateral (select generate_series(private.first_day(), c.day, '1 day')::date as day) g
      where not exists (select from private.daily_statistics d where d.day = g.day)))
$function$;
grant execute on function private.find_due_day() to service_role;

CREATE FUNCTION private.find_due_period(period_days integer)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
  select max(g.starts)
  from (
    select generate_series(
      private.period_start(greatest(private.first_day(), current_date - private.retention_days('statistics')), period_days) + period_days,
      private.period_start(current_date, period_days) - period_days, make_interval(days => period_days))::date as starts
  ) g
  where not exists (
      select from private.rolled_periods p where p.days = period_days and p.starts = g.starts and p.slices = p.days / 4)
    and case period_days
      when 8 then (select count(*) from private.daily_statistics d where d.day >= g.starts and d.day < g.starts + 8)
      else (select count(*) from private.rolled_periods p 
        where p.days = 8 and p.slices = p.days / 4 and p.starts >= g.starts and p.starts < g.starts + 64)
    end = 8
$function$;
grant execute on function private.find_due_period(integer) to service_role;

CREATE FUNCTION private.find_genre_words(typed text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if length(typed) < 3 then
    return '{}';
  end if;
  return array(
    select n.genre from private.category_names n
    where n.name >= typed and n.name < typed || chr(1114111) and n.genre not like '% %'
    order by n.name limit 6);
end $function$;
comment on function private.find_genre_words(text) is 'Genres of one word whose category is called like this in another language.';
grant execute on function private.find_genre_words(text) to service_role;

CREATE FUNCTION private.find_members(typed text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select l.id::uuid from private.read_page('private.member_directory t', 'true', private.build_search_pattern(typed),
      't.created_at desc, t.id', 't.created_at, t.id desc', false, 'profiles', 1, 50, true) l)
$function$;
comment on function private.find_members(text) is 'Up to fifty members by name, username or e-mail address.';
grant execute on function private.find_members(text) to service_role;

CREATE FUNCTION private.find_mentioned_members(content text, except_for uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if position('@' in content) = 0 then
    return '{}';
  end if;
  return array(
    select distinct p.id
    from (
      select lower(coalesce(m.found[1], m.found[2])) as name
      from regexp_matches(
        regexp_replace(regexp_replace(content, '```.*?```', '', 'g'), '^[ \t]*>.*$|`[^`\n]*`', '', 'gn') collate "und-x-icu",
        '(?<![[:alnum:]_@./-])@(?:"([^"@\n]{2,40})"|([[:alnum:]_.-]{2,40}))', 'g') m (found)
      limit 10
    ) w
      join private.profiles p on lower(p.username) in (w.name, rtrim(w.name, '.-'))
    where p.id is distinct from except_for
      and not exists (select from private.notification_settings s where s.user_id = p.id and s.mentions = 'off'));
end $function$;
comment on function private.find_mentioned_members(text,uuid) is 'The members whom a text mentions and who want to know it, at most ten.';
grant execute on function private.find_mentioned_members(text,uuid) to service_role;

CREATE FUNCTION private.find_offline_right(viewer uuid, media_type text, media_id uuid, OUT right_kind text, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_open boolean;
  series uuid;
  has_bought boolean;
  rented_until timestamptz;
begin
  if not private.can_watch(viewer, find_offline_right.media_type, media_id) then
    return;
  end if;
  if find_offline_right.media_type = 'movie' then
    select m.published and m.is_free into is_open from public.movies m where m.id = media_id;
  else
    select s.published and (s.is_free or e.is_free), s.id into is_open, series
      from public.episodes e join public.series s on s.id = e.series_id where e.id = media_id;
  end if;
  select bool_or(p.transaction_type = 'purchase'), max(p.rental_expiry) filter (where p.transaction_type <> 'purchase')
    into has_bought, rented_until
    from public.user_purchases p
    where p.user_id = viewer and p.status = 'completed' and (p.transaction_type = 'purchase' or p.rental_expiry > now())
      and case when series is null then p.movie_id = media_id else p.series_id = series end;
  -- Decision 56: bought, 30 days after the last contact; rented, until the rental ends; all else, 14 days after it.
  if has_bought then
    right_kind := 'purchase';
    ends_at := now() + interval '30 days';
  elsif rented_until is not null and not is_open and not private.is_subscribed(viewer) then
    right_kind := 'rental';
    ends_at := rented_until;
  else
    right_kind := 'subscription';
    ends_at := now() + interval '14 days';
  end if;
end $function$;
comment on function private.find_offline_right(uuid,text,uuid) is 'Until when somebody who can watch a film or episode now can play it offline, and by which right. Nulls: they cannot watch it.';
grant execute on function private.find_offline_right(uuid,text,uuid) to service_role;

CREATE FUNCTION private.find_order_with_provider(of_order public.orders, provider text)
 RETURNS public.orders
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.* from public.orders o
  where o.user_id = of_order.user_id and o.provider = find_order_with_provider.provider and private.is_order_payable(o)
    and to_jsonb(o) - private.order_state_columns() = to_jsonb(of_order) - private.order_state_columns()
    and coalesce(o.price_minor, o.amount_minor) = coalesce(of_order.price_minor, of_order.amount_minor)
  order by o.created_at desc limit 1
$function$;
grant execute on function private.find_order_with_provider(public.orders,text) to service_role;

CREATE FUNCTION private.find_payments(typed text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with digits as (select regexp_replace(typed, '[\s().+-]', '', 'g') as phone where typed ~ '^\+?[\d\s().-]{6,24}$')
  select distinct f.order_id from (
    (select o.id as order_id from public.orders o
      where o.id between
        case when typed ~* '^[0-9a-f]{8}((-[0-9a-f]{4}){3}-[0-9a-f]{12})?$'
          then (typed || substr('00000000-0000-0000-0000-000000000000', char_length(typed) + 1))::uuid end
        and case when typed ~* '^[0-9a-f]{8}((-[0-9a-f]{4}){3}-[0-9a-f]{12})?$'
          then (typed || substr('ffffffff-ffff-ffff-ffff-ffffffffffff', char_length(typed) + 1))::uuid end
      limit 50)
    union all (select o.id from public.orders o where o.provider_reference = typed limit 50)
    union all (select l.order_id from public.ledger l where l.provider_reference = typed limit 50)
    -- A wallet is written with or without the country code.
    union all (
      select y.order_id from digits, lateral (
        select y.order_id from private.payers y where y.phone in (digits.phone, '509' || digits.phone)
        order by y.paid_at desc limit 200) y)
    union all (
      select o.id from digits
        join private.gifts g on g.recipient_phone in ('+' || digits.phone, '+509' || digits.phone)
        join public.orders o on o.gift_id = g.id
      limit 50)
  ) f
$function$;
comment on function private.find_payments(text) is 'Orders that are named exactly: by id or its first eight characters, a provider''s reference, or a phone number (its newest 200 payments).';
grant execute on function private.find_payments(text) to service_role;

CREATE FUNCTION private.find_reply_number(topic uuid, at timestamp with time zone, post uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block_start timestamptz := (
    select max(s.starts_at) from private.forum_blocks s where s.list = topic and s.starts_at <= at);
begin
  return (select coalesce(sum(b.entries), 0) from private.forum_blocks b where b.list = topic and b.starts_at < block_start)
    + (select count(*) from public.forum_posts p
      where p.topic_id = topic and p.created_at >= block_start and (p.created_at, p.id) <= (at, post));
end $function$;
comment on function private.find_reply_number(uuid,timestamp with time zone,uuid) is 'The number of a reply: how many there are up to and including it.';
grant execute on function private.find_reply_number(uuid,timestamp with time zone,uuid) to service_role;

CREATE FUNCTION private.find_running_rental(viewer uuid, movie uuid, episode uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if movie is not null then
    return (select p.id from public.user_purchases p
      where p.user_id = viewer and p.movie_id = movie and p.status = 'completed' and p.transaction_type = 'rental'
        and p.rental_started_at is not null and p.rental_expiry > now()
      order by p.rental_expiry limit 1);
  end if;
  return (select p.id from public.episodes e join public.user_purchases p on p.series_id = e.series_id
    where e.id = episode and p.user_id = viewer and p.status = 'completed' and p.transaction_type = 'rental'
      and p.rental_started_at is not null and p.rental_expiry > now()
    order by p.rental_expiry limit 1);
end $function$;
grant execute on function private.find_running_rental(uuid,uuid,uuid) to service_role;

CREATE FUNCTION private.find_search_hits(query text, max_each integer)
 RETURNS SETOF private.search_hit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 15
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
end $function$;
comment on function private.find_search_hits(text,integer) is 'Ids that match the query, best first; public.search reads the rows with the caller''s rights.';
grant execute on function private.find_search_hits(text,integer) to anon, authenticated, service_role;

CREATE FUNCTION private.find_similar_titles(of_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
end $function$;
comment on function private.find_similar_titles(uuid) is 'Titles that share people, genres, words or the language with a published one, the most similar first.';
grant execute on function private.find_similar_titles(uuid) to service_role;

CREATE FUNCTION private.find_similar_words(typed text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  keys text[] := private.typo_keys(typed);
begin
  -- A key of the typed word without one character can equal a key of the stored word without two.
  if length(typed) > 5 then
    keys := keys || array(select '~' || k.key from unnest(keys) k (key) where k.key not like '~%');
  end if;
  return array(select w.word from private.search_words w where w.word like '%' || typed || '%' limit 12)
    || array(
      select w.word
      from (
        select s.word, greatest(extensions.similarity(s.word, typed), extensions.similarity(left(s.word, length(typed)), typed)) as nearness
        from private.search_words s where private.typo_keys(s.word) && keys limit 200
      ) w
      where length(typed) < 6 or w.nearness > 0.15
      order by w.nearness desc, w.word limit 4);
end $function$;
comment on function private.find_similar_words(text) is 'Words that contain the typed one, or that are one or two typos away from it.';
grant execute on function private.find_similar_words(text) to service_role;

CREATE FUNCTION private.find_subscription(person uuid)
 RETURNS public.subscriptions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s from public.subscriptions s where s.user_id = person
  order by (s.status = 'active' and s.expires_at > now()) desc, s.expires_at desc limit 1
$function$;
comment on function private.find_subscription(uuid) is 'A member''s subscription: the active one, else the last.';
grant execute on function private.find_subscription(uuid) to service_role;

CREATE FUNCTION private.find_target(target_kind text, target_id uuid)
 RETURNS private.forum_target
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target private.forum_target;
  in_topic uuid := case target_kind when 'topic' then target_id
    when 'post' then (select p.topic_id from public.forum_posts p where p.id = target_id) end;
  author uuid := case target_kind when 'topic' then (select t.user_id from public.forum_topics t where t.id = target_id)
    else (select p.user_id from public.forum_posts p where p.id = target_id) end;
begin
  perform private.lock_members(array[author, auth.uid()]);
  select t.id, null, t.user_id, t.title, t.content, t.hidden_at into target
    from public.forum_topics t where t.id = in_topic and t.deleted_at is null for no key update;
  if found and target_kind = 'post' then
    select p.topic_id, p.id, p.user_id, null, p.content, p.hidden_at into target
      from public.forum_posts p where p.id = target_id for no key update;
  end if;
  if target.topic_id is null then
    perform private.raise_not_found();
  end if;
  return target;
end $function$;
comment on function private.find_target(text,uuid) is 'A topic or reply, locked together with its topic and kept from losing its author.';
grant execute on function private.find_target(text,uuid) to service_role;

CREATE FUNCTION private.finish_av1_job(job_id uuid, worker uuid, rungs jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stream uuid := (select r.stream_id from private.media_runs r where r.job_id = finish_av1_job.job_id);
begin
  perform private.lock_title_of_stream(stream);
  delete from private.media_runs r where r.job_id = finish_av1_job.job_id and r.worker = finish_av1_job.worker;
  if not found then
    return false;
  end if;
  update private.streams s set film = s.film || jsonb_build_object('av1', rungs) where s.id = stream;
  update public.media_jobs j set av1 = case when rungs = '[]' then 'none' else 'made' end
    where j.id = finish_av1_job.job_id;
  return true;
end $function$;
comment on function private.finish_av1_job(uuid,uuid,jsonb) is 'Offers the renditions to viewers. An empty list: this film gets none.';
grant execute on function private.finish_av1_job(uuid,uuid,jsonb) to service_role;

CREATE FUNCTION private.finish_job(job_id bigint, claim integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.jobs j
    where j.id = job_id and j.status = 'running' and j.claims = claim and j.repeat_every is null;
  update private.jobs j
    set status = 'waiting', attempts = 0, last_error = null, failed_at = null,
      run_after = clock_timestamp() + j.repeat_every
    where j.id = job_id and j.status = 'running' and j.claims = claim
$function$;
comment on function private.finish_job(bigint,integer) is 'Deletes the job, or makes it wait for its next turn when it repeats.';
grant execute on function private.finish_job(bigint,integer) to service_role;

CREATE FUNCTION private.finish_media_job(job_id uuid, worker uuid, film jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_job_held(job_id, worker) then
    return false;
  end if;
  perform private.publish_stream(r.stream_id, finish_media_job.film, true)
    from private.media_runs r where r.job_id = finish_media_job.job_id;
  update public.media_jobs j set status = 'done', stage = null, percent = 100, seconds_left = null
    where j.id = finish_media_job.job_id;
  delete from private.media_runs r where r.job_id = finish_media_job.job_id;
  perform pg_notify('media', '');
  return true;
end $function$;
grant execute on function private.finish_media_job(uuid,uuid,jsonb) to service_role;

CREATE FUNCTION private.first_day()
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
  select least(
    (select min(s.day) from public.watch_sessions s), (select min(d.day) from private.daily_statistics d),
    (select min(p.created_at) from private.profiles p)::date, (select min(l.occurred_at) from public.ledger l)::date,
    (select min(o.updated_at) from public.orders o where o.status = 'failed')::date)
$function$;
comment on function private.first_day() is 'The first day on which anything happened.';
grant execute on function private.first_day() to service_role;

CREATE FUNCTION private.fold_reactions(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pending bigint[] := array(select v.id from private.pending_reactions v order by v.id limit at_most);
  removed uuid := (
    select v.post_id from private.pending_reactions v
    where v.id = any (pending)
      and not exists (select from public.forum_posts p where p.id = v.post_id)
      and not exists (select from public.forum_topics t where t.id = v.post_id and t.deleted_at is null)
    limit 1);
  free uuid[];
  folded integer;
begin
  if removed is not null then
    delete from public.forum_reactions v where v.ctid = any (array(
      select x.ctid from public.forum_reactions x where x.post_id = removed limit at_most));
    get diagnostics folded = row_count;
    if folded < at_most then
      delete from private.pending_reactions v where v.post_id = removed;
    end if;
    return true;
  end if;
  -- A post that somebody is changing is counted the next time, so that nobody waits here.
  free := array(
      select t.id from public.forum_topics t
      where t.id in (select v.post_id from private.pending_reactions v where v.id = any (pending))
      order by t.id for no key update skip locked)
    || array(
      select p.id from public.forum_posts p
      where p.id in (select v.post_id from private.pending_reactions v where v.id = any (pending))
      order by p.id for no key update skip locked);
  with taken as (
    delete from private.pending_reactions v where v.id = any (pending) and v.post_id = any (free)
      returning v.post_id, v.kind, v.change),
  changes as (
    select k.post_id, array_agg(k.change order by array_position('{heart,bravo,laugh,wow}', k.kind)) as counts
    from (
      select p.post_id, n.kind, coalesce(sum(t.change), 0)::integer as change
      from (select distinct o.post_id from taken o) p
        cross join unnest('{heart,bravo,laugh,wow}'::text[]) n (kind)
        left join taken t on t.post_id = p.post_id and t.kind = n.kind
      group by 1, 2) k
    group by 1 having bool_or(k.change <> 0)),
  topics as (
    update public.forum_topics t set reactions = private.add_reactions(t.reactions, c.counts)
      from changes c where t.id = c.post_id),
  posts as (
    update public.forum_posts p set reactions = private.add_reactions(p.reactions, c.counts)
      from changes c where p.id = c.post_id)
  select count(*) into folded from taken;
  return folded = at_most;
end $function$;
comment on function private.fold_reactions(integer) is 'Adds pending reactions to their posts, and removes reactions to deleted posts. True when there may be more.';
grant execute on function private.fold_reactions(integer) to service_role;

CREATE FUNCTION private.fold_review_votes(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.fold_review_votes(integer) is 'Adds pending votes to their reviews, and removes votes of deleted reviews. True when there may be more.';
grant execute on function private.fold_review_votes(integer) to service_role;

CREATE FUNCTION private.fold_subscriber_changes(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  folded integer;
begin
  with taken as (
    delete from private.subscriber_changes c
    where c.id in (select t.id from private.subscriber_changes t order by t.id limit at_most for update skip locked)
    returning c.expires_hour, c.change
  ), added as (
    insert into private.subscriber_hours as h (expires_hour, members)
    select t.expires_hour, sum(t.change) from taken t group by 1 order by 1
    on conflict (expires_hour) do update set members = h.members + excluded.members
  )
  select count(*) into folded from taken;
  delete from private.subscriber_hours h where h.expires_hour < now() - interval '1 day';
  return folded = at_most;
end $function$;
comment on function private.fold_subscriber_changes(integer) is 'Adds the changes to subscriber_hours and forgets hours that are over. True: there are more.';
grant execute on function private.fold_subscriber_changes(integer) to service_role;

CREATE FUNCTION private.fold_text(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  return lower(extensions.unaccent('extensions.unaccent'::regdictionary, value));
end $function$;
comment on function private.fold_text(text) is 'Lower case without accents: leta finds Létà.';
grant execute on function private.fold_text(text) to anon, authenticated, service_role;

CREATE FUNCTION private.fold_topic_views(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A topic that was busy each time is waited for, alone: who holds one topic does not wait for another.
  overdue uuid := (
    select v.topic_id from private.pending_views v where v.viewed_at < now() - interval '3 seconds' order by v.id limit 1);
  pending bigint[] := array(
    select v.id from private.pending_views v where overdue is null or v.topic_id = overdue order by v.id limit at_most);
  topics uuid[];
  folded integer;
begin
  if overdue is not null then
    topics := array(select t.id from public.forum_topics t where t.id = overdue for no key update);
  else
    topics := array(
      select t.id from public.forum_topics t
      where t.id in (select v.topic_id from private.pending_views v where v.id = any (pending))
      order by t.id for no key update skip locked);
  end if;
  with taken as (
    delete from private.pending_views v
      where v.id = any (pending)
        and (v.topic_id = any (topics) or not exists (select from public.forum_topics t where t.id = v.topic_id))
      returning v.topic_id),
  counted as (
    update public.forum_topics t set views = t.views + g.views
      from (select k.topic_id, count(*)::integer as views from taken k group by 1) g
      where t.id = g.topic_id and t.deleted_at is null)
  select count(*) into folded from taken;
  return overdue is not null or folded = at_most;
end $function$;
comment on function private.fold_topic_views(integer) is 'Adds some of the pending views to their topics. True when there may be more.';
grant execute on function private.fold_topic_views(integer) to service_role;

CREATE FUNCTION private.forget_agent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := 'Agent ' || left(new.id::text, 8);
  new.is_active := false;
  return new;
end $function$;
comment on function private.forget_agent() is 'With the account goes the name. Vouchers that were sold stay good, and the books stay.';
grant execute on function private.forget_agent() to service_role;

CREATE FUNCTION private.forget_giver()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.from_name := 'Unknown';
  new.greeting := '';
  new.recipient_phone := null;
  new.recipient_email := null;
  return new;
end $function$;
comment on function private.forget_giver() is 'With the account go the giver''s name and words. The code stays good: it was paid for.';
grant execute on function private.forget_giver() to service_role;

CREATE FUNCTION private.generate_username(base text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stem text := left(regexp_replace(private.fold_text(coalesce(base, '')), '[^a-z0-9_.-]', '', 'g'), 30);
  candidate text;
begin
  if char_length(stem) < 2 or private.is_reserved_name(stem) then
    stem := 'member';
  end if;
  candidate := stem;
  -- The first few numbers are easy to read; after that a random suffix ends the search.
  for n in 2 .. 6 loop
    exit when not exists (select from private.profiles where lower(username) = candidate)
      and not private.is_staff_lookalike(null, candidate);
    candidate := case when n < 6 then stem || n else stem || '-' || substr(md5(gen_random_uuid()::text), 1, 8) end;
  end loop;
  return candidate;
end $function$;
grant execute on function private.generate_username(text) to service_role;

CREATE FUNCTION private.genre_facet(genre_key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select 'genre:' || left(md5(genre_key), 12) $function$;
grant execute on function private.genre_facet(text) to service_role;

CREATE FUNCTION private.genre_key(genre text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select btrim(left(private.normalize_words(left(genre, 60)), 60)) $function$;
grant execute on function private.genre_key(text) to service_role;

CREATE FUNCTION private.gift_item(pass text, media_type text, media_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  item public.orders;
begin
  if gift_item.pass is not null and num_nonnulls(gift_item.media_type, media_id) = 0 then
    select k.id, 'Lakou, ' || k.id, k.amount_minor into item.pass, item.title, item.amount_minor
      from public.passes k where k.id = gift_item.pass;
  elsif gift_item.pass is null then
    select t.kind, t.movie_id, t.series_id, t.title, t.thumbnail_url,
        private.price_minor(t.kind, 'purchase', t.purchase_price, t.rental_price)
      into item.media_type, item.movie_id, item.series_id, item.title, item.thumbnail_url, item.amount_minor
      from (
        select 'movie' as kind, m.id as movie_id, null::uuid as series_id, m.title, m.thumbnail_url, m.purchase_price, m.rental_price
          from public.movies m where m.id = media_id and m.published and not m.is_free and m.is_purchasable
        union all
        select 'series', null, s.id, s.title, s.thumbnail_url, s.purchase_price, s.rental_price
          from public.series s where s.id = media_id and s.published and not s.is_free and s.is_purchasable
      ) t where t.kind = gift_item.media_type;
  end if;
  if coalesce(item.amount_minor, 0) < 1 then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  return item;
end $function$;
comment on function private.gift_item(text,text,uuid) is 'What is given, with the price of this moment: a pass, or a title to keep.';
grant execute on function private.gift_item(text,text,uuid) to service_role;

CREATE FUNCTION private.gift_to_mail(gift uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('email', g.recipient_email, 'name', g.recipient_name, 'from_name', g.from_name, 'greeting', g.greeting,
    'language', g.language, 'code', private.derive_code(c.id), 'pass', o.pass, 'title', o.title)
  from private.gifts g join private.codes c on c.gift_id = g.id join public.orders o on o.id = g.order_id
  where g.id = gift_to_mail.gift and g.recipient_email is not null and g.mailed_at is null and c.status = 'active' and o.status = 'paid'
$function$;
comment on function private.gift_to_mail(uuid) is 'What the e-mail to the recipient says. Null when there is none to send.';
grant execute on function private.gift_to_mail(uuid) to service_role;

CREATE FUNCTION private.give_to_recipient(of_gift private.gifts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bought public.orders;
  used private.codes;
begin
  select * into used from private.codes c where c.gift_id = of_gift.id and c.redeemed_by is not null;
  if used.id is null then
    return;
  end if;
  select * into bought from public.orders o where o.id = of_gift.order_id;
  if bought.pass is not null and bought.status = 'paid' then
    perform private.extend_pass(used.redeemed_by, bought.pass, bought.id, used.redeemed_at);
  elsif bought.pass is not null then
    perform private.revoke_pass(bought.id);
  else
    insert into public.user_purchases as u (
      user_id, media_type, movie_id, series_id, title, transaction_type, amount, provider, provider_reference, order_id, status, created_at)
    values (used.redeemed_by, bought.media_type, bought.movie_id, bought.series_id, bought.title, 'purchase', 0, 'gift', used.id,
      bought.id, case bought.status when 'paid' then 'completed' when 'disputed' then 'disputed' else 'refunded' end, used.redeemed_at)
    on conflict (order_id, part) do update set status = excluded.status where u.status <> excluded.status;
  end if;
end $function$;
comment on function private.give_to_recipient(private.gifts) is 'The entitlement of the person who redeemed this gift, as far as its order is paid. Called again, it gives nothing more.';
grant execute on function private.give_to_recipient(private.gifts) to service_role;

CREATE FUNCTION private.give_up_av1_job(job_id uuid, worker uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with held as (
    delete from private.media_runs r where r.job_id = give_up_av1_job.job_id and r.worker = give_up_av1_job.worker
    returning r.job_id)
  update public.media_jobs j set av1 = 'failed' from held where j.id = held.job_id
$function$;
comment on function private.give_up_av1_job(uuid,uuid) is 'The film stays in H.264 alone.';
grant execute on function private.give_up_av1_job(uuid,uuid) to service_role;

CREATE FUNCTION private.gourdes_minor(price_minor integer, rate numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select ceil(price_minor * rate / 100)::bigint * 100 $function$;
comment on function private.gourdes_minor(integer,numeric) is 'A price in cents of a dollar, in whole gourdes, rounded up; counted in hundredths.';
grant execute on function private.gourdes_minor(integer,numeric) to service_role;

CREATE FUNCTION private.has_bundle(person uuid, bundle uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from private.bundle_titles t
    where t.bundle_id = bundle and not private.has_title(person, coalesce(t.movie_id, t.series_id), 'purchase'))
$function$;
comment on function private.has_bundle(uuid,uuid) is 'True when this person has bought each of its titles, in whichever way.';
grant execute on function private.has_bundle(uuid,uuid) to service_role;

CREATE FUNCTION private.has_paid_for(viewer uuid, media_type text, media_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if has_paid_for.media_type = 'movie' then
    return exists (
      select from public.user_purchases p
      where p.user_id = viewer and p.movie_id = media_id and p.status = 'completed'
        and (p.transaction_type = 'purchase' or p.rental_expiry > now()));
  end if;
  return has_paid_for.media_type = 'series' and exists (
    select from public.user_purchases p
    where p.user_id = viewer and p.series_id = media_id and p.status = 'completed'
      and (p.transaction_type = 'purchase' or p.rental_expiry > now()));
end $function$;
grant execute on function private.has_paid_for(uuid,text,uuid) to service_role;

CREATE FUNCTION private.has_paid_to_keep(viewer uuid, title_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.user_purchases p
    where p.user_id = viewer and p.status = 'completed' and p.transaction_type = 'purchase' and title_id in (p.movie_id, p.series_id))
$function$;
grant execute on function private.has_paid_to_keep(uuid,uuid) to service_role;

CREATE FUNCTION private.has_refund_failed(request private.refund_requests)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.ledger p join public.ledger f on f.order_id = p.order_id and f.provider = p.provider
      and f.kind = 'refund_failed' and f.payment_reference = p.provider_reference
    where p.id = request.payment_id and f.booked_at >= request.requested_at)
$function$;
grant execute on function private.has_refund_failed(private.refund_requests) to service_role;

CREATE FUNCTION private.has_role(VARIADIC roles text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when exists (
    select from public.admin_users a
    where a.user_id = (select auth.uid()) and (a.role = 'admin' or a.role = any (roles))
  ) then private.is_fully_signed_in() else false end
$function$;
comment on function private.has_role(text[]) is 'True when the caller has one of these roles, fully signed in. An admin has them all. Every staff policy calls it (constant for visitors).';
grant execute on function private.has_role(text[]) to anon, authenticated, service_role;

CREATE FUNCTION private.has_title(person uuid, title_id uuid, transaction_type text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.user_purchases p
    where p.user_id = person and p.status = 'completed' and title_id in (p.movie_id, p.series_id)
      and (p.transaction_type = 'purchase' or has_title.transaction_type = 'rental' and p.rental_expiry > now()))
$function$;
comment on function private.has_title(uuid,uuid,text) is 'Whether buying or renting this title would give the person nothing that they do not have.';
grant execute on function private.has_title(uuid,uuid,text) to service_role;

CREATE FUNCTION private.has_tried(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.orders o join public.ledger l on l.order_id = o.id
    where o.user_id = person and o.trial_days is not null and l.kind = 'payment' and l.amount_minor = 0)
$function$;
grant execute on function private.has_tried(uuid) to service_role;

CREATE FUNCTION private.hash_audit_seal(before bytea, entry_id bigint, at timestamp with time zone, digest bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select sha256(before || convert_to(format('%s %s ', entry_id, extract(epoch from at)), 'UTF8') || digest) $function$;
comment on function private.hash_audit_seal(bytea,bigint,timestamp with time zone,bytea) is 'Of a seal, from the hash before it.';
grant execute on function private.hash_audit_seal(bytea,bigint,timestamp with time zone,bytea) to service_role;

CREATE FUNCTION private.hash_code(typed text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select extensions.hmac(convert_to('hash ' || private.normalize_code(typed), 'utf8'), k.key, 'sha256') from private.code_keys k
$function$;
grant execute on function private.hash_code(text) to service_role;

CREATE FUNCTION private.hash_limit(title_id uuid)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case title_id when '00000000-0000-0000-0000-000000000000' then 1024 else 256 end $function$;
comment on function private.hash_limit(uuid) is 'How many hashes a period keeps. Up to as many members are counted exactly, more with an error of about 1/sqrt(limit).';
grant execute on function private.hash_limit(uuid) to service_role;

CREATE FUNCTION private.hash_recovery_code(person uuid, code text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select sha256(convert_to(person::text || regexp_replace(lower(code), '[^a-z2-9]', '', 'g'), 'utf8')) $function$;
grant execute on function private.hash_recovery_code(uuid,text) to service_role;

CREATE FUNCTION private.hide_featured_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.featured_films f set active = false where (f.movie_id = old.id or f.series_id = old.id) and f.active;
  return old;
end $function$;
grant execute on function private.hide_featured_draft() to service_role;

CREATE FUNCTION private.how_to_return(provider text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select case when provider in ('stripe', 'sandbox') then 'refund' else 'credit' end $function$;
comment on function private.how_to_return(text) is 'refund where the provider returns money when we ask (canRefund of supabase/functions/_shared/providers), else credit.';
grant execute on function private.how_to_return(text) to service_role;

CREATE FUNCTION private.index_category_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.category_names n where n.category_id = new.id;
  insert into private.category_names (category_id, name, genre)
    select distinct new.id, private.genre_key(t.value), private.genre_key(new.name)
    from jsonb_each_text(new.name_translations) t
    where private.genre_key(t.value) not in ('', private.genre_key(new.name));
  return null;
end $function$;
grant execute on function private.index_category_names() to service_role;

CREATE FUNCTION private.index_changed_movies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.index_changed_movies() to service_role;

CREATE FUNCTION private.index_changed_series()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.index_changed_series() to service_role;

CREATE FUNCTION private.index_lists(of_kind text, ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  -- A film and its stream can change at once: the second computes from what the first has written.
  perform from public.movies m where of_kind = 'movie' and m.id = any (ids) order by m.id for no key update;
  perform from public.series s where of_kind = 'series' and s.id = any (ids) order by s.id for no key update;
  with positions as materialized (
    select p.* from private.list_positions p where p.kind = of_kind and p.id = any (ids)
  ), removed as (
    delete from private.list_entries e
    where e.kind = of_kind and e.id = any (ids)
      and not exists (select from positions p where p.id = e.id and p.list_order = e.list_order)
  )
  insert into private.list_entries as e (kind, id, list_order, key, facets)
    select p.kind, p.id, p.list_order, p.key, p.facets from positions p order by p.id, p.list_order
    on conflict (kind, id, list_order) do update set key = excluded.key, facets = excluded.facets
      where (e.key, e.facets) is distinct from (excluded.key, excluded.facets);
end $function$;
comment on function private.index_lists(text,uuid[]) is 'Updates list_entries for these films or series; deleted and unpublished ones are removed.';
grant execute on function private.index_lists(text,uuid[]) to service_role;

CREATE FUNCTION private.index_title_people(of_kind text, ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.person_titles p where p.kind = of_kind and p.id = any (ids);
  insert into private.person_titles (person, kind, id, name, created_at)
    select distinct on (t.id, k.person) k.person, t.kind, t.id, btrim(n.name), t.created_at
    from private.title_facts t, unnest(array_prepend(t.maker, t.actors)) n (name),
      lateral (select private.person_key(n.name) as person offset 0) k
    where t.kind = of_kind and t.id = any (ids) and t.published and k.person <> ''
    order by t.id, k.person, n.name
$function$;
grant execute on function private.index_title_people(text,uuid[]) to service_role;

CREATE FUNCTION private.index_titles(of_kind text, ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
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
end $function$;
comment on function private.index_titles(text,uuid[]) is 'Updates the search index for these films, series or topics; deleted ones are removed.';
grant execute on function private.index_titles(text,uuid[]) to service_role;

CREATE FUNCTION private.insert_kept_rows(target regclass, kept jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  computed constant text[] :=
    '{review_count,review_total,rating_counts,has_video,season_count,episode_count,sound_languages,caption_languages,accessibility}';
  names text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname <> all (computed) and kept -> 0 ? a.attname::text);
begin
  if names is not null then
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)', target, names)
      using kept;
  end if;
end $function$;
comment on function private.insert_kept_rows(regclass,jsonb) is 'Inserts rows as they were; columns that were added since get their defaults. target is our own text, never the caller''s.';
grant execute on function private.insert_kept_rows(regclass,jsonb) to service_role;

CREATE FUNCTION private.is_batch_expired(batch private.voucher_batches)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select now() >= (batch.expires_on + 1)::timestamp at time zone 'America/Port-au-Prince' $function$;
grant execute on function private.is_batch_expired(private.voucher_batches) to service_role;

CREATE FUNCTION private.is_blank(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return private.trim_text(regexp_replace(coalesce(value, ''),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]',
    '', 'g')) = '';
end $function$;
comment on function private.is_blank(text) is 'True when a text has only blanks, zero-width and other invisible characters.';
grant execute on function private.is_blank(text) to service_role;

CREATE FUNCTION private.is_bundle_complete(bundle uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) > 1 and bool_and(coalesce(
      (select m.published and not m.is_free from public.movies m where m.id = t.movie_id),
      (select s.published and not s.is_free from public.series s where s.id = t.series_id), false))
  from private.bundle_titles t where t.bundle_id = bundle
$function$;
comment on function private.is_bundle_complete(uuid) is 'False when one of its titles was deleted, unpublished or became free: then it is not sold.';
grant execute on function private.is_bundle_complete(uuid) to service_role;

CREATE FUNCTION private.is_caller_subscribed()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.is_subscribed((select auth.uid())) $function$;
grant execute on function private.is_caller_subscribed() to authenticated, service_role;

CREATE FUNCTION private.is_client()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((current_setting('role'::text) = ANY (ARRAY['anon'::text, 'authenticated'::text])) OR (SESSION_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])));
comment on function private.is_client() is 'True for visitors and members, false for the service key and the owner.';
grant execute on function private.is_client() to anon, authenticated, service_role;

CREATE FUNCTION private.is_code(typed text, length integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  code text := private.normalize_code(left(typed, 100));
begin
  return coalesce(
    char_length(code) = is_code.length and translate(code, private.code_alphabet(), '') = ''
      and right(code, 1) = private.check_character(left(code, -1)), false);
end $function$;
comment on function private.is_code(text,integer) is 'False for one wrong character or two swapped ones, so that a typing error is not a guess.';
grant execute on function private.is_code(text,integer) to service_role;

CREATE FUNCTION private.is_fully_signed_in()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select auth.uid() is not null and (
    coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal1'
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'))
$function$;
comment on function private.is_fully_signed_in() is 'Signed in, and with the second factor if the account has one (constant for visitors).';
grant execute on function private.is_fully_signed_in() to anon, authenticated, service_role;

CREATE FUNCTION private.is_job_held(job_id uuid, worker uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.media_runs r join public.media_jobs j on j.id = r.job_id
    where r.job_id = is_job_held.job_id and r.worker = is_job_held.worker and j.status = 'running')
$function$;
grant execute on function private.is_job_held(uuid,uuid) to service_role;

CREATE FUNCTION private.is_large_account(person uuid, more_than integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place record;
  rows_left bigint := more_than + 1;
  found bigint;
begin
  for place in select * from private.list_many_row_places() loop
    execute format('select count(*) from (select from %s where %I = $1::text::%s limit $2) x',
      place.relation, place.person_column, place.type) into found using person, rows_left;
    rows_left := rows_left - found;
    exit when rows_left <= 0;
  end loop;
  if rows_left > 0 then
    rows_left := rows_left - (select count(*) from (select from private.find_account_events(person) limit rows_left) x);
  end if;
  if rows_left > 0 then
    rows_left := rows_left - (select count(*) from (select from storage.objects o where o.owner_id = person::text limit rows_left) x);
  end if;
  return rows_left <= 0;
end $function$;
grant execute on function private.is_large_account(uuid,integer) to service_role;

CREATE FUNCTION private.is_order_payable(o public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select o.status = 'pending'
    and o.created_at > now() - case when o.promotion_id is null then interval '22 hours' else interval '25 minutes' end
$function$;
grant execute on function private.is_order_payable(public.orders) to service_role;

CREATE FUNCTION private.is_own_avatar(address text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return address is null or (
    address ~ '^/storage/v1/object/public/profile-images/([A-Za-z0-9._~!$&''()*+,;=:@/-]|%[0-9A-Fa-f]{2})+$'
    -- Browsers resolve these to another path.
    and address !~* '/(\.|%2e){1,2}(/|$)'
    and char_length(address) <= 500);
end $function$;
comment on function private.is_own_avatar(text) is 'A file of the bucket profile-images, and no path that leads elsewhere.';
grant execute on function private.is_own_avatar(text) to anon, authenticated, service_role;

CREATE FUNCTION private.is_own_path(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select address is null or address ~ '^/([^/\\\s][^\\\s]*)?$' $function$;
comment on function private.is_own_path(text) is 'A path of this site, without a host.';
grant execute on function private.is_own_path(text) to anon, authenticated, service_role;

CREATE FUNCTION private.is_readable_name(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  plain text;
begin
  if octet_length(value) = char_length(value) then
    return value !~ '[\u0001-\u001f\u007f]| {2}';
  end if;
  -- A symbol can be followed by the selector that makes it a picture.
  plain := regexp_replace(value, '([\u00a9\u00ae\u2190-\u2bff\U0001f000-\U0001faff])\ufe0f', '\1', 'g');
  return value = normalize(value, nfc)
    and plain !~ private.unreadable_characters()
    and plain !~ ' {2}'
    -- Marks pile up: more than one on a character of ours, more than two on others.
    and plain !~ '(^|[\u0300-\u036f])[\u0300-\u036f]'
    and plain !~ '[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]{3}'
    -- Latin characters beside scripts with the same shapes or another direction, and Greek beside Cyrillic or Armenian.
    and not (plain ~ '[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0254\u025b\u1e00-\u1eff]'
      and plain ~ '[\u0370-\u08ff\u1c80-\u1c8f\u1f00-\u1fff]')
    and not (plain ~ '[\u0370-\u03ff\u1f00-\u1fff]' and plain ~ '[\u0400-\u058f\u1c80-\u1c8f]');
end $function$;
comment on function private.is_readable_name(text) is 'False for names with invisible, bidirectional or compatibility characters, piles of marks, runs of blanks, or characters of several scripts.';
grant execute on function private.is_readable_name(text) to service_role;

CREATE FUNCTION private.is_removable_upload(upload text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from public.movies m where m.video_url = upload)
    and not exists (select from public.episodes e where e.video_url = upload)
    and not exists (select from private.deleted_files f where f.name = upload)
    and (
      title.movie is not null and not exists (select from public.movies m where m.id = title.movie)
      or title.episode is not null and not exists (select from public.episodes e where e.id = title.episode)
      or exists (
        select from public.movies m join private.streams s on s.movie_id = m.id
        where m.id = title.movie and s.status = 'whole' and s.source_path = m.video_url)
      or exists (
        select from public.episodes e join private.streams s on s.episode_id = e.id
        where e.id = title.episode and s.status = 'whole' and s.source_path = e.video_url)
      or starts_with(upload, 'subtitles/') and not exists (select from public.subtitles t where t.path = upload)
      or starts_with(upload, 'signs/') and not exists (select from public.sign_videos v where v.path = upload))
  from (select private.title_of_upload(upload, 'movies/') as movie,
    private.title_of_upload(upload, 'movies/episodes/') as episode) title
$function$;
comment on function private.is_removable_upload(text) is 'An upload of a title that was deleted for good, an earlier video of a title whose new one can be played, or a deleted title''s subtitle or sign video.';
grant execute on function private.is_removable_upload(text) to service_role;

CREATE FUNCTION private.is_reserved_name(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  folded text := private.name_skeleton(regexp_replace(value, '^[0-9 ._-]+|[0-9 ._-]+$', '', 'g'));
begin
  -- Hardly any name begins like a reserved one, which is found out faster.
  return exists (select from private.reserved_names r where starts_with(folded, r.skeleton))
    and folded ~ ('^(' || (select string_agg(r.skeleton, '|') from private.reserved_names r) || ')+$');
end $function$;
grant execute on function private.is_reserved_name(text) to service_role;

CREATE FUNCTION private.is_sandbox_open()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from private.settings s where s.key = 'sandbox_payments' and s.value = '"open"') $function$;
comment on function private.is_sandbox_open() is 'Open in the demo only: elsewhere sandbox payments are refused, even with a valid signature.';
grant execute on function private.is_sandbox_open() to service_role;

CREATE FUNCTION private.is_session_valid(viewer uuid, auth_session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return viewer is null or exists (
    select from auth.users u
    where u.id = viewer and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (auth_session is null or exists (
        select from auth.sessions a where a.id = auth_session and a.user_id = viewer)));
end $function$;
comment on function private.is_session_valid(uuid,uuid) is 'True for a visitor, and for a member whose account is open and who is still signed in on that device.';
grant execute on function private.is_session_valid(uuid,uuid) to service_role;

CREATE FUNCTION private.is_staff(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.admin_users a where a.user_id = person);
end $function$;
grant execute on function private.is_staff(uuid) to service_role;

CREATE FUNCTION private.is_staff_lookalike(person uuid, value text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  skeleton text := private.name_skeleton(value);
begin
  return skeleton <> '' and exists (
    select from public.admin_users a join private.profiles p on p.id = a.user_id
    where p.id is distinct from person and private.name_skeleton(p.username) = skeleton);
end $function$;
grant execute on function private.is_staff_lookalike(uuid,text) to service_role;

CREATE FUNCTION private.is_stop_word(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select length(word) < 3 or word = any ('{
    nan,yon,pou,sou,men,tout,epi,gen,san,kap,depi,chak,kote,anvan,apre,pandan,
    les,des,une,est,qui,que,par,sur,son,ses,aux,ont,pas,dans,avec,pour,plus,sans,mais,elle,leur,cette,quand,
    the,and,for,his,her,who,was,are,has,not,but,its,that,with,from,this,they,their,when,have,what,into,
    los,las,una,del,con,por,sus,para,como,pero,cuando}'::text[])
$function$;
grant execute on function private.is_stop_word(text) to service_role;

CREATE FUNCTION private.is_subscribed(viewer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.subscriptions s where s.user_id = viewer and s.status = 'active' and s.expires_at > now());
end $function$;
grant execute on function private.is_subscribed(uuid) to service_role;

CREATE FUNCTION private.is_suspended(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.suspensions s where s.user_id = person and (s.until is null or s.until > now()))
$function$;
grant execute on function private.is_suspended(uuid) to service_role;

CREATE FUNCTION private.is_title_deleted(o public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ 
  select case when o.bundle_id is null then o.media_type is not null and num_nonnulls(o.movie_id, o.series_id) = 0
    else exists (
      select from private.bundle_titles t where t.bundle_id = o.bundle_id and num_nonnulls(t.movie_id, t.series_id) = 0) end
 $function$;
comment on function private.is_title_deleted(public.orders) is 'The title that this order is for, or one of its bundle, was deleted.';
grant execute on function private.is_title_deleted(public.orders) to service_role;

CREATE FUNCTION private.is_web_address(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((address IS NULL) OR (address ~ '^(https?://[^\s/?#]+[^\s]*|/[^/\\\s][^\s]*|/)$'::text));
comment on function private.is_web_address(text) is 'http, https or a path of ours; never javascript:, data: or //elsewhere.';
grant execute on function private.is_web_address(text) to anon, authenticated, service_role;

CREATE FUNCTION private.issue_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_year integer := extract(year from new.booked_at at time zone 'UTC');
  next_number integer;
  tax private.tax_rates;
begin
  select t.* into tax from private.tax_rates t
    where t.country = new.country and t.valid_from <= (new.booked_at at time zone 'UTC')::date
    order by t.valid_from desc, t.id desc limit 1;
  insert into private.receipt_counters as c (year, last) values (this_year, 1)
    on conflict (year) do update set last = c.last + 1 returning c.last into next_number;
  insert into private.receipts (ledger_id, year, number, issued_at, tax_name, tax_percent, tax_minor)
    values (new.id, this_year, next_number, new.booked_at, tax.name, tax.percent,
      round(new.amount_minor * tax.percent / (100 + tax.percent)));
  return null;
end $function$;
comment on function private.issue_receipt() is 'At the commit of the transaction that books the payment: if that is rolled back, so is the number.';
grant execute on function private.issue_receipt() to service_role;

CREATE FUNCTION private.keep_audio_kinds(film jsonb, before jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when film -> 'audio' is null or jsonb_path_query_array(film, '$.audio[*].language') is distinct from jsonb_path_query_array(before, '$.audio[*].language')
      then film
    else jsonb_set(film, '{audio}', coalesce((
      select jsonb_agg(a.track || jsonb_build_object(
          'kind', coalesce(b.track ->> 'kind', 'main'), 'default', coalesce((b.track ->> 'default')::boolean, false)) order by a.n)
      from jsonb_array_elements(film -> 'audio') with ordinality as a (track, n)
        join jsonb_array_elements(before -> 'audio') with ordinality as b (track, n) using (n)), '[]'))
  end
$function$;
comment on function private.keep_audio_kinds(jsonb,jsonb) is 'film with the kinds of audio tracks that before has, where both have the same languages in the same order.';
grant execute on function private.keep_audio_kinds(jsonb,jsonb) to service_role;

CREATE FUNCTION private.keep_deleted_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  whole jsonb := to_jsonb(old);
  dependents jsonb;
  kept bigint;
begin
  -- What goes with a deleted series, film or episode is kept with that one; its row is already gone here.
  if not private.is_client()
    or tg_table_name = 'episodes' and not exists (select from public.series s where s.id = (whole ->> 'series_id')::uuid)
    or tg_table_name in ('subtitles', 'sign_videos') and not exists (select from public.movies m where m.id = (whole ->> 'movie_id')::uuid)
      and not exists (select from public.episodes e where e.id = (whole ->> 'episode_id')::uuid) then
    return old;
  end if;
  dependents := private.list_dependents(tg_table_name, old.id);
  insert into private.deleted_rows (table_name, row_id, label, whole_row, dependents, deleted_by)
    values (tg_table_name, old.id, coalesce(whole ->> 'title', whole ->> 'name', whole ->> 'language', ''), whole, dependents,
      (select p.id from private.profiles p where p.id = auth.uid()))
    returning id into kept;
  insert into private.deleted_files (deleted_id, name)
    select distinct kept, f.name from (
      select whole ->> 'video_url' union all select whole ->> 'path'
      union all select e ->> 'video_url' from jsonb_array_elements(dependents -> 'episodes') e
      union all select s ->> 'path' from jsonb_array_elements(dependents -> 'subtitles') s
      union all select v ->> 'path' from jsonb_array_elements(dependents -> 'sign_videos') v
      union all select s ->> 'id' from jsonb_array_elements(dependents -> 'streams') s
    ) f (name) where f.name is not null;
  return old;
end $function$;
comment on function private.keep_deleted_row() is 'Keeps what staff delete. What the service key deletes is gone.';
grant execute on function private.keep_deleted_row() to service_role;

CREATE FUNCTION private.keep_download_device(person uuid, device uuid, public_key text, device_name text)
 RETURNS private.download_devices
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.download_devices;
begin
  select d.* into kept from private.download_devices d where d.user_id = person and d.device_id = device;
  if kept.removed_at is not null then
    raise exception using errcode = 'PT403', message = 'This device was removed from your account. Start the download again to add it.',
      hint = 'download_device_removed';
  end if;
  -- A device that keeps nothing does not count.
  if not exists (select from private.offline_licences l where l.device_id = kept.id)
    and (select count(*) from private.download_devices d
      where d.user_id = person and d.removed_at is null and d.id is distinct from kept.id
        and exists (select from private.offline_licences l where l.device_id = d.id))
      >= (select value::text::integer from private.settings where key = 'download_devices_per_account') then
    raise exception using errcode = 'PT409', message = 'Your account keeps films on too many devices. Remove one to download here.',
      hint = 'too_many_download_devices';
  end if;
  insert into private.download_devices as d (user_id, device_id, name, public_key)
    values (person, device, left(regexp_replace(coalesce(device_name, ''), '[[:cntrl:]]', '', 'g'), 60), keep_download_device.public_key)
    on conflict on constraint one_row_per_device do update
      set name = excluded.name, public_key = excluded.public_key, seen_at = now()
    returning d.* into kept;
  return kept;
end $function$;
comment on function private.keep_download_device(uuid,uuid,text,text) is 'The device''s row, made or renewed. Raises if it was removed or if the account has too many.';
grant execute on function private.keep_download_device(uuid,uuid,text,text) to service_role;

CREATE FUNCTION private.keep_uploaded_tracks(film jsonb, before jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.merge_uploaded_subtitles(film, before)
    || case when before ? 'signs' then jsonb_build_object('signs', before -> 'signs') else '{}' end
$function$;
comment on function private.keep_uploaded_tracks(jsonb,jsonb) is 'film with what editors uploaded beside the video, which before has.';
grant execute on function private.keep_uploaded_tracks(jsonb,jsonb) to service_role;

CREATE FUNCTION private.limit_contact_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_client()
    and not private.check_rate_limit('contact', private.caller_key(), 5, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  return new;
end $function$;
grant execute on function private.limit_contact_messages() to service_role;

CREATE FUNCTION private.limit_reactions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_within_limit('forum_reaction', 100, interval '5 minutes');
  return new;
end $function$;
grant execute on function private.limit_reactions() to service_role;

CREATE FUNCTION private.limit_review_votes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_within_limit('review_vote', 60, interval '5 minutes');
  return new;
end $function$;
grant execute on function private.limit_review_votes() to service_role;

CREATE FUNCTION private.link_uploaded_video()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  id constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  movie uuid := substring(new.name from '^movies/(' || id || ')\.[^/]+$')::uuid;
  episode uuid := substring(new.name from '^movies/episodes/(' || id || ')\.[^/]+$')::uuid;
begin
  if tg_op = 'UPDATE' and old.name = new.name and old.version is not distinct from new.version then
    return null;
  end if;
  -- Already linked: the same path with new bytes. Otherwise setting video_url queues it.
  perform private.queue_media_job(m.id, null, new.name) from public.movies m where m.video_url = new.name;
  perform private.queue_media_job(null, e.id, new.name) from public.episodes e where e.video_url = new.name;
  update public.movies m set video_url = new.name where m.id = movie and m.video_url is distinct from new.name;
  update public.episodes e set video_url = new.name where e.id = episode and e.video_url is distinct from new.name;
  return null;
end $function$;
grant execute on function private.link_uploaded_video() to service_role;

CREATE FUNCTION private.list_agent_entries(agent uuid, before bigint)
 RETURNS TABLE(id bigint, created_at timestamp with time zone, kind text, amount_minor bigint, balance_minor bigint, batch_id bigint, vouchers integer, reference text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.id, e.created_at, e.kind, e.amount_minor, e.balance_minor, e.batch_id, e.vouchers, e.reference
  from private.agent_entries e
  where e.agent_id = list_agent_entries.agent and e.id < coalesce(list_agent_entries.before, 9223372036854775807)
  order by e.id desc limit 20
$function$;
grant execute on function private.list_agent_entries(uuid,bigint) to service_role;

CREATE FUNCTION private.list_days(first_day date, last_day date, live private.watch_count[])
 RETURNS SETOF private.daily_statistics
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.* from private.daily_statistics d
  where d.day between first_day and last_day and d.day not in (select s.day from private.stale_days s)
  union all
  select c.* from private.list_uncounted_days(first_day, last_day) u (day)
    left join unnest(live) l on l.title_id = '00000000-0000-0000-0000-000000000000' and l.day = u.day, lateral private.count_day(u.day, l) c
$function$;
grant execute on function private.list_days(date,date,private.watch_count[]) to service_role;

CREATE FUNCTION private.list_deleted_topics()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce(array_agg(t.id), '{}') from public.forum_topics t where t.deleted_at is not null $function$;
comment on function private.list_deleted_topics() is 'Topics whose replies are being removed; usually none.';
grant execute on function private.list_deleted_topics() to anon, authenticated, service_role;

CREATE FUNCTION private.list_dependents(of_table text, of_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  videos uuid[] := case of_table when 'series' then array(select e.id from public.episodes e where e.series_id = of_id)
    when 'episodes' then array[of_id] else '{}' end;
begin
  return jsonb_build_object(
    'episodes', (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from public.episodes e where of_table = 'series' and e.series_id = of_id),
    'streams', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from private.streams s
      where s.status in ('watchable', 'whole')
        and (of_table = 'movies' and s.movie_id = of_id or s.episode_id = any (videos))),
    'subtitles', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.subtitles s
      where of_table = 'movies' and s.movie_id = of_id or s.episode_id = any (videos)),
    'sign_videos', (
      select coalesce(jsonb_agg(to_jsonb(v)), '[]') from public.sign_videos v
      where of_table = 'movies' and v.movie_id = of_id or v.episode_id = any (videos)),
    'title_topics', (
      select coalesce(jsonb_agg(to_jsonb(t)), '[]') from private.title_topics t
      where of_table = 'movies' and t.movie_id = of_id or of_table = 'series' and t.series_id = of_id),
    'front_page_rows', (
      select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.front_page_rows r
      where of_table = 'movie_categories' and r.category_id = of_id),
    'featured_films', (
      select coalesce(jsonb_agg(f.id), '[]') from public.featured_films f
      where of_table = 'movies' and f.movie_id = of_id or of_table = 'series' and f.series_id = of_id));
end $function$;
grant execute on function private.list_dependents(text,uuid) to service_role;

CREATE FUNCTION private.list_ending_passes(at_most integer)
 RETURNS TABLE(user_id uuid, expires_at timestamp with time zone, email text, metadata jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.user_id, s.expires_at, u.email, u.raw_user_meta_data
  from public.subscriptions s
    left join auth.users u on u.id = s.user_id and u.email <> '' and u.email_confirmed_at is not null
      and (u.banned_until is null or u.banned_until < now())
  where s.subscription_type = 'pass' and s.status = 'active' and s.expires_at between now() and now() + interval '1 day'
    and exists (select from private.paid_passes p where p.user_id = s.user_id and p.reminded_at is null)
    -- A pass for a day ends soon after it is bought.
    and not exists (
      select from private.paid_passes p where p.user_id = s.user_id and p.paid_at > now() - interval '12 hours')
  order by s.expires_at, s.id limit at_most
$function$;
comment on function private.list_ending_passes(integer) is 'Members whose last pass ends within a day and who were not reminded of it. email is null without a confirmed address.';
grant execute on function private.list_ending_passes(integer) to service_role;

CREATE FUNCTION private.list_ending_trials(at_most integer)
 RETURNS TABLE(id uuid, trial_ends_at timestamp with time zone, plan text, amount_minor integer, email text, metadata jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id, s.trial_ends_at, o.plan, o.amount_minor, u.email, u.raw_user_meta_data
  from public.subscriptions s
    join public.orders o on o.id = s.order_id
    left join auth.users u on u.id = s.user_id and u.email <> '' and u.email_confirmed_at is not null
      and (u.banned_until is null or u.banned_until < now())
  where s.trial_ends_at is not null and s.trial_reminded_at is null and s.status = 'active' and not s.cancel_at_period_end
    and s.trial_ends_at between now() and now() + interval '3 days'
    -- A short trial: in its second half.
    and s.trial_ends_at - now() <= (s.trial_ends_at - s.created_at) / 2
  order by s.trial_ends_at, s.id limit at_most
$function$;
comment on function private.list_ending_trials(integer) is 'Trials that end within three days, will renew, and of which nobody was reminded. email is null without a confirmed address.';
grant execute on function private.list_ending_trials(integer) to service_role;

CREATE FUNCTION private.list_entry_times(list uuid, since timestamp with time zone, before timestamp with time zone)
 RETURNS SETOF timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select p.created_at from public.forum_posts p
    where p.topic_id = list_entry_times.list and p.created_at >= since and p.created_at < before
  union all
  select t.created_at from public.forum_topics t
    where t.category_id = list_entry_times.list and not t.pinned and t.deleted_at is null
      and t.created_at >= since and t.created_at < before
  union all
  select t.created_at from public.forum_topics t
    where list_entry_times.list = '00000000-0000-0000-0000-000000000000' and not t.pinned and t.deleted_at is null
      and t.created_at >= since and t.created_at < before
$function$;
comment on function private.list_entry_times(uuid,timestamp with time zone,timestamp with time zone) is 'When the entries of a list between two times were created. Ids of topics and categories are never equal (reject_shared_ids).';
grant execute on function private.list_entry_times(uuid,timestamp with time zone,timestamp with time zone) to service_role;

CREATE FUNCTION private.list_export_sources()
 RETURNS TABLE(n bigint, section text, name text, query text, keys text[], key_types text[], hidden_columns text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row_number() over (order by x.section, x.name, x.query), x.*
  from (
    select 'tables' as section, p.relation as name,
      format('select * from %s where %I = $1::text::%s', p.relation::regclass, p.person_column,
        (select format_type(a.atttypid, a.atttypmod) from pg_attribute a
          where a.attrelid = p.relation::regclass and a.attname = p.person_column)) as query,
      k.keys, k.types, p.hidden_columns
    from private.personal_data p, lateral (
      select array_agg(quote_ident(a.attname) order by c.position) as keys,
        array_agg(format_type(a.atttypid, a.atttypmod) order by c.position) as types
      from pg_index i, unnest(i.indkey::smallint[]) with ordinality c (number, position), pg_attribute a
      where i.indrelid = p.relation::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = c.number) k
    union all values
      ('tables', 'public.ledger',
        'select l.* from public.ledger l join public.orders o on o.id = l.order_id where o.user_id = $1',
        '{id}'::text[], '{bigint}'::text[], '{}'::text[]),
      ('tables', 'public.audit_log', 'select * from public.audit_log where actor_id = $1', '{id}', '{bigint}', '{change}'),
      ('messages_from_my_address', null,
        'select m.* from public.contact_messages m join auth.users u on u.id = $1 and lower(m.email) = lower(u.email)
          where m.user_id is distinct from $1 and u.email_confirmed_at is not null',
        '{created_at,id}', '{timestamptz,uuid}', '{}'),
      ('account_events', null,
        $q$select e.payload ->> 'action' as action, e.created_at, e.ip_address, e.id from auth.audit_log_entries e
          where e.payload ->> 'actor_id' = $1::text or e.payload -> 'traits' ->> 'user_id' = $1::text$q$,
        '{created_at,id}', '{timestamptz,uuid}', '{id}'),
      ('files', null, 'select * from private.list_member_files($1)', '{created_at,bucket_id,name}', '{timestamptz,text,text}', '{}')
  ) x
$function$;
comment on function private.list_export_sources() is 'Where data about a person is, with a key that orders it. $1 is the person.';
grant execute on function private.list_export_sources() to service_role;

CREATE FUNCTION private.list_film_accessibility(films jsonb[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_remove(ARRAY[CASE WHEN (EXISTS (SELECT FROM unnest(list_film_accessibility.films) f(film) WHERE (f.film @? '$."audio"[*]?(@."kind" == "description")'::jsonpath))) THEN 'description'::text ELSE NULL::text END, CASE WHEN (EXISTS (SELECT FROM unnest(list_film_accessibility.films) f(film) WHERE (f.film @? '$."subtitles"[*]?(@."kind" == "captions")'::jsonpath))) THEN 'captions'::text ELSE NULL::text END, CASE WHEN (EXISTS (SELECT FROM unnest(list_film_accessibility.films) f(film) WHERE (f.film @? '$."signs"[*]'::jsonpath))) THEN 'sign'::text ELSE NULL::text END], NULL::text);
comment on function private.list_film_accessibility(jsonb[]) is 'What any of these film.json has for people who do not see or hear. Keep equal to ACCESSIBILITY in contract/src/media/track-kinds.ts.';
grant execute on function private.list_film_accessibility(jsonb[]) to service_role;

CREATE FUNCTION private.list_film_languages(films jsonb[], of_track text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT ((l.language #>> '{}'::text[]) COLLATE "C") FROM unnest(list_film_languages.films) f(film), LATERAL jsonb_path_query((f.film -> list_film_languages.of_track), '$[*]."language"?(@ like_regex "^[a-z]{2,3}$")'::jsonpath) l(language) ORDER BY ((l.language #>> '{}'::text[]) COLLATE "C"));
comment on function private.list_film_languages(jsonb[],text) is 'The languages of all tracks (audio, subtitles) of these film.json.';
grant execute on function private.list_film_languages(jsonb[],text) to service_role;

CREATE FUNCTION private.list_front_page_ids(of_place text)
 RETURNS TABLE(row_id uuid, row_position integer, kind text, id uuid, place bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
declare
  shown public.front_page_rows;
begin
  for shown in select r.* from public.front_page_rows r where r.place = of_place and not r.hidden order by r.position loop
    if shown.kind = 'chosen' then
      return query
        select shown.id, shown.position, e.kind, e.id, c.n
        from unnest(shown.title_ids) with ordinality c (id, n), unnest('{movie,series}'::text[]) k (kind), private.list_entries e
        where e.kind = k.kind and e.id = c.id and e.list_order = 'newest';
    elsif shown.kind = 'category' then
      return query
        select shown.id, shown.position, l.kind, l.id, l.n
        from public.movie_categories c,
          private.list_title_ids(null, c.name collate "default", null, 1, 12) with ordinality l (kind, id, total, n)
        where c.id = shown.category_id;
    else
      return query
        select shown.id, shown.position, r.kind, b.id, b.place
        from (select case shown.rule when 'series' then 'series' else 'movie' end as kind) r,
          private.browse_title_ids(r.kind, null, null,
            case shown.rule when 'free' then '{access:free}'::text[] when 'short' then '{length:short}'
              when 'small' then '{size:small}' else '{}' end,
            case when shown.rule in ('best', 'ending') then shown.rule else 'newest' end, 1, 12) b;
    end if;
  end loop;
end $function$;
comment on function private.list_front_page_ids(text) is 'The published titles of each row: chosen ones in their order, else the first twelve.';
grant execute on function private.list_front_page_ids(text) to anon, authenticated, service_role;

CREATE FUNCTION private.list_genre_keys(genre text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.category_renames) then
    return array[genre];
  end if;
  return array(
    with recursive same (key) as (
      select genre collate "C"
      union
      select case r.old_key when s.key then r.new_key else r.old_key end
      from same s join private.category_renames r on s.key in (r.old_key, r.new_key) and s.key <> ''
    )
    select s.key from same s where s.key <> '' or genre = '');
end $function$;
comment on function private.list_genre_keys(text) is 'The genre, and what it is being renamed from or to.';
grant execute on function private.list_genre_keys(text) to service_role;

CREATE FUNCTION private.list_kept_streams(ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id from private.streams s where s.id = any (ids)
  union
  select f.name::uuid from private.deleted_files f where f.name = any (ids::text[])
  union
  select p.job_id from private.media_pieces p where p.job_id = any (ids)
$function$;
comment on function private.list_kept_streams(uuid[]) is 'Those of these streams whose files must stay: of titles that are there, and of deleted ones that can be restored. The pieces of a film in work are stored under its job.';
grant execute on function private.list_kept_streams(uuid[]) to service_role;

CREATE FUNCTION private.list_many_row_places()
 RETURNS TABLE(relation regclass, person_column text, type text, stays boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.relation::regclass, p.person_column, format_type(a.atttypid, a.atttypmod), p.after_deletion = 'anonymous'
  from private.personal_data p
    join pg_attribute a on a.attrelid = p.relation::regclass and a.attname = p.person_column
  where p.relation not like 'auth.%' and not exists (
    select from pg_index i
    where i.indrelid = p.relation::regclass and i.indisunique and i.indnkeyatts = 1 and i.indkey[0] = a.attnum)
  order by p.relation, p.person_column
$function$;
comment on function private.list_many_row_places() is 'Tables of which one person can have many rows. stays: without the person.';
grant execute on function private.list_many_row_places() to service_role;

CREATE FUNCTION private.list_member_files(person uuid)
 RETURNS TABLE(bucket_id text, name text, created_at timestamp with time zone, size bigint, address text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.bucket_id, o.name, o.created_at, (o.metadata ->> 'size')::bigint,
    case when b.public then '/storage/v1/object/public/' || o.bucket_id || '/' || o.name end
  from storage.objects o join storage.buckets b on b.id = o.bucket_id
  where o.id in (
    select x.id from storage.objects x where x.bucket_id = 'profile-images' and x.owner_id = person::text
    union
    -- Their folder: 0 follows the slash.
    select x.id from storage.objects x where x.bucket_id = 'profile-images'
      and x.name collate "C" >= person::text || '/' and x.name collate "C" < person::text || '0')
$function$;
comment on function private.list_member_files(uuid) is 'A member''s own files. What an editor uploads for the catalogue is not personal.';
grant execute on function private.list_member_files(uuid) to service_role;

CREATE FUNCTION private.list_notifications_to_mail(member uuid)
 RETURNS TABLE(id uuid, wanted boolean, kind text, topic_id uuid, post_id uuid, title text, actor text, email text, metadata jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select n.id,
    n.read_at is null and u.id is not null and t.id is not null and (n.post_id is null or p.id is not null)
      and 'email' = case n.kind when 'reply' then s.replies else s.mentions end,
    n.kind, n.topic_id, n.post_id, t.title, coalesce(case when a.is_public then nullif(a.full_name, '') end, a.username),
    u.email, u.raw_user_meta_data
  from (
    select * from private.notifications o where o.user_id = member and o.to_mail order by o.created_at limit 20
  ) n
    join private.notification_settings s on s.user_id = n.user_id
    left join auth.users u on u.id = n.user_id and u.email <> '' and u.email_confirmed_at is not null
      and (u.banned_until is null or u.banned_until < now())
    left join public.forum_topics t on t.id = n.topic_id and t.deleted_at is null and t.hidden_at is null
    left join public.forum_posts p on p.id = n.post_id and p.hidden_at is null
    left join private.profiles a on a.id = case when n.post_id is null then t.user_id else p.user_id end
  order by n.created_at
$function$;
comment on function private.list_notifications_to_mail(uuid) is 'The next 20 notifications of a member to mail. wanted: unread, still there, still wanted, and the address is confirmed.';
grant execute on function private.list_notifications_to_mail(uuid) to service_role;

CREATE FUNCTION private.list_pending_audio(at_most integer DEFAULT 100)
 RETURNS TABLE(stream_id uuid, audio jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id, s.film -> 'audio' from private.audio_checks c join private.streams s on s.id = c.stream_id
  order by s.id limit at_most
$function$;
comment on function private.list_pending_audio(integer) is 'Streams whose playlists have to name their audio tracks again.';
grant execute on function private.list_pending_audio(integer) to service_role;

CREATE FUNCTION private.list_pending_subtitles(at_most integer DEFAULT 100)
 RETURNS TABLE(stream_id uuid, subtitle_id uuid, language text, name text, kind text, path text, version text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  titles uuid[];
begin
  loop
    -- Titles that are being changed at this moment are skipped: their change notifies again.
    titles := array(
      select c.title_id from private.subtitle_checks c order by c.created_at limit at_most for update skip locked);
    exit when cardinality(titles) = 0;
    return query
      with current_streams as (
        select s.id, s.film, t.title_id
        from unnest(titles) t (title_id)
        join private.streams s on (s.movie_id = t.title_id or s.episode_id = t.title_id) and s.status in ('watchable', 'whole')
      )
      select s.id, t.id, t.language, t.name, t.kind, t.path, o.version
      from current_streams s
      join public.subtitles t on t.movie_id = s.title_id or t.episode_id = s.title_id
      left join storage.objects o on o.bucket_id = 'movies' and o.name = t.path
      where t.error_key is null and not exists (
        select from jsonb_array_elements(s.film -> 'subtitles') f
        where f ->> 'id' = t.id::text and f ->> 'language' = t.language and f ->> 'name' = t.name
          and coalesce(f ->> 'kind', 'subtitles') = t.kind)
      union all
      select s.id, (f ->> 'id')::uuid, null, null, null, null, null
      from current_streams s cross join lateral jsonb_array_elements(s.film -> 'subtitles') f
      where f ? 'id' and not exists (select from public.subtitles t where t.id = (f ->> 'id')::uuid);
    exit when found;
    delete from private.subtitle_checks c where c.title_id = any (titles);
  end loop;
end $function$;
comment on function private.list_pending_subtitles(integer) is 'Uploaded subtitles that a stream''s film.json lacks, and deleted ones that it still has (path is null), of up to at_most titles.';
grant execute on function private.list_pending_subtitles(integer) to service_role;

CREATE FUNCTION private.list_removable_streams(grace interval)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select s.id from private.streams s where s.status = 'replaced' and s.replaced_at < now() - grace
    union all
    select s.id from private.streams s
    where s.status = 'making' and s.source_path is not null and not exists (
      select from private.media_runs r join public.media_jobs j on j.id = r.job_id
      where r.stream_id = s.id and j.status in ('queued', 'running'));
end $function$;
grant execute on function private.list_removable_streams(interval) to service_role;

CREATE FUNCTION private.list_reported_texts(at_most integer)
 RETURNS TABLE(target_id uuid, topic_id uuid, post_id uuid, first_reported_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(r.post_id, r.topic_id), r.topic_id, r.post_id, r.created_at
  from private.reports r join public.forum_topics t on t.id = r.topic_id and t.deleted_at is null
  where r.settled_at is null and not exists (
    select from private.reports e
    where e.settled_at is null and coalesce(e.post_id, e.topic_id) = coalesce(r.post_id, r.topic_id)
      and (e.created_at, e.id) < (r.created_at, r.id) offset 0)
  order by r.created_at, r.id
  limit at_most
$function$;
comment on function private.list_reported_texts(integer) is 'Topics and replies with open reports, by the time of the first one.';
grant execute on function private.list_reported_texts(integer) to service_role;

CREATE FUNCTION private.list_sorted_topic_ids(sort text, in_category uuid, skipped bigint, at_most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Keep equal to SORTED_TOPICS_MAX in contract/src/community/limits.ts.
  if skipped >= 100 then
    return '{}';
  elsif sort = 'active' and in_category is null then
    return array(
      select t.id from public.forum_topics t where t.deleted_at is null
      order by t.last_activity_at desc, t.id offset skipped limit at_most);
  elsif sort = 'active' then
    return array(
      select t.id from public.forum_topics t where t.deleted_at is null and t.category_id = in_category
      order by t.last_activity_at desc, t.id offset skipped limit at_most);
  elsif in_category is null then
    return array(
      select t.id from public.forum_topics t where t.deleted_at is null
      order by t.reply_count desc, t.created_at desc, t.id offset skipped limit at_most);
  end if;
  return array(
    select t.id from public.forum_topics t where t.deleted_at is null and t.category_id = in_category
    order by t.reply_count desc, t.created_at desc, t.id offset skipped limit at_most);
end $function$;
comment on function private.list_sorted_topic_ids(text,uuid,bigint,integer) is 'The first hundred topics by their last reply (active) or by the number of replies (discussed). Pinned ones have no place of their own.';
grant execute on function private.list_sorted_topic_ids(text,uuid,bigint,integer) to service_role;

CREATE FUNCTION private.list_suspended_members()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select s.user_id from private.suspensions s where s.until is null or s.until > now() $function$;
grant execute on function private.list_suspended_members() to service_role;

CREATE FUNCTION private.list_title_ids(of_kind text, in_genre text, containing text, page integer, page_size integer)
 RETURNS TABLE(kind text, id uuid, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 24
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  -- Keep equal to SEARCH_MAX, PAGE_SIZE_MAX and MATCHES_MAX in contract/src/catalogue/limits.ts.
  size integer := least(greatest(coalesce(page_size, 24), 1), 100);
  matches_max constant integer := 480;
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  kinds text[] := case when of_kind is null then '{movie,series}' when of_kind in ('movie', 'series') then array[of_kind] end;
  wanted_genre text := coalesce(private.genre_key(in_genre), '');
  genres text[] := private.list_genre_keys(wanted_genre);
  phrase text := coalesce(btrim(left(private.normalize_words(left(containing, 100)), 100)), '');
  typed text[] := (string_to_array(phrase, ' '))[1:8];
  genre_total integer;
  all_titles integer;
  wanted tsquery;
  found integer;
  hits private.search_hit[];
begin
  -- A search text without any alphanumeric character matches nothing.
  if kinds is null or (wanted_genre = '' and private.trim_text(in_genre) <> '') or (phrase = '' and private.trim_text(containing) <> '') then
    return;
  end if;
  select sum(c.titles) filter (where c.genre = any (genres)), sum(c.titles) filter (where c.genre = '')
    into genre_total, all_titles
    from private.genre_counts c where c.genre = any (genres || ''::text) and c.kind = any (kinds);
  if cardinality(genres) > 1 then
    -- A title that has the old and the new name counts once. Only so many are looked at.
    genre_total := genre_total - (
      select count(*)
      from (select s.genre, s.kind, s.id from private.genre_titles s
        where s.genre = any (genres) and s.kind = any (kinds) limit 300) s
      where exists (
        select from private.genre_titles o
        where o.kind = s.kind and o.id = s.id and o.genre = any (genres) and o.genre < s.genre));
  end if;

  if phrase = '' and cardinality(kinds) = 1 and cardinality(genres) = 1 then
    return query
      select s.kind, s.id, genre_total from private.genre_titles s
      where s.genre = wanted_genre and s.kind = of_kind
      order by s.created_at desc, s.id
      offset skipped limit size;
    return;
  end if;
  if phrase = '' then
    return query
      select t.kind, t.id, genre_total
      from (
        select distinct k.kind, s.id, s.created_at
        from unnest(kinds) k (kind), unnest(genres) g (genre), lateral (
          select sh.id, sh.created_at from private.genre_titles sh
          where sh.genre = g.genre and sh.kind = k.kind
          order by sh.created_at desc, sh.id
          limit skipped + size
        ) s
      ) t
      order by t.created_at desc, t.id
      offset skipped limit size;
    return;
  end if;

  -- The words as typed; if no title has them, similar words.
  for attempt in 1..2 loop
    select string_agg('(' || replace(m.matching, '@', left(k.kind, 1)) || ')', ' | ')::tsquery
      into wanted
      from unnest(kinds) k (kind), (
        select string_agg(private.build_search_term(t.word, t.n = cardinality(typed),
            case when attempt = 2 and length(t.word) > 2 then private.find_similar_words(t.word) end, 'AC'), ' & ')
          || case when wanted_genre = '' then '' else ' & (''@#' || array_to_string(genres, ''' | ''@#') || ''')' end as matching
        from unnest(typed) with ordinality t (word, n)
      ) m;

    -- If at least one in thirty of the newest titles matches, they fill the page without finding and sorting the rest, and
    -- the total is estimated from how many were read. Of a small genre, more are read.
    if attempt = 1 and all_titles > 1000 and genre_total > 0 and 3 <= (
      select count(*) from unnest(kinds) k (kind), lateral (
        select e.words from private.search_entries e
        where e.published and e.kind = k.kind
        order by e.created_at desc, e.id
        limit least(1000, 100 * all_titles / genre_total)
      ) n
      where ts_match_vq(n.words, wanted)) then
      select array_agg((p.kind, p.id, 0)::private.search_hit),
          least(genre_total, ceil((skipped + size) * all_titles / sum(p.looked_at)))
        into hits, found
        from (
          select k.kind, m.id, m.place - coalesce(lag(m.place) over (partition by k.kind order by m.place), 0) as looked_at
          from unnest(kinds) k (kind), lateral (
            select n.id, n.created_at, n.place
            from (
              select e.id, e.created_at, e.words, row_number() over (order by e.created_at desc, e.id) as place
              from private.search_entries e
              where e.published and e.kind = k.kind
              order by e.created_at desc, e.id
              limit least(15000, 1500 * all_titles / genre_total)
            ) n
            where ts_match_vq(n.words, wanted)
            order by n.created_at desc, n.id limit skipped + size
          ) m
          order by m.created_at desc, m.id
          limit skipped + size
        ) p;
      hits := hits[skipped + 1 :];
      exit when cardinality(hits) = size;
    end if;

    select array_agg((e.kind, e.id, 0)::private.search_hit), max(e.found)
      into hits, found
      from (
        select f.kind, f.id, count(*) over () as found
        from private.search_entries f
        where f.words @@ wanted
        order by f.created_at desc, f.id
        offset skipped limit size
      ) e;
    exit when found > 0 or skipped > 0;
  end loop;
  return query select h.kind, h.id, least(found, matches_max) from unnest(hits) h where skipped < matches_max;
end $function$;
comment on function private.list_title_ids(text,text,text,integer,integer) is 'Ids of one page of published titles, newest first, and the total.';
grant execute on function private.list_title_ids(text,text,text,integer,integer) to anon, authenticated, service_role;

CREATE FUNCTION private.list_title_uploads(folder text, title_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select o.name from storage.objects o
    where o.bucket_id = 'movies' and o.name collate "C" >= folder || title_id || '.'
      and o.name collate "C" < folder || title_id || '/')
$function$;
comment on function private.list_title_uploads(text,uuid) is 'The videos of one title: movies/<id>.* or movies/episodes/<id>.*';
grant execute on function private.list_title_uploads(text,uuid) to service_role;

CREATE FUNCTION private.list_titles_in_progress(viewer uuid, newest integer, max_rows integer)
 RETURNS SETOF private.title_in_progress
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_admin boolean := exists (select from public.admin_users a where a.user_id = viewer and a.role = 'admin');
  is_editor boolean := exists (select from public.admin_users a where a.user_id = viewer and a.role = 'editor');
  is_subscribed boolean := private.is_subscribed(viewer);
begin
  return query
    with recent as (
      select w.* from public.watch_progress w
      where w.user_id = viewer and (not w.watched or w.episode_id is not null)
      order by w.recent_at desc limit newest
    ),
    -- Of each series the last watched episode; if it was watched to the end, the next one.
    latest as (
      select distinct on (coalesce(e.series_id, r.movie_id)) r.*, e.series_id, e.season_number, e.episode_number
      from recent r left join public.episodes e on e.id = r.episode_id
      where r.watched or r.position > 0
      order by coalesce(e.series_id, r.movie_id), r.updated_at desc
    ),
    series as (
      select s.*, l.episode_id, l.watched, l.updated_at as watched_at, l.season_number, l.episode_number,
        s.published and (s.is_free or is_subscribed) or is_admin or is_editor and not s.published or exists (
          select from public.user_purchases p
          where p.user_id = viewer and p.series_id = s.id and p.status = 'completed'
            and (p.transaction_type = 'purchase' or p.rental_expiry > now())) as can_watch
      from latest l join public.series s on s.id = l.series_id
    )
    select 'movie', m.id, m.title::text, null::uuid, null::text, null::integer, null::integer, m.thumbnail_url,
      l.position, l.duration, l.updated_at
    from latest l join public.movies m on m.id = l.movie_id
    where m.has_video and (m.published and (m.is_free or is_subscribed) or is_admin or is_editor and not m.published or exists (
      select from public.user_purchases p
      where p.user_id = viewer and p.movie_id = m.id and p.status = 'completed'
        and (p.transaction_type = 'purchase' or p.rental_expiry > now())))
    union all
    select 'episode', e.id, e.title::text, s.id, s.title::text, e.season_number, e.episode_number,
      coalesce(e.thumbnail_url, s.thumbnail_url), coalesce(case when not w.watched then w.position end, 0),
      coalesce(w.duration, e.duration * 60), s.watched_at
    from series s
    cross join lateral (
      (select c.* from public.episodes c
        where c.id = s.episode_id and not s.watched and c.has_video and (s.can_watch or s.published and c.is_free))
      union all
      (select n.* from public.episodes n
        where s.watched and s.can_watch and n.series_id = s.id and n.has_video
          and (n.season_number, n.episode_number) > (s.season_number, s.episode_number)
        order by n.season_number, n.episode_number limit 1)
      union all
      (select n.* from public.episodes n
        where s.watched and not s.can_watch and s.published and n.series_id = s.id and n.has_video and n.is_free
          and (n.season_number, n.episode_number) > (s.season_number, s.episode_number)
        order by n.season_number, n.episode_number limit 1)
    ) e
    left join public.watch_progress w on w.user_id = viewer and w.title_id = e.id
    order by 11 desc, 2
    limit max_rows;
end $function$;
comment on function private.list_titles_in_progress(uuid,integer,integer) is 'What a member can continue among the titles they watched last, newest first. newest: how many of those are looked at.';
grant execute on function private.list_titles_in_progress(uuid,integer,integer) to service_role;

CREATE FUNCTION private.list_top_titles(periods private.watch_period[], live private.watch_count[])
 RETURNS TABLE(kind text, id uuid, title text, seconds_watched double precision, members bigint, approximate boolean, visits bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with listed as (
    select r.title_id, r.seconds
    from unnest(periods) p, generate_series(p.first_start, p.last_start, make_interval(days => p.days)) g (starts),
      lateral (
        select r.title_id, r.seconds from private.watch_rollups r
        where r.days = p.days and r.starts = g.starts::date order by r.seconds desc limit 100) r
    union all
    select l.title_id, l.seconds from unnest(live) l
  ), candidates as materialized (
    select l.title_id from listed l where l.title_id <> '00000000-0000-0000-0000-000000000000'
    group by l.title_id order by sum(l.seconds) desc limit 40
  ), parts as (
    select r.title_id, r.seconds, r.visits
    from candidates c cross join unnest(periods) p join private.watch_rollups r
      on r.title_id = c.title_id and r.days = p.days and r.starts between p.first_start and p.last_start
    union all
    select l.title_id, l.seconds, l.visits from candidates c join unnest(live) l using (title_id)
  ), sums as (
    select p.title_id, round(sum(p.seconds)) as seconds, sum(p.visits) as visits from parts p group by p.title_id
  ), longest as (
    select case when m.id is null then 'series' else 'movie' end as kind, s.title_id, coalesce(m.title, e.title) as title,
      s.seconds, s.visits
    from sums s left join public.movies m on m.id = s.title_id left join public.series e on e.id = s.title_id
    where coalesce(m.id, e.id) is not null
    order by s.seconds desc, 3, 2 limit 10
  )
  select l.kind, l.title_id, l.title, l.seconds, c.members, c.approximate, l.visits
  from longest l, lateral private.count_members(l.title_id, periods, live) c
$function$;
comment on function private.list_top_titles(private.watch_period[],private.watch_count[]) is 'The ten titles watched longest, out of the hundred watched longest in each period. Their seconds and visits are exact.';
grant execute on function private.list_top_titles(private.watch_period[],private.watch_count[]) to service_role;

CREATE FUNCTION private.list_topic_ids(in_category uuid, skipped bigint, at_most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pinned uuid[];
  ids uuid[];
  wanted integer;
  start record;
begin
  pinned := array(
    select t.id from public.forum_topics t
    where t.pinned and t.deleted_at is null and (in_category is null or t.category_id = in_category)
    order by t.created_at desc, t.id);
  ids := pinned[least(skipped, 2000000000) + 1 : least(skipped, 2000000000) + at_most];
  wanted := at_most - cardinality(ids);
  if wanted = 0 then
    return ids;
  end if;
  select * into start
    from private.find_block_from_newest(coalesce(in_category, '00000000-0000-0000-0000-000000000000'), greatest(skipped - cardinality(pinned), 0));
  if start.still is null then
    return ids;
  end if;
  if in_category is null then
    return ids || array(
      select t.id from public.forum_topics t
      where not t.pinned and t.deleted_at is null and t.created_at < start.before
      order by t.created_at desc, t.id offset start.still limit wanted);
  end if;
  return ids || array(
    select t.id from public.forum_topics t
    where not t.pinned and t.deleted_at is null and t.category_id = in_category and t.created_at < start.before
    order by t.created_at desc, t.id offset start.still limit wanted);
end $function$;
grant execute on function private.list_topic_ids(uuid,bigint,integer) to service_role;

CREATE FUNCTION private.list_uncounted_days(first_day date, last_day date)
 RETURNS SETOF date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
  select g.day
  from (select generate_series(greatest(first_day, private.first_day()), least(last_day, current_date), '1 day')::date) g (day)
  where not exists (select from private.daily_statistics d where d.day = g.day)
    or exists (select from private.stale_days s where s.day = g.day)
$function$;
comment on function private.list_uncounted_days(date,date) is 'Days that have to be counted when somebody asks: today, and what roll_up_statistics() has not reached yet.';
grant execute on function private.list_uncounted_days(date,date) to service_role;

CREATE FUNCTION private.list_voucher_batches(agent uuid, before bigint)
 RETURNS TABLE(id bigint, agent_id uuid, agent_name text, pass text, media_type text, title text, price_minor integer, currency text, expires_on date, status text, created_at timestamp with time zone, printed_at timestamp with time zone, activated_at timestamp with time zone, vouchers integer, sold integer, redeemed integer, revoked integer, owed_minor bigint, booked_minor bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.id, b.agent_id, a.name, b.pass, b.media_type, b.title, b.price_minor, b.currency, b.expires_on,
    case when b.revoked_at is not null then 'revoked' when private.is_batch_expired(b) then 'expired'
      when b.activated_at is not null then 'active' when b.printed_at is not null then 'printed' else 'new' end,
    b.created_at, b.printed_at, b.activated_at, b.vouchers, n.sold, n.redeemed, n.revoked, coalesce(owed.minor, 0), n.booked_minor
  from (
    select * from private.voucher_batches x
    where (list_voucher_batches.agent is null or x.agent_id = list_voucher_batches.agent)
      and x.id < coalesce(list_voucher_batches.before, 9223372036854775807)
    order by x.id desc limit 20
  ) b join private.agents a on a.id = b.agent_id,
  lateral (
    select count(v.sold_at)::integer as sold, count(*) filter (where c.status = 'redeemed')::integer as redeemed,
      count(*) filter (where c.status = 'revoked')::integer as revoked, coalesce(sum(l.amount_minor), 0)::bigint as booked_minor
    from private.vouchers v join private.codes c on c.id = v.code_id
    left join public.ledger l on l.order_id = v.order_id and l.kind = 'payment'
    where v.batch_id = b.id) n,
  lateral (select sum(e.amount_minor)::bigint as minor from private.agent_entries e where e.batch_id = b.id) owed
  order by b.id desc
$function$;
comment on function private.list_voucher_batches(uuid,bigint) is 'Twenty batches, newest first. owed_minor is what the agent''s books say about a batch, booked_minor what the ledger says about redeemed vouchers.';
grant execute on function private.list_voucher_batches(uuid,bigint) to service_role;

CREATE FUNCTION private.list_vouchers(batch bigint)
 RETURNS TABLE(number integer, status text, sold_at timestamp with time zone, redeemed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.number, case when c.status <> 'active' then c.status when v.sold_at is not null then 'sold' else 'unsold' end,
    v.sold_at, c.redeemed_at
  from private.vouchers v join private.codes c on c.id = v.code_id
  where v.batch_id = list_vouchers.batch order by v.number
$function$;
grant execute on function private.list_vouchers(bigint) to service_role;

CREATE FUNCTION private.lock_admins()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update private.admin_setup set admins_changed_at = clock_timestamp() $function$;
grant execute on function private.lock_admins() to service_role;

CREATE FUNCTION private.lock_batch(batch bigint)
 RETURNS private.voucher_batches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked private.voucher_batches;
begin
  select * into locked from private.voucher_batches b where b.id = lock_batch.batch for update;
  if locked.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  return locked;
end $function$;
comment on function private.lock_batch(bigint) is 'Selling, redeeming, activating and revoking lock the batch first, so that they happen one after the other.';
grant execute on function private.lock_batch(bigint) to service_role;

CREATE FUNCTION private.lock_episodes()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select pg_advisory_xact_lock(hashtextextended('episodes', 0)) $function$;
comment on function private.lock_episodes() is 'One transaction at a time adds, moves or deletes episodes, or publishes one. To be called before any row is locked.';
grant execute on function private.lock_episodes() to service_role;

CREATE FUNCTION private.lock_episodes_first()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_episodes();
  return null;
end $function$;
grant execute on function private.lock_episodes_first() to service_role;

CREATE FUNCTION private.lock_films_first()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('films', 0));
  return null;
end $function$;
grant execute on function private.lock_films_first() to service_role;

CREATE FUNCTION private.lock_members(people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.profiles p where p.id = any (people) order by p.id for key share;
end $function$;
comment on function private.lock_members(uuid[]) is 'Keeps these members from being deleted until the end of the transaction. Before a topic is locked: deleting a member locks their topics.';
grant execute on function private.lock_members(uuid[]) to service_role;

CREATE FUNCTION private.lock_title(movie uuid, series uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.movies m where m.id = movie for no key update;
  perform from public.series s where s.id = series for no key update;
  return true;
end $function$;
comment on function private.lock_title(uuid,uuid) is 'Always true. For policies: locks the title before its review.';
grant execute on function private.lock_title(uuid,uuid) to authenticated, service_role;

CREATE FUNCTION private.lock_title_of_stream(stream_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  movie uuid := (select s.movie_id from private.streams s where s.id = stream_id);
begin
  if movie is null then
    perform private.lock_episodes();
  else
    perform from public.movies m where m.id = movie for no key update;
  end if;
end $function$;
comment on function private.lock_title_of_stream(uuid) is 'A title is deleted before its streams, so a change of a stream locks the title first.';
grant execute on function private.lock_title_of_stream(uuid) to service_role;

CREATE FUNCTION private.lock_topic(topic uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.forum_topics t where t.id = topic for no key update;
  return true;
end $function$;
comment on function private.lock_topic(uuid) is 'Always true. For policies: locks the topic before its reply.';
grant execute on function private.lock_topic(uuid) to authenticated, service_role;

CREATE FUNCTION private.lock_topics_of_category()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.forum_topics t where t.category_id = old.id order by t.id for no key update;
  return old;
end $function$;
grant execute on function private.lock_topics_of_category() to service_role;

CREATE FUNCTION private.lock_topics_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.forum_topics t
    where t.id in (
      select o.id from public.forum_topics o where o.user_id = old.id
      union select p.topic_id from public.forum_posts p where p.user_id = old.id)
    order by t.id for no key update;
  return old;
end $function$;
grant execute on function private.lock_topics_of_member() to service_role;

CREATE FUNCTION private.log_account_event(person uuid, action text, traits jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    json_build_object('action', action, 'actor_id', person, 'actor_username', '', 'actor_via_sso', false,
      'log_type', 'factor', 'traits', traits),
    now(), left(private.caller_address(), 64))
$function$;
grant execute on function private.log_account_event(uuid,text,jsonb) to service_role;

CREATE FUNCTION private.log_moderation(action text, target_kind text, target_id uuid, note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.moderation_log (moderator_id, action, target_kind, target_id, note)
  values (auth.uid(), action, target_kind, target_id, nullif(left(private.trim_text(note), 1000), ''))
$function$;
grant execute on function private.log_moderation(text,text,uuid,text) to service_role;

CREATE FUNCTION private.log_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Not replies deleted with their topic, and not one's own.
  if private.is_client() and pg_trigger_depth() = 1 and old.user_id is distinct from auth.uid() then
    perform private.log_moderation('delete', tg_argv[0], old.id, left(old.content, 300));
  end if;
  return null;
end $function$;
grant execute on function private.log_removal() to service_role;

CREATE FUNCTION private.log_topic_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_client() or pg_trigger_depth() > 1 then
    return null;
  end if;
  if new.locked <> old.locked then
    perform private.log_moderation(case when new.locked then 'lock' else 'unlock' end, 'topic', new.id);
  end if;
  if new.pinned <> old.pinned then
    perform private.log_moderation(case when new.pinned then 'pin' else 'unpin' end, 'topic', new.id);
  end if;
  if new.category_id <> old.category_id then
    perform private.log_moderation('move', 'topic', new.id,
      (select c.name from public.forum_categories c where c.id = new.category_id));
  end if;
  return null;
end $function$;
grant execute on function private.log_topic_update() to service_role;

CREATE FUNCTION private.mark_day_stale(on_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A shared lock: writers do not wait for each other, and roll_up_day() waits for all of them.
  perform from private.stale_days s where s.day = on_day for key share;
  while not found loop
    insert into private.stale_days (day) values (on_day) on conflict do nothing;
    perform from private.stale_days s where s.day = on_day for key share;
  end loop;
end $function$;
comment on function private.mark_day_stale(date) is 'Lets a day that is over be counted again, with what this transaction adds to it.';
grant execute on function private.mark_day_stale(date) to service_role;

CREATE FUNCTION private.mark_gift_mailed(gift uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update private.gifts g set mailed_at = now() where g.id = mark_gift_mailed.gift $function$;
grant execute on function private.mark_gift_mailed(uuid) to service_role;

CREATE FUNCTION private.mark_media_job_watchable(job_id uuid, worker uuid, film jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_job_held(job_id, worker) then
    return false;
  end if;
  perform private.publish_stream(r.stream_id, mark_media_job_watchable.film, false)
    from private.media_runs r where r.job_id = mark_media_job_watchable.job_id;
  perform pg_notify('media', '');
  return true;
end $function$;
grant execute on function private.mark_media_job_watchable(uuid,uuid,jsonb) to service_role;

CREATE FUNCTION private.mark_notifications_mailed(member uuid, ids uuid[], was_sent boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.notifications n set to_mail = false where n.id = any (ids) and n.user_id = member;
  if was_sent then
    update private.notification_settings s set mailed_at = now() where s.user_id = member;
  end if;
  if exists (select from private.notifications o where o.user_id = member and o.to_mail) then
    perform private.enqueue_job('mail_notifications', jsonb_build_object('member', member), member::text,
      now() + case when was_sent then interval '1 hour' else interval '0' end);
  end if;
end $function$;
comment on function private.mark_notifications_mailed(uuid,uuid[],boolean) is 'These need no e-mail any more. Enqueues what is left, an hour after an e-mail.';
grant execute on function private.mark_notifications_mailed(uuid,uuid[],boolean) to service_role;

CREATE FUNCTION private.mark_pass_reminded(member uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update private.paid_passes p set reminded_at = now() where p.user_id = member and p.reminded_at is null $function$;
comment on function private.mark_pass_reminded(uuid) is 'The next reminder comes with the next pass.';
grant execute on function private.mark_pass_reminded(uuid) to service_role;

CREATE FUNCTION private.mark_past_day_stale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
begin
  case tg_argv[0]
    when 'watch_sessions' then perform private.mark_day_stale(new.day);
    when 'profiles' then perform private.mark_day_stale(new.created_at::date);
    when 'ledger' then perform private.mark_day_stale(new.occurred_at::date);
    when 'failed order' then perform private.mark_day_stale(new.updated_at::date);
    when 'no longer failed order' then perform private.mark_day_stale(old.updated_at::date);
  end case;
  return null;
end $function$;
grant execute on function private.mark_past_day_stale() to service_role;

CREATE FUNCTION private.mark_trial(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.trial_marks (mark)
    select m.mark from (select private.trial_mark(person) as mark) m
    where m.mark is not null and exists (
      select from public.orders o join public.ledger l on l.order_id = o.id
      where o.user_id = person and o.plan is not null and l.kind = 'payment')
    on conflict on constraint trial_marks_pkey do nothing
$function$;
comment on function private.mark_trial(uuid) is 'Remembers the address of somebody who had a trial or a subscription.';
grant execute on function private.mark_trial(uuid) to service_role;

CREATE FUNCTION private.mark_trial_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.mark_trial(o.user_id) from public.orders o where o.id = new.order_id and o.plan is not null;
  return null;
end $function$;
grant execute on function private.mark_trial_of_payment() to service_role;

CREATE FUNCTION private.mark_trial_reminded(subscription uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update public.subscriptions s set trial_reminded_at = now() where s.id = mark_trial_reminded.subscription $function$;
grant execute on function private.mark_trial_reminded(uuid) to service_role;

CREATE FUNCTION private.mask_address(address inet)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case family(address)
    when 4 then regexp_replace(host(address), '\d+$', 'x')
    when 6 then host(network(set_masklen(address, 48)))
    else ''
  end
$function$;
comment on function private.mask_address(inet) is 'Enough to recognise one''s own network, too little to locate somebody.';
grant execute on function private.mask_address(inet) to service_role;

CREATE FUNCTION private.merge_uploaded_subtitles(film jsonb, before jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_set(film, '{subtitles}', coalesce(film -> 'subtitles', '[]') || coalesce((
    select jsonb_agg(s order by n) from jsonb_array_elements(before -> 'subtitles') with ordinality as u (s, n)
    where s ? 'id'), '[]'))
$function$;
grant execute on function private.merge_uploaded_subtitles(jsonb,jsonb) to service_role;

CREATE FUNCTION private.minutes_of(spans tstzmultirange)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(floor(sum(extract(epoch from upper(s) - lower(s))) / 60), 0)::integer from unnest(spans) s
$function$;
grant execute on function private.minutes_of(tstzmultirange) to service_role;

CREATE FUNCTION private.move_in_reply_lists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_entries(array[old.topic_id], array[old.created_at], -1);
  perform private.count_entries(array[new.topic_id], array[new.created_at], 1);
  return null;
end $function$;
grant execute on function private.move_in_reply_lists() to service_role;

CREATE FUNCTION private.move_in_topic_lists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_topics(array[old.category_id], array[old.created_at], array[old.pinned], -1);
  perform private.count_topics(array[new.category_id], array[new.created_at], array[new.pinned], 1);
  return null;
end $function$;
grant execute on function private.move_in_topic_lists() to service_role;

CREATE FUNCTION private.move_passes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.paid_passes p where p.user_id = new.user_id) then
    perform private.recompute_passes(new.user_id);
  end if;
  return null;
end $function$;
comment on function private.move_passes() is 'When a subscription changes, passes that begin at its end move with it.';
grant execute on function private.move_passes() to service_role;

CREATE FUNCTION private.name_skeleton(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  folded text;
begin
  if octet_length(value) = char_length(value) then
    folded := translate(lower(value collate "C"),
      'i1|!05$34' || E'\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017'
        || E'\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f "#%&\'()*+,-./:;<=>?@[\\]^_`{}~\u007f',
      'llllossea');
    return replace(replace(folded, 'rn', 'm'), 'vv', 'w');
  end if;
  folded := lower(normalize(value, nfkd) collate "und-x-icu");
  folded := regexp_replace(folded, '[\u0300-\u036f]', '', 'g');
  folded := replace(replace(replace(folded, 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss');
  -- i, l, 1 and | look alike, and so do the characters below of other alphabets.
  folded := translate(folded,
    'i1|!ıɩ' || '05$34' || 'łøđðþħŧƒŋəɔɛ'
      || 'авсԁеһіјкӏмнорԛгѕтуѵԝхзп' || 'αβγεηικνορστυχωμϲϳ' || 'ոօսհցզյք',
    'llllll' || 'ossea' || 'loddphtfneoe'
      || 'abcdehljklmhopqrstyvwxen' || 'abyenlkvopotuxwucj' || 'nouhgqjp');
  folded := regexp_replace(folded, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2019]', '', 'g');
  return replace(replace(folded, 'rn', 'm'), 'vv', 'w');
end $function$;
comment on function private.name_skeleton(text) is 'Equal for names that look alike: Marie, MARlE, mаrie (Cyrillic а), m-a-r-i-e.';
grant execute on function private.name_skeleton(text) to service_role;

CREATE FUNCTION private.normalize_code(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select regexp_replace(upper(typed), '[^A-Z0-9]', '', 'g') $function$;
comment on function private.normalize_code(text) is 'As a code is compared and hashed: case, dashes and blanks do not matter.';
grant execute on function private.normalize_code(text) to service_role;

CREATE FUNCTION private.normalize_mailbox(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when m.host in ('gmail.com', 'googlemail.com') then replace(m.mailbox, '.', '') || '@gmail.com'
    else m.mailbox || '@' || m.host end
  from (
    select split_part(substring(a.address from '^(.*)@'), '+', 1) as mailbox, substring(a.address from '@([^@]*)$') as host
    from (select lower(private.trim_text(address)) as address) a) m
$function$;
comment on function private.normalize_mailbox(text) is 'One spelling for the addresses of one mailbox: without what follows a plus, and at Gmail without dots. Null for no address.';
grant execute on function private.normalize_mailbox(text) to service_role;

CREATE FUNCTION private.normalize_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.date_of_birth > current_date then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  new.username := private.trim_text(new.username);
  new.first_name := nullif(private.trim_text(new.first_name), '');
  new.last_name := nullif(private.trim_text(new.last_name), '');
  new.full_name := nullif(concat_ws(' ', new.first_name, new.last_name), '');
  new.bio := nullif(private.trim_text(new.bio), '');
  new.location := nullif(private.trim_text(new.location), '');
  new.website := nullif(private.trim_text(new.website), '');
  new.occupation := nullif(private.trim_text(new.occupation), '');
  new.phone := nullif(private.trim_text(new.phone), '');
  new.avatar_url := private.strip_host(new.avatar_url);
  if new.interests is distinct from '{}' then
    new.interests := coalesce(
      (select array_agg(private.trim_text(i) order by n) from unnest(new.interests) with ordinality as t (i, n) where private.trim_text(i) <> ''),
      '{}');
  end if;
  new.updated_at := now();
  return new;
end $function$;
grant execute on function private.normalize_profile() to service_role;

CREATE FUNCTION private.normalize_reply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.content := private.normalize_text(new.content);
  perform private.check_text(new.content, 20000, 'reply_empty', 'Reply content cannot be empty');
  return new;
end $function$;
grant execute on function private.normalize_reply() to service_role;

CREATE FUNCTION private.normalize_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.review_text := nullif(private.trim_text(new.review_text), '');
  -- A counted vote is no edit.
  if tg_op = 'UPDATE' and new.helpful_count = old.helpful_count then
    new.updated_at := now();
  end if;
  return new;
end $function$;
grant execute on function private.normalize_review() to service_role;

CREATE FUNCTION private.normalize_text(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return private.trim_text(regexp_replace(value, '\r\n?', E'\n', 'g'));
end $function$;
grant execute on function private.normalize_text(text) to service_role;

CREATE FUNCTION private.normalize_topic()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.title := private.trim_text(new.title);
  new.content := private.normalize_text(new.content);
  perform private.check_text(new.title, 200, 'topic_title_empty', 'Please enter a title');
  perform private.check_text(new.content, 20000, 'topic_content_empty', 'Please write something');
  if new.title ~ '[\n\r\t\u2028\u2029]' then
    raise exception using errcode = '23514', message = 'This must fit on one line', hint = 'text_one_line';
  end if;
  return new;
end $function$;
grant execute on function private.normalize_topic() to service_role;

CREATE FUNCTION private.normalize_words(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  -- A combining accent is composed with its character first; checking for one is much cheaper than composing.
  select btrim(regexp_replace(
    lower(private.fold_text(case when value ~ '[\u0300-\u036f]' then normalize(value, NFC) else value end) collate "und-x-icu"),
    '[^[:alnum:]]+', ' ', 'g'))
$function$;
comment on function private.normalize_words(text) is 'Folded words with single spaces between them: "Létà: l’ap vini!" is "leta l ap vini".';
grant execute on function private.normalize_words(text) to service_role;

CREATE FUNCTION private.note_alive()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last timestamptz;
begin
  -- Another server has just said so, or is saying it now.
  select s.at into last from private.sign_of_life s where s.at < now() - interval '20 seconds' for update skip locked;
  if last is null then
    return;
  end if;
  -- A restart takes less.
  if last < now() - interval '3 minutes' then
    insert into private.outages (part, began_at, ended_at) values ('site', last, now());
  end if;
  update private.sign_of_life s set at = now();
end $function$;
comment on function private.note_alive() is 'Says that a server reaches the database; after three minutes without that, writes down the outage.';
grant execute on function private.note_alive() to service_role;

CREATE FUNCTION private.note_av1_rendition(job_id uuid, worker uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.media_runs r set av1_attempts = 1
    where r.job_id = note_av1_rendition.job_id and r.worker = note_av1_rendition.worker
$function$;
comment on function private.note_av1_rendition(uuid,uuid) is 'Another rendition is complete: attempts are counted from here.';
grant execute on function private.note_av1_rendition(uuid,uuid) to service_role;

CREATE FUNCTION private.note_failed_renewal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enqueue_job('mail_failed_renewal', jsonb_build_object('subscription', new.id, 'status', new.status),
    new.id || ' ' || new.status);
  return null;
end $function$;
comment on function private.note_failed_renewal() is 'A charge that failed, or the end of a subscription after such charges.';
grant execute on function private.note_failed_renewal() to service_role;

CREATE FUNCTION private.note_part(part text, is_working boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz;
begin
  if is_working is null then
    delete from private.service_parts p where p.part = note_part.part;
  else
    insert into private.service_parts as p (part, checked_at, failing_since)
      values (note_part.part, now(), case when not is_working then now() end)
      on conflict on constraint service_parts_pkey do update set checked_at = now(),
        failing_since = case when not is_working then coalesce(p.failing_since, now()) end
      returning p.failing_since into since;
  end if;
  if since is null then
    update private.outages o set ended_at = now() where o.part = note_part.part and o.ended_at is null;
  elsif since < now() then
    -- Not at the first failure: it may have been the network.
    insert into private.outages (part, began_at) values (note_part.part, since) on conflict do nothing;
  end if;
end $function$;
comment on function private.note_part(text,boolean) is 'What a check of a part has found out; null: the part is not set up. An outage begins with the first of two failures and ends with the next success.';
grant execute on function private.note_part(text,boolean) to service_role;

CREATE FUNCTION private.note_payment_problem()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bought public.orders;
begin
  select * into bought from public.orders o where o.id = new.order_id;
  if new.problem is not null then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, new.problem,
      jsonb_build_object('paid_minor', new.amount_minor, 'currency', new.currency, 'expected_minor', bought.amount_minor));
  elsif new.amount_minor > bought.amount_minor and bought.plan is null then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, 'amount_over',
      jsonb_build_object('paid_minor', new.amount_minor, 'currency', new.currency, 'expected_minor', bought.amount_minor));
  end if;
  -- A renewal is another payment of its order; a second payment of anything else is one too many.
  if bought.plan is null and (
    exists (select from public.ledger l where l.order_id = new.order_id and l.kind = 'payment' and l.id <> new.id)
    or exists (
      select from public.user_purchases p
      where p.user_id = bought.user_id and p.order_id <> bought.id and p.status = 'completed'
        and coalesce(bought.movie_id, bought.series_id) in (p.movie_id, p.series_id)
        and (p.transaction_type = 'purchase' or bought.transaction_type = 'rental' and p.rental_expiry > now()))
    or bought.bundle_id is not null and exists (
      select from public.orders o
      where o.user_id = bought.user_id and o.bundle_id = bought.bundle_id and o.id <> bought.id and o.status = 'paid')) then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, 'paid_twice');
  end if;
  if bought.user_id is null then
    perform private.add_payment_alert(new.order_id, new.provider, new.provider_reference, 'nobody');
  end if;
  return null;
end $function$;
comment on function private.note_payment_problem() is 'A payment that is booked, but does not fit, is shown to accountants.';
grant execute on function private.note_payment_problem() to service_role;

CREATE FUNCTION private.note_publication()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.published_at := case when new.published then coalesce(new.published_at, new.created_at) end;
  else
    new.published_at := coalesce(old.published_at, case when new.published then now() end);
  end if;
  return new;
end $function$;
comment on function private.note_publication() is 'Sets published_at once. A film that is inserted as published was published when it was created.';
grant execute on function private.note_publication() to service_role;

CREATE FUNCTION private.note_removed_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Only words of titles and people are in search_words. In order, so that two writers cannot deadlock.
  insert into private.words_to_check (word)
    select distinct substr(l.lexeme, 2) collate "C" as word
    from old_rows o, unnest(ts_filter(o.words, '{a,b}')) l
    order by word
    on conflict do nothing;
  return null;
end $function$;
grant execute on function private.note_removed_words() to service_role;

CREATE FUNCTION private.note_subscriber_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.subscriber_changes (expires_hour, change)
    select date_trunc('hour', c.until), c.change
    from (values
      (case when tg_op <> 'INSERT' then old.subscribed_until end, -1),
      (case when tg_op <> 'DELETE' then new.subscribed_until end, 1)) c (until, change)
    where c.until is not null;
  return null;
end $function$;
grant execute on function private.note_subscriber_change() to service_role;

CREATE FUNCTION private.note_unsealed_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.unsealed_audit_entries (entry_id, at, digest) values (new.id, new.at, private.digest_audit_entry(new));
  return null;
end $function$;
grant execute on function private.note_unsealed_entry() to service_role;

CREATE FUNCTION private.notify_followers(topic uuid, since timestamp with time zone, after uuid, at_most integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  batch uuid[] := array(
    select r.user_id from private.topic_readers r
    where r.topic_id = topic and r.following and not r.notified and (after is null or r.user_id > after)
    order by r.user_id limit at_most);
  wanting uuid[];
  posts uuid[];
  locked integer;
begin
  perform private.lock_members(batch);
  perform from public.forum_topics t where t.id = topic and t.deleted_at is null for key share;
  if not found then
    return;
  end if;
  wanting := array(
    select b.id from unnest(batch) b (id)
    where not exists (select from private.notification_settings s where s.user_id = b.id and s.replies = 'off'));
  -- The reply with which each one's unread stretch begins; again when one of them has just been deleted.
  loop
    posts := array(
      select distinct f.id from private.topic_readers r cross join lateral (
        select p.id from public.forum_posts p
        where p.topic_id = topic and p.created_at >= since and p.created_at > coalesce(r.read_to, '-infinity')
          and p.user_id is distinct from r.user_id
        order by p.created_at, p.id limit 1) f
      where r.topic_id = topic and r.user_id = any (wanting));
    perform from public.forum_posts p where p.id = any (posts) order by p.id for key share;
    get diagnostics locked = row_count;
    exit when locked = cardinality(posts);
  end loop;
  perform from private.topic_readers r where r.topic_id = topic and r.user_id = any (wanting) order by r.user_id for no key update;
  with added as (
    insert into private.notifications (user_id, kind, topic_id, post_id, created_at)
      select r.user_id, 'reply', topic, p.id, p.created_at
      from private.topic_readers r cross join lateral (
        select p.id, p.created_at from public.forum_posts p
        where p.id = any (posts) and p.created_at > coalesce(r.read_to, '-infinity') and p.user_id is distinct from r.user_id
        order by p.created_at, p.id limit 1) p
      where r.topic_id = topic and r.user_id = any (wanting) and r.following and not r.notified
      order by r.user_id
      on conflict do nothing
      returning user_id)
  update private.topic_readers r set notified = true from added a where r.topic_id = topic and r.user_id = a.user_id;
  if cardinality(batch) = at_most then
    -- As a job of its own, so that followers of other topics have their turn.
    perform private.enqueue_job('notify_followers',
      jsonb_build_object('topic', topic, 'since', since, 'after', batch[at_most]), topic || ' ' || since || ' on');
  end if;
end $function$;
comment on function private.notify_followers(uuid,timestamp with time zone,uuid,integer) is 'Notifies some of a topic''s followers, in the order of their ids after this one, of the first reply since then that they have not read, and enqueues the rest. Who has an unread notification of the topic gets no second one.';
grant execute on function private.notify_followers(uuid,timestamp with time zone,uuid,integer) to service_role;

CREATE FUNCTION private.notify_media()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('media', '');
  return null;
end $function$;
grant execute on function private.notify_media() to service_role;

CREATE FUNCTION private.notify_of_reply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mentioned uuid[] := private.find_mentioned_members(new.content, new.user_id);
begin
  if tg_op = 'INSERT' then
    -- Members who unfollowed are not subscribed again.
    insert into private.topic_readers as r (topic_id, user_id, following, read_to)
      select new.topic_id, new.user_id, true, new.created_at where new.user_id is not null
      on conflict on constraint topic_readers_pkey do update
        set read_to = greatest(r.read_to, excluded.read_to), following = coalesce(r.following, true);
  end if;
  if cardinality(mentioned) > 0 then
    if tg_op = 'INSERT' then
      -- A follower who is mentioned has one notification, not two.
      perform from private.topic_readers r
        where r.topic_id = new.topic_id and r.user_id = any (mentioned) order by r.user_id for no key update;
      update private.topic_readers r set notified = true
        where r.topic_id = new.topic_id and r.user_id = any (mentioned) and r.following and not r.notified;
    end if;
    insert into private.notifications (user_id, kind, topic_id, post_id, created_at)
      select m, 'mention', new.topic_id, new.id, greatest(new.created_at, new.edited_at)
      from unnest(mentioned) m order by m
      on conflict do nothing;
  end if;
  -- From the end: notify_followers() begins at the start and leaves dead index entries there.
  if tg_op = 'INSERT' and (
    select r.user_id from private.topic_readers r
    where r.topic_id = new.topic_id and r.following and not r.notified and r.user_id is distinct from new.user_id
    order by r.user_id desc limit 1
  ) is not null then
    -- In the order of the replies: of several jobs the first one is done, and covers the others.
    perform private.enqueue_job('notify_followers', jsonb_build_object('topic', new.topic_id, 'since', new.created_at),
      new.topic_id::text, least(new.created_at, clock_timestamp()));
  end if;
  return null;
end $function$;
grant execute on function private.notify_of_reply() to service_role;

CREATE FUNCTION private.notify_of_topic()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' and new.user_id is not null then
    insert into private.topic_readers (topic_id, user_id, following, read_to) values (new.id, new.user_id, true, new.created_at);
  end if;
  insert into private.notifications (user_id, kind, topic_id, created_at)
    select m, 'mention', new.id, greatest(new.created_at, new.edited_at)
    from unnest(private.find_mentioned_members(new.title || E'\n' || new.content, new.user_id)) m order by m
    on conflict do nothing;
  return null;
end $function$;
grant execute on function private.notify_of_topic() to service_role;

CREATE FUNCTION private.object_bytes(metadata jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select case when jsonb_typeof(metadata -> 'size') = 'number' then (metadata ->> 'size')::bigint else 0 end $function$;
grant execute on function private.object_bytes(jsonb) to service_role;

CREATE FUNCTION private.open_device_session(request private.device_requests)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refresh_token text := encode(extensions.gen_random_bytes(20), 'hex');
  session uuid := gen_random_uuid();
  -- Counts for the level of the session, and never as a recent proof: changes of the account ask for the password.
  long_ago constant timestamptz := 'epoch';
begin
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, factor_id, user_agent, ip)
    -- GoTrue asks for a proof of identity when a session is a day old.
    select session, s.user_id, now() - interval '1 day', now(), s.aal, s.factor_id, request.user_agent, private.caller_inet()
    from auth.sessions s where s.id = request.confirmed_in;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    select gen_random_uuid(), session, long_ago, long_ago, m.method
    from (
      select 'otp' union
      select a.authentication_method from auth.mfa_amr_claims a
      where a.session_id = request.confirmed_in and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')
    ) m (method);
  insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
    values ('00000000-0000-0000-0000-000000000000', refresh_token, request.user_id::text, false, now(), now(), session);
  insert into private.device_sessions (session_id, user_id) values (session, request.user_id);
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(),
      json_build_object('action', 'login', 'actor_id', request.user_id, 'actor_username', '', 'actor_via_sso', false,
        'log_type', 'account', 'traits', json_build_object('by', 'device_code')),
      now(), left(private.caller_address(), 64));
  return refresh_token;
end $function$;
comment on function private.open_device_session(private.device_requests) is 'A session for the device, at the level of the session that confirmed it, and the token with which the device begins it at the auth service.';
grant execute on function private.open_device_session(private.device_requests) to service_role;

CREATE FUNCTION private.order_state_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['id', 'amount_minor', 'currency', 'price_minor', 'exchange_rate', 'provider', 'provider_reference', 'status',
    'created_at', 'updated_at']
$function$;
comment on function private.order_state_columns() is 'The columns of an order that say how it is paid; the others say what is bought.';
grant execute on function private.order_state_columns() to service_role;

CREATE FUNCTION private.owed_by(agent uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select e.balance_minor from private.agent_entries e where e.agent_id = owed_by.agent order by e.id desc limit 1), 0)
$function$;
grant execute on function private.owed_by(uuid) to service_role;

CREATE FUNCTION private.own_open_gift(gift uuid)
 RETURNS private.gifts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
  given private.gifts;
begin
  -- The order first, as booking an event does.
  perform from public.orders o
    where o.id = (select g.order_id from private.gifts g where g.id = own_open_gift.gift and g.giver = person) for update;
  select * into given from private.gifts g where g.id = own_open_gift.gift and g.giver = person and g.order_id is not null for update;
  if given.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if exists (select from private.codes c where c.gift_id = given.id and c.status = 'redeemed') then
    raise exception using errcode = '23505', message = 'This gift has been redeemed. It can no longer be sent or canceled.',
      hint = 'gift_redeemed';
  end if;
  return given;
end $function$;
grant execute on function private.own_open_gift(uuid) to service_role;

CREATE FUNCTION private.payment_rows(ids uuid[])
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, title text, transaction_type text, media_type text, plan text, pass text, amount_minor integer, currency text, price_minor integer, provider text, provider_reference text, user_id uuid, username text, email text, phone text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.id, o.created_at, o.status, o.title, o.transaction_type, o.media_type, o.plan, o.pass, o.amount_minor, o.currency,
    o.price_minor, o.provider, o.provider_reference, o.user_id, p.username, d.email, y.phone
  from unnest(ids) with ordinality i (id, n)
    join public.orders o on o.id = i.id
    left join private.profiles p on p.id = o.user_id
    left join private.member_directory d on d.id = o.user_id
    left join private.payers y on y.order_id = o.id
  order by i.n
$function$;
comment on function private.payment_rows(uuid[]) is 'Orders as the list of accountants shows them.';
grant execute on function private.payment_rows(uuid[]) to service_role;

CREATE FUNCTION private.payment_to_return(payment bigint, way text)
 RETURNS private.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bought public.orders;
  paid private.payments;
begin
  select * into bought from public.orders o
    where o.id = (select l.order_id from public.ledger l where l.id = payment) for update;
  select * into paid from private.payments p where p.id = payment;
  if paid.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  if paid.refunded then
    return paid;
  end if;
  if paid.disputed then
    raise exception using errcode = 'PT409', message = 'The buyer disputes this payment. Their bank decides who gets the money.',
      hint = 'payment_disputed';
  end if;
  if paid.amount_minor = 0 or private.how_to_return(paid.provider) <> way then
    raise exception using errcode = '22023', message = 'This way of paying does not allow that', hint = 'return_unavailable';
  end if;
  perform private.void_gift(bought);
  return paid;
end $function$;
comment on function private.payment_to_return(bigint,text) is 'Locks the order of a payment and returns the payment, or raises why it cannot be returned. With refunded it is done already.';
grant execute on function private.payment_to_return(bigint,text) to service_role;

CREATE FUNCTION private.period_start(on_day date, days integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select date '2000-01-01' + (on_day - date '2000-01-01') / days * days $function$;
grant execute on function private.period_start(date,integer) to service_role;

CREATE FUNCTION private.person_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select btrim(left(private.normalize_words(left(name, 200)), 100)) $function$;
grant execute on function private.person_key(text) to service_role;

CREATE FUNCTION private.price_minor(media_type text, transaction_type text, purchase_price numeric, rental_price numeric)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select (100 * case transaction_type
    when 'purchase' then coalesce(purchase_price, case media_type when 'series' then 19.99 else 9.99 end)
    when 'rental' then coalesce(
      rental_price, round(purchase_price / 2, 2), case media_type when 'series' then 9.99 else 4.99 end)
  end)::integer
$function$;
comment on function private.price_minor(text,text,numeric,numeric) is 'What a title costs, in cents. Nothing else computes prices.';
grant execute on function private.price_minor(text,text,numeric,numeric) to service_role;

CREATE FUNCTION private.promotion_state(promotion private.promotions)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when promotion.ended_at is not null or now() >= (promotion.last_day + 1)::timestamp at time zone 'America/Port-au-Prince' then 'ended'
    when now() < promotion.first_day::timestamp at time zone 'America/Port-au-Prince' then 'planned'
    else 'running' end
$function$;
grant execute on function private.promotion_state(private.promotions) to service_role;

CREATE FUNCTION private.protect_agent_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = '42501', message = 'Entries of agents are never changed or deleted';
end $function$;
grant execute on function private.protect_agent_entries() to service_role;

CREATE FUNCTION private.protect_general_category()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = '42501', message = 'The category General always stays', hint = 'general_stays';
end $function$;
grant execute on function private.protect_general_category() to service_role;

CREATE FUNCTION private.protect_last_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_trigger_depth() > 1 or current_setting('role') <> 'none' then
    perform private.lock_admins();
    if not exists (select from public.admin_users a where a.role = 'admin' and a.user_id <> old.user_id) then
      raise exception using errcode = '23503', message = 'The only admin cannot be deleted', hint = 'last_admin';
    end if;
  end if;
  return coalesce(new, old);
end $function$;
grant execute on function private.protect_last_admin() to service_role;

CREATE FUNCTION private.protect_moderation_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - '{moderator_id,target_id}'::text[] = to_jsonb(old) - '{moderator_id,target_id}'::text[]
      and (new.moderator_id is null or new.moderator_id = old.moderator_id)
      and (new.target_id is null or new.target_id = old.target_id) then
      return new;
    end if;
  elsif tg_op = 'DELETE' then
    if old.created_at < now() - make_interval(days => greatest(365, private.retention_days('moderation'))) then
      return old;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'The moderation log is append-only', hint = 'log_append_only';
end $function$;
grant execute on function private.protect_moderation_log() to service_role;

CREATE FUNCTION private.protect_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  from_client boolean := private.is_client();
  free boolean := not from_client or private.is_staff(new.id);
begin
  new.username := regexp_replace(normalize(new.username, nfc), ' {2,}', ' ', 'g');
  new.first_name := regexp_replace(normalize(new.first_name, nfc), ' {2,}', ' ', 'g');
  new.last_name := regexp_replace(normalize(new.last_name, nfc), ' {2,}', ' ', 'g');
  new.full_name := nullif(concat_ws(' ', new.first_name, new.last_name), '');
  if not private.is_readable_name(new.username) then
    perform private.refuse_name('username_unreadable', 'Please use characters of one alphabet, digits and simple signs');
  end if;
  if from_client and (tg_op = 'INSERT' or new.username <> old.username)
    and (private.is_staff_lookalike(new.id, new.username) or not free and private.is_reserved_name(new.username)) then
    perform private.refuse_name('username_reserved', 'This name is reserved, or too close to the name of somebody who works here');
  end if;
  if tg_op = 'INSERT' and not from_client
    and not coalesce(private.is_readable_name(new.full_name) and not private.is_reserved_name(new.full_name), true) then
    new.first_name := null;
    new.last_name := null;
    new.full_name := null;
  elsif not private.is_readable_name(new.full_name) then
    perform private.refuse_name('name_unreadable', 'Please write the name with characters of one alphabet');
  elsif not free and (tg_op = 'INSERT' or new.full_name is distinct from old.full_name)
    and private.is_reserved_name(new.full_name) then
    perform private.refuse_name('username_reserved', 'This name is reserved, or too close to the name of somebody who works here');
  end if;
  return new;
end $function$;
grant execute on function private.protect_names() to service_role;

CREATE FUNCTION private.protect_sold_episode()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- When the whole series is deleted, its row is already gone here, and the episodes go with it.
  if old.has_video and exists (select from public.series s where s.id = old.series_id) and exists (
      select from public.user_purchases p
      where p.series_id = old.series_id and p.status in ('completed', 'disputed')
        and (p.transaction_type = 'purchase' or p.rental_expiry > now())) then
    raise exception using errcode = '23503',
      message = 'People have paid for this series. Replace the video instead of deleting the episode.', hint = 'episode_sold';
  end if;
  return old;
end $function$;
grant execute on function private.protect_sold_episode() to service_role;

CREATE FUNCTION private.protect_sold_title()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- First: this waits for payments that are being booked.
  update public.orders o set status = 'canceled'
    where o.status = 'pending' and (o.movie_id = old.id or o.series_id = old.id or o.bundle_id in (
      select t.bundle_id from private.bundle_titles t where t.movie_id = old.id or t.series_id = old.id));
  if exists (
      select from public.user_purchases p
      where (p.movie_id = old.id or p.series_id = old.id) and p.status in ('completed', 'disputed')
        and (p.transaction_type = 'purchase' or p.rental_expiry > now()))
    or exists (
      select from public.orders o
      where (o.movie_id = old.id or o.series_id = old.id) and o.transaction_type = 'gift' and o.status in ('paid', 'disputed'))
    or exists (
      select from private.voucher_batches b
      where (b.movie_id = old.id or b.series_id = old.id) and b.activated_at is not null and not private.is_batch_expired(b)
        and exists (
          select from private.vouchers v join private.codes c on c.id = v.code_id
          where v.batch_id = b.id and c.status = 'active')) then
    raise exception using errcode = '23503', message = 'People have paid for this title. Unpublish it instead of deleting it.', hint = 'title_sold';
  end if;
  return old;
end $function$;
grant execute on function private.protect_sold_title() to service_role;

CREATE FUNCTION private.publish_ready_movie()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.published := true;
  new.publish_when_ready := false;
  return new;
end $function$;
grant execute on function private.publish_ready_movie() to service_role;

CREATE FUNCTION private.publish_stream(stream_id uuid, film jsonb, whole boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stream private.streams;
  before private.streams;
  kept jsonb;
begin
  perform private.lock_title_of_stream(publish_stream.stream_id);
  select s.* into stream from private.streams s where s.id = publish_stream.stream_id for update;
  if stream.id is null or stream.status = 'replaced' then
    return;
  end if;
  select s.* into before from private.streams s
    where s.status in ('watchable', 'whole') and s.id <> stream.id
      and (s.movie_id = stream.movie_id or s.episode_id = stream.episode_id)
    for update;
  if before.id is not null and whole then
    update private.streams s set status = 'replaced', replaced_at = now() where s.id = before.id;
  end if;
  -- What editors chose outlives the second pass, and a new file that says nothing about its tracks.
  kept := private.keep_audio_kinds(publish_stream.film, case
    when stream.film is not null then stream.film
    when not publish_stream.film @? '$.audio[*] ? (@.kind == "description")' then before.film end);
  if kept -> 'audio' is distinct from publish_stream.film -> 'audio' then
    insert into private.audio_checks (stream_id) values (stream.id) on conflict do nothing;
    perform pg_notify('media', '');
  end if;
  update private.streams s
    set film = private.keep_uploaded_tracks(kept, stream.film),
      duration = (publish_stream.film ->> 'duration')::numeric,
      status = case when whole then 'whole' when before.id is null then 'watchable' else s.status end
    where s.id = stream.id;
  if whole or before.id is null then
    update public.movies m set duration = private.film_minutes(publish_stream.film)
      where m.id = stream.movie_id and m.duration is null;
    update public.episodes e set duration = private.film_minutes(publish_stream.film)
      where e.id = stream.episode_id and e.duration is null;
  end if;
end $function$;
grant execute on function private.publish_stream(uuid,jsonb,boolean) to service_role;

CREATE FUNCTION private.purge_expired(rule_name text, at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  rule private.retention_rules;
  purged integer;
begin
  select r.* into strict rule from private.retention_rules r where r.name = rule_name;
  execute format(
    'delete from %1$s t where t.ctid = any (array(
      select t.ctid from %1$s t where t.%2$I < $1 and (%3$s) order by t.%2$I limit $2 for update skip locked))',
    rule.relation, rule.time_column, rule.condition)
    using now() - coalesce(rule.keep, make_interval(days => private.retention_days(rule.setting))), at_most;
  get diagnostics purged = row_count;
  return purged = at_most;
end $function$;
comment on function private.purge_expired(text,integer) is 'Deletes the oldest rows that are kept long enough, at most so many. True: there are more.';
grant execute on function private.purge_expired(text,integer) to service_role;

CREATE FUNCTION private.purge_failed_jobs(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  purged integer;
begin
  delete from private.jobs j where j.id in (
    select f.id from private.jobs f
    where f.failed_at < now() - interval '90 days' and f.status = 'failed'
    order by f.failed_at limit at_most);
  get diagnostics purged = row_count;
  return purged = at_most;
end $function$;
comment on function private.purge_failed_jobs(integer) is 'Deletes jobs that nobody retried or discarded for 90 days. True: there are more.';
grant execute on function private.purge_failed_jobs(integer) to service_role;

CREATE FUNCTION private.purge_playback_sessions(at_most integer DEFAULT 10000)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sessions integer;
  tickets integer;
begin
  delete from private.playback_sessions p
    where p.id in (
      select o.id from private.playback_sessions o where o.started_at < now() - interval '1 day'
      order by o.started_at limit at_most for update skip locked);
  get diagnostics sessions = row_count;
  delete from private.playback_sessions p
    where p.id in (
      select o.id from private.playback_sessions o
      where o.exchanged_at is null and o.ticket_expires_at < now() - interval '1 hour'
      order by o.ticket_expires_at limit at_most for update skip locked);
  get diagnostics tickets = row_count;
  return at_most in (sessions, tickets);
end $function$;
comment on function private.purge_playback_sessions(integer) is 'Deletes expired tickets and sessions, up to at_most of each. True: there may be more. What was watched stays in watch_sessions.';
grant execute on function private.purge_playback_sessions(integer) to service_role;

CREATE FUNCTION private.purge_search_words(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '1s'
AS $function$
declare
  checked text[];
begin
  -- Nobody is adding a title with one of these words meanwhile.
  lock table private.search_entries in share mode;
  with taken as (
    delete from private.words_to_check c
    where c.word in (select t.word from private.words_to_check t order by t.word limit at_most for update skip locked)
    returning c.word
  )
  select array_agg(t.word) into checked from taken t;
  delete from private.search_words w
    using unnest(checked) c (word),
      lateral (
        select string_agg(p.prefix || c.word || ':ab', ' | ')::tsquery as query
        from unnest('{m,s,t,M,S,T}'::text[]) p (prefix)) q
    where w.word = c.word and not exists (select from private.search_entries e where e.words @@ q.query);
  return cardinality(checked) = at_most;
end $function$;
comment on function private.purge_search_words(integer) is 'Deletes words that no film, series or topic has any more. True: there are more to check.';
grant execute on function private.purge_search_words(integer) to service_role;

CREATE FUNCTION private.put_back_av1_job(job_id uuid, worker uuid, retry_seconds integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with held as (
    update private.media_runs r
    set worker = null, lease_until = now() + make_interval(secs => coalesce(retry_seconds, 0)),
      -- Only what failed counts as an attempt.
      av1_attempts = case when retry_seconds is null then greatest(0, r.av1_attempts - 1) else r.av1_attempts end
    where r.job_id = put_back_av1_job.job_id and r.worker = put_back_av1_job.worker
    returning r.job_id)
  update public.media_jobs j set av1 = 'waiting' from held where j.id = held.job_id
$function$;
comment on function private.put_back_av1_job(uuid,uuid,integer) is 'For a worker that stops or gives way to an upload; with seconds, for one that failed.';
grant execute on function private.put_back_av1_job(uuid,uuid,integer) to service_role;

CREATE FUNCTION private.queue_contact_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enqueue_job('mail_contact_message', jsonb_build_object('message_id', new.id));
  return null;
end $function$;
grant execute on function private.queue_contact_mail() to service_role;

CREATE FUNCTION private.queue_linked_video()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A path without a file waits: the upload queues the job.
  if exists (select from storage.objects o where o.bucket_id = 'movies' and o.name = new.video_url) then
    if tg_table_name = 'movies' then
      perform private.queue_media_job(new.id, null, new.video_url);
    else
      perform private.queue_media_job(null, new.id, new.video_url);
    end if;
  end if;
  return null;
end $function$;
grant execute on function private.queue_linked_video() to service_role;

CREATE FUNCTION private.queue_media_job(movie_id uuid, episode_id uuid, source_path text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A job for an older file is obsolete.
  update public.media_jobs j set status = 'canceled', seconds_left = null
    where j.status in ('queued', 'running')
      and (j.movie_id = queue_media_job.movie_id or j.episode_id = queue_media_job.episode_id);
  insert into public.media_jobs (movie_id, episode_id, source_path) values (movie_id, episode_id, source_path);
  perform pg_notify('media', '');
end $function$;
grant execute on function private.queue_media_job(uuid,uuid,text) to service_role;

CREATE FUNCTION private.queue_reactions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name <> 'forum_reactions' then
    insert into private.pending_reactions (post_id, change) select o.id, 0 from old_rows o where o.reactions is not null;
  elsif tg_op = 'INSERT' then
    insert into private.pending_reactions (post_id, kind, change) select n.post_id, n.kind, 1 from new_rows n;
  else
    insert into private.pending_reactions (post_id, kind, change)
      select o.post_id, o.kind, -1 from old_rows o
      where exists (select from public.forum_posts p where p.id = o.post_id)
        or exists (select from public.forum_topics t where t.id = o.post_id and t.deleted_at is null);
  end if;
  if found and not exists (
    select from private.jobs w
    where w.kind = 'fold_reactions' and w.key = 'all' and w.status = 'waiting' and w.repeat_every is null
  ) then
    perform private.enqueue_job('fold_reactions', key => 'all', run_after => now() + interval '1 second');
  end if;
  return null;
end $function$;
grant execute on function private.queue_reactions() to service_role;

CREATE FUNCTION private.queue_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.publish_at is not null and (tg_op = 'INSERT' or new.publish_at is distinct from old.publish_at) then
    perform private.enqueue_job('apply_release_windows', key => 'all', run_after => new.publish_at);
  end if;
  if new.unpublish_at is not null and (tg_op = 'INSERT' or new.unpublish_at is distinct from old.unpublish_at) then
    perform private.enqueue_job('apply_release_windows', key => 'all', run_after => new.unpublish_at);
  end if;
  return null;
end $function$;
grant execute on function private.queue_release() to service_role;

CREATE FUNCTION private.queue_review_votes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.queue_review_votes() to service_role;

CREATE FUNCTION private.raise_not_found()
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'PT404', message = 'This is no longer there', hint = 'no_longer_there';
end $function$;
grant execute on function private.raise_not_found() to service_role;

CREATE FUNCTION private.random_code(length integer)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- Bytes from 253 on are left out, so that every character is as likely as the others. Of 64, more than enough stay.
  with bytes as (
    select n.place, get_byte(r.bytes, n.place) as value
    from (select extensions.gen_random_bytes(64) as bytes) r, generate_series(0, 63) n (place)
  ), characters as (
    select b.place, substr(private.code_alphabet(), 1 + b.value % 23, 1) as character
    from bytes b where b.value < 253 order by b.place limit random_code.length - 1
  ), body as (
    select string_agg(c.character, '' order by c.place) as text from characters c
  )
  select regexp_replace(b.text || private.check_character(b.text), '(.{4})(?=.)', '\1-', 'g') from body b
$function$;
comment on function private.random_code(integer) is 'A new code in groups, its last character computed from the others.';
grant execute on function private.random_code(integer) to service_role;

CREATE FUNCTION private.read_by_words(statement text, pattern text, needed bigint, index_pattern text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
declare
  found text[];
begin
  execute statement into found using pattern, needed, index_pattern;
  return found;
end $function$;
grant execute on function private.read_by_words(text,text,bigint,text) to service_role;

CREATE FUNCTION private.read_in_order(statement text, pattern text, needed bigint, max_rows bigint)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
declare
  found text[];
begin
  execute statement into found using pattern, needed, max_rows;
  return found;
end $function$;
grant execute on function private.read_in_order(text,text,bigint,bigint) to service_role;

CREATE FUNCTION private.read_page(source text, wanted text, pattern text, forwards text, backwards text, reversed boolean, counted_table text, page integer, page_size integer, searched boolean DEFAULT false)
 RETURNS TABLE(id text, n bigint, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  needed bigint := skipped + greatest(private.counted_ahead(), size + 1);
  ordering text := case when reversed then backwards else forwards end;
  total_rows bigint := coalesce((select c.rows from private.row_counts c where c.name = counted_table), 0);
  wanted_rows integer := size;
  from_end boolean := false;
  gathering text := 'select array(select x.id::text from (select t.id from %s where %s order by %s limit $2) x)';
  reading text := format(
    'select array(select t.id::text from (select t.* from %s order by %s limit $3) t where %s and t.words like $1 limit $2)',
    source, ordering, wanted);
  sample_size constant numeric := 250;
  share numeric;
  index_pattern text := pattern;
  found text[];
begin
  if not searched and wanted = 'true' then
    if skipped > total_rows / 2 then
      from_end := true;
      wanted_rows := greatest(least(size, total_rows - skipped), 0);
    end if;
    return query execute format(
      'select x.id::text, case when $1 then -x.n else x.n end, $2
      from (select y.id, row_number() over () as n from (select t.id from %s order by %s offset $3 limit $4) y) x',
      source, case when coalesce(reversed, false) <> from_end then backwards else forwards end)
      using from_end, total_rows, case when from_end then greatest(total_rows - skipped - wanted_rows, 0) else skipped end, wanted_rows;
    return;
  end if;

  if not searched then
    execute format(gathering, source, wanted, ordering) into found using pattern, needed;
  elsif total_rows <= 8 * sample_size or pattern !~ '[[:alnum:]]' then
    found := private.read_in_order(reading, pattern, needed, null);
  else
    found := private.read_in_order(reading, pattern, needed, sample_size::bigint);
    share := cardinality(found) / sample_size;
    -- If the share stays the same, reading takes needed / share rows, and collecting share * total_rows rows, each about four
    -- times as expensive. If fewer match, reading stops at its limit.
    if cardinality(found) < needed and 4 * share ^ 2 * total_rows > needed then
      found := private.read_in_order(reading, pattern, needed, (3 * needed / share)::bigint);
    end if;
    if cardinality(found) < needed then
      if char_length(pattern) > 9 then
        index_pattern := private.selective_trigrams(pattern, array_to_string(private.read_in_order(
          format('select array(select t.words from %s order by %s limit $3)', source, ordering), pattern, needed, 30), ''));
      end if;
      -- As a function call, the pattern itself is not looked up in the index.
      found := private.read_by_words(
        format(gathering, source, concat_ws(' and ', wanted, 't.words like $3',
          case when index_pattern <> pattern then 'pg_catalog.textlike(t.words, $1)' end), ordering),
        pattern, needed, index_pattern);
    end if;
  end if;
  return query
    select f.id, f.n, cardinality(found)::bigint
    from unnest(found[skipped + 1 : skipped + size]) with ordinality f (id, n);
end $function$;
comment on function private.read_page(text,text,text,text,text,boolean,text,integer,integer,boolean) is 'One page of an admin table, called t in source: the ids in order of n, and the total, which is a lower bound when searched or filtered. source, wanted and the orders are our own SQL, never the caller''s. The search text is the pattern, $1; when searched is true, t.words must match it: words needs a trigram index, and source an index for each order.';
grant execute on function private.read_page(text,text,text,text,text,boolean,text,integer,integer,boolean) to service_role;

CREATE FUNCTION private.read_status()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'parts', coalesce((select jsonb_agg(jsonb_build_object('part', p.part, 'failing_since', p.failing_since,
          'is_known', p.checked_at > now() - interval '15 minutes') order by p.part)
        from private.service_parts p), '[]'),
      'outages', coalesce((select jsonb_agg(jsonb_build_object('part', o.part, 'began_at', o.began_at, 'ended_at', o.ended_at) order by o.id desc)
        from (
          select o.* from private.outages o where o.began_at > now() - interval '90 days' order by o.began_at desc limit 100
        ) o), '[]'))
  $function$;
comment on function private.read_status() is 'For the status page: what works, and the outages of ninety days, at most a hundred.';
grant execute on function private.read_status() to service_role;

CREATE FUNCTION private.read_titles_page(of_table text, search text, filter text, sort text, page integer, page_size integer)
 RETURNS TABLE(id text, n bigint, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO ''
AS $function$
declare
  by_title boolean := coalesce(sort in ('title', 'title_desc'), false);
  searched boolean := coalesce(private.trim_text(search) <> '', false);
  wanted text := case filter
    when 'published' then 't.published'
    when 'draft' then 'not t.published'
    when 'free' then 't.is_free'
    when 'for_sale' then 't.is_purchasable'
    when 'for_rent' then 't.is_rentable'
    when 'no_video' then case when searched or of_table = 'movies' then 'not t.has_video' else 't.episode_count = 0' end
    else 'true'
  end;
begin
  return query select * from private.read_page(
    format(case when searched then '(select * from private.title_directory where kind = %L) t' else 'public.%I t' end, of_table),
    wanted, private.build_search_pattern(search),
    case when by_title then 't.title, t.id' else 't.created_at desc, t.id' end,
    case when by_title then 't.title desc, t.id desc' else 't.created_at, t.id desc' end,
    sort in ('title_desc', 'oldest'), of_table, page, page_size, searched);
end $function$;
grant execute on function private.read_titles_page(text,text,text,text,integer,integer) to service_role;

CREATE FUNCTION private.recompute_bundle(bought public.orders)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.user_purchases as u (
    user_id, media_type, movie_id, series_id, title, transaction_type, amount, currency, provider, provider_reference,
    order_id, part, status, created_at)
  select bought.user_id, case when t.movie_id is null then 'series' else 'movie' end, t.movie_id, t.series_id, t.title, 'purchase',
    -- Equal shares; the first title has what cannot be shared.
    (p.amount_minor / t.titles + case t.part when 1 then p.amount_minor % t.titles else 0 end) / 100.0,
    p.currency, p.provider, p.provider_reference, bought.id, t.part,
    case when p.disputed then 'disputed' when p.refunded then 'refunded' else 'completed' end, p.occurred_at
  from (
      select p.* from private.payments p where p.order_id = bought.id and p.problem is null
      order by p.disputed or p.refunded, p.occurred_at, p.provider_reference limit 1) p,
    (select t.*, count(*) over () as titles from private.bundle_titles t where t.bundle_id = bought.bundle_id) t
  on conflict (order_id, part) do update set
    amount = excluded.amount, currency = excluded.currency, provider = excluded.provider,
    provider_reference = excluded.provider_reference, status = excluded.status, created_at = excluded.created_at
  where (u.provider_reference, u.status, u.created_at)
    is distinct from (excluded.provider_reference, excluded.status, excluded.created_at)
$function$;
comment on function private.recompute_bundle(public.orders) is 'One entitlement for each title, all with the status of the payment.';
grant execute on function private.recompute_bundle(public.orders) to service_role;

CREATE FUNCTION private.recompute_gift(bought public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given private.gifts;
begin
  select * into given from private.gifts g where g.id = bought.gift_id for update;
  if bought.status = 'paid' and given.order_id is null then
    update private.gifts g set order_id = bought.id where g.id = given.id returning * into given;
    if given.recipient_email is not null then
      perform private.enqueue_job('mail_gift', jsonb_build_object('gift', given.id), 'gift ' || given.id);
    end if;
  elsif bought.status = 'paid' and given.order_id <> bought.id then
    perform private.add_payment_alert(bought.id, bought.provider, coalesce(bought.provider_reference, bought.id::text), 'paid_twice');
  end if;
  if given.order_id = bought.id then
    perform private.give_to_recipient(given);
  end if;
end $function$;
grant execute on function private.recompute_gift(public.orders) to service_role;

CREATE FUNCTION private.recompute_order(of_order uuid, closed_as text DEFAULT NULL::text)
 RETURNS public.orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bought public.orders;
  new_status text;
begin
  select * into bought from public.orders o where o.id = of_order for update;
  select case
      when bool_or(p.problem is null and not p.disputed and not p.refunded) then 'paid'
      when bool_or(p.disputed) then 'disputed'
      when bool_and(p.refunded) then 'refunded'
      when count(*) > 0 then 'failed'
      -- A checkout can end twice: the status later in this list stays, in whichever order they arrive.
      when array_position(array['pending', 'canceled', 'expired', 'failed'], closed_as)
        > array_position(array['pending', 'canceled', 'expired', 'failed'], bought.status) then closed_as
      else bought.status
    end into new_status
    from private.payments p where p.order_id = of_order;
  if new_status <> bought.status then
    update public.orders o set status = new_status where o.id = of_order returning o.* into bought;
  end if;
  case bought.transaction_type
    when 'subscription' then perform private.recompute_subscription(bought);
    when 'pass' then perform private.recompute_pass(bought);
    when 'gift' then perform private.recompute_gift(bought);
    when 'bundle' then perform private.recompute_bundle(bought);
    else perform private.recompute_purchase(bought);
  end case;
  return bought;
end $function$;
comment on function private.recompute_order(uuid,text) is 'Computes the status of an order and its entitlement from all events. Writes only what changed.';
grant execute on function private.recompute_order(uuid,text) to service_role;

CREATE FUNCTION private.recompute_pass(bought public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid record;
begin
  select min(p.occurred_at) as first, min(p.occurred_at) filter (where not p.disputed and not p.refunded) as valid
    into paid from private.payments p where p.order_id = bought.id and p.problem is null;
  if paid.first is not null and bought.user_id is not null then
    perform private.save_pass(bought.user_id, bought.pass, bought.id, coalesce(paid.valid, paid.first), paid.valid is not null);
  end if;
end $function$;
grant execute on function private.recompute_pass(public.orders) to service_role;

CREATE FUNCTION private.recompute_passes(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz;
  ends timestamptz;
  state text;
begin
  perform pg_advisory_xact_lock(hashtextextended('passes ' || person, 0));
  select min(p.paid_at) into since from private.paid_passes p where p.user_id = person;
  if since is null then
    return;
  end if;
  ends := private.end_of_passes(person);
  state := case when ends is null then 'canceled' when ends <= now() then 'expired' else 'active' end;
  insert into public.subscriptions as s (user_id, status, subscription_type, expires_at, cancel_at_period_end, provider, created_at)
    values (person, state, 'pass', coalesce(ends, since), true, 'pass', since)
    on conflict (user_id) where subscription_type = 'pass' do update set
      status = excluded.status, expires_at = excluded.expires_at, created_at = excluded.created_at
    where (s.status, s.expires_at, s.created_at) is distinct from (excluded.status, excluded.expires_at, excluded.created_at);
end $function$;
comment on function private.recompute_passes(uuid) is 'Computes the member''s row of subscriptions from all passes, so that the order of payments and refunds does not matter.';
grant execute on function private.recompute_passes(uuid) to service_role;

CREATE FUNCTION private.recompute_purchase(bought public.orders)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.user_purchases as u (
    user_id, media_type, movie_id, series_id, title, transaction_type, amount, currency, provider, provider_reference,
    order_id, status, created_at, rental_started_at, rental_expiry)
  select bought.user_id, bought.media_type, bought.movie_id, bought.series_id, bought.title, bought.transaction_type,
    p.amount_minor / 100.0, p.currency, p.provider, p.provider_reference, bought.id,
    case when p.disputed then 'disputed' when p.refunded then 'refunded' else 'completed' end,
    p.occurred_at, case when r.is_rental and r.starts = 'payment' then p.occurred_at end,
    case when r.is_rental
      then p.occurred_at + case r.starts when 'payment' then interval '48 hours' else interval '30 days' + interval '48 hours' end end
  from private.payments p,
    (select bought.transaction_type = 'rental' as is_rental,
      (select s.value #>> '{}' from private.settings s where s.key = 'rental_starts') as starts) r
  where p.order_id = bought.id and p.problem is null
  order by p.disputed or p.refunded, p.occurred_at, p.provider_reference
  limit 1
  on conflict (order_id, part) do update set
    amount = excluded.amount, currency = excluded.currency, provider = excluded.provider,
    provider_reference = excluded.provider_reference, status = excluded.status, created_at = excluded.created_at,
    -- What has begun goes on as it is.
    rental_expiry = case when u.rental_started_at is null then excluded.rental_expiry else u.rental_expiry end,
    rental_started_at = coalesce(u.rental_started_at, excluded.rental_started_at)
  where (u.provider_reference, u.status, u.created_at)
    is distinct from (excluded.provider_reference, excluded.status, excluded.created_at)
$function$;
grant execute on function private.recompute_purchase(public.orders) to service_role;

CREATE FUNCTION private.recompute_subscription(bought public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  note private.subscription_states;
  paid record;
  state text := 'active';
  ends_at timestamptz;
begin
  select min(p.occurred_at) as since, max(p.period_end) as latest,
      max(p.period_end) filter (where not p.disputed and not p.refunded) as until,
      max(p.period_end) filter (where p.amount_minor = 0) as trial
    into paid from private.payments p where p.order_id = bought.id and p.problem is null;
  if paid.since is null then
    return;
  end if;
  select * into note from private.subscription_states n where n.order_id = bought.id;
  ends_at := paid.until;
  if ends_at is null then
    state := 'canceled';
    ends_at := paid.since;
  elsif note.status = 'canceled' then
    state := 'canceled';
    ends_at := least(ends_at, note.ended_at);
  elsif note.status = 'past_due' and note.period_end > paid.until then
    state := 'past_due';
  elsif note.status = 'active' and note.period_end > paid.until and paid.until = paid.latest and not note.cancel_at_period_end then
    -- The next period has begun; providers charge for it about an hour later.
    ends_at := least(note.period_end, paid.until + interval '1 day');
  end if;
  if state = 'active' and ends_at <= now() then
    state := 'expired';
  end if;
  insert into public.subscriptions as s (
    user_id, status, subscription_type, expires_at, cancel_at_period_end, provider, provider_reference, order_id, created_at,
    trial_ends_at)
  values (
    bought.user_id, state, bought.plan, ends_at, coalesce(note.cancel_at_period_end, false), bought.provider,
    coalesce(note.provider_reference, bought.provider_reference), bought.id, paid.since, paid.trial)
  on conflict (order_id) do update set
    status = excluded.status, expires_at = excluded.expires_at, cancel_at_period_end = excluded.cancel_at_period_end,
    provider_reference = excluded.provider_reference, created_at = excluded.created_at,
    trial_ends_at = excluded.trial_ends_at
  where (s.status, s.expires_at, s.cancel_at_period_end, s.provider_reference, s.created_at, s.trial_ends_at)
    is distinct from (excluded.status, excluded.expires_at, excluded.cancel_at_period_end, excluded.provider_reference,
      excluded.created_at, excluded.trial_ends_at);
end $function$;
grant execute on function private.recompute_subscription(public.orders) to service_role;

CREATE FUNCTION private.recount_forum()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  lock table public.forum_topics, public.forum_posts in share row exclusive mode;
  delete from private.forum_lists;
  delete from private.forum_blocks;
  insert into private.forum_lists (list, entries)
    select l.list, count(*)
    from public.forum_topics t, unnest(array['00000000-0000-0000-0000-000000000000', t.category_id]) l (list)
    where t.deleted_at is null group by 1;
  insert into private.forum_blocks (list, starts_at, entries)
    select p.topic_id, '-infinity'::timestamptz, count(*) from public.forum_posts p
    where p.topic_id <> all ((select private.list_deleted_topics())::uuid[]) group by 1
    union all
    select l.list, '-infinity'::timestamptz, count(*)
    from public.forum_topics t, unnest(array['00000000-0000-0000-0000-000000000000', t.category_id]) l (list)
    where not t.pinned and t.deleted_at is null group by 1;
end $function$;
comment on function private.recount_forum() is 'Computes all lists and blocks again, after rows were written without the triggers.';
grant execute on function private.recount_forum() to service_role;

CREATE FUNCTION private.recount_rows()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted record;
begin
  for counted in
    select distinct t.tgrelid::regclass as relation, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'private.update_row_count'::regproc
  loop
    delete from private.row_count_shards s where s.name = counted.relname;
    execute format('insert into private.row_count_shards (name, rows) select %L, count(*) from %s', counted.relname, counted.relation);
  end loop;
end $function$;
comment on function private.recount_rows() is 'Counts everything again, for operators who loaded rows without triggers.';
grant execute on function private.recount_rows() to service_role;

CREATE FUNCTION private.redeem_gift(used private.codes)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given private.gifts;
begin
  -- The order first, as booking an event does; then the state is read again.
  perform from public.orders o where o.id = (select g.order_id from private.gifts g where g.id = used.gift_id) for update;
  if private.check_gift(used) <> 'code_valid' then
    return false;
  end if;
  update private.codes c set status = 'redeemed', redeemed_by = auth.uid(), redeemed_at = now()
    where c.id = used.id and c.status = 'active';
  if not found then
    return false;
  end if;
  update private.gifts g set recipient_phone = null, recipient_email = null where g.id = used.gift_id returning * into given;
  perform private.give_to_recipient(given);
  return true;
end $function$;
grant execute on function private.redeem_gift(private.codes) to service_role;

CREATE FUNCTION private.redeem_voucher(used private.codes)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  batch private.voucher_batches;
  made public.orders;
  was_unsold boolean;
begin
  batch := private.lock_batch((select v.batch_id from private.vouchers v where v.code_id = used.id));
  if private.check_voucher(used) <> 'code_valid' then
    return false;
  end if;
  update private.codes c set status = 'redeemed', redeemed_by = auth.uid(), redeemed_at = now()
    where c.id = used.id and c.status = 'active';
  if not found then
    return false;
  end if;
  insert into public.orders (
      user_id, transaction_type, pass, media_type, movie_id, series_id, title, thumbnail_url, amount_minor, currency,
      price_minor, exchange_rate, provider, provider_reference)
    values (auth.uid(), case when batch.pass is null then 'purchase' else 'pass' end, batch.pass, batch.media_type, batch.movie_id,
      batch.series_id, batch.title, batch.thumbnail_url, batch.price_minor, batch.currency,
      -- The dollars of a price in gourdes, at the rate of the day it was printed.
      case when batch.exchange_rate is not null then greatest(round(batch.price_minor / batch.exchange_rate), 1) end, batch.exchange_rate, 'voucher', used.id::text)
    returning * into made;
  perform private.book_event(jsonb_build_object(
    'kind', 'payment', 'provider', 'voucher', 'reference', used.id, 'order_id', made.id,
    'amount_minor', made.amount_minor, 'currency', made.currency));
  select v.sold_at is null into was_unsold from private.vouchers v where v.code_id = used.id;
  update private.vouchers v set order_id = made.id, sold_at = coalesce(v.sold_at, now()) where v.code_id = used.id;
  -- The person with the code has bought it, also where the agent has not marked it.
  if was_unsold then
    perform private.book_agent_entry(batch.agent_id, 'sold', batch.price_minor, batch.id, 1);
  end if;
  return true;
end $function$;
comment on function private.redeem_voucher(private.codes) is 'An order that the voucher has paid. False when somebody was faster, or it is no longer valid.';
grant execute on function private.redeem_voucher(private.codes) to service_role;

CREATE FUNCTION private.refresh_similar_titles(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.refresh_similar_titles(integer) is 'Finds the similar titles of those that changed, and of those that were not looked at for a week. True when there may be more.';
grant execute on function private.refresh_similar_titles(integer) to service_role;

CREATE FUNCTION private.refuse_name(key text, message text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = '23514', message = message, hint = key;
end $function$;
grant execute on function private.refuse_name(text,text) to service_role;

CREATE FUNCTION private.reject_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.at < private.audit_kept_since() then
      return old;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'The audit log is append-only', hint = 'audit_append_only';
end $function$;
grant execute on function private.reject_audit_change() to service_role;

CREATE FUNCTION private.reject_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = '42501', message = 'The ledger is append-only', hint = 'ledger_append_only';
end $function$;
grant execute on function private.reject_ledger_change() to service_role;

CREATE FUNCTION private.reject_shared_ids()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_client() then
    return new;
  end if;
  -- Of two rows with the same id the second waits here and then finds the first.
  perform pg_advisory_xact_lock(hashtextextended('forum id ' || new.id, 0));
  if new.id = '00000000-0000-0000-0000-000000000000'
    or exists (select from public.forum_categories c where c.id = new.id)
    or tg_table_name = 'forum_posts' and exists (select from public.forum_topics t where t.id = new.id)
    or tg_table_name = 'forum_topics' and exists (select from public.forum_posts p where p.id = new.id) then
    raise exception using errcode = '23505', message = 'This id is taken';
  end if;
  return new;
end $function$;
grant execute on function private.reject_shared_ids() to service_role;

CREATE FUNCTION private.reject_suspended_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_not_suspended();
  return null;
end $function$;
comment on function private.reject_suspended_members() is 'Refuses writes of suspended members. Not on updates of topics and posts: opening a topic counts a view there.';
grant execute on function private.reject_suspended_members() to service_role;

CREATE FUNCTION private.release_job(job_id bigint, claim integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with released as (
    update private.jobs j
      set status = 'waiting', attempts = j.attempts - 1, run_after = clock_timestamp()
      where j.id = job_id and j.status = 'running' and j.claims = claim
      returning 1
  )
  select pg_notify('jobs', '') from released
$function$;
comment on function private.release_job(bigint,integer) is 'Hands the job to another process at once, as if this one had not begun.';
grant execute on function private.release_job(bigint,integer) to service_role;

CREATE FUNCTION private.release_media_jobs(worker uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.media_jobs j
    set status = 'queued', run_after = now(), seconds_left = null,
      attempts = case when release_media_jobs.worker is null then j.attempts else greatest(0, j.attempts - 1) end
    from private.media_runs r
    where r.worker is not null and r.job_id = j.id and j.status = 'running'
      and (release_media_jobs.worker is null or r.worker = release_media_jobs.worker);
  update private.media_runs r set worker = null, lease_until = null
    where r.worker is not null and (release_media_jobs.worker is null or r.worker = release_media_jobs.worker);
  perform pg_notify('media', '');
end $function$;
comment on function private.release_media_jobs(uuid) is 'Puts a worker''s jobs back into the queue; null: of all workers.';
grant execute on function private.release_media_jobs(uuid) to service_role;

CREATE FUNCTION private.remove_deleted_topic(topic uuid, at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.forum_topics t where t.id = topic and t.deleted_at is not null for update;
  if not found then
    return false;
  end if;
  if private.remove_topic_rows(topic, at_most) then
    return true;
  end if;
  delete from public.forum_topics t where t.id = topic;
  return false;
end $function$;
comment on function private.remove_deleted_topic(uuid,integer) is 'A batch of removing what is left of a deleted topic. True when there is more.';
grant execute on function private.remove_deleted_topic(uuid,integer) to service_role;

CREATE FUNCTION private.remove_reply_notifications(post uuid, at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- They are counted by the owner's id; see count_notifications.
  doomed uuid[] := array(select n.id from private.notifications n where n.post_id = post limit at_most);
begin
  if cardinality(doomed) = 0 then
    return false;
  end if;
  perform from private.topic_readers r
    where (r.topic_id, r.user_id) in (select n.topic_id, n.user_id from private.notifications n where n.id = any (doomed))
    order by r.topic_id, r.user_id for no key update;
  delete from private.notifications n where n.id = any (doomed);
  return cardinality(doomed) = at_most;
end $function$;
comment on function private.remove_reply_notifications(uuid,integer) is 'A batch of removing the notifications of a deleted reply. True when there are more.';
grant execute on function private.remove_reply_notifications(uuid,integer) to service_role;

CREATE FUNCTION private.remove_topic()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.remove_topic_rows(old.id, 200) then
    insert into public.forum_topics (id, title, content, user_id, created_at, deleted_at)
      values (old.id, 'Deleted', 'Deleted', null, old.created_at, now());
    perform private.enqueue_job('remove_deleted_topic', jsonb_build_object('topic', old.id), old.id::text);
  end if;
  return null;
end $function$;
grant execute on function private.remove_topic() to service_role;

CREATE FUNCTION private.remove_topic_rows(topic uuid, at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  -- Readers before notifications, so that none of them is marked as to be notified again; replies last.
  relations constant text[] := array['private.topic_readers', 'private.notifications', 'private.reports', 'private.hidden_texts',
    'private.text_versions', 'private.topic_views', 'public.forum_posts'];
  relation text;
  still integer := at_most;
  removed integer;
  remains boolean;
begin
  delete from private.forum_blocks b where b.ctid = any (array(
    select x.ctid from private.forum_blocks x where x.list = topic limit at_most));
  foreach relation in array relations loop
    execute format(
      'delete from %1$s where ctid = any (array(select x.ctid from %1$s x where x.topic_id = $1 limit $2 for update skip locked))', relation)
      using topic, still;
    get diagnostics removed = row_count;
    still := still - removed;
    execute format('select exists (select from %s x where x.topic_id = $1)', relation) into remains using topic;
    if remains then
      return true;
    end if;
  end loop;
  return exists (select from private.forum_blocks b where b.list = topic);
end $function$;
comment on function private.remove_topic_rows(uuid,integer) is 'Removes some of the rows that belong to a deleted topic. True when there are more.';
grant execute on function private.remove_topic_rows(uuid,integer) to service_role;

CREATE FUNCTION private.remove_unused_uploads(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due text[] := array(
    select c.name from private.upload_checks c where c.check_after <= now()
    order by c.check_after limit at_most for update skip locked);
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    where o.bucket_id = 'movies'
      and o.name = any (array(select d from unnest(due) d where private.is_removable_upload(d)))
      and greatest(o.created_at, o.updated_at, o.last_accessed_at) < now() - interval '1 hour';
  perform set_config('storage.allow_delete_query', '', true);
  delete from private.upload_checks c where c.name = any (due)
    and not exists (
      select from storage.objects o where o.bucket_id = 'movies' and o.name = c.name
        and greatest(o.created_at, o.updated_at, o.last_accessed_at) >= now() - interval '1 hour');
  update private.upload_checks c set check_after = now() + interval '1 hour' where c.name = any (due);
  return cardinality(due) = at_most;
end $function$;
comment on function private.remove_unused_uploads(integer) is 'Checks the uploads that are due and removes those nobody refers to. True: there are more.';
grant execute on function private.remove_unused_uploads(integer) to service_role;

CREATE FUNCTION private.rename_category()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.category_renames (old_name, new_name) values (old.name, new.name);
  perform private.enqueue_job('rename_category', key => 'titles');
  return null;
end $function$;
grant execute on function private.rename_category() to service_role;

CREATE FUNCTION private.rename_category_in_titles(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  relations constant text[] := array['movies', 'series', 'featured_films'];
  rename private.category_renames;
  ids uuid[];
  renamed uuid[];
begin
  -- One after the other, as they were requested: a name can be given away, taken up again and given back.
  select r.* into rename from private.category_renames r order by r.id limit 1 for update;
  if rename.id is null then
    return false;
  end if;
  execute format('select array(select t.id from public.%I t where t.id > $1 order by t.id limit $2)', rename.relation)
    into ids using rename.last_id, at_most;
  -- Titles before their counts, as edits of a title do.
  execute format(
    'select array(
      select d.id from public.%I d
      where d.id = any ($1) and exists (select from unnest(d.genre) g (name) where lower(g.name) = lower($2))
      order by d.id for no key update)', rename.relation)
    into renamed using ids, rename.old_name;
  execute format(
    'update public.%1$I t set genre = (
      select array_agg(o.name order by o.n)
      from (
        select distinct on (lower(r.name)) r.name, r.n
        from (
          select case when lower(g.name) = lower($1) then $2 else g.name end, g.n
          from unnest(t.genre) with ordinality g (name, n)
        ) r (name, n)
        order by lower(r.name), r.n
      ) o)
    where t.id = any ($3)', rename.relation)
    using rename.old_name, rename.new_name, renamed;
  if cardinality(ids) = at_most then
    update private.category_renames r set last_id = ids[at_most] where r.id = rename.id;
  elsif rename.relation <> 'featured_films' then
    update private.category_renames r
      set relation = relations[array_position(relations, rename.relation) + 1], last_id = default where r.id = rename.id;
  else
    delete from private.category_renames r where r.id = rename.id;
  end if;
  return exists (select from private.category_renames);
end $function$;
comment on function private.rename_category_in_titles(integer) is 'Carries renamed categories into the next at_most titles, continuing where the last call stopped. True: there is more to do.';
grant execute on function private.rename_category_in_titles(integer) to service_role;

CREATE FUNCTION private.renew_av1_job_lease(job_id uuid, worker uuid, lease_seconds integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with held as (
    update private.media_runs r set lease_until = now() + make_interval(secs => lease_seconds)
    from public.media_jobs j
    where r.job_id = renew_av1_job_lease.job_id and r.worker = renew_av1_job_lease.worker
      and j.id = r.job_id and j.av1 = 'making'
      and not exists (select from public.media_jobs q where q.status = 'queued' and q.run_after <= now())
      and not exists (
        select from private.media_pieces p join public.media_jobs q on q.id = p.job_id
        where not p.is_done and p.worker is null and p.attempts < 2 and q.status = 'running')
      and not exists (
        select from private.sign_checks c join public.sign_videos v on v.movie_id = c.title_id or v.episode_id = c.title_id
        where c.run_after <= now() and c.worker is null and v.error_key is null)
    returning 1)
  select exists (select from held)
$function$;
comment on function private.renew_av1_job_lease(uuid,uuid,integer) is 'Extends the worker''s lease. False when it was lost, or when an upload waits, which goes first.';
grant execute on function private.renew_av1_job_lease(uuid,uuid,integer) to service_role;

CREATE FUNCTION private.renew_media_job_lease(job_id uuid, worker uuid, lease_seconds integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with held as (
    update private.media_runs r set lease_until = now() + make_interval(secs => lease_seconds)
    from public.media_jobs j
    where r.job_id = renew_media_job_lease.job_id and r.worker = renew_media_job_lease.worker
      and j.id = r.job_id and j.status = 'running'
    returning 1)
  select exists (select from held)
$function$;
comment on function private.renew_media_job_lease(uuid,uuid,integer) is 'Extends the worker''s lease. False when the job was canceled or another worker has it.';
grant execute on function private.renew_media_job_lease(uuid,uuid,integer) to service_role;

CREATE FUNCTION private.renew_sign_lease(title_id uuid, sign_id uuid, worker uuid, lease_seconds integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with held as (
    update private.sign_checks c set lease_until = now() + make_interval(secs => lease_seconds)
    where c.title_id = renew_sign_lease.title_id and c.worker = renew_sign_lease.worker
      and exists (select from public.sign_videos v where v.id = sign_id)
    returning 1)
  select exists (select from held)
$function$;
comment on function private.renew_sign_lease(uuid,uuid,uuid,integer) is 'Extends the worker''s lease. False when the video was deleted or another worker has it.';
grant execute on function private.renew_sign_lease(uuid,uuid,uuid,integer) to service_role;

CREATE FUNCTION private.reopen_admin_setup()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_admins();
  update private.admin_setup s set completed_at = null, code_hash = null
    where not exists (select from public.admin_users a where a.role = 'admin');
  return found;
end $function$;
comment on function private.reopen_admin_setup() is 'For the operator whose last admin is gone: set-up can happen once more. False while there is an admin.';

CREATE FUNCTION private.repeat_jobs(kinds text[], every interval[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.jobs as j (kind, key, repeat_every, run_after)
    select r.kind, 'all', r.every, now() + r.every from unnest(kinds, every) r (kind, every) order by r.kind
    on conflict (kind) where repeat_every is not null
    do update set repeat_every = excluded.repeat_every,
      run_after = case when j.status = 'waiting' then least(j.run_after, excluded.run_after) else j.run_after end
    -- Also after the clock was set back.
    where j.repeat_every <> excluded.repeat_every or j.run_after > excluded.run_after + interval '1 hour'
$function$;
comment on function private.repeat_jobs(text[],interval[]) is 'Makes sure that this work is done again and again, by one process at a time. Enqueued with the key ''all'', it is done at once.';
grant execute on function private.repeat_jobs(text[],interval[]) to service_role;

CREATE FUNCTION private.report_lookalikes(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.audit_log (act, subject, subject_id, reason)
  select 'lookalike', 'members', left(p.id::text, 8), 'Looks like the name of ' || s.username
  from private.profiles s join private.profiles p
    on private.name_skeleton(p.username) = private.name_skeleton(s.username) and p.id <> s.id
  where s.id = person and private.name_skeleton(s.username) <> '' and not private.is_staff(p.id)
  order by p.created_at limit 50
$function$;
comment on function private.report_lookalikes(uuid) is 'Reports the members whose names look like that of this person to the admins, in the audit log.';
grant execute on function private.report_lookalikes(uuid) to service_role;

CREATE FUNCTION private.report_playback(cookie_hash text, stream_id uuid, browser text, "position" double precision, duration double precision, seconds double precision, ended boolean, cut double precision DEFAULT 0)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  playing private.playback_sessions;
begin
  select p.* into playing from private.playback_sessions p
    where p.cookie_hash = report_playback.cookie_hash and p.stream_id = report_playback.stream_id
      and p.browser = report_playback.browser;
  if playing.id is null then
    return false;
  end if;
  if playing.user_id is not null and playing.saves_progress then
    perform private.store_progress(
        playing.user_id, s.movie_id, s.episode_id, report_playback.position, report_playback.duration, now())
      from private.streams s where s.id = playing.stream_id;
  end if;
  if playing.ended_at is null then
    perform private.add_watch_time(playing.id, report_playback.position, report_playback.duration, seconds);
    if cut > 600 then
      perform private.count_cut(playing, cut);
    end if;
  end if;
  if ended then
    perform private.end_playback_session(playing.id);
  end if;
  return true;
end $function$;
grant execute on function private.report_playback(text,uuid,text,double precision,double precision,double precision,boolean,double precision) to service_role;

CREATE FUNCTION private.report_quality(country text, device text, codec text, title_id uuid, report jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  of_title uuid := coalesce(
    (select m.id from public.movies m where m.id = report_quality.title_id),
    (select e.series_id from public.episodes e where e.id = report_quality.title_id));
  given record;
begin
  select * into given from jsonb_to_record(report) r (
    begins boolean, first_picture_ms integer, stalls integer, stalled_ms integer, played_ms integer, rung_ms integer,
    kilobits integer, errors integer);
  -- Keep equal to qualityInput in contract/src/playback/inputs.ts.
  if of_title is null or given.begins is null or not coalesce(
      (given.first_picture_ms is null or given.first_picture_ms between 0 and 120000)
      and given.stalls between 0 and 100 and given.stalled_ms between 0 and 300000
      and given.played_ms between 0 and 300000 and given.rung_ms between 0 and given.played_ms
      and given.kilobits between 0 and given.rung_ms / 1000.0 * 100000 and given.errors between 0 and 100, false) then
    return false;
  end if;
  -- In one order, so that reports wait for each other and do not deadlock.
  insert into private.playback_quality as q (day, dimension, value, playbacks, pictures, first_picture_ms, slow_pictures,
      stalls, stalled_ms, played_ms, rung_ms, kilobits, errors)
    select current_date, d.dimension, d.value, given.begins::integer, (given.first_picture_ms is not null)::integer,
      coalesce(given.first_picture_ms, 0), coalesce(given.first_picture_ms > 3000, false)::integer,
      given.stalls, given.stalled_ms, given.played_ms, given.rung_ms, given.kilobits, given.errors
    from (values ('all', ''), ('codec', report_quality.codec), ('country', report_quality.country),
      ('device', report_quality.device), ('title', of_title::text)) d (dimension, value)
    order by d.dimension
    on conflict (day, dimension, value) do update set
      playbacks = q.playbacks + excluded.playbacks,
      pictures = q.pictures + excluded.pictures,
      first_picture_ms = q.first_picture_ms + excluded.first_picture_ms,
      slow_pictures = q.slow_pictures + excluded.slow_pictures,
      stalls = q.stalls + excluded.stalls,
      stalled_ms = q.stalled_ms + excluded.stalled_ms,
      played_ms = q.played_ms + excluded.played_ms,
      rung_ms = q.rung_ms + excluded.rung_ms,
      kilobits = q.kilobits + excluded.kilobits,
      errors = q.errors + excluded.errors;
  return true;
end $function$;
comment on function private.report_quality(text,text,text,uuid,jsonb) is 'Adds what a player reports to the sums of today. False: no such film or episode, or numbers that cannot be.';
grant execute on function private.report_quality(text,text,text,uuid,jsonb) to service_role;

CREATE FUNCTION private.report_staff_lookalikes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.report_lookalikes((to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $function$;
grant execute on function private.report_staff_lookalikes() to service_role;

CREATE FUNCTION private.request_sign_check()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Waits while claim_sign_video() looks at the title, which may then remove the row.
  insert into private.sign_checks as c (title_id)
    values (case when tg_op = 'DELETE' then coalesce(old.movie_id, old.episode_id) else coalesce(new.movie_id, new.episode_id) end)
    on conflict (title_id) do update set run_after = least(c.run_after, excluded.run_after);
  return null;
end $function$;
grant execute on function private.request_sign_check() to service_role;

CREATE FUNCTION private.request_subtitle_check()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Waits while list_pending_subtitles() looks at the title, which may then remove the row. Without a look at what the title
  -- has: a stream and subtitles that are added at the same moment do not see each other.
  insert into private.subtitle_checks as c (title_id)
    values (case when tg_op = 'DELETE' then coalesce(old.movie_id, old.episode_id) else coalesce(new.movie_id, new.episode_id) end)
    on conflict (title_id) do update set created_at = c.created_at;
  return null;
end $function$;
grant execute on function private.request_subtitle_check() to service_role;

CREATE FUNCTION private.require_account()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session text := nullif(auth.jwt() ->> 'session_id', '');
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'User not authenticated', hint = 'not_authenticated';
  end if;
  -- Our platform refuses such a token earlier; hosted Supabase accepts it until it expires.
  if session is not null
    and not exists (select from auth.sessions s where s.id = session::uuid and s.user_id = auth.uid()) then
    raise exception using errcode = 'PT401', message = 'Your session has ended. Please sign in again.', hint = 'session_ended';
  end if;
  if not private.is_fully_signed_in() then
    raise exception using errcode = '42501', message = 'Please confirm with your second factor', hint = 'second_factor_needed';
  end if;
  return auth.uid();
end $function$;
comment on function private.require_account() is 'The caller''s id. Raises unless they are signed in, their session exists, and the second factor was given if there is one.';
grant execute on function private.require_account() to service_role;

CREATE FUNCTION private.require_agent()
 RETURNS private.agents
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
  found_agent private.agents;
begin
  select * into found_agent from private.agents a where a.user_id = person;
  if found_agent.id is null then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
  return found_agent;
end $function$;
comment on function private.require_agent() is 'The caller''s row of private.agents. Raises for everybody else, admins too.';
grant execute on function private.require_agent() to service_role;

CREATE FUNCTION private.require_can_post()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  perform private.require_not_suspended();
  return person;
end $function$;
comment on function private.require_can_post() is 'As require_account, and not suspended. Called by everything that posts.';
grant execute on function private.require_can_post() to service_role;

CREATE FUNCTION private.require_download_account()
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  if not private.check_rate_limit('downloads', private.caller_key(), 300, interval '10 minutes') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  if exists (select from auth.users u where u.id = person and u.banned_until > now()) then
    raise exception using errcode = 'PT403', message = 'This account is closed. Please contact support.', hint = 'user_banned';
  end if;
  -- Of two calls of one account the second waits here and then counts what the first one added.
  perform pg_advisory_xact_lock(hashtextextended('downloads of ' || person, 0));
  return person;
end $function$;
comment on function private.require_download_account() is 'The caller, whose downloads change one call at a time.';
grant execute on function private.require_download_account() to service_role;

CREATE FUNCTION private.require_editor()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_role('editor') then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
end $function$;
grant execute on function private.require_editor() to service_role;

CREATE FUNCTION private.require_moderator()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  if not private.has_role('moderator') then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
  return person;
end $function$;
grant execute on function private.require_moderator() to service_role;

CREATE FUNCTION private.require_not_suspended()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_client() and private.is_suspended(auth.uid()) then
    raise exception using errcode = '42501', message = 'Your account is suspended: you can read, but not write', hint = 'suspended';
  end if;
end $function$;
grant execute on function private.require_not_suspended() to service_role;

CREATE FUNCTION private.require_reason(reason text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(private.trim_text(reason), '') = '' then
    raise exception using errcode = '23514', message = 'Please give a reason', hint = 'reason_needed';
  end if;
end $function$;
grant execute on function private.require_reason(text) to service_role;

CREATE FUNCTION private.require_recent_sign_in()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.require_account();
begin
  -- Keep equal to FRESH_PROOF_MINUTES in contract/src/identity/limits.ts.
  if not exists (
    select from auth.mfa_amr_claims a
    where a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and a.authentication_method <> 'token_refresh' and a.updated_at > now() - interval '10 minutes') then
    raise exception using errcode = '42501', message = 'Please sign in again to confirm that it is you', hint = 'sign_in_again';
  end if;
  return person;
end $function$;
comment on function private.require_recent_sign_in() is 'As require_account, and password, code or factor were given within the last minutes: an unlocked phone is not enough.';
grant execute on function private.require_recent_sign_in() to service_role;

CREATE FUNCTION private.require_role(VARIADIC roles text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_account();
  if not private.has_role(variadic roles) then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
end $function$;
comment on function private.require_role(text[]) is 'Raises unless the caller is fully signed in (require_account) and has one of these roles.';
grant execute on function private.require_role(text[]) to service_role;

CREATE FUNCTION private.require_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_client() and auth.uid() is not null and not private.is_fully_signed_in() then
    raise exception using errcode = '42501', message = 'Please confirm with your second factor', hint = 'second_factor_needed';
  end if;
  return null;
end $function$;
grant execute on function private.require_second_factor() to service_role;

CREATE FUNCTION private.require_title(media_type text, media_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from private.describe_title(require_title.media_type, media_id) t
    where t.published or private.can_watch(auth.uid(), require_title.media_type, media_id)) then
    raise exception using errcode = 'PT404', message = 'Movie not found', hint = 'movie_not_found';
  end if;
end $function$;
grant execute on function private.require_title(text,uuid) to service_role;

CREATE FUNCTION private.require_within_limit(action text, at_most integer, every interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.check_caller_limit(action, at_most, every) then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
end $function$;
grant execute on function private.require_within_limit(text,integer,interval) to service_role;

CREATE FUNCTION private.restart_media_job(job_id uuid, worker uuid)
 RETURNS TABLE(stream_id uuid, encryption_key bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stream private.streams;
begin
  if not private.is_job_held(job_id, worker) then
    return;
  end if;
  insert into private.streams (movie_id, episode_id, source_path, source_version)
    select s.movie_id, s.episode_id, s.source_path, s.source_version
    from private.media_runs r join private.streams s on s.id = r.stream_id where r.job_id = restart_media_job.job_id
    returning * into stream;
  update private.media_runs r set stream_id = stream.id where r.job_id = restart_media_job.job_id;
  return query select stream.id, stream.encryption_key;
end $function$;
comment on function private.restart_media_job(uuid,uuid) is 'Gives a job a new stream when the unfinished one cannot be continued.';
grant execute on function private.restart_media_job(uuid,uuid) to service_role;

CREATE FUNCTION private.restore_dependents(kept private.deleted_rows)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one jsonb;
  free integer;
begin
  perform private.insert_kept_rows('public.episodes', kept.dependents -> 'episodes');
  perform private.insert_kept_rows('private.streams', kept.dependents -> 'streams');
  perform private.insert_kept_rows('public.subtitles', kept.dependents -> 'subtitles');
  perform private.insert_kept_rows('public.sign_videos', kept.dependents -> 'sign_videos');
  -- Inserting the title queued its video again; what was encoded is still there.
  delete from public.media_jobs j using private.streams s
    where j.status = 'queued' and s.status = 'whole' and s.source_path = j.source_path
      and (s.movie_id = j.movie_id or s.episode_id = j.episode_id)
      and s.id in (select (d ->> 'id')::uuid from jsonb_array_elements(kept.dependents -> 'streams') d);
  update public.featured_films f
    set movie_id = case kept.table_name when 'movies' then kept.row_id end,
      series_id = case kept.table_name when 'series' then kept.row_id end
    where f.movie_id is null and f.series_id is null
      and f.id in (select d::uuid from jsonb_array_elements_text(kept.dependents -> 'featured_films') d);
  insert into private.title_topics (topic_id, movie_id, series_id)
    select t.id, (d ->> 'movie_id')::uuid, (d ->> 'series_id')::uuid
    from jsonb_array_elements(kept.dependents -> 'title_topics') d
      join public.forum_topics t on t.id = (d ->> 'topic_id')::uuid and t.deleted_at is null
    on conflict do nothing;
  for one in select jsonb_array_elements(kept.dependents -> 'front_page_rows') loop
    select min(p) into free from generate_series(1, 12) p
      where not exists (
        select from public.front_page_rows r where r.place = one ->> 'place' and r.position = p);
    if free is not null then
      perform private.insert_kept_rows('public.front_page_rows',
        jsonb_build_array(one || jsonb_build_object('position', free)));
    end if;
  end loop;
end $function$;
grant execute on function private.restore_dependents(private.deleted_rows) to service_role;

CREATE FUNCTION private.retention_days(setting text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select (s.value ->> setting)::integer from private.settings s where s.key = 'retention_days' $function$;
comment on function private.retention_days(text) is 'How many days rows are kept. The server writes the setting at start from its environment.';
grant execute on function private.retention_days(text) to service_role;

CREATE FUNCTION private.revoke_pass(order_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.save_pass(p.user_id, p.pass, p.order_id, p.paid_at, false)
  from private.paid_passes p where p.order_id = revoke_pass.order_id
$function$;
comment on function private.revoke_pass(uuid) is 'Takes back the pass of an order whose payment was returned. Without one it does nothing.';
grant execute on function private.revoke_pass(uuid) to service_role;

CREATE FUNCTION private.revoke_vouchers_of(batch private.voucher_batches, first_number integer, last_number integer, with_sold boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  revoked integer;
  returned integer;
begin
  with chosen as (
    select v.code_id, v.sold_at from private.vouchers v
    where v.batch_id = batch.id and v.number between first_number and last_number and (with_sold or v.sold_at is null)
  ), voided as (
    update private.codes c set status = 'revoked' from chosen h where c.id = h.code_id and c.status = 'active' returning c.id
  ), taken_back as (
    update private.vouchers v set sold_at = null from voided d where v.code_id = d.id and v.sold_at is not null returning v.code_id
  )
  select (select count(*) from voided), (select count(*) from taken_back) into revoked, returned;
  if returned > 0 then
    perform private.book_agent_entry(batch.agent_id, 'returned', -returned::bigint * batch.price_minor, batch.id, returned);
  end if;
  return revoked;
end $function$;
grant execute on function private.revoke_vouchers_of(private.voucher_batches,integer,integer,boolean) to service_role;

CREATE FUNCTION private.roll_up_day(on_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  has_sessions boolean := on_day >= current_date - private.retention_days('watch_sessions');
  watching private.watch_count;
begin
  delete from private.stale_days s where s.day = on_day;
  if has_sessions or not exists (select from private.daily_statistics d where d.day = on_day) then
    delete from private.watch_rollups r where r.days = 1 and r.starts = on_day;
    insert into private.watch_rollups (days, starts, title_id, seconds, visits, members, member_hashes)
      select 1, c.day, c.title_id, c.seconds, c.visits, c.members, c.member_hashes
      from private.count_watching(on_day) c;
    delete from private.rolled_periods p
      where (p.days = 8 and p.starts = private.period_start(on_day, 8))
        or (p.days = 64 and p.starts = private.period_start(on_day, 64));
  end if;
  select r.starts, r.title_id, r.seconds, r.visits, r.members, null into watching
    from private.watch_rollups r
    where r.title_id = '00000000-0000-0000-0000-000000000000' and r.days = 1 and r.starts = on_day;
  delete from private.daily_statistics d where d.day = on_day;
  insert into private.daily_statistics select * from private.count_day(on_day, watching);
end $function$;
comment on function private.roll_up_day(date) is 'Counts a day that is over, again if need be. What was watched is not counted again once its sessions are purged.';
grant execute on function private.roll_up_day(date) to service_role;

CREATE FUNCTION private.roll_up_period(period_days integer, first_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- In parts, so that no transaction takes long.
  slices integer := period_days / 4;
  slice integer;
begin
  insert into private.rolled_periods as p (days, starts, slices) values (period_days, first_day, 1)
    on conflict on constraint rolled_periods_pkey do update set slices = p.slices + 1 returning p.slices - 1 into slice;
  delete from private.watch_rollups r
    where r.days = period_days and r.starts = first_day and uuid_hash(r.title_id) & (slices - 1) = slice;
  insert into private.watch_rollups (days, starts, title_id, seconds, visits, member_hashes)
    with parts as materialized (
      select r.* from private.watch_rollups r
      where r.days = period_days / 8 and r.starts >= first_day and r.starts < first_day + period_days
        and uuid_hash(r.title_id) & (slices - 1) = slice
    ), pieces as (
      select p.title_id, p.seconds, p.visits, null::integer as hash from parts p
      union all
      select p.title_id, 0, 0, h.hash from parts p, unnest(p.member_hashes) h (hash)
    )
    select period_days, first_day, p.title_id, sum(p.seconds), sum(p.visits),
      coalesce((array_agg(distinct p.hash) filter (where p.hash is not null))[1:private.hash_limit(p.title_id)], '{}')
    from pieces p group by p.title_id;
end $function$;
comment on function private.roll_up_period(integer,date) is 'Adds up the eight periods of the next shorter length, for the next part of the titles.';
grant execute on function private.roll_up_period(integer,date) to service_role;

CREATE FUNCTION private.roll_up_statistics(at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due date;
begin
  for turn in 1 .. at_most loop
    due := private.find_due_day();
    if due is not null then
      perform private.roll_up_day(due);
      continue;
    end if;
    due := private.find_due_period(8);
    if due is not null then
      perform private.roll_up_period(8, due);
      continue;
    end if;
    due := private.find_due_period(64);
    if due is null then
      return false;
    end if;
    perform private.roll_up_period(64, due);
  end loop;
  return true;
end $function$;
comment on function private.roll_up_statistics(integer) is 'Counts the days and longer periods that are due, the newest first. True: perhaps there are more.';
grant execute on function private.roll_up_statistics(integer) to service_role;

CREATE FUNCTION private.save_pass(user_id uuid, pass text, order_id uuid, paid_at timestamp with time zone, is_paid boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.paid_passes as p (order_id, user_id, pass, lasts, paid_at, is_paid)
    select save_pass.order_id, save_pass.user_id, k.id, k.lasts, save_pass.paid_at, save_pass.is_paid
    from public.passes k where k.id = save_pass.pass
    on conflict on constraint paid_passes_pkey do update set paid_at = excluded.paid_at, is_paid = excluded.is_paid
    where (p.paid_at, p.is_paid) is distinct from (excluded.paid_at, excluded.is_paid);
  perform private.recompute_passes(save_pass.user_id);
end $function$;
grant execute on function private.save_pass(uuid,text,uuid,timestamp with time zone,boolean) to service_role;

CREATE FUNCTION private.save_stream_sign(title_id uuid, stream_id uuid, sign_id uuid, worker uuid, entry jsonb, duration numeric)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_title_of_stream(stream_id);
  -- Before the check, as who deletes it.
  perform from public.sign_videos v where v.id = sign_id for update;
  update private.sign_checks c set worker = null, lease_until = null, attempts = 0
    where c.title_id = save_stream_sign.title_id and c.worker = save_stream_sign.worker;
  if not found then
    return false;
  end if;
  update private.streams s
    set film = jsonb_set(s.film, '{signs}', coalesce((
      select jsonb_agg(f order by n) from jsonb_array_elements(s.film -> 'signs') with ordinality as u (f, n)
      where f ->> 'id' is distinct from sign_id::text), '[]')
      || case when entry is null then '[]' else jsonb_build_array(entry || jsonb_build_object('id', sign_id)) end)
    where s.id = stream_id;
  update public.sign_videos v
    set seconds_longer = round(save_stream_sign.duration - s.duration, 1)
    from private.streams s where v.id = sign_id and s.id = stream_id;
  return true;
end $function$;
comment on function private.save_stream_sign(uuid,uuid,uuid,uuid,jsonb,numeric) is 'Adds a sign video to a stream''s film.json, or removes one (entry is null), and ends the lease. False when another worker has it.';
grant execute on function private.save_stream_sign(uuid,uuid,uuid,uuid,jsonb,numeric) to service_role;

CREATE FUNCTION private.save_stream_subtitle(stream_id uuid, subtitle_id uuid, entry jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.lock_title_of_stream(stream_id);
  update private.streams s
  set film = jsonb_set(s.film, '{subtitles}', coalesce((
    select jsonb_agg(f order by n) from jsonb_array_elements(s.film -> 'subtitles') with ordinality as u (f, n)
    where f ->> 'id' is distinct from subtitle_id::text), '[]')
    || case when entry is null then '[]' else jsonb_build_array(entry || jsonb_build_object('id', subtitle_id)) end)
  where s.id = stream_id
$function$;
grant execute on function private.save_stream_subtitle(uuid,uuid,jsonb) to service_role;

CREATE FUNCTION private.save_subscription_state(event jsonb, bought public.orders)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.subscription_states as n (
    order_id, provider_reference, status, cancel_at_period_end, period_end, ended_at, as_of)
  values (
    bought.id, event ->> 'reference', event ->> 'status', coalesce((event ->> 'cancel_at_period_end')::boolean, false),
    (event ->> 'period_end')::timestamptz, (event ->> 'ended_at')::timestamptz, (event ->> 'as_of')::timestamptz)
  on conflict (order_id) do update set
    provider_reference = excluded.provider_reference, status = excluded.status,
    cancel_at_period_end = excluded.cancel_at_period_end, period_end = excluded.period_end, ended_at = excluded.ended_at,
    as_of = excluded.as_of
  -- The greater of the two, in an order without ties: an ended subscription never becomes active again; then the newer state.
  where (excluded.status = 'canceled', excluded.as_of, excluded.status, excluded.cancel_at_period_end,
      coalesce(excluded.period_end, '-infinity'), coalesce(excluded.ended_at, '-infinity'))
    > (n.status = 'canceled', n.as_of, n.status, n.cancel_at_period_end,
      coalesce(n.period_end, '-infinity'), coalesce(n.ended_at, '-infinity'))
$function$;
grant execute on function private.save_subscription_state(jsonb,public.orders) to service_role;

CREATE FUNCTION private.schedule_payment_check()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.checkouts c
    set next_check_at = (select e.due_at from private.expected_payment_events e where e.order_id = c.order_id)
    where c.order_id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end $function$;
comment on function private.schedule_payment_check() is 'Every event, also a late one, decides again whether and when the provider is queried. The argument names the column with the order.';
grant execute on function private.schedule_payment_check() to service_role;

CREATE FUNCTION private.seal_audit_log(at_most integer, OUT more boolean, OUT sealed_to bigint, OUT sealed_hash text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chain private.audit_chain;
  entry private.unsealed_audit_entries;
  first_kept bigint;
  cutoff timestamptz := private.audit_kept_since();
  moved integer := 0;
begin
  select c.* into strict chain from private.audit_chain c for update;
  for entry in
    with taken as (
      delete from private.unsealed_audit_entries u where u.entry_id = any (array(
        select n.entry_id from private.unsealed_audit_entries n order by n.entry_id limit at_most))
      returning u.*)
    select t.* from taken t order by t.entry_id
  loop
    chain.sealed_to := chain.sealed_to + 1;
    chain.sealed_hash := private.hash_audit_seal(chain.sealed_hash, entry.entry_id, entry.at, entry.digest);
    insert into private.audit_seals (position, entry_id, at, digest, hash)
      values (chain.sealed_to, entry.entry_id, entry.at, entry.digest, chain.sealed_hash);
    moved := moved + 1;
  end loop;

  -- The seals of entries that purge_audit_log has deleted, from the beginning on.
  select min(s.position) into first_kept
    from (select s.* from private.audit_seals s where s.position > chain.trimmed_to order by s.position limit at_most) s
    where s.at >= cutoff or exists (select from public.audit_log a where a.id = s.entry_id);
  first_kept := coalesce(first_kept, least(chain.trimmed_to + at_most, chain.sealed_to) + 1);
  if first_kept > chain.trimmed_to + 1 then
    chain.trimmed_hash := (select s.hash from private.audit_seals s where s.position = first_kept - 1);
    delete from private.audit_seals s where s.position > chain.trimmed_to and s.position < first_kept;
    moved := greatest(moved, (first_kept - 1 - chain.trimmed_to)::integer);
    chain.trimmed_to := first_kept - 1;
  end if;

  update private.audit_chain c set trimmed_to = chain.trimmed_to, trimmed_hash = chain.trimmed_hash,
    sealed_to = chain.sealed_to, sealed_hash = chain.sealed_hash;
  more := moved = at_most;
  sealed_to := chain.sealed_to;
  sealed_hash := encode(chain.sealed_hash, 'hex');
end $function$;
comment on function private.seal_audit_log(integer) is 'Puts new entries into the chain and removes the seals of deleted old ones, at most so many of each. more: there are more.';
grant execute on function private.seal_audit_log(integer) to service_role;

CREATE FUNCTION private.search_prefix(kind text, published boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case when published then left(kind, 1) else upper(left(kind, 1)) end $function$;
grant execute on function private.search_prefix(text,boolean) to service_role;

CREATE FUNCTION private.seconds_until_next_job(kinds text[])
 RETURNS double precision
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select extract(epoch from min(next.run_after) - clock_timestamp())::double precision
  from unnest(kinds) k (kind)
    cross join lateral (
      select d.run_after from private.jobs d
      where d.kind = k.kind and d.status <> 'failed'
        and (d.status = 'running' or d.key is null or (
          select r.id from private.jobs r where r.kind = d.kind and r.key = d.key and r.status = 'running') is null)
      order by d.run_after, d.id limit 1) next
$function$;
comment on function private.seconds_until_next_job(text[]) is 'When a job of these kinds falls due or a lease ends; null when there is none.';
grant execute on function private.seconds_until_next_job(text[]) to service_role;

CREATE FUNCTION private.selective_trigrams(pattern text, sample text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  chosen text := '%';
  five text;
  n integer := 1;
begin
  while n < char_length(pattern) - 3 and char_length(chosen) < 13 loop
    five := substr(pattern, n, 5);
    if five ~ '^[[:alnum:]]{5}$' and strpos(sample, left(five, 3)) = 0 and strpos(sample, substr(five, 2, 3)) = 0
      and strpos(sample, right(five, 3)) = 0 then
      chosen := chosen || five || '%';
      n := n + 5;
    else
      n := n + 1;
    end if;
  end loop;
  return case when chosen = '%' then pattern else chosen end;
end $function$;
comment on function private.selective_trigrams(text,text) is 'A wider pattern that a trigram index answers sooner: at most two parts of five characters whose trigrams are not in the sample. Where every address ends in gmail.com, the trigrams of that are long lists that select nothing.';
grant execute on function private.selective_trigrams(text,text) to service_role;

CREATE FUNCTION private.set_code_hash()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.hash := private.hash_code(private.derive_code(new.id));
  return new;
end $function$;
grant execute on function private.set_code_hash() to service_role;

CREATE FUNCTION private.set_recent_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.recent_at := new.updated_at;
  return new;
end $function$;
grant execute on function private.set_recent_at() to service_role;

CREATE FUNCTION private.settle_audio(stream_id uuid, audio jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.audio_checks c using private.streams s
  where c.stream_id = settle_audio.stream_id and s.id = c.stream_id and s.film -> 'audio' = settle_audio.audio
$function$;
comment on function private.settle_audio(uuid,jsonb) is 'The playlists of this stream name these tracks. A change since then stays pending.';
grant execute on function private.settle_audio(uuid,jsonb) to service_role;

CREATE FUNCTION private.settle_rental(purchase uuid, cut tstzrange DEFAULT NULL::tstzrange, up_to timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rental public.user_purchases;
  since timestamptz;
  down tstzmultirange;
  lost tstzmultirange;
  down_minutes integer;
  cut_minutes integer;
  allowed integer;
begin
  select p.* into rental from public.user_purchases p where p.id = purchase for update;
  if rental.rental_started_at is null or rental.status <> 'completed' then
    return 0;
  end if;
  since := greatest(rental.rental_started_at, rental.rental_settled_until);
  -- An outage counts whole if it began while the rental ran: nobody could use the hours that were left.
  select coalesce(range_agg(tstzrange(greatest(o.began_at, since), o.ended_at)), '{}') into down
    from private.outages o
    where o.part in ('site', 'films') and o.ended_at > since and greatest(o.began_at, since) < rental.rental_expiry;
  lost := case when cut is null or isempty(cut) then '{}'::tstzmultirange
    else tstzmultirange(cut) * tstzmultirange(tstzrange(since, null)) - down end;
  allowed := 24 * 60 - rental.rental_outage_minutes - rental.rental_cut_minutes;
  down_minutes := least(allowed, private.minutes_of(down));
  cut_minutes := least(allowed - down_minutes, private.minutes_of(lost));
  update public.user_purchases p
    set rental_outage_minutes = p.rental_outage_minutes + down_minutes,
      rental_cut_minutes = p.rental_cut_minutes + cut_minutes,
      rental_expiry = p.rental_expiry + make_interval(mins => down_minutes + cut_minutes),
      rental_settled_until = greatest(since, upper(down), upper(lost), up_to)
    where p.id = purchase;
  return down_minutes + cut_minutes;
end $function$;
comment on function private.settle_rental(uuid,tstzrange,timestamp with time zone) is 'Adds to a rental that has begun what outages, and a cut of the viewer''s connection, took from it since the last time; at most 24 hours in all. up_to: all outages until then are known. Returns the minutes.';
grant execute on function private.settle_rental(uuid,tstzrange,timestamp with time zone) to service_role;

CREATE FUNCTION private.split_block()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block private.forum_blocks;
  parts private.forum_blocks[];
begin
  select * into block from private.forum_blocks b where b.list = new.list and b.starts_at = new.starts_at;
  if block.entries is null or block.entries < 576 then
    return null;
  end if;
  parts := array(
    select row(block.list, coalesce(m.starts_at, block.starts_at), count(*))::private.forum_blocks
    from (
      -- The last boundary at or before each entry; entries of the same moment share it.
      select max(n.at) filter (where n.place > 0 and n.place % 512 = 0) over (order by n.at) as starts_at
      from (
        select t as at, row_number() over (order by t) - 1 as place
        from private.list_entry_times(block.list, block.starts_at, coalesce(
          (select min(s.starts_at) from private.forum_blocks s where s.list = block.list and s.starts_at > block.starts_at),
          'infinity')) t
      ) n
    ) m
    group by m.starts_at);
  if cardinality(parts) = 1 and parts[1].starts_at = block.starts_at then
    return null;
  end if;
  delete from private.forum_blocks b where b.list = block.list and b.starts_at = block.starts_at;
  insert into private.forum_blocks (list, starts_at, entries) select p.list, p.starts_at, p.entries from unnest(parts) p;
  return null;
end $function$;
grant execute on function private.split_block() to service_role;

CREATE FUNCTION private.start_casting(cookie_hash text, stream_id uuid, secret_hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Asking again replaces the address, so the one before stops.
  insert into private.cast_addresses as c (session_id, secret_hash, expires_at)
    select p.id, start_casting.secret_hash, now() + interval '60 seconds' from private.playback_sessions p
    where p.cookie_hash = start_casting.cookie_hash and p.stream_id = start_casting.stream_id and p.ended_at is null
    on conflict (session_id) do update
      set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at, clients = '{}';
  return found;
end $function$;
comment on function private.start_casting(text,uuid,text) is 'Stores a new cast address of a running session, to be used within a minute. The server has checked the cookie.';
grant execute on function private.start_casting(text,uuid,text) to service_role;

CREATE FUNCTION private.start_rental(viewer uuid, movie uuid, episode uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  series uuid;
  is_open boolean;
begin
  if viewer is null then
    return;
  end if;
  if movie is not null then
    select m.published and m.is_free into is_open from public.movies m where m.id = movie;
  else
    select s.id, s.published and (s.is_free or e.is_free) into series, is_open
      from public.episodes e join public.series s on s.id = e.series_id where e.id = episode;
  end if;
  -- Who can watch without it keeps it for later.
  if is_open or private.is_subscribed(viewer) or exists (
      select from public.user_purchases p
      where p.user_id = viewer and p.status = 'completed' and p.transaction_type = 'purchase'
        and (p.movie_id = movie or p.series_id = series)) then
    return;
  end if;
  -- The one that ends first, if somebody has two.
  update public.user_purchases p
    set rental_started_at = now(), rental_expiry = least(p.rental_expiry, now() + interval '48 hours')
    where p.id = (
      select o.id from public.user_purchases o
      where o.user_id = viewer and o.status = 'completed' and o.transaction_type = 'rental' and o.rental_expiry > now()
        and (o.movie_id = movie or o.series_id = series)
      order by o.rental_started_at nulls last, o.rental_expiry limit 1)
      and p.rental_started_at is null;
end $function$;
comment on function private.start_rental(uuid,uuid,uuid) is 'The 48 hours of somebody''s rental of a film, or of an episode''s series, begin, unless they have begun or another right opens it.';
grant execute on function private.start_rental(uuid,uuid,uuid) to service_role;

CREATE FUNCTION private.store_admin_code(code_hash bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.admin_setup s set code_hash = store_admin_code.code_hash where s.completed_at is null;
  -- Strangers who have used up the tries cannot stop the operator: a start gives new ones.
  delete from private.rate_limits r where found and r.action like 'setup\_admin%';
  return exists (select from private.admin_setup s where s.completed_at is null);
end $function$;
comment on function private.store_admin_code(bytea) is 'Replaces the code that makes the first admin. False, and no effect, once there has been an admin.';

CREATE FUNCTION private.store_progress(person uuid, movie uuid, episode uuid, "position" double precision, duration double precision, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.watch_progress as w (user_id, movie_id, episode_id, position, duration, watched, updated_at)
  values (
    person, movie, episode, least(store_progress.position, store_progress.duration), store_progress.duration,
    store_progress.position >= 0.95 * store_progress.duration, least(at, now()))
  on conflict on constraint one_progress_per_title do update
    -- Opening a watched title again keeps it watched until a minute has been played.
    set watched = excluded.watched or (w.watched and excluded.position < 60),
      position = excluded.position, duration = excluded.duration, updated_at = excluded.updated_at
    -- A late report does not overwrite a newer one.
    where w.updated_at <= excluded.updated_at;
end $function$;
grant execute on function private.store_progress(uuid,uuid,uuid,double precision,double precision,timestamp with time zone) to service_role;

CREATE FUNCTION private.strip_host(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF(btrim(regexp_replace(address, '^https?://[^/]+(/storage/v1/object/public/)'::text, '\1'::text)), ''::text);
grant execute on function private.strip_host(text) to anon, authenticated, service_role;

CREATE FUNCTION private.strip_hosts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_image jsonb := to_jsonb(new);
  column_name text;
begin
  foreach column_name in array tg_argv loop
    row_image := jsonb_set(row_image, array[column_name], 
      coalesce(to_jsonb(private.strip_host(row_image ->> column_name)), 'null'), false);
  end loop;
  return jsonb_populate_record(new, row_image);
end $function$;
comment on function private.strip_hosts() is 'Removes host and port from stored addresses; the arguments name the columns.';
grant execute on function private.strip_hosts() to service_role;

CREATE FUNCTION private.sum_quality(of_dimension text, first_day date, last_day date, at_most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(s) order by s.playbacks desc, s.value), '[]')
  from (
    select q.value,
      case when of_dimension = 'title' then coalesce(
        (select jsonb_build_object('kind', 'movie', 'name', m.title) from public.movies m where m.id::text = q.value),
        (select jsonb_build_object('kind', 'series', 'name', x.title) from public.series x where x.id::text = q.value)) end as title,
      sum(q.playbacks) as playbacks, sum(q.pictures) as pictures, sum(q.first_picture_ms) as first_picture_ms,
      sum(q.slow_pictures) as slow_pictures, sum(q.stalls) as stalls, sum(q.stalled_ms) as stalled_ms,
      sum(q.played_ms) as played_ms, sum(q.rung_ms) as rung_ms, sum(q.kilobits) as kilobits, sum(q.errors) as errors
    from private.playback_quality q
    where q.day between first_day and last_day and q.dimension = of_dimension
    group by q.value
    order by sum(q.playbacks) desc, q.value
    limit at_most
  ) s
$function$;
comment on function private.sum_quality(text,date,date,integer) is 'The sums of a period for each country, device class, codec or title, the most played first.';
grant execute on function private.sum_quality(text,date,date,integer) to service_role;

CREATE FUNCTION private.takes_gourdes(provider text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select provider in ('moncash', 'natcash') $function$;
grant execute on function private.takes_gourdes(text) to service_role;

CREATE FUNCTION private.title_of_upload(name text, folder text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select substring(name from '^' || folder || '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[^/]+$')::uuid $function$;
grant execute on function private.title_of_upload(text,text) to service_role;

CREATE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;
grant execute on function private.touch_updated_at() to service_role;

CREATE FUNCTION private.track_changed_titles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.track_changed_titles() is 'Arguments: the kind, and the column of who made it.';
grant execute on function private.track_changed_titles() to service_role;

CREATE FUNCTION private.trial_mark(person uuid)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select extensions.hmac(convert_to('trial ' || coalesce(
      private.normalize_mailbox(nullif(u.email, '')), nullif(u.phone, '')), 'utf8'), k.key, 'sha256')
  from auth.users u, private.code_keys k where u.id = person
$function$;
comment on function private.trial_mark(uuid) is 'Of the address, or else the phone number, of an account; null without either.';
grant execute on function private.trial_mark(uuid) to service_role;

CREATE FUNCTION private.trim_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(value, ' 	
                 　﻿'::text);
grant execute on function private.trim_text(text) to anon, authenticated, service_role;

CREATE FUNCTION private.typo_keys(word text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  stem text := left(word, 7);
  keys text[] := array[stem];
  shorter text;
begin
  for i in 1..length(stem) loop
    shorter := left(stem, i - 1) || substr(stem, i + 1);
    keys := keys || shorter;
    if length(stem) > 5 then
      for j in i..length(shorter) loop
        keys := keys || ('~' || left(shorter, j - 1) || substr(shorter, j + 1));
      end loop;
    end if;
  end loop;
  return keys;
end $function$;
grant execute on function private.typo_keys(text) to service_role;

CREATE FUNCTION private.uncount_replies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post uuid;
begin
  perform from public.forum_topics t where t.id in (select r.topic_id from rows r) order by t.id for no key update;
  update public.forum_topics t
    set reply_count = t.reply_count - g.gone,
      last_activity_at = coalesce(
        (select max(p.created_at) from public.forum_posts p where p.topic_id = t.id), t.created_at)
    from (select r.topic_id, count(*)::integer as gone from rows r group by 1) g
    where t.id = g.topic_id and t.deleted_at is null;
  -- Not those whose topic was deleted: their lists and notifications are removed with it.
  perform private.count_entries(array_agg(r.topic_id), array_agg(r.created_at), -1)
    from rows r join public.forum_topics t on t.id = r.topic_id and t.deleted_at is null having count(*) > 0;
  for post in
    select r.id from rows r join public.forum_topics t on t.id = r.topic_id and t.deleted_at is null order by 1
  loop
    if private.remove_reply_notifications(post, 100) then
      perform private.enqueue_job('remove_reply_notifications', jsonb_build_object('post', post), post::text);
    end if;
  end loop;
  return null;
end $function$;
grant execute on function private.uncount_replies() to service_role;

CREATE FUNCTION private.undiscounted_minor(o public.orders)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select coalesce(o.price_minor, o.amount_minor) + coalesce(o.discount_minor, 0) $function$;
comment on function private.undiscounted_minor(public.orders) is 'The price of an order in cents of a dollar, without any promotion.';
grant execute on function private.undiscounted_minor(public.orders) to service_role;

CREATE FUNCTION private.unreadable_characters()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select '['
    -- Control characters, blanks other than the space, soft hyphen, superscripts, fractions, ligatures.
    || '\u0001-\u001f\u007f-\u00a0\u00a8\u00ad\u00af\u00b2-\u00b5\u00b8\u00b9\u00bc-\u00be\u0132\u0133\u0149\u017f\u01c0-\u01cc\u01f1-\u01f3\u0237'
    -- Phonetic and modifier characters (without ɔ and ɛ), marks that strike through or span characters, variants of Greek characters.
    || '\u0250-\u0253\u0255-\u025a\u025c-\u02ff\u0334-\u0338\u034f\u035c-\u036f\u037a\u0384\u0385\u03cf-\u03d7\u03f0-\u03f6\u03f9\u0483-\u0489'
    -- Format characters, fillers, and alphabets that are read as Latin characters.
    || '\u0600-\u0605\u061c\u06dd\u070f\u08e2\u115f\u1160\u13a0-\u13ff\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1d00-\u1dff'
    -- Punctuation (without ’), bidirectional and zero-width characters, number forms, enclosed characters, Braille, Coptic.
    || '\u2000-\u2018\u201a-\u209f\u20d0-\u218f\u2460-\u24ff\u2800-\u28ff\u2c60-\u2cff\u2de0-\u3004\u3006\u3008-\u303f'
    -- Compatibility forms, private use, presentation forms, variation selectors.
    || '\u3130-\u319f\u3200-\u33ff\ua4d0-\ua4ff\ua640-\ua69f\ua700-\ua7ff\uab30-\uabbf\ue000-\uf8ff\ufb00-\uffff'
    -- Ancient scripts, mathematical characters, enclosed characters (without flags), tags.
    || '\U00010000-\U0001efff\U0001f100-\U0001f1e5\U0001f200-\U0001f2ff\U0001fb00-\U0001ffff\U000e0000-\U0010ffff'
    || ']'
$function$;
grant execute on function private.unreadable_characters() to service_role;

CREATE FUNCTION private.unsold_value(agent uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(b.price_minor::bigint * u.vouchers), 0)::bigint
  from private.voucher_batches b, lateral (
    select count(*) as vouchers from private.vouchers v join private.codes c on c.id = v.code_id
    where v.batch_id = b.id and v.sold_at is null and c.status = 'active') u
  where b.agent_id = unsold_value.agent and b.activated_at is not null and b.revoked_at is null and not private.is_batch_expired(b)
$function$;
comment on function private.unsold_value(uuid) is 'What the valid vouchers are worth that an agent has and has not sold. The agent''s limit bounds how many there are.';
grant execute on function private.unsold_value(uuid) to service_role;

CREATE FUNCTION private.update_has_video()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stream private.streams := coalesce(new, old);
  playable boolean := exists (
    select from private.streams s
    where s.status in ('watchable', 'whole') and (s.movie_id = stream.movie_id or s.episode_id = stream.episode_id));
begin
  update public.movies m set has_video = playable where m.id = stream.movie_id and m.has_video <> playable;
  update public.episodes e set has_video = playable where e.id = stream.episode_id and e.has_video <> playable;
  return null;
end $function$;
grant execute on function private.update_has_video() to service_role;

CREATE FUNCTION private.update_languages_after_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.update_series_languages(old.series_id);
  return null;
end $function$;
grant execute on function private.update_languages_after_removal() to service_role;

CREATE FUNCTION private.update_lists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(o.id) into changed from old_rows o;
  else
    select array_agg(n.id) into changed from new_rows n;
  end if;
  if changed is not null then
    perform private.index_lists(tg_argv[0], changed);
  end if;
  return null;
end $function$;
grant execute on function private.update_lists() to service_role;

CREATE FUNCTION private.update_lists_of_streams()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  movies uuid[];
  episodes uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct o.movie_id), array_agg(distinct o.episode_id) into movies, episodes from old_rows o;
  else
    select array_agg(distinct n.movie_id), array_agg(distinct n.episode_id) into movies, episodes
      from new_rows n where n.status <> 'making';
  end if;
  if movies is not null then
    perform private.index_lists('movie', movies);
    perform private.index_lists('series', array(select distinct e.series_id from public.episodes e where e.id = any (episodes)));
  end if;
  return null;
end $function$;
comment on function private.update_lists_of_streams() is 'The languages of sound and captions, and the size, are a stream''s.';
grant execute on function private.update_lists_of_streams() to service_role;

CREATE FUNCTION private.update_media_job_progress(job_id uuid, worker uuid, stage text, percent numeric, seconds_left integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.media_jobs j
  set stage = update_media_job_progress.stage, percent = update_media_job_progress.percent, seconds_left = update_media_job_progress.seconds_left
  where j.id = job_id and private.is_job_held(job_id, worker)
$function$;
grant execute on function private.update_media_job_progress(uuid,uuid,text,numeric,integer) to service_role;

CREATE FUNCTION private.update_member_directory()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.member_directory (id, email, words, created_at)
      select new.id, lower(u.email), ' ' || private.fold_text(concat_ws(' ', new.username, new.full_name, u.email)), new.created_at
      from auth.users u where u.id = new.id;
  else
    insert into private.member_directory as d (id, email, words, created_at)
      select p.id, lower(u.email), ' ' || private.fold_text(concat_ws(' ', p.username, p.full_name, u.email)), p.created_at
      from private.profiles p join auth.users u on u.id = p.id
      where p.id = new.id
      on conflict (id) do update set email = excluded.email, words = excluded.words
        where (d.email, d.words) is distinct from (excluded.email, excluded.words);
  end if;
  return null;
end $function$;
grant execute on function private.update_member_directory() to service_role;

CREATE FUNCTION private.update_reply_lists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_entries(array_agg(r.topic_id), array_agg(r.created_at), 1) from rows r having count(*) > 0;
  return null;
end $function$;
grant execute on function private.update_reply_lists() to service_role;

CREATE FUNCTION private.update_row_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change bigint;
begin
  if tg_op = 'INSERT' then
    select count(*) into change from new_rows;
  else
    select -count(*) into change from old_rows;
  end if;
  if change = 0 then
    return null;
  end if;
  update private.row_count_shards s set rows = s.rows + change
    where s.name = tg_table_name and s.shard = (
      select f.shard from private.row_count_shards f where f.name = tg_table_name limit 1 for update skip locked);
  if not found then
    insert into private.row_count_shards (name, rows) values (tg_table_name, change);
  end if;
  return null;
end $function$;
grant execute on function private.update_row_count() to service_role;

CREATE FUNCTION private.update_search_index()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.id) into changed from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(o.id) into changed from old_rows o;
  else
    changed := array[old.id, new.id];
  end if;
  if changed is not null then
    perform private.index_titles(tg_argv[0], changed);
  end if;
  return null;
end $function$;
comment on function private.update_search_index() is 'The argument is the kind. Once per statement for inserts and deletes; row by row for updates, so that the trigger can name columns.';
grant execute on function private.update_search_index() to service_role;

CREATE FUNCTION private.update_series_languages(of_series uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  films jsonb[];
begin
  -- Episodes that are published at the same time queue up here, so that each counts what the other has added.
  perform from public.series s where s.id = of_series for no key update;
  films := array(
    select t.film from public.episodes e join private.streams t on t.episode_id = e.id
    where e.series_id = of_series and t.status in ('watchable', 'whole'));
  update public.series s set sound_languages = l.sound, caption_languages = l.captions, accessibility = l.accessibility
    from (select private.list_film_languages(films, 'audio') as sound, private.list_film_languages(films, 'subtitles') as captions,
      private.list_film_accessibility(films) as accessibility) l
    where s.id = of_series
      and (s.sound_languages, s.caption_languages, s.accessibility) is distinct from (l.sound, l.captions, l.accessibility);
end $function$;
grant execute on function private.update_series_languages(uuid) to service_role;

CREATE FUNCTION private.update_subscriber_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.subscription_directory d set words = new.words where d.user_id = new.id;
  return null;
end $function$;
grant execute on function private.update_subscriber_words() to service_role;

CREATE FUNCTION private.update_subscription_directory()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  people uuid[] := array[case when tg_op <> 'INSERT' then old.user_id end, case when tg_op <> 'DELETE' then new.user_id end];
begin
  update private.member_directory d set subscribed_until = s.until
    from (
      select p.id, (select max(x.expires_at) from public.subscriptions x where x.user_id = p.id and x.status = 'active') as until
      from unnest(people) p (id)
    ) s
    where d.id = s.id and d.subscribed_until is distinct from s.until;
  if tg_op <> 'DELETE' and new.user_id is null then
    delete from private.subscription_directory d where d.id = new.id;
  elsif tg_op <> 'DELETE' then
    insert into private.subscription_directory as d select * from private.listable_subscriptions s where s.id = new.id
      on conflict (id) do update set (user_id, words, status, subscription_type, expires_at, created_at)
        = row (excluded.user_id, excluded.words, excluded.status, excluded.subscription_type, excluded.expires_at,
          excluded.created_at)
        where d is distinct from excluded;
  end if;
  return null;
end $function$;
grant execute on function private.update_subscription_directory() to service_role;

CREATE FUNCTION private.update_title_directory()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from private.title_directory d where d.kind = tg_table_name and d.id = old.id;
  else
    insert into private.title_directory as d
      select * from private.listable_titles t where t.kind = tg_table_name and t.id = new.id
      on conflict (kind, id) do update
        set (words, created_at, title, published, is_free, is_purchasable, is_rentable, has_video)
          = row (excluded.words, excluded.created_at, excluded.title, excluded.published, excluded.is_free,
            excluded.is_purchasable, excluded.is_rentable, excluded.has_video)
        where d is distinct from excluded;
  end if;
  return null;
end $function$;
grant execute on function private.update_title_directory() to service_role;

CREATE FUNCTION private.update_title_languages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stream private.streams := coalesce(new, old);
  films jsonb[];
begin
  if stream.movie_id is null then
    perform private.update_series_languages(e.series_id) from public.episodes e where e.id = stream.episode_id;
    return null;
  end if;
  films := array(select t.film from private.streams t where t.movie_id = stream.movie_id and t.status in ('watchable', 'whole'));
  update public.movies m set sound_languages = l.sound, caption_languages = l.captions, accessibility = l.accessibility
    from (select private.list_film_languages(films, 'audio') as sound, private.list_film_languages(films, 'subtitles') as captions,
      private.list_film_accessibility(films) as accessibility) l
    where m.id = stream.movie_id
      and (m.sound_languages, m.caption_languages, m.accessibility) is distinct from (l.sound, l.captions, l.accessibility);
  return null;
end $function$;
grant execute on function private.update_title_languages() to service_role;

CREATE FUNCTION private.update_topic_lists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_topics(
      array_agg(r.category_id), array_agg(r.created_at), array_agg(r.pinned), case tg_op when 'INSERT' then 1 else -1 end)
    from rows r where r.deleted_at is null having count(*) > 0;
  return null;
end $function$;
grant execute on function private.update_topic_lists() to service_role;

CREATE FUNCTION private.use_code(used private.codes)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select case used.kind when 'gift' then private.redeem_gift(used) else private.redeem_voucher(used) end $function$;
grant execute on function private.use_code(private.codes) to service_role;

CREATE FUNCTION private.void_gift(bought public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Somebody who redeems it at this moment waits for its order, which is locked here.
  if exists (
    select from private.gifts g join private.codes c on c.gift_id = g.id
    where g.order_id = bought.id and c.status = 'redeemed') then
    raise exception using errcode = '23505', message = 'This gift has been redeemed. A redeemed gift is not returned.',
      hint = 'gift_used';
  end if;
  update private.codes c set status = 'revoked'
    from private.gifts g where g.order_id = bought.id and c.gift_id = g.id and c.status = 'active';
  update private.gifts g set canceled_at = now() where g.order_id = bought.id and g.canceled_at is null;
end $function$;
comment on function private.void_gift(public.orders) is 'Before the payment of a gift goes back, its code is void. Refused once it was redeemed.';
grant execute on function private.void_gift(public.orders) to service_role;

CREATE FUNCTION private.write_audit_log(act text, subject text, subject_id text, label text DEFAULT NULL::text, reason text DEFAULT NULL::text, change jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.audit_log (actor_id, act, subject, subject_id, label, reason, change)
  values (auth.uid(), act, subject, subject_id, left(label, 200), nullif(left(private.trim_text(reason), 500), ''), change)
$function$;
comment on function private.write_audit_log(text,text,text,text,text,jsonb) is 'Writes one audit log entry in the caller''s name.';
grant execute on function private.write_audit_log(text,text,text,text,text,jsonb) to service_role;

CREATE FUNCTION private.write_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_client boolean := private.is_client();
begin
  if tg_op = 'INSERT' then
    if is_client and new.id is distinct from auth.uid() then
      raise exception using errcode = '42501',
        message = 'new row violates row-level security policy for table "profiles"', hint = 'own_profile_only';
    end if;
    insert into private.profiles (
      id, username, first_name, last_name, bio, location, website, occupation, phone, date_of_birth, interests,
      avatar_url, is_public)
    values (
      new.id, coalesce(new.username, private.generate_username(null)), new.first_name, new.last_name, new.bio, new.location,
      new.website, new.occupation, new.phone, new.date_of_birth, coalesce(new.interests, '{}'), new.avatar_url,
      coalesce(new.is_public, true));
    -- RETURNING shows what was stored, with defaults.
    select v.* into new from public.profiles v where v.id = new.id;
    return new;
  end if;
  -- As with row level security, an update of another member's row changes nothing.
  if is_client and old.id is distinct from auth.uid() then
    return null;
  end if;
  -- Only the service key has the privilege to delete.
  if tg_op = 'DELETE' then
    delete from private.profiles p where p.id = old.id;
    return old;
  end if;
  update private.profiles p set
    username = new.username, first_name = new.first_name, last_name = new.last_name, bio = new.bio,
    location = new.location, website = new.website, occupation = new.occupation, phone = new.phone,
    date_of_birth = new.date_of_birth, interests = coalesce(new.interests, '{}'), avatar_url = new.avatar_url,
    is_public = coalesce(new.is_public, p.is_public)
  where p.id = old.id;
  select v.* into new from public.profiles v where v.id = old.id;
  return new;
end $function$;
grant execute on function private.write_profile() to service_role;

-- Publications ----------------------------------------------------------------------------------------------------

alter publication supabase_realtime add table public.forum_posts, public.forum_topics, public.media_jobs, public.notification_counts, public.orders, public.sign_videos, public.subscriptions, public.subtitles, public.user_purchases;
