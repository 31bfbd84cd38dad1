-- The demo's payment provider: what Stripe keeps in its own house, the sandbox keeps in these two tables. Our booking
-- never reads them; it hears of them by signed notices and by asking, as it would of a provider far away.

insert into private.settings (key, value) values ('sandbox_payments', '"closed"') on conflict do nothing;

create table private.sandbox_sessions (
  id text primary key,
  order_id uuid not null unique references public.orders (id) on delete restrict,
  success_url text not null,
  cancel_url text not null,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  created_at timestamptz not null default now()
);
comment on table private.sandbox_sessions is 'Payment pages of the sandbox. Who knows the id may use the page, as with Stripe''s.';

create table private.sandbox_events (
  id bigint generated always as identity primary key,
  session_id text not null references private.sandbox_sessions (id) on delete restrict,
  event jsonb not null,
  created_at timestamptz not null default now()
);
comment on table private.sandbox_events is 'What happened in the sandbox, whether or not we were told.';
create index on private.sandbox_events (session_id);

create function public.sandbox_start(order_id uuid, success_url text, cancel_url text) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  session text;
begin
  if not private.sandbox_is_open() then
    raise exception using errcode = '42501', message = 'Failed to create checkout session', hint = 'checkout_failed';
  end if;
  insert into private.sandbox_sessions (id, order_id, success_url, cancel_url)
    values (
      'sbx_' || encode(extensions.gen_random_bytes(16), 'hex'), sandbox_start.order_id, sandbox_start.success_url,
      sandbox_start.cancel_url)
    on conflict on constraint sandbox_sessions_order_id_key do nothing;
  select s.id into session from private.sandbox_sessions s where s.order_id = sandbox_start.order_id;
  return session;
end $$;
comment on function public.sandbox_start is 'For the service key: opens a payment page, or finds the one this order has.';

create function public.sandbox_session(session text) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object('status', s.status, 'order_id', s.order_id, 'events', (
    select coalesce(jsonb_agg(e.event order by e.id), '[]') from private.sandbox_events e where e.session_id = s.id))
  from private.sandbox_sessions s where s.id = session
$$;
comment on function public.sandbox_session is 'For the service key: asking the sandbox how a session stands.';

create function public.sandbox_add(session text, event jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  update private.sandbox_sessions s set status = 'expired'
    where s.id = session and s.status = 'open' and sandbox_add.event ->> 'kind' = 'closed';
  insert into private.sandbox_events (session_id, event)
    select s.id, sandbox_add.event from private.sandbox_sessions s where s.id = session;
end $$;
comment on function public.sandbox_add is 'For the service key: asks the sandbox to close a page, end a subscription or give money back.';
