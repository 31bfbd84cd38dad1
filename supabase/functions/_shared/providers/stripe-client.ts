import Stripe from 'stripe';
import { requireSetting } from '../settings.ts';

/** Over fetch, so that it runs under Deno too. Its timeout is below the functions' time limit. */
export function stripeClient(): Stripe {
  const apiUrl = process.env.STRIPE_API_URL ? new URL(process.env.STRIPE_API_URL) : undefined;
  return new Stripe(requireSetting('STRIPE_SECRET_KEY'), {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: 4_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl && {
      protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
      host: apiUrl.hostname,
      port: apiUrl.port,
    }),
  });
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
