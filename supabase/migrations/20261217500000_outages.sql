-- What works, and when it did not (docs/decisions/0099-status-page.md). Also for what is owed to people because of it.

create table private.service_parts (
  part text primary key check (part in ('films', 'cards', 'moncash', 'natcash', 'mail', 'encoding')),
  checked_at timestamptz not null,
  failing_since timestamptz
);
comment on table private.service_parts is
  'What the job check_services found out last. Parts that are not set up have no row; the site itself needs none, it is known by whether it answers.';
alter table private.service_parts enable row level security;

create table private.outages (
  id bigint generated always as identity primary key,
  part text not null check (part in ('site', 'films', 'cards', 'moncash', 'natcash', 'mail', 'encoding')),
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at)
);
comment on table private.outages is 'When a part of the service did not work. An outage of the site begins with the last sign of life.';
create unique index outages_one_open on private.outages (part) where ended_at is null;
create index outages_began_at on private.outages (began_at);
create index outages_ended_at on private.outages (ended_at);
alter table private.outages enable row level security;
insert into private.retention_rules (name, relation, time_column, keep) values ('outages', 'private.outages', 'ended_at', '400 days');

create table private.sign_of_life (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null default now()
);
comment on table private.sign_of_life is 'When a server last reached the database. Every server says so twice a minute.';
alter table private.sign_of_life enable row level security;
insert into private.sign_of_life default values;

create function private.note_alive() returns void
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function private.note_alive is 'Says that a server reaches the database; after three minutes without that, writes down the outage.';

create function private.note_part(part text, is_working boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;
comment on function private.note_part is
  'What a check of a part has found out; null: the part is not set up. An outage begins with the first of two failures and ends with the next success.';

create function private.read_status() returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    select jsonb_build_object(
      'parts', coalesce((select jsonb_agg(jsonb_build_object('part', p.part, 'failing_since', p.failing_since,
          'is_known', p.checked_at > now() - interval '15 minutes') order by p.part)
        from private.service_parts p), '[]'),
      'outages', coalesce((select jsonb_agg(jsonb_build_object('part', o.part, 'began_at', o.began_at, 'ended_at', o.ended_at) order by o.id desc)
        from (
          select o.* from private.outages o where o.began_at > now() - interval '90 days' order by o.began_at desc limit 100
        ) o), '[]'))
  $$;
comment on function private.read_status is 'For the status page: what works, and the outages of ninety days, at most a hundred.';
