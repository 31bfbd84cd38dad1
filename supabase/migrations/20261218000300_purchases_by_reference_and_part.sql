create unique index concurrently if not exists one_right_per_reference_and_part
  on public.user_purchases (provider, provider_reference, part);
