-- A trial is given once per person, also after the account was deleted or with another spelling of the same address (record 0101).

create table private.trial_marks (
  mark bytea primary key,
  marked_at timestamptz not null default now()
);
comment on table private.trial_marks is
  'Keyed hashes of addresses that had a trial or a subscription. They stay when the account goes, and nobody can be read from them.';
create index trial_marks_marked_at on private.trial_marks (marked_at);
alter table private.trial_marks enable row level security;
insert into private.retention_rules (name, relation, time_column, keep) values
  ('trial_marks', 'private.trial_marks', 'marked_at', '1095 days');

create function private.normalize_mailbox(address text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select case when m.host in ('gmail.com', 'googlemail.com') then replace(m.mailbox, '.', '') || '@gmail.com'
    else m.mailbox || '@' || m.host end
  from (
    select split_part(substring(a.address from '^(.*)@'), '+', 1) as mailbox, substring(a.address from '@([^@]*)$') as host
    from (select lower(private.trim_text(address)) as address) a) m
$$;
comment on function private.normalize_mailbox is
  'One spelling for the addresses of one mailbox: without what follows a plus, and at Gmail without dots. Null for no address.';

create function private.trial_mark(person uuid) returns bytea
  language sql stable security definer
  set search_path = ''
  as $$
  select extensions.hmac(convert_to('trial ' || coalesce(
      private.normalize_mailbox(nullif(u.email, '')), nullif(u.phone, '')), 'utf8'), k.key, 'sha256')
  from auth.users u, private.code_keys k where u.id = person
$$;
comment on function private.trial_mark is 'Of the address, or else the phone number, of an account; null without either.';

create function private.mark_trial(person uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.trial_marks (mark)
    select m.mark from (select private.trial_mark(person) as mark) m
    where m.mark is not null and exists (
      select from public.orders o join public.ledger l on l.order_id = o.id
      where o.user_id = person and o.plan is not null and l.kind = 'payment')
    on conflict on constraint trial_marks_pkey do nothing
$$;
comment on function private.mark_trial is 'Remembers the address of somebody who had a trial or a subscription.';

create function private.mark_trial_of_payment() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.mark_trial(o.user_id) from public.orders o where o.id = new.order_id and o.plan is not null;
  return null;
end $$;
create trigger mark_trial_of_payment after insert on public.ledger
  for each row when (new.kind = 'payment' and new.period_end is not null) execute function private.mark_trial_of_payment();

create or replace function private.can_try(person uuid) returns boolean
  language sql stable security definer
  set search_path = ''
  as $$
  select not exists (
    select from public.orders o join public.ledger l on l.order_id = o.id
    where o.user_id = person and o.plan is not null and l.kind = 'payment')
  and not exists (select from private.trial_marks m where m.mark = private.trial_mark(person))
$$;
comment on function private.can_try is
  'Nobody who had a trial or a subscription before, with this account or with another one of the same mailbox or phone number. Passes and gifts do not count.';

-- The account goes, the mark stays.
create or replace function private.close_account(person uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
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
end $$;

create or replace function private.erase_account_data() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.mark_trial(old.id);
  delete from public.contact_messages m
    where old.email_confirmed_at is not null and lower(m.email) = lower(old.email);
  perform private.anonymize_account_events(old.id, null);
  delete from auth.flow_state f where f.user_id = old.id;
  -- Catalogue files stay, without their uploader.
  update storage.objects o set owner = null, owner_id = null where o.owner_id = old.id::text or o.owner = old.id;
  return old;
end $$;
