-- A sign-up that waits for its confirmation goes with the account of its address, not two days later.
create function platform.forget_sign_ups() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  delete from platform.pending_sign_ups where address in (old.email, old.phone);
  return null;
end $$;
comment on function platform.forget_sign_ups() is 'When an account is deleted, or closed and so without its address.';

create trigger forget_sign_ups_when_deleted after delete on auth.users
  for each row execute function platform.forget_sign_ups();
create trigger forget_sign_ups_when_closed after update of email, phone on auth.users
  for each row when (new.email is null and new.phone is null)
  execute function platform.forget_sign_ups();
