-- Agents: shops and people who sell vouchers for cash. What they owe is kept in books of their own, append-only.

create table private.agents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references private.profiles (id) on delete set null,
  name text not null,
  currency text not null,
  limit_minor bigint not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint one_agent_per_member unique (user_id),
  -- Keep equal to the limits of agents in contract/src/commerce/limits.ts.
  constraint name_of_a_length check (char_length(name) between 1 and 80),
  constraint currency_known check (currency in ('HTG', 'USD')),
  constraint limit_sane check (limit_minor between 0 and 1000000000)
);
comment on table private.agents is 'Members who sell vouchers. Not staff: an agent sees the own batches and nothing else.';
comment on column private.agents.limit_minor is 'What an agent can owe at most, together with the valid vouchers that are not sold yet.';
create index agents_by_age on private.agents (created_at, id);
alter table private.agents enable row level security;
insert into private.personal_data (relation, person_column, after_deletion)
  values ('private.agents', 'user_id', 'anonymous');

create function private.forget_agent() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  new.name := 'Agent ' || left(new.id::text, 8);
  new.is_active := false;
  return new;
end $$;
comment on function private.forget_agent is 'With the account goes the name. Vouchers that were sold stay good, and the books stay.';
create trigger forget_agent before update on private.agents
  for each row when (old.user_id is not null and new.user_id is null) execute function private.forget_agent();

create table private.agent_entries (
  id bigint generated always as identity primary key,
  agent_id uuid not null references private.agents (id) on delete restrict,
  kind text not null,
  amount_minor bigint not null,
  balance_minor bigint not null,
  batch_id bigint,
  vouchers integer,
  reference text,
  created_at timestamptz not null default now(),
  constraint kind_known check (kind in ('sold', 'returned', 'paid')),
  constraint sign_follows_kind check (case kind when 'sold' then amount_minor > 0 when 'returned' then amount_minor < 0 else amount_minor <> 0 end),
  constraint names_its_source check ((kind = 'paid') = (reference is not null) and (kind = 'paid') = (batch_id is null)),
  constraint paid_once unique (agent_id, reference)
);
comment on table private.agent_entries is 'What agents owe: plus for sold vouchers, minus for what was paid and for sold vouchers that were taken back. Append-only.';
comment on column private.agent_entries.balance_minor is 'What the agent owes after this entry.';
comment on column private.agent_entries.reference is 'Of a payment: the number of its receipt or transaction, so that it is not booked twice.';
create index agent_entries_by_agent on private.agent_entries (agent_id, id);
create index agent_entries_by_batch on private.agent_entries (batch_id);
alter table private.agent_entries enable row level security;

create function private.protect_agent_entries() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  raise exception using errcode = '42501', message = 'Entries of agents are never changed or deleted';
end $$;
create trigger protect_agent_entries before update or delete or truncate on private.agent_entries
  for each statement execute function private.protect_agent_entries();

create function private.owed_by(agent uuid) returns bigint
  language sql stable security definer
  set search_path = ''
  as $$
  select coalesce((select e.balance_minor from private.agent_entries e where e.agent_id = owed_by.agent order by e.id desc limit 1), 0)
$$;

create function private.book_agent_entry(
    agent uuid, kind text, amount_minor bigint, batch_id bigint default null, vouchers integer default null, reference text default null)
  returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- One entry of an agent at a time: each continues the balance of the one before.
  perform from private.agents a where a.id = book_agent_entry.agent for update;
  insert into private.agent_entries (agent_id, kind, amount_minor, balance_minor, batch_id, vouchers, reference)
    values (agent, kind, amount_minor, private.owed_by(agent) + amount_minor, batch_id, vouchers, reference);
end $$;
comment on function private.book_agent_entry is 'The only function that writes private.agent_entries. It is the last lock that a transaction takes.';

create function private.require_agent() returns private.agents
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  found_agent private.agents;
begin
  select * into found_agent from private.agents a where a.user_id = person;
  if found_agent.id is null then
    raise exception using errcode = '42501', message = 'You do not have access to this area', hint = 'no_access';
  end if;
  return found_agent;
end $$;
comment on function private.require_agent is 'The caller''s row of private.agents. Raises for everybody else, admins too.';

-- What admins do ------------------------------------------------------------------------------------------------

create function private.check_agent_values(name text, limit_minor bigint) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if char_length(coalesce(private.trim_text(check_agent_values.name), '')) not between 1 and 80 then
    raise exception using errcode = '23514', message = 'Please enter a name', hint = 'gift_name_needed';
  end if;
  if check_agent_values.limit_minor is null or check_agent_values.limit_minor not between 0 and 1000000000 then
    raise exception using errcode = '23514', message = 'Please enter a valid amount', hint = 'amount_invalid';
  end if;
end $$;

create function public.create_agent(member text, name text, currency text, limit_minor bigint) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.create_agent is 'For admins: makes a member, found by e-mail address or username, an agent.';
grant execute on function public.create_agent(text, text, text, bigint) to authenticated;

create function public.change_agent(agent uuid, name text, limit_minor bigint, is_active boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.change_agent is 'For admins. An agent who is not active sees the own books and sells nothing more; what was sold stays good.';
grant execute on function public.change_agent(uuid, text, bigint, boolean) to authenticated;

create function public.record_agent_payment(agent uuid, amount_minor bigint, reference text) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function public.record_agent_payment is
  'For accountants and admins: money that an agent paid. Each receipt is booked once; a negative amount takes a wrong booking back.';
grant execute on function public.record_agent_payment(uuid, bigint, text) to authenticated;

create function private.list_agent_entries(agent uuid, before bigint) returns table (
    id bigint, created_at timestamptz, kind text, amount_minor bigint, balance_minor bigint, batch_id bigint, vouchers integer, reference text)
  language sql stable security definer
  set search_path = ''
  as $$
  select e.id, e.created_at, e.kind, e.amount_minor, e.balance_minor, e.batch_id, e.vouchers, e.reference
  from private.agent_entries e
  where e.agent_id = list_agent_entries.agent and e.id < coalesce(list_agent_entries.before, 9223372036854775807)
  order by e.id desc limit 20
$$;

create function public.admin_agent_entries(agent uuid, before bigint default null) returns table (
    id bigint, created_at timestamptz, kind text, amount_minor bigint, balance_minor bigint, batch_id bigint, vouchers integer, reference text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query select * from private.list_agent_entries(admin_agent_entries.agent, admin_agent_entries.before);
end $$;
comment on function public.admin_agent_entries is 'For accountants and admins: the books of one agent, newest first, twenty at a time.';
grant execute on function public.admin_agent_entries(uuid, bigint) to authenticated;

create function public.my_agent_entries(before bigint default null) returns table (
    id bigint, created_at timestamptz, kind text, amount_minor bigint, balance_minor bigint, batch_id bigint, vouchers integer, reference text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  return query select * from private.list_agent_entries((private.require_agent()).id, my_agent_entries.before);
end $$;
comment on function public.my_agent_entries is 'For agents: the own books, newest first, twenty at a time.';
grant execute on function public.my_agent_entries(bigint) to authenticated;
