import Stripe from 'stripe';
import { setting } from '../caller.ts';

/** Stripe's own client, over fetch, so that it runs wherever functions do. Shorter than a function may take. */
export function stripeClient(): Stripe {
  const elsewhere = process.env.STRIPE_API_URL ? new URL(process.env.STRIPE_API_URL) : undefined;
  return new Stripe(setting('STRIPE_SECRET_KEY'), {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: 4_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(elsewhere && {
      protocol: elsewhere.protocol === 'http:' ? 'http' : 'https',
      host: elsewhere.hostname,
      port: elsewhere.port,
    }),
  });
}

/** Does Stripe say that there is no such thing? */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
