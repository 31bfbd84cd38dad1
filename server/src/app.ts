import { PAYMENT_METHODS, type PaymentMethod } from '@lakou/contract/commerce/limits';
import { LANGUAGES } from '@lakou/contract/languages';
import type { PublicSettings } from '@lakou/contract/public-settings';
import { answerFailure, logFailures, type Platform, relyingPartyOf } from '@lakou/platform';
import { mailOutboxPage, Outbox } from '@lakou/platform/mail';
import { type Context, Hono } from 'hono';
import { mountDump } from './backup/mount-dump.ts';
import { MONCASH_SANDBOX_PATH } from './commerce/moncash-sandbox/mount-moncash.ts';
import type { Config } from './config.ts';
import type { KeptAnswers } from './http/answer-at-once.ts';
import type { Environment } from './http/environment.ts';
import { loggedPath } from './http/path-of.ts';
import { REQUEST_ID } from './http/request-id.ts';
import { log } from './log.ts';
import { mountWeb, type WebServices } from './web/mount-web.ts';
import type { Pages } from './web/pages.ts';
import type { WebApp } from './web/web-app.ts';

/** What the routes are made of. */
export interface AppContext {
  config: Pick<
    Config,
    | 'demo'
    | 'auth'
    | 'contact'
    | 'androidApp'
    | 'retentionDays'
    | 'rentalStarts'
    | 'stripe'
    | 'moncash'
    | 'natcash'
  >;
  platform: Platform;
  streams: Hono<Environment>;
  segments: Required<KeptAnswers>['segments'];
  /** For nginx. */
  delivery: Hono<Environment> | undefined;
  /** Adds to the answers of the function `playback`. */
  starts: Hono<Environment>;
  /** Takes reports of how films play. */
  quality: Hono<Environment>;
  metrics: Hono<Environment>;
  /** For admins. */
  slowStatements: Hono<Environment>;
  /** The page that says what works. */
  status: Hono<Environment>;
  /** The demo's payment provider. */
  sandbox: Hono | undefined;
  /** The demo's MonCash. */
  moncash: Hono | undefined;
  /** The pages; without them only the services answer. */
  web: WebApp | undefined;
  /** The address people use, without a slash at the end. */
  url: string;
}

/** All routes; and the pages and answers, because those that are kept are sent without routing. */
export type ServerApp = Hono<Environment> & {
  pages: Pages | undefined;
  segments: Required<KeptAnswers>['segments'];
  answers: { find: Platform['answerAtOnce'] };
};

/** The mount table: what answers where. */
export function createApp(context: AppContext): ServerApp {
  const { platform, streams, segments, delivery, starts, quality, metrics, sandbox, moncash, web } = context;
  const app = new Hono<Environment>();
  app.use(logFailures(log, (request) => ({ path: loggedPath(request.req.path) })));
  app.onError(answerFailure);
  app.notFound((request) => {
    const request_id = request.req.header(REQUEST_ID);
    return request.json({ error: 'not_found', message: 'Nothing lives at this address.', request_id }, 404);
  });
  // First: most requests are for streams.
  app.route('/stream', streams);
  if (delivery) app.route('/delivery', delivery);
  app.get('/readyz', async (request) => {
    await platform.database.query('select 1');
    return request.json({ status: 'ready' });
  });
  app.get('/config.json', (request) => {
    request.header('cache-control', 'no-cache');
    return request.json(publicSettings(context));
  });
  app.route('/', metrics);
  app.route('/', context.slowStatements);
  app.route('/', context.status);
  app.route('/', starts);
  app.route('/', quality);
  app.route('/', platform.app);
  app.route('/maintenance/v1', mountDump(platform.database, platform.identify));
  if (context.config.demo && platform.mail instanceof Outbox) app.route('/', mailOutboxPage(platform.mail));
  if (sandbox) app.route('/', sandbox);
  if (moncash) app.route(MONCASH_SANDBOX_PATH, moncash);
  const mounted = web && mountWeb(web, webServices(context));
  if (mounted) app.route('/', mounted.app);
  const answers = { find: platform.answerAtOnce };
  return Object.assign(app, { pages: mounted?.pages, segments, answers });
}

/** Pages are drawn for visitors, from the services of this process. */
function webServices(context: AppContext): WebServices {
  const { rest, storage, changes, keys } = context.platform;
  return {
    settings: publicSettings(context),
    androidApp: context.config.androidApp,
    fetchData: (request: Request) => rest.handle(request, { role: 'anon' }, { lane: 'page' }),
    async callService(
      { req, env }: Context<Environment>,
      path: string,
      { body, token }: { body?: object; token?: string },
    ) {
      const headers = {
        apikey: keys.anonKey,
        authorization: `Bearer ${token ?? keys.anonKey}`,
        'content-type': 'application/json',
        'user-agent': req.header('user-agent') ?? '',
        'accept-language': req.header('accept-language') ?? '',
      };
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      return context.platform.app.fetch(new Request(context.url + path, init), env);
    },
    signToken: keys.sign,
    sealingSecret: keys.serviceKey,
    findPreview: storage.preview,
    fetchStorage: (path: string) => storage.app.request(path),
    changes,
  };
}

/** For the browser. `npm run keys` prints the service key and tokens for other roles; they are not served. */
function publicSettings({ url, platform, config }: AppContext): PublicSettings {
  const { demo, auth, contact, retentionDays, rentalStarts } = config;
  const providers = { google: Boolean(auth.providers.google), facebook: Boolean(auth.providers.facebook) };
  const passkeyHost = relyingPartyOf(url)?.id ?? null;
  const { anonKey } = platform.keys;
  const paymentMethods = configuredMethods(config);
  return {
    url,
    anonKey,
    languages: LANGUAGES,
    providers,
    passkeyHost,
    demo,
    retentionDays,
    paymentMethods,
    rentalStarts,
    ...contact,
  };
}

/** In the order of the payment page; supabase/functions/_shared/payments.ts has the same. Credit depends on the member. */
function configuredMethods({ demo, stripe, moncash, natcash }: AppContext['config']): PaymentMethod[] {
  const configured = { stripe, sandbox: demo, moncash: moncash ?? demo, natcash, credit: false };
  return PAYMENT_METHODS.filter((method) => configured[method]);
}
