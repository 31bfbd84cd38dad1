-- Accountants find any payment and return it: as a refund where the provider can, as credit where it cannot.

-- Finding -----------------------------------------------------------------------------------------------------------

create index orders_started on public.orders (created_at desc, id desc) where provider is not null;
create index orders_started_by_status on public.orders (status, created_at desc, id desc) where provider is not null;
create index orders_provider_reference on public.orders (provider_reference);
create index ledger_provider_reference on public.ledger (provider_reference);
create index gifts_recipient_phone on private.gifts (recipient_phone) where recipient_phone is not null;

alter table private.payers add column paid_at timestamptz not null default now();
drop index private.payers_phone_idx;
create index payers_phone on private.payers (phone, paid_at desc);

create function private.payment_rows(ids uuid[]) returns table (
    id uuid, created_at timestamptz, status text, title text, transaction_type text, media_type text, plan text, pass text,
    amount_minor integer, currency text, price_minor integer, provider text, provider_reference text, user_id uuid, username text,
    email text, phone text)
  language sql stable security definer
  set search_path = ''
  as $$
  select o.id, o.created_at, o.status, o.title, o.transaction_type, o.media_type, o.plan, o.pass, o.amount_minor, o.currency,
    o.price_minor, o.provider, o.provider_reference, o.user_id, p.username, d.email, y.phone
  from unnest(ids) with ordinality i (id, n)
    join public.orders o on o.id = i.id
    left join private.profiles p on p.id = o.user_id
    left join private.member_directory d on d.id = o.user_id
    left join private.payers y on y.order_id = o.id
  order by i.n
$$;
comment on function private.payment_rows is 'Orders as the list of accountants shows them.';

create function private.find_payments(typed text) returns setof uuid
  language sql stable security definer
  set search_path = ''
  as $$
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
$$;
comment on function private.find_payments is
  'Orders that are named exactly: by id or its first eight characters, a provider''s reference, or a phone number (its newest 200 payments).';

create function private.find_members(typed text) returns uuid[]
  language sql stable security definer
  set search_path = ''
  as $$
  select array(
    select l.id::uuid from private.read_page('private.member_directory t', 'true', private.build_search_pattern(typed),
      't.created_at desc, t.id', 't.created_at, t.id desc', false, 'profiles', 1, 50, true) l)
$$;
comment on function private.find_members is 'Up to fifty members by name, username or e-mail address.';

create function public.admin_payments(
    search text default null, filter text default null, before timestamptz default null, before_id uuid default null)
  returns table (
    id uuid, created_at timestamptz, status text, title text, transaction_type text, media_type text, plan text, pass text,
    amount_minor integer, currency text, price_minor integer, provider text, provider_reference text, user_id uuid, username text,
    email text, phone text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.admin_payments is
  'For accountants and admins: 25 payments, newest first, after the one given. Searched by order, reference, phone number, or the name or e-mail address of a member. filter: a status.';
grant execute on function public.admin_payments(text, text, timestamptz, uuid) to authenticated;

create function public.find_payments_of_code(code text) returns table (
    id uuid, created_at timestamptz, status text, title text, transaction_type text, media_type text, plan text, pass text,
    amount_minor integer, currency text, price_minor integer, provider text, provider_reference text, user_id uuid, username text,
    email text, phone text)
  language plpgsql security definer
  set search_path = ''
  as $$
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
    select o.id from public.orders o where o.gift_id = (looked.match).gift_id order by o.created_at desc, o.id desc limit 25);
  perform private.write_audit_log('find_payments_of_code', 'payments', coalesce(left(found[1]::text, 8), ''));
  return query select * from private.payment_rows(found);
end $$;
comment on function public.find_payments_of_code is
  'For accountants and admins: the orders behind a code that somebody read to them. Wrong codes count as guesses, and every call leaves an entry without the code.';
grant execute on function public.find_payments_of_code(text) to authenticated;

-- Credit ------------------------------------------------------------------------------------------------------------

-- Keep equal to BOOKING_KINDS in contract/src/commerce/limits.ts.
alter table public.ledger
  drop constraint kind_known,
  drop constraint sign_follows_kind,
  add constraint kind_known check (kind in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'credit')),
  add constraint sign_follows_kind check (
    case when kind in ('payment', 'refund_failed', 'dispute_won') then amount_minor > 0 else amount_minor < 0 end);
comment on table public.ledger is
  'Every payment, refund, dispute and credit, once, in integer minor units. Append-only. A credit moves no money at the provider.';

create table private.credits (
  id bigint generated always as identity primary key,
  user_id uuid references private.profiles (id) on delete set null,
  ledger_id bigint not null references public.ledger (id) on delete restrict,
  amount_minor integer not null,
  created_at timestamptz not null default now(),
  constraint amount_not_zero check (amount_minor <> 0),
  constraint one_per_entry unique (ledger_id)
);
comment on table private.credits is
  'What members have at Lakou, in cents of a dollar: more with a payment that was returned as credit, less with an order that credit paid.';
create index credits_user_id_idx on private.credits (user_id);
alter table private.credits enable row level security;
insert into private.personal_data (relation, person_column, after_deletion)
  values ('private.credits', 'user_id', 'anonymous');

create function private.credit_of(person uuid) returns bigint
  language sql stable security definer
  set search_path = ''
  as $$ select coalesce(sum(c.amount_minor), 0)::bigint from private.credits c where c.user_id = person $$;

create function public.my_credit() returns bigint
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return private.credit_of(person);
end $$;
comment on function public.my_credit is 'The caller''s credit in cents of a dollar.';
grant execute on function public.my_credit() to authenticated;

create function public.pay_with_credit(order_id uuid) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.pay_with_credit is
  'For the service key: pays an order of a member who wants that, wholly with their credit. Never a part of it, and never what renews.';

-- Returning ---------------------------------------------------------------------------------------------------------

create or replace view private.payments as
  select p.order_id, p.provider, p.provider_reference, p.amount_minor, p.currency, p.occurred_at, p.period_end, p.problem,
    coalesce(back.disputed, false) as disputed,
    coalesce(back.returned >= p.amount_minor, false) as refunded,
    p.id,
    coalesce(back.returned, 0)::bigint as returned_minor
  from public.ledger p
  cross join lateral (
    select
      -sum(r.amount_minor) filter (where r.kind in ('refund', 'refund_failed', 'credit')) as returned,
      bool_or(r.kind = 'dispute' and not exists (
        select from public.ledger w
        where w.kind = 'dispute_won' and w.provider = r.provider and w.provider_reference = r.provider_reference)) as disputed
    from public.ledger r
    where r.order_id = p.order_id and r.provider = p.provider and r.kind <> 'payment'
      and coalesce(r.payment_reference, r.provider_reference) = p.provider_reference
  ) back
  where p.kind = 'payment';
comment on view private.payments is
  'Each payment with whether it is disputed or was returned, as money or as credit. A partial return leaves it valid; a full one or a dispute that is not won does not.';

create function private.how_to_return(provider text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$ select case when provider in ('stripe', 'sandbox') then 'refund' else 'credit' end $$;
comment on function private.how_to_return is 'refund where the provider returns money when we ask (canRefund of supabase/functions/_shared/providers), else credit.';

create table private.refund_requests (
  payment_id bigint primary key references public.ledger (id) on delete restrict,
  order_id uuid not null references public.orders (id) on delete restrict,
  requested_by uuid references private.profiles (id) on delete set null,
  reason text not null,
  requested_at timestamptz not null default now()
);
comment on table private.refund_requests is 'Payments that an accountant returns. The provider is asked until it has returned the money or refused.';
create index refund_requests_order_id_idx on private.refund_requests (order_id);
create index refund_requests_requested_by_idx on private.refund_requests (requested_by);
alter table private.refund_requests enable row level security;
insert into private.personal_data (relation, person_column, after_deletion)
  values ('private.refund_requests', 'requested_by', 'anonymous');

create function private.has_refund_failed(request private.refund_requests) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select exists (
    select from public.ledger p join public.ledger f on f.order_id = p.order_id and f.provider = p.provider
      and f.kind = 'refund_failed' and f.payment_reference = p.provider_reference
    where p.id = request.payment_id and f.booked_at >= request.requested_at)
$$;

create function public.refunds_to_make(of_order uuid) returns table (
    reference text, amount_minor bigint, currency text, requested_at timestamptz)
  language sql stable security definer
  set search_path = ''
  as $$
  select p.provider_reference, p.amount_minor - p.returned_minor, p.currency, r.requested_at
  from private.refund_requests r join private.payments p on p.id = r.payment_id
  where r.order_id = of_order and not p.refunded and not p.disputed and not private.has_refund_failed(r)
$$;
comment on function public.refunds_to_make is 'For the service key: what of an order is still to be returned by its provider.';

create or replace view private.expected_payment_events as
  select o.id as order_id,
    case when g.id is not null then 'gift_canceled' when r.due then 'refund_requested'
      when private.is_title_deleted(o) then 'title_deleted'
      when o.user_id is null then 'nobody' when o.status = 'pending' then 'pending' else 'renewal' end as why,
    case when o.status = 'pending' or private.is_title_deleted(o) or g.id is not null or r.due
      or o.user_id is null and s.status in ('active', 'past_due') then now() else s.expires_at end as due_at
  from public.orders o left join public.subscriptions s on s.order_id = o.id
    left join private.gifts g on g.order_id = o.id and g.canceled_at is not null and o.status = 'paid'
    cross join lateral (select exists (select from public.refunds_to_make(o.id)) as due) r
  where o.provider_reference is not null and (
    o.status = 'pending'
    or g.id is not null
    or r.due
    or (s.status in ('active', 'past_due', 'expired') and s.expires_at > now() - interval '30 days')
    or (o.user_id is null and s.status in ('active', 'past_due'))
    -- Its checkout can still be paid, or was, and nothing went back yet.
    or (private.is_title_deleted(o) and o.status = 'canceled'
      and exists (select from private.checkouts c where c.order_id = o.id and c.expires_at > now()))
    or (private.is_title_deleted(o) and o.status = 'failed'
      and exists (select from public.ledger l where l.order_id = o.id and l.problem = 'title_deleted')
      and not exists (select from public.ledger l where l.order_id = o.id and l.kind in ('refund', 'dispute', 'credit'))));
comment on view private.expected_payment_events is
  'Orders from which the provider will still send an event, and from when on it is late: open ones, subscriptions that renew, canceled gifts, requested refunds, and those of deleted members and titles.';

create function private.void_gift(bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function private.void_gift is 'Before the payment of a gift goes back, its code is void. Refused once it was redeemed.';

create function private.payment_to_return(payment bigint, way text) returns private.payments
  language plpgsql security definer
  set search_path = ''
  as $$
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
  if private.how_to_return(paid.provider) <> way then
    raise exception using errcode = '22023', message = 'This way of paying does not allow that', hint = 'return_unavailable';
  end if;
  perform private.void_gift(bought);
  return paid;
end $$;
comment on function private.payment_to_return is
  'Locks the order of a payment and returns the payment, or raises why it cannot be returned. With refunded it is done already.';

create function public.request_refund(payment bigint, reason text) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.request_refund is
  'For accountants and admins: returns what is left of a payment through its provider. Called twice, it asks once. Returns the order.';
grant execute on function public.request_refund(bigint, text) to authenticated;

create function public.claim_refund(of_order uuid) returns table (
    order_id uuid, why text, provider text, session text, subscription text)
  language sql security definer
  set search_path = ''
  as $$
  update private.checkouts c set checked_at = now(), next_check_at = now() + interval '1 minute'
  from public.orders o
    join private.expected_payment_events e on e.order_id = o.id and e.why in ('gift_canceled', 'refund_requested')
    left join private.subscription_states n on n.order_id = o.id
  where c.order_id = claim_refund.of_order and o.id = c.order_id
    and coalesce(c.checked_at, '-infinity') < now() - interval '2 seconds'
  returning o.id, e.why, o.provider, o.provider_reference, n.provider_reference
$$;
comment on function public.claim_refund is 'For the service key: claims the requested refund of an order, one caller at a time.';
drop function public.claim_gift_refund(uuid);

create function public.credit_payment(payment bigint, reason text) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.credit_payment is
  'For accountants and admins: returns what is left of a payment as credit of the member, where the provider cannot return money. What was paid for ends. Called twice, it credits once. Returns the order.';
grant execute on function public.credit_payment(bigint, text) to authenticated;

-- One payment -------------------------------------------------------------------------------------------------------

create function public.admin_payment(order_id uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  found jsonb;
begin
  perform private.require_role('accountant');
  select to_jsonb(o) || jsonb_build_object(
    'username', p.username, 'email', d.email, 'phone', y.phone, 'credit_minor', private.credit_of(o.user_id),
    'gift', (
      select jsonb_build_object('recipient_name', g.recipient_name, 'recipient_phone', g.recipient_phone, 'status', c.status,
        'redeemed_at', c.redeemed_at)
      from private.gifts g join private.codes c on c.gift_id = g.id where g.id = o.gift_id),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', l.id, 'kind', l.kind, 'amount_minor', l.amount_minor, 'currency', l.currency, 'provider_reference', l.provider_reference,
          'occurred_at', l.occurred_at, 'period_end', l.period_end, 'problem', l.problem,
          'return_as', case when not paid.refunded and not paid.disputed then private.how_to_return(l.provider) end,
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
end $$;
comment on function public.admin_payment is
  'For accountants and admins: an order with its member, gift, ledger entries and how each can be returned, and what was to check.';
grant execute on function public.admin_payment(uuid) to authenticated;
