-- A title can be deleted although somebody is about to pay for it. The open orders are cancelled with it, their
-- checkouts are closed at the provider, and money that still arrives is refunded.

alter table public.ledger drop constraint problem_known;
alter table public.ledger add constraint problem_known check (problem in ('amount_short', 'currency_wrong', 'title_deleted'));

create function private.is_title_deleted(o public.orders) returns boolean
  language sql immutable
  set search_path = ''
  as $$ select o.plan is null and num_nonnulls(o.movie_id, o.series_id) = 0 $$;
comment on function private.is_title_deleted is 'The title that this order is for was deleted.';

create or replace function private.protect_sold_title() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- First: this waits for payments that are being booked.
  update public.orders o set status = 'canceled'
    where o.status = 'pending' and (o.movie_id = old.id or o.series_id = old.id);
  if exists (
      select from public.user_purchases p
      where (p.movie_id = old.id or p.series_id = old.id) and p.status in ('completed', 'disputed')
        and (p.transaction_type = 'purchase' or p.rental_expiry > now())) then
    raise exception using errcode = '23503', message = 'People have paid for this title. Unpublish it instead of deleting it.', hint = 'title_sold';
  end if;
  return old;
end $$;

create or replace function private.book_ledger_entry(event jsonb, bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  amount bigint := (event ->> 'amount_minor')::bigint;
  paid_currency text := upper(event ->> 'currency');
  happened timestamptz := least(coalesce((event ->> 'occurred_at')::timestamptz, now()), now());
  is_payment boolean := event ->> 'kind' = 'payment';
begin
  if amount is null or amount not between 1 and 10000000 then
    raise exception using errcode = '22023', message = format('amount_minor %s is not an amount', coalesce(amount::text, 'null'));
  end if;
  insert into public.ledger (
    order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference, occurred_at, period_end, problem)
  values (
    bought.id, event ->> 'kind', case when event ->> 'kind' in ('refund', 'dispute') then -amount else amount end, paid_currency,
    event ->> 'provider', event ->> 'reference', event ->> 'payment_reference', happened,
    case when is_payment and bought.plan is not null then coalesce(
      (event ->> 'period_end')::timestamptz,
      happened + (select l.lasts from public.plans l where l.id = bought.plan)) end,
    -- The amount is what was charged; less than the price, or another currency, gives no entitlement.
    case when is_payment and private.is_title_deleted(bought) then 'title_deleted'
      when is_payment and paid_currency <> bought.currency then 'currency_wrong'
      when is_payment and amount < bought.amount_minor then 'amount_short' end)
  on conflict on constraint booked_once do nothing;
end $$;

create or replace function private.book_event(event jsonb) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;

create or replace view private.expected_payment_events as
  select o.id as order_id,
    case when private.is_title_deleted(o) then 'title_deleted' when o.user_id is null then 'nobody'
      when o.status = 'pending' then 'pending' else 'renewal' end as why,
    case when o.status = 'pending' or private.is_title_deleted(o)
      or o.user_id is null and s.status in ('active', 'past_due') then now() else s.expires_at end as due_at
  from public.orders o left join public.subscriptions s on s.order_id = o.id
  where o.provider_reference is not null and (
    o.status = 'pending'
    or (s.status in ('active', 'past_due', 'expired') and s.expires_at > now() - interval '30 days')
    or (o.user_id is null and s.status in ('active', 'past_due'))
    -- Its checkout can still be paid, or was, and nothing went back yet.
    or (private.is_title_deleted(o) and o.status = 'canceled'
      and exists (select from private.checkouts c where c.order_id = o.id and c.expires_at > now()))
    or (private.is_title_deleted(o) and o.status = 'failed'
      and exists (select from public.ledger l where l.order_id = o.id and l.problem = 'title_deleted')
      and not exists (select from public.ledger l where l.order_id = o.id and l.kind in ('refund', 'dispute'))));
comment on view private.expected_payment_events is
  'Orders from which the provider will still send an event, and from when on it is late: open ones, subscriptions that renew, and those of deleted members and titles.';

drop trigger schedule_payment_check on public.orders;
create trigger schedule_payment_check after update of status, user_id, movie_id, series_id on public.orders
  for each row when (
    (old.status, old.user_id, old.movie_id, old.series_id) is distinct from (new.status, new.user_id, new.movie_id, new.series_id))
  execute function private.schedule_payment_check('id');

-- Drafts play for those who edit them, not only for admins.
create or replace function private.can_watch(viewer uuid, media_type text, media_id uuid) returns boolean
  language plpgsql stable security definer
  set search_path = ''
  as $$
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
end $$;
comment on function private.can_watch is 'Who can watch: everybody if free; subscribers; buyers; renters for 48 hours; admins; editors what is not published yet. Buyers and renters also after it is unpublished. The policies of episodes and list_titles_in_progress() apply the same rule to many titles at once.';

create or replace function private.list_titles_in_progress(viewer uuid, newest integer, max_rows integer)
  returns setof private.title_in_progress
  language plpgsql stable security definer
  set search_path = ''
  as $$
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
end $$;
