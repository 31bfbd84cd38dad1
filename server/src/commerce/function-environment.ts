import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';

/** What the commerce functions read from the environment. Undefined unsets what the process was started with. */
export function commerceEnvironment(
  { demo, stripe }: Config,
  url: string,
): Record<string, string | undefined> {
  return {
    LAKOU_ENV: demo ? 'demo' : 'production',
    PUBLIC_URL: url,
    STRIPE_SECRET_KEY: stripe?.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe?.webhookSecret,
    STRIPE_PRICE_MONTHLY: stripe?.prices.monthly,
    STRIPE_PRICE_YEARLY: stripe?.prices.yearly,
    STRIPE_API_URL: stripe?.apiUrl,
    SANDBOX_WEBHOOK_SECRET: demo ? randomBytes(32).toString('base64url') : undefined,
  };
}
