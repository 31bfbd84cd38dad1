create index concurrently if not exists user_purchases_running_rentals on public.user_purchases (rental_expiry) where rental_started_at is not null;
