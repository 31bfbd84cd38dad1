-- First what one address can ask for, so that it cannot use up what all share, nor leave a row for each id that it makes up.
-- The previous version of the program calls it without an address.
drop function public.claim_transaction_query(text, text);
create function public.claim_transaction_query(provider text, transaction_id text, address text default null) returns boolean
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  -- This machine is not limited by its address, here and elsewhere.
  if address !~ '^(127\.|::1$|::ffff:127\.)' then
    perform set_config('request.client_address', address, true);
    if not private.check_rate_limit('transaction_query_address', private.caller_address_hash(), 100, interval '1 minute') then
      return false;
    end if;
  end if;
  return private.check_rate_limit('transaction_queries', provider, 300, interval '1 minute')
    and private.check_rate_limit('transaction_query', provider || ' ' || left(transaction_id, 100), 10, interval '1 minute');
end $$;
comment on function public.claim_transaction_query is 'For the service key: whether the provider may be asked about this transaction now, for somebody at this address. Anybody can send us one.';
grant execute on function public.claim_transaction_query to service_role;
