-- On its own: it reads the whole table, while everybody goes on.
alter table public.user_purchases validate constraint rentals_last_48_hours;
