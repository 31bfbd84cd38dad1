create unique index concurrently if not exists user_purchases_order_part on public.user_purchases (order_id, part);
