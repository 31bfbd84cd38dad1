import { z } from 'zod';

/** In cents of a US dollar. Twins: the rows of `plans` in supabase/migrations/*_commerce.sql. */
export const PLAN_PRICES = { monthly: 399, yearly: 4389 } as const;
export type Plan = keyof typeof PLAN_PRICES;

/** Prices of a title that carries none, in cents. Twin: private.price_minor in *_commerce.sql. */
export const DEFAULT_PRICES = {
  movie: { purchase: 999, rental: 499 },
  series: { purchase: 1999, rental: 999 },
} as const;

/** Twin: the constraint rentals_last_48_hours in *_commerce.sql. */
export const RENTAL_HOURS = 48;

export const orderInput = z.object({
  media_type: z.enum(['movie', 'series']),
  media_id: z.uuid(),
  transaction_type: z.enum(['purchase', 'rental']),
});
export type OrderInput = z.infer<typeof orderInput>;
