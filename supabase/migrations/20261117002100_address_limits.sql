-- Limits per address count an IPv6 network as one address: a household has 2^64 addresses.

create function private.address_key(address text) returns text
  language plpgsql immutable
  set search_path = ''
  as $$
declare
  ip inet;
begin
  begin
    ip := split_part(address, '%', 1)::inet;
  exception when others then
    return left(address, 45);
  end;
  if family(ip) = 4 then
    return host(ip);
  elsif ip <<= inet '::ffff:0:0/96' then
    return host(inet '0.0.0.0' + (set_masklen(ip, 128) - inet '::ffff:0:0'));
  end if;
  return network(set_masklen(ip, 64))::text;
end $$;
comment on function private.address_key is
  'What limits per address count by: an IPv4 address, or the /64 network of an IPv6 address. addressKey in platform/src/client-address.ts does the same.';

create or replace function private.caller_key() returns text
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  return coalesce(auth.uid()::text, private.caller_address_hash());
end $$;

create or replace function private.caller_address_hash() returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  todays_salt bytea;
begin
  select salt into todays_salt from private.daily_salts where day = current_date;
  if not found then
    insert into private.daily_salts (day) values (current_date) on conflict do nothing;
    select salt into todays_salt from private.daily_salts where day = current_date;
  end if;
  return encode(extensions.hmac(
    convert_to(private.address_key(private.caller_address()), 'utf8'), todays_salt, 'sha256'), 'hex');
end $$;
