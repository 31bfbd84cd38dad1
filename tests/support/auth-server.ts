import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { Hono } from 'hono';
import type { Sms } from '../../platform/src/auth/auth.ts';
import { createAuth } from '../../platform/src/auth/create-auth.ts';
import { smtpMail } from '../../platform/src/auth/mail/smtp-mail.ts';
import { Passwords } from '../../platform/src/auth/passwords.ts';
import { type AuthLimits, type AuthSettings, authSettings } from '../../platform/src/auth/settings.ts';
import { loadSigningKeys, type SigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { createTokenVerifier } from '../../platform/src/tokens/verify-token.ts';
import { MailServer } from './mail-server.ts';
import { openTestDatabase, type TestDatabase } from './test-databases.ts';

export { DEMO_PASSWORD } from '../../server/src/identity/demo-accounts.ts';

export interface AuthTestServer extends AsyncDisposable {
  url: string;
  database: TestDatabase;
  keys: SigningKeys;
  mail: MailServer;
  passwords: CountedPasswords;
  /** Can be changed while the server runs. */
  settings: AuthSettings;
  logged: { fields: object; message: string }[];
  texts: { to: string; text: string }[];
  /** Everything that the service answers, without the prefix. */
  routes: { method: string; path: string }[];
  /** The real client, as one browser or app. */
  client(options?: SupabaseClientOptions<'public'>['auth']): SupabaseClient;
  /** A plain request to /auth/v1, without a client library. */
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>;
}

type Given = Partial<Omit<AuthSettings, 'limits' | 'url'>> & {
  limits?: Partial<AuthLimits>;
  phone?: boolean;
};

/** Counts how often a password was compared, and with what. */
class CountedPasswords extends Passwords {
  compared: (string | null | undefined)[] = [];

  override verify(password: string, stored: string | null | undefined): Promise<boolean> {
    this.compared.push(stored);
    return super.verify(password, stored);
  }
}

/** The auth service on a spare port, over a database of the test's own, with a real mail server beside it. */
export async function startAuthServer({
  phone = false,
  limits,
  ...given
}: Given = {}): Promise<AuthTestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-auth-'));
  const mail = new MailServer();
  const transport = smtpMail({ url: await mail.start(), from: 'Lakou <no-reply@lakou.test>' });
  const database = await openTestDatabase();
  const keys = await loadSigningKeys({ folder });
  const passwords = new CountedPasswords();
  const logged: AuthTestServer['logged'] = [];
  const texts: AuthTestServer['texts'] = [];
  const write = (fields: object, message: string) => void logged.push({ fields, message });
  const sms: Sms = { send: async (message) => void texts.push(message) };
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = authSettings({
    url,
    refusalFloorMs: 0,
    ...given,
    limits: { pauseBetweenMessages: 0, messagesPerRecipient: null, ...limits },
  });
  const auth = createAuth({
    database,
    keys,
    verifier: await createTokenVerifier({ keys: keys.jwks }),
    settings,
    mail: transport,
    ...(phone ? { sms } : {}),
    log: { info: write, warn: write, error: write },
    passwords,
    // Tests name the client's address in a header; a real server reads it from the socket or its proxy.
    clientAddress: (context) => context.req.header('x-test-address'),
  });
  app.route('/auth/v1', auth);
  return {
    url,
    database,
    keys,
    mail,
    passwords,
    settings,
    logged,
    texts,
    routes: auth.routes.filter(({ path }) => path !== '/*'),
    client: (auth = {}) =>
      createClient(url, keys.anonKey, {
        auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false, ...auth },
      }),
    request: (path, { json, ...init } = {}) =>
      fetch(`${url}/auth/v1${path}`, {
        redirect: 'manual',
        ...init,
        ...(json === undefined ? {} : { method: init.method ?? 'POST', body: JSON.stringify(json) }),
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      transport.close();
      await mail.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
