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
