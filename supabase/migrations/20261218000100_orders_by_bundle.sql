create index concurrently if not exists orders_bundle_id on public.orders (bundle_id);
