/** Tables and topics for realtime tests: readable by everybody, by owners, or by nobody. */
export const realtimeWorld = `
  create table public.bulletin (
    id bigint primary key,
    body text,
    amount numeric,
    big bigint,
    day date,
    tags text[],
    extra jsonb,
    at timestamptz
  );
  grant select on public.bulletin to anon, authenticated;

  create table public.note (
    id bigint primary key,
    owner uuid,
    body text,
    secret text
  );
  alter table public.note enable row level security;
  create policy "owners read their notes" on public.note
    for select to authenticated using (owner = (select auth.uid()));
  grant select (id, owner, body) on public.note to authenticated;

  create table public.unpublished (id bigint primary key, body text);
  grant select on public.unpublished to anon, authenticated;

  create table public.locked (id bigint primary key, body text);

  alter publication supabase_realtime add table public.bulletin, public.note, public.locked;
  select realtime.sync_publication();

  create table public.club_member (club text, member uuid, can_speak boolean not null default false);
  grant select on public.club_member to authenticated;
  create policy "members of a club receive its messages" on realtime.messages for select to authenticated
    using (exists (select from public.club_member
      where 'club:' || club = realtime.topic() and member = (select auth.uid())));
  create policy "speakers of a club speak in it" on realtime.messages for insert to authenticated
    with check (exists (select from public.club_member
      where 'club:' || club = realtime.topic() and member = (select auth.uid()) and can_speak));
  create policy "everybody may talk, but not appear, in the hall" on realtime.messages for select to authenticated
    using (realtime.topic() = 'hall' and extension = 'broadcast');
  create policy "everybody may send to the hall" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'hall' and extension = 'broadcast');
`;
