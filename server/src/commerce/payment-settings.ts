import { StartRefused } from '@lakou/platform/database';
import type { Settings } from '../settings.ts';

/** Undefined: that company takes no payments here. */
export interface PaymentSettings {
  stripe: StripeSettings | undefined;
  moncash: MoncashSettings | undefined;
  natcash: NatcashSettings | undefined;
}

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  prices: { monthly: string; yearly: string };
  /** Another server in place of Stripe's. */
  apiUrl: string | undefined;
}

interface MoncashSettings {
  clientId: string;
  clientSecret: string;
  url: string;
}

interface NatcashSettings {
  partnerCode: string;
  username: string;
  password: string;
  /** Signs requests. */
  privateKey: string;
  /** Checks callbacks. */
  functionCode: string;
  url: string;
}

export const readPaymentSettings = (read: Settings): PaymentSettings => ({
  stripe: stripe(read),
  moncash: moncash(read),
  natcash: natcash(read),
});

function stripe(read: Settings): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = read;
  const { STRIPE_PRICE_MONTHLY: monthly, STRIPE_PRICE_YEARLY: yearly } = read;
  if (!secretKey) return undefined;
  if (!webhookSecret || !monthly || !yearly) {
    throw new StartRefused(
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_MONTHLY and STRIPE_PRICE_YEARLY beside it.',
    );
  }
  return { secretKey, webhookSecret, prices: { monthly, yearly }, apiUrl: read.STRIPE_API_URL };
}

function moncash(read: Settings): MoncashSettings | undefined {
  const { MONCASH_CLIENT_ID: clientId, MONCASH_CLIENT_SECRET: clientSecret, MONCASH_URL: url } = read;
  if (Boolean(clientId) !== Boolean(clientSecret)) {
    throw new StartRefused('MONCASH_CLIENT_ID and MONCASH_CLIENT_SECRET belong together; set both or none.');
  }
  return clientId && clientSecret ? { clientId, clientSecret, url } : undefined;
}

const NATCASH = [
  'NATCASH_PARTNER_CODE',
  'NATCASH_USERNAME',
  'NATCASH_PASSWORD',
  'NATCASH_PRIVATE_KEY',
  'NATCASH_FUNCTION_CODE',
] as const;

function natcash(read: Settings): NatcashSettings | undefined {
  const missing = NATCASH.filter((name) => !read[name]);
  if (missing.length === NATCASH.length) return undefined;
  const [partnerCode, username, password, privateKey, functionCode] = NATCASH.map((name) => read[name]);
  if (!partnerCode || !username || !password || !privateKey || !functionCode) {
    throw new StartRefused(
      `The settings ${NATCASH.join(', ')} belong together; set all or none. Not set: ${missing.join(', ')}.`,
    );
  }
  return { partnerCode, username, password, privateKey, functionCode, url: read.NATCASH_URL };
}
