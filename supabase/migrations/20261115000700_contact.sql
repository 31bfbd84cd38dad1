-- Messages to the house.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id uuid default auth.uid() references private.profiles (id) on delete cascade,
  handled_at timestamptz,
  created_at timestamptz not null default now(),
  -- Twins: the limits in contract/src/contact.ts.
  constraint name_length check (char_length(private.trimmed(name)) between 2 and 120),
  constraint email_looks_right check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  constraint subject_length check (char_length(private.trimmed(subject)) between 5 and 200),
  -- They become mail headers.
  constraint one_line check (name !~ '[[:cntrl:]]' and subject !~ '[[:cntrl:]]'),
  constraint message_length check (char_length(private.trimmed(message)) between 10 and 5000)
);
comment on table public.contact_messages is 'What people wrote on the contact page. Mailed to support, listed for admins.';
create index on public.contact_messages (created_at desc);
create index on public.contact_messages (user_id);
alter table public.contact_messages enable row level security;
grant insert (name, email, subject, message) on public.contact_messages to anon, authenticated;
grant select, delete, update (handled_at) on public.contact_messages to authenticated;
create policy "everybody may write to us" on public.contact_messages
  for insert to anon, authenticated
  with check (user_id is not distinct from (select auth.uid()));
create policy "admins read contact messages" on public.contact_messages
  for select to authenticated using ((select private.has_role('admin')));
create policy "admins mark contact messages as handled" on public.contact_messages
  for update to authenticated
  using ((select private.has_role('admin'))) with check ((select private.has_role('admin')));
create policy "admins delete contact messages" on public.contact_messages
  for delete to authenticated using ((select private.has_role('admin')));

create function private.limit_contact() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if private.is_client()
    and not private.allow('contact', private.caller_today(), 5, interval '1 hour') then
    raise exception using errcode = 'PT429', message = 'Too many tries. Please wait a little.', hint = 'too_many_tries';
  end if;
  return new;
end $$;
create trigger limit_contact before insert on public.contact_messages
  for each row execute function private.limit_contact();
