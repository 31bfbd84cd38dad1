-- A provider that failed to open a page can be asked again at once.

create function public.give_up_checkout(order_id uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
  update private.checkouts c set started_at = '-infinity' where c.order_id = give_up_checkout.order_id and c.url is null
$$;
comment on function public.give_up_checkout is
  'For the service key: the provider answered with an error. The order is still looked up; the next try gets an order of its own.';
