-- How messages to the house become mail to support: stored first, mailed after, and never forgotten in between.

create table private.contact_mail (
  message_id uuid primary key references public.contact_messages (id) on delete cascade,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  mailed_at timestamptz
);
comment on table private.contact_mail is 'Which messages to the house have been mailed to support, and when to try the others again.';
create index on private.contact_mail (next_try_at) where mailed_at is null;

-- What was written before there was mail is not lost either.
insert into private.contact_mail (message_id) select id from public.contact_messages where handled_at is null;

create function private.queue_contact_mail() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.contact_mail (message_id) values (new.id);
  perform pg_notify('contact_mail', '');
  return null;
end $$;
create trigger queue_contact_mail after insert on public.contact_messages
  for each row execute function private.queue_contact_mail();

-- Whoever claims a message has ten minutes to mail it: far longer than a mail server may keep us waiting, so that
-- nobody else takes it meanwhile; after a crash in between, the next one does.
create function private.claim_contact_mail() returns table (
  message_id uuid, name text, email text, subject text, message text, user_id uuid, created_at timestamptz, try integer)
  language sql security definer
  set search_path = ''
  as $$
  update private.contact_mail m
  set tries = m.tries + 1, next_try_at = now() + interval '10 minutes'
  from public.contact_messages c
  where c.id = m.message_id and m.message_id = (
    select due.message_id from private.contact_mail due
    where due.mailed_at is null and due.next_try_at <= now()
    order by due.next_try_at limit 1
    for update skip locked)
  returning c.id, c.name, c.email, c.subject, c.message, c.user_id, c.created_at, m.tries
$$;
comment on function private.claim_contact_mail is 'The next message to be mailed, for the caller alone; no row when there is none.';

create function private.contact_mail_sent(message_id uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
  update private.contact_mail m set mailed_at = now()
  where m.message_id = contact_mail_sent.message_id and m.mailed_at is null
$$;
comment on function private.contact_mail_sent is 'The mail server took it: never to be mailed again.';

create function private.contact_mail_failed(message_id uuid, try integer) returns double precision
  language sql security definer
  set search_path = ''
  as $$
  update private.contact_mail m
  set next_try_at = now() + least(interval '5 seconds' * power(2, least(m.tries, 20) - 1), interval '1 hour')
  where m.message_id = contact_mail_failed.message_id and m.tries = contact_mail_failed.try and m.mailed_at is null
  returning extract(epoch from m.next_try_at - now())::double precision
$$;
comment on function private.contact_mail_failed is 'Puts a claimed message back; says in how many seconds it is due again. After 5, 10, 20 … seconds, at last every hour.';
