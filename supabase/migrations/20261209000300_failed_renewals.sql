-- A member whose renewal could not be charged gets an e-mail, and another one when the subscription ends because of it.

create function private.note_failed_renewal() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.enqueue_job('mail_failed_renewal', jsonb_build_object('subscription', new.id, 'status', new.status),
    new.id || ' ' || new.status);
  return null;
end $$;
comment on function private.note_failed_renewal is 'A charge that failed, or the end of a subscription after such charges.';
create trigger note_failed_renewal after update of status on public.subscriptions
  for each row when (
    new.user_id is not null and new.order_id is not null and old.status <> new.status
    and (new.status = 'past_due' or old.status = 'past_due' and new.status in ('canceled', 'expired')))
  execute function private.note_failed_renewal();

create function private.failed_renewal_to_mail(subscription uuid, status text) returns table (email text, metadata jsonb)
  language sql stable security definer
  set search_path = ''
  as $$
  select u.email::text, u.raw_user_meta_data
  from public.subscriptions s join auth.users u on u.id = s.user_id
  where s.id = failed_renewal_to_mail.subscription and s.status = failed_renewal_to_mail.status
    and u.email <> '' and u.email_confirmed_at is not null and (u.banned_until is null or u.banned_until < now())
    -- Somebody who has another subscription or a pass meanwhile has lost nothing.
    and (s.status = 'past_due' or not private.is_subscribed(s.user_id))
$$;
comment on function private.failed_renewal_to_mail is 'To whom the e-mail goes; nobody when the state has changed meanwhile.';
