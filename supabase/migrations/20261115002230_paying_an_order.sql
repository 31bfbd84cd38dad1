-- Paying an order that was made before: at its own price while it is fresh, anew when it is not.

create function public.order_to_pay(order_id uuid) returns public.orders
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  buyer uuid := private.require_account();
  asked public.orders;
begin
  select * into asked from public.orders o where o.id = order_to_pay.order_id and o.user_id = buyer;
  if asked.id is null or num_nonnulls(asked.plan, asked.movie_id, asked.series_id) = 0 then
    raise exception using errcode = 'P0002', message = 'Payment information not found', hint = 'payment_item_not_found';
  end if;
  if asked.plan is not null and private.is_subscribed(buyer) then
    raise exception using errcode = '23505', message = 'You already have an active subscription!', hint = 'already_subscribed';
  end if;
  -- It may have been paid by another order meanwhile.
  if exists (
    select from public.user_purchases p
    where p.user_id = buyer and p.status = 'completed'
      and coalesce(asked.movie_id, asked.series_id) in (p.movie_id, p.series_id)
      and (p.transaction_type = 'purchase' or (asked.transaction_type = 'rental' and p.rental_expiry > now()))) then
    raise exception using errcode = '23505', message = 'You already own this title', hint = 'already_owned';
  end if;
  if private.is_fresh(asked) then
    return asked;
  end if;
  if asked.plan is not null then
    return public.create_subscription_order(asked.plan);
  end if;
  return public.create_order(asked.media_type, coalesce(asked.movie_id, asked.series_id), asked.transaction_type);
end $$;
comment on function public.order_to_pay is 'The caller''s order if it can still be paid, else a new one for the same thing. Raises why not, if not.';
grant execute on function public.order_to_pay(uuid) to authenticated;

-- Somebody whom the provider has forgotten gets a new number there.
create or replace function public.save_customer(person uuid, provider text, reference text) returns void
  language sql security definer
  set search_path = ''
  as $$
  insert into private.payment_customers as c (user_id, provider, provider_reference) values (person, provider, reference)
  on conflict on constraint payment_customers_pkey do update set provider_reference = excluded.provider_reference
$$;
