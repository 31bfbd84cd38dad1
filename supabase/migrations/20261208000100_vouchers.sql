-- Vouchers: printed codes that agents sell. They use the codes of gifts; redeeming one makes an order that is paid by the
-- voucher, so that it has the same ledger, the same entitlement and the same receipt as any other.

create table private.voucher_batches (
  id bigint generated always as identity primary key,
  agent_id uuid not null references private.agents (id) on delete restrict,
  pass text references public.passes (id),
  media_type text,
  movie_id uuid references public.movies (id) on delete set null,
  series_id uuid references public.series (id) on delete set null,
  title text not null,
  thumbnail_url text,
  vouchers integer not null,
  price_minor integer not null,
  currency text not null,
  exchange_rate numeric(12, 4),
  expires_on date not null,
  created_at timestamptz not null default now(),
  printed_at timestamptz,
  activated_at timestamptz,
  revoked_at timestamptz,
  -- Keep equal to the limits of vouchers in contract/src/commerce/limits.ts.
  constraint vouchers_sane check (vouchers between 1 and 500),
  constraint price_sane check (price_minor between 1 and 10000000),
  constraint currency_known check (currency in ('HTG', 'USD')),
  constraint converted_with_a_rate check ((currency = 'USD') = (exchange_rate is null)),
  constraint opens_one_thing check ((pass is null) = (media_type is not null) and (pass is null or num_nonnulls(movie_id, series_id) = 0))
);
comment on table private.voucher_batches is 'Vouchers that are printed together. Worth nothing until somebody activates them, when they have reached the agent.';
comment on column private.voucher_batches.price_minor is 'What a voucher costs the buyer, and the agent owes for it.';
comment on column private.voucher_batches.expires_on is 'The last day, in Haiti.';
create index voucher_batches_by_agent on private.voucher_batches (agent_id, id desc);
create index on private.voucher_batches (pass);
create index on private.voucher_batches (movie_id);
create index on private.voucher_batches (series_id);
alter table private.voucher_batches enable row level security;

alter table private.agent_entries
  add constraint agent_entries_batch_id_fkey foreign key (batch_id) references private.voucher_batches (id) on delete restrict;

create table private.vouchers (
  code_id uuid primary key references private.codes (id) on delete restrict,
  batch_id bigint not null references private.voucher_batches (id) on delete restrict,
  number integer not null,
  sold_at timestamptz,
  order_id uuid references public.orders (id) on delete restrict,
  constraint one_number_per_batch unique (batch_id, number),
  constraint one_voucher_per_order unique (order_id)
);
comment on table private.vouchers is 'One printed voucher. Whether it can still be used is the status of its code.';
comment on column private.vouchers.number is 'Printed beside the code. Agents speak of vouchers by number and never see a code.';
comment on column private.vouchers.sold_at is 'When the agent marked it, or somebody redeemed it. Null again when a sold one is taken back.';
alter table private.vouchers enable row level security;

create function private.is_batch_expired(batch private.voucher_batches) returns boolean
  language sql stable
  set search_path = ''
  as $$ select now() >= (batch.expires_on + 1)::timestamp at time zone 'America/Port-au-Prince' $$;

-- A title of which somebody has, or can still buy, a voucher is sold, too.
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
end $$;

-- What admins do ------------------------------------------------------------------------------------------------

create function private.lock_batch(batch bigint) returns private.voucher_batches
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  locked private.voucher_batches;
begin
  select * into locked from private.voucher_batches b where b.id = lock_batch.batch for update;
  if locked.id is null then
    raise exception using errcode = 'P0002', message = 'This is no longer there', hint = 'no_longer_there';
  end if;
  return locked;
end $$;
comment on function private.lock_batch is 'Selling, redeeming, activating and revoking lock the batch first, so that they happen one after the other.';

create function public.create_voucher_batch(
    agent uuid, vouchers integer, expires_on date, pass text default null, media_type text default null, media_id uuid default null,
    price_minor integer default null) returns bigint
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.create_voucher_batch is
  'For admins: up to 500 vouchers for an agent, in the agent''s currency; without a price they cost what the title or pass costs today.';
grant execute on function public.create_voucher_batch(uuid, integer, date, text, text, uuid, integer) to authenticated;

create function public.print_voucher_batch(batch bigint) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.print_voucher_batch is
  'For admins: the codes of a batch, for its sheet, while they are worth nothing. Once it is activated nobody can read them.';
grant execute on function public.print_voucher_batch(bigint) to authenticated;

create function private.unsold_value(agent uuid) returns bigint
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce(sum(b.price_minor::bigint * u.vouchers), 0)::bigint
  from private.voucher_batches b, lateral (
    select count(*) as vouchers from private.vouchers v join private.codes c on c.id = v.code_id
    where v.batch_id = b.id and v.sold_at is null and c.status = 'active') u
  where b.agent_id = unsold_value.agent and b.activated_at is not null and b.revoked_at is null and not private.is_batch_expired(b)
$$;
comment on function private.unsold_value is 'What the valid vouchers are worth that an agent has and has not sold. The agent''s limit bounds how many there are.';

create function private.check_agent_limit(agent uuid, more_minor bigint) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if private.owed_by(agent) + more_minor > (select a.limit_minor from private.agents a where a.id = check_agent_limit.agent) then
    raise exception using errcode = '22023', message = 'This is more than this agent can owe. A payment has to come first.', hint = 'agent_limit';
  end if;
end $$;

create function public.activate_voucher_batch(batch bigint) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.activate_voucher_batch is
  'For admins: from now on the vouchers of this batch can be sold and redeemed, and their codes can no longer be read. Within the agent''s limit.';
grant execute on function public.activate_voucher_batch(bigint) to authenticated;

create function private.revoke_vouchers_of(batch private.voucher_batches, first_number integer, last_number integer, with_sold boolean)
  returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;

create function public.revoke_voucher_batch(batch bigint, reason text) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.revoke_voucher_batch is
  'For admins: makes all vouchers of a batch void that are not sold. People who bought one keep it. Returns how many.';
grant execute on function public.revoke_voucher_batch(bigint, text) to authenticated;

create function public.revoke_vouchers(batch bigint, first_number integer, last_number integer, reason text) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.revoke_vouchers is
  'For admins: makes vouchers void by number, also sold ones, for which the agent then owes nothing. Redeemed ones stay. Returns how many.';
grant execute on function public.revoke_vouchers(bigint, integer, integer, text) to authenticated;

-- What is shown ---------------------------------------------------------------------------------------------------

create function private.list_voucher_batches(agent uuid, before bigint) returns table (
    id bigint, agent_id uuid, agent_name text, pass text, media_type text, title text, price_minor integer, currency text,
    expires_on date, status text, created_at timestamptz, printed_at timestamptz, activated_at timestamptz,
    vouchers integer, sold integer, redeemed integer, revoked integer, owed_minor bigint, booked_minor bigint)
  language sql stable security definer
  set search_path = ''
  as $$
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
$$;
comment on function private.list_voucher_batches is
  'Twenty batches, newest first. owed_minor is what the agent''s books say about a batch, booked_minor what the ledger says about redeemed vouchers.';

create function public.admin_voucher_batches(agent uuid default null, before bigint default null) returns table (
    id bigint, agent_id uuid, agent_name text, pass text, media_type text, title text, price_minor integer, currency text,
    expires_on date, status text, created_at timestamptz, printed_at timestamptz, activated_at timestamptz,
    vouchers integer, sold integer, redeemed integer, revoked integer, owed_minor bigint, booked_minor bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query select * from private.list_voucher_batches(admin_voucher_batches.agent, admin_voucher_batches.before);
end $$;
comment on function public.admin_voucher_batches is 'For accountants and admins: batches of vouchers, of all agents or one, without any code.';
grant execute on function public.admin_voucher_batches(uuid, bigint) to authenticated;

create function private.list_vouchers(batch bigint) returns table (
    number integer, status text, sold_at timestamptz, redeemed_at timestamptz)
  language sql stable security definer
  set search_path = ''
  as $$
  select v.number, case when c.status <> 'active' then c.status when v.sold_at is not null then 'sold' else 'unsold' end,
    v.sold_at, c.redeemed_at
  from private.vouchers v join private.codes c on c.id = v.code_id
  where v.batch_id = list_vouchers.batch order by v.number
$$;

create function public.admin_vouchers(batch bigint) returns table (
    number integer, status text, sold_at timestamptz, redeemed_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query select * from private.list_vouchers(admin_vouchers.batch);
end $$;
comment on function public.admin_vouchers is 'For accountants and admins: the vouchers of a batch by number, at most 500, without their codes.';
grant execute on function public.admin_vouchers(bigint) to authenticated;

create function public.admin_agents() returns table (
    id uuid, name text, username text, currency text, limit_minor bigint, is_active boolean, owed_minor bigint, unsold_minor bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query
    select a.id, a.name, p.username, a.currency, a.limit_minor, a.is_active, private.owed_by(a.id), private.unsold_value(a.id)
    from private.agents a left join private.profiles p on p.id = a.user_id
    order by a.created_at desc, a.id limit 100;
end $$;
comment on function public.admin_agents is 'For accountants and admins: the newest hundred agents, what they owe, and what their unsold vouchers are worth.';
grant execute on function public.admin_agents() to authenticated;

-- What agents do ------------------------------------------------------------------------------------------------

create function public.my_agency() returns table (
    name text, currency text, limit_minor bigint, is_active boolean, owed_minor bigint, unsold_minor bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select a.name, a.currency, a.limit_minor, a.is_active, private.owed_by(a.id), private.unsold_value(a.id)
    from private.agents a where a.user_id = person;
end $$;
comment on function public.my_agency is 'What the caller owes as an agent, and the limit. No row for everybody else.';
grant execute on function public.my_agency() to authenticated;

create function public.my_voucher_batches(before bigint default null) returns table (
    id bigint, agent_id uuid, agent_name text, pass text, media_type text, title text, price_minor integer, currency text,
    expires_on date, status text, created_at timestamptz, printed_at timestamptz, activated_at timestamptz,
    vouchers integer, sold integer, redeemed integer, revoked integer, owed_minor bigint, booked_minor bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return query select * from private.list_voucher_batches((private.require_agent()).id, my_voucher_batches.before);
end $$;
comment on function public.my_voucher_batches is 'For agents: the own batches, newest first, twenty at a time.';
grant execute on function public.my_voucher_batches(bigint) to authenticated;

create function public.my_vouchers(batch bigint) returns table (
    number integer, status text, sold_at timestamptz, redeemed_at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  seller private.agents := private.require_agent();
begin
  return query select l.* from private.voucher_batches b, private.list_vouchers(b.id) l
    where b.id = my_vouchers.batch and b.agent_id = seller.id;
end $$;
comment on function public.my_vouchers is 'For agents: the vouchers of an own batch by number. Nothing of other agents.';
grant execute on function public.my_vouchers(bigint) to authenticated;

create function public.sell_vouchers(batch bigint, first_number integer, last_number integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.sell_vouchers is 'For agents: these vouchers of an own batch are sold, by number, all or none. Within the limit of what the agent can owe.';
grant execute on function public.sell_vouchers(bigint, integer, integer) to authenticated;

-- Redeeming -----------------------------------------------------------------------------------------------------

create function private.check_voucher(used private.codes) returns text
  language sql stable security definer
  set search_path = ''
  as $$
  select case
    when b.media_type is not null and num_nonnulls(b.movie_id, b.series_id) = 0 then 'code_revoked'
    when b.activated_at is null then 'code_not_active'
    when private.is_batch_expired(b) then 'code_expired'
    when b.media_type is not null and private.has_paid_to_keep(auth.uid(), coalesce(b.movie_id, b.series_id)) then 'already_owned'
    else 'code_valid' end
  from private.vouchers v join private.voucher_batches b on b.id = v.batch_id where v.code_id = used.id
$$;

create function private.describe_voucher(used private.codes) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
  select jsonb_build_object('kind', 'voucher', 'pass', b.pass, 'media_type', b.media_type, 'media_id', coalesce(b.movie_id, b.series_id),
    'title', b.title, 'thumbnail_url', b.thumbnail_url)
  from private.vouchers v join private.voucher_batches b on b.id = v.batch_id where v.code_id = used.id
$$;

create function private.redeem_voucher(used private.codes) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function private.redeem_voucher is 'An order that the voucher has paid. False when somebody was faster, or it is no longer valid.';

create function private.check_code(used private.codes) returns text
  language sql stable security definer
  set search_path = ''
  as $$ select case used.kind when 'gift' then private.check_gift(used) else private.check_voucher(used) end $$;

create function private.describe_code(used private.codes) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$ select case used.kind when 'gift' then private.describe_gift(used) else private.describe_voucher(used) end $$;

create function private.use_code(used private.codes) returns boolean
  language sql security definer
  set search_path = ''
  as $$ select case used.kind when 'gift' then private.redeem_gift(used) else private.redeem_voucher(used) end $$;

create or replace function public.read_code(code text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  looked record;
begin
  looked := private.find_code(read_code.code);
  if looked.outcome = 'code_valid' then
    looked.outcome := private.check_code(looked.match);
  end if;
  return jsonb_build_object('result', looked.outcome)
    || case when looked.outcome in ('code_valid', 'code_yours', 'already_owned') then private.describe_code(looked.match) else '{}' end;
end $$;

create or replace function public.redeem_code(code text) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
