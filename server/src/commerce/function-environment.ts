import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { MONCASH_SANDBOX_PATH } from './moncash-sandbox/mount-moncash.ts';

/** What the commerce functions read from the environment. Undefined unsets what the process was started with. */
export function commerceEnvironment(
  { demo, stripe, moncash, natcash, contact }: Config,
  { url, ownUrl }: { url: string; ownUrl: string },
) {
  return {
    LAKOU_ENV: demo ? 'demo' : 'production',
    PUBLIC_URL: url,
    POSTAL_ADDRESS: contact.postalAddress,
    STRIPE_SECRET_KEY: stripe?.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe?.webhookSecret,
    STRIPE_PRICE_MONTHLY: stripe?.prices.monthly,
    STRIPE_PRICE_YEARLY: stripe?.prices.yearly,
    STRIPE_API_URL: stripe?.apiUrl,
    SANDBOX_WEBHOOK_SECRET: demo ? randomSecret() : undefined,
    NATCASH_PARTNER_CODE: natcash?.partnerCode,
    NATCASH_USERNAME: natcash?.username,
    NATCASH_PASSWORD: natcash?.password,
    NATCASH_PRIVATE_KEY: natcash?.privateKey,
    NATCASH_FUNCTION_CODE: natcash?.functionCode,
    NATCASH_URL: natcash?.url,
    ...(moncash
      ? {
          MONCASH_CLIENT_ID: moncash.clientId,
          MONCASH_CLIENT_SECRET: moncash.clientSecret,
          MONCASH_URL: moncash.url,
          MONCASH_PAGE_URL: undefined,
        }
      : {
          MONCASH_CLIENT_ID: demo ? 'lakou-demo' : undefined,
          MONCASH_CLIENT_SECRET: demo ? randomSecret() : undefined,
          MONCASH_URL: demo ? `${ownUrl}${MONCASH_SANDBOX_PATH}` : undefined,
          // The functions reach it inside, the browser at the address people use.
          MONCASH_PAGE_URL: demo ? `${url}${MONCASH_SANDBOX_PATH}` : undefined,
        }),
  };
}

const randomSecret = (): string => randomBytes(32).toString('base64url');
