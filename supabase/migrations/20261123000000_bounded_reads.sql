-- Reads whose cost grew with tables that their caller sees little or nothing of.

-- Playback: the number of films that are playing is counted by the processes that play them.

drop index private.playback_sessions_open;

-- The demo's prepared streams, which a start of the demo looks for.

create index streams_prepared on private.streams (id) where source_path is null;

-- Deleting a topic: where a few topics have all edits and reports, PostgreSQL expects many of them for any topic, and would read
-- the tables whole instead of asking an index.

alter function private.remove_topic_rows(uuid, integer) set enable_seqscan = off;

-- Staff
--
-- PostgreSQL asks a policy for every row, also where the answer is the same for all rows: a member who reads the audit log gets
-- nothing, after a scan of all of it. The Data API therefore sends such a condition as part of the statement, where it is asked
-- once (decision record 0058). It can only name what is open to its caller, so policies of that kind call this function, and
-- where staff see everything and members their own rows these are two policies.

create function public.has_role(variadic roles text[]) returns boolean
language sql stable
return private.has_role(variadic roles);
comment on function public.has_role is 'True when the caller has one of these roles, fully signed in. An admin has them all.';
revoke execute on function public.has_role from public, anon;
grant execute on function public.has_role to authenticated, service_role;

alter policy "admins read the audit log" on public.audit_log using ((select public.has_role('admin')));
alter policy "admins read contact messages" on public.contact_messages using ((select public.has_role('admin')));
alter policy "editors see media jobs" on public.media_jobs using ((select public.has_role('editor')));
alter policy "editors see subtitles" on public.subtitles using ((select public.has_role('editor')));

drop policy "members see ledger entries of their orders, accountants all" on public.ledger;
create policy "members see ledger entries of their orders" on public.ledger for select to authenticated
  using (order_id in (select o.id from public.orders o where o.user_id = (select auth.uid())));
create policy "accountants see the whole ledger" on public.ledger for select to authenticated
  using ((select public.has_role('accountant')));

drop policy "members see their own orders, accountants see all" on public.orders;
create policy "members see their own orders" on public.orders for select to authenticated using (user_id = (select auth.uid()));
create policy "accountants see all orders" on public.orders for select to authenticated
  using ((select public.has_role('accountant')));

drop policy "members see their own purchases, accountants see all" on public.user_purchases;
create policy "members see their own purchases" on public.user_purchases for select to authenticated
  using (user_id = (select auth.uid()));
create policy "accountants see all purchases" on public.user_purchases for select to authenticated
  using ((select public.has_role('accountant')));

drop policy "members see their own subscription, accountants see all" on public.subscriptions;
create policy "members see their own subscription" on public.subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "accountants see all subscriptions" on public.subscriptions for select to authenticated
  using ((select public.has_role('accountant')));

drop policy "members see what they accepted, admins see all" on public.terms_acceptances;
create policy "members see what they accepted" on public.terms_acceptances for select to authenticated
  using (user_id = (select auth.uid()));
create policy "admins see all accepted terms" on public.terms_acceptances for select to authenticated
  using ((select public.has_role('admin')));

drop policy "staff see their own role, admins see everybody's" on public.admin_users;
create policy "staff see their own role" on public.admin_users for select to authenticated using (user_id = (select auth.uid()));
create policy "admins see everybody's role" on public.admin_users for select to authenticated
  using ((select public.has_role('admin')));
