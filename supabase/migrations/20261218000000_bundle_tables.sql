-- Bundles: several titles sold together at one price (decision record 0100). Tables and columns; the functions follow.

create table private.bundles (
  id uuid primary key default gen_random_uuid(),
  title text not null collate "und-x-icu",
  title_translations jsonb not null default '{}',
  amount_minor integer not null,
  first_day date not null,
  last_day date not null,
  ended_at timestamptz,
  state text not null default 'planned',
  created_at timestamptz not null default now(),
  -- Keep equal to the limits of bundles in contract/src/commerce/limits.ts.
  constraint title_of_a_length check (char_length(title) between 1 and 80),
  constraint title_translated check (private.are_translations(title_translations, 80)),
  -- Cards can be charged no less.
  constraint amount_sane check (amount_minor between 50 and 100000),
  constraint period_sane check (first_day <= last_day),
  constraint state_known check (state in ('planned', 'running', 'ended'))
);
comment on table private.bundles is 'Titles that are sold together at one price, in cents of a dollar, for a time. Days are Haitian ones.';
comment on column private.bundles.state is 'private.bundle_state() at the last look: apply_release_windows() keeps it, so that pages need not read the clock.';
create index bundles_by_age on private.bundles (created_at desc, id desc);
create index bundles_open on private.bundles (id) where state <> 'ended';
alter table private.bundles enable row level security;

create table private.bundle_titles (
  bundle_id uuid not null references private.bundles (id) on delete cascade,
  part smallint not null,
  movie_id uuid references public.movies (id) on delete set null,
  series_id uuid references public.series (id) on delete set null,
  title text not null,
  constraint bundle_titles_pkey primary key (bundle_id, part),
  -- Keep equal to BUNDLE_TITLES_MAX.
  constraint part_sane check (part between 1 and 20),
  constraint names_one_title check (num_nonnulls(movie_id, series_id) <= 1)
);
comment on table private.bundle_titles is
  'What a bundle contains; never changed, so that everybody gets what was on the page. Without movie_id and series_id the title was deleted, and the bundle is no longer sold.';
create index bundle_titles_movie_id on private.bundle_titles (movie_id);
create index bundle_titles_series_id on private.bundle_titles (series_id);
alter table private.bundle_titles enable row level security;

alter table public.orders
  add column bundle_id uuid,
  add constraint orders_bundle_id_fkey foreign key (bundle_id) references private.bundles (id) on delete restrict not valid,
  drop constraint transaction_type_known,
  add constraint transaction_type_known
    check (transaction_type in ('purchase', 'rental', 'subscription', 'pass', 'gift', 'bundle')) not valid,
  drop constraint names_what_it_sells,
  add constraint names_what_it_sells check (
    (transaction_type = 'gift') = (gift_id is not null) and (transaction_type = 'bundle') = (bundle_id is not null)
    and case
      when transaction_type = 'subscription'
        then plan is not null and pass is null and media_type is null and num_nonnulls(movie_id, series_id) = 0
      when transaction_type = 'pass' or transaction_type = 'gift' and pass is not null
        then pass is not null and plan is null and media_type is null and num_nonnulls(movie_id, series_id) = 0
      when transaction_type = 'bundle'
        then num_nonnulls(pass, plan, media_type, movie_id, series_id) = 0
      else plan is null and pass is null and media_type in ('movie', 'series')
        and not (media_type = 'movie' and series_id is not null) and not (media_type = 'series' and movie_id is not null)
    end) not valid;
comment on column public.orders.bundle_id is 'Of an order for several titles at once.';

alter table public.user_purchases add column part smallint not null default 0;
comment on column public.user_purchases.part is 'Of a bundle: which of its titles; its amount is a share of what was paid. 0 for what was sold alone.';
