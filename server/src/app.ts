import { LANGUAGES } from '@lakou/contract/languages';
import type { PublicSettings } from '@lakou/contract/public-settings';
import type { Mail } from '@lakou/platform/auth/mail/mail';
import { Outbox } from '@lakou/platform/auth/mail/outbox';
import { mailOutboxPage } from '@lakou/platform/auth/mail/outbox-page';
import type { Database } from '@lakou/platform/database/database';
import type { Realtime } from '@lakou/platform/realtime/create-realtime';
import type { Rest } from '@lakou/platform/rest/create-rest';
import type { Storage } from '@lakou/platform/storage/create-storage';
import type { CallerOptions } from '@lakou/platform/tokens/identify-caller';
import type { SigningKeys } from '@lakou/platform/tokens/signing-keys';
import { type Context, Hono } from 'hono';
import { answerFailure } from './answer-failure.ts';
import { mountDump } from './backup/mount-dump.ts';
import type { Config } from './config.ts';
import { REQUEST_ID } from './http/request-id.ts';
import { mountAuth } from './identity/mount-auth.ts';
import { type Environment, mountFunctions, mountRest, visitor } from './mount-api.ts';
import { mountWeb, type WebApp } from './web/mount-web.ts';

export interface AppContext {
  database: Database;
  keys: SigningKeys;
  rest: Rest;
  storage: Pick<Storage, 'app'>;
  realtime: Pick<Realtime, 'app'>;
  streams: Hono<Environment>;
  callers: CallerOptions;
  mail: Mail;
  auth: Config['auth'];
  contact: Config['contact'];
  trustedProxies: number;
  demo: boolean;
  /** The demo's payment provider. */
  sandbox: Hono | undefined;
  metrics: Hono<Environment>;
  /** The pages; without them the house answers its services alone. */
  web: WebApp | undefined;
  /** The address people use, without a slash at the end. */
  url: string;
}

/** The mount table: what answers where, once the house is ready. */
export function createApp(house: AppContext): Hono<Environment> {
  const app = new Hono<Environment>();
  app.onError(answerFailure);
  // Before everything else: these are most of what is ever asked for.
  app.route('/stream', house.streams);
  app.notFound((context) => {
    const request_id = context.req.header(REQUEST_ID);
    return context.json({ error: 'not_found', message: 'Nothing lives at this address.', request_id }, 404);
  });
  app.get('/readyz', async (context) => {
    await house.database.query('select 1');
    return context.json({ status: 'ready' });
  });
  app.get('/config.json', (context) => {
    context.header('cache-control', 'no-cache');
    return context.json(publicSettings(house));
  });
  app.route('/', house.metrics);
  app.route('/auth/v1', mountAuth(house));
  app.route('/rest/v1', mountRest(house.rest, house.callers, house.trustedProxies));
  app.route('/functions/v1', mountFunctions(house.database, house.callers, house.trustedProxies));
  app.route('/storage/v1', house.storage.app);
  app.route('/realtime/v1', house.realtime.app);
  app.route('/house/v1', mountDump(house.database, house.callers));
  if (house.demo && house.mail instanceof Outbox) app.route('/', mailOutboxPage(house.mail));
  if (house.sandbox) app.route('/', house.sandbox);
  if (house.web) {
    const { rest, trustedProxies } = house;
    const fetchData = (request: Request, context: Context<Environment>) =>
      rest.handle(request, visitor(context, trustedProxies));
    const fetchStorage = (path: string) => house.storage.app.request(path);
    app.route('/', mountWeb(house.web, { settings: publicSettings(house), fetchData, fetchStorage }));
  }
  return app;
}

/** What the browser may know. The service key and tokens for other roles are printed by `npm run keys`, never served. */
function publicSettings({ url, keys, demo, auth, contact }: AppContext): PublicSettings {
  const providers = { google: Boolean(auth.providers.google), facebook: Boolean(auth.providers.facebook) };
  return { url, anonKey: keys.anonKey, languages: LANGUAGES, providers, demo, ...contact };
}
