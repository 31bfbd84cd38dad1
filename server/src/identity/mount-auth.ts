import type { HttpBindings } from '@hono/node-server';
import { createAuth } from '@lakou/platform/auth/create-auth';
import type { Mail } from '@lakou/platform/auth/mail/mail';
import { authSettings } from '@lakou/platform/auth/settings';
import type { Database } from '@lakou/platform/database/database';
import type { SigningKeys } from '@lakou/platform/tokens/signing-keys';
import type { TokenVerifier } from '@lakou/platform/tokens/verify-token';
import type { Context, Hono } from 'hono';
import type { Config } from '../config.ts';
import { clientAddress } from '../http/client-address.ts';
import { log } from '../log.ts';

/** `/auth/v1`: accounts, sessions, tokens. */
export function mountAuth(house: {
  database: Database;
  keys: SigningKeys;
  callers: { verifier: TokenVerifier };
  mail: Mail;
  auth: Config['auth'];
  trustedProxies: number;
  url: string;
}): Hono {
  return createAuth({
    database: house.database,
    keys: house.keys,
    verifier: house.callers.verifier,
    settings: authSettings({ url: house.url, ...house.auth }),
    mail: house.mail,
    log,
    clientAddress: (context: Context<{ Bindings: HttpBindings }>) =>
      clientAddress(context.env.incoming, house.trustedProxies),
  });
}
