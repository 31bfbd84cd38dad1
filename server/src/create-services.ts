import { join } from 'node:path';
import { AVATAR_PIXELS, AVATAR_SIDE } from '@lakou/contract/identity/limits';
import { PICTURE_WIDTHS } from '@lakou/contract/media/picture-widths';
import { createPlatform, type Platform, type Sms } from '@lakou/platform';
import { connectionsOf, type Database, inLane } from '@lakou/platform/database';
import type { SigningKeys } from '@lakou/platform/keys';
import { type Mail, Outbox, smtpMail } from '@lakou/platform/mail';
import { DiskObjectStore, type ObjectStore, openS3ObjectStore } from '@lakou/platform/storage';
import { createApp, type ServerApp } from './app.ts';
import { heldStore } from './backup/hold-removals.ts';
import { checkStripePrices } from './commerce/check-stripe-prices.ts';
import { commerceEnvironment } from './commerce/function-environment.ts';
import { MoncashWorld } from './commerce/moncash-sandbox/moncash-world.ts';
import { mountMoncash } from './commerce/moncash-sandbox/mount-moncash.ts';
import { mountSandbox } from './commerce/sandbox/mount-sandbox.ts';
import type { Config } from './config.ts';
import { openFunctions } from './function-settings.ts';
import { clientAddress } from './http/client-address.ts';
import { log } from './log.ts';
import { mountMetrics } from './metrics/mount-metrics.ts';
import { ProcessMetrics } from './metrics/process-metrics.ts';
import { QueryDurations } from './metrics/query-durations.ts';
import type { Traffic } from './metrics/traffic.ts';
import { CastGate } from './playback/cast-gate.ts';
import { mountDelivery } from './playback/mount-delivery.ts';
import { mountStreams } from './playback/mount-streams.ts';
import { PlaybackGate } from './playback/playback-gate.ts';
import { mountQuality } from './playback/quality/mount-quality.ts';
import { segmentsAtOnce } from './playback/segments-at-once.ts';
import { FileServer } from './playback/serve-file.ts';
import { startWithTicket } from './playback/start-with-ticket.ts';
import { StreamKeys } from './playback/stream-keys.ts';
import { STREAMS_FOLDER } from './playback/stream-objects.ts';
import { openStreamStore, type StreamStore } from './playback/stream-store.ts';
import { supabaseFolder } from './prepare-database.ts';
import { mountSlowStatements } from './statements/mount-slow-statements.ts';
import { observeDatabase } from './statements/observe-database.ts';
import type { SlowStatements } from './statements/slow-statements.ts';
import { mountStatus } from './status/mount-status.ts';
import { StatusBoard } from './status/status-board.ts';
import { routesOf } from './tracing/route-of.ts';
import type { RouteOf, Tracing } from './tracing/tracing.ts';
import { loadWebApp } from './web/load-web-app.ts';
import type { WebApp } from './web/web-app.ts';

export interface ServiceOptions {
  config: Config;
  /** Prepared, and closed by the caller. */
  database: Database;
  keys: SigningKeys;
  /** The address people use. */
  url: string;
  /** The address at which this server reaches itself. */
  ownUrl: string;
  /** What the HTTP server counts. */
  traffic: Traffic;
  tracing?: Tracing | undefined;
  slowStatements: SlowStatements;
}

export interface Services {
  config: Config;
  url: string;
  ownUrl: string;
  database: Database;
  platform: Platform;
  objects: ObjectStore;
  streams: StreamStore;
  web: WebApp | undefined;
  status: StatusBoard;
  app: ServerApp;
  routeOf: RouteOf;
  tracing: Tracing | undefined;
  /** To be called after the HTTP server has stopped. */
  close(): Promise<void>;
}

/** Everything that answers requests. Nothing runs on a schedule yet. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const { config, url, ownUrl, keys, tracing, slowStatements } = options;
  const durations = new QueryDurations();
  const observers = [durations.observe, ...(tracing ? [tracing.statements] : [])];
  const database = observeDatabase(options.database, observers);
  slowStatements.explainWith(inLane(database, 'maintenance'));
  await checkPayments(config, database);
  const commerce = commerceEnvironment(config, { url, ownUrl });
  const objects = heldStore<ObjectStore>(await openObjects(config), database);
  const streams = heldStore(await openStreamStore(config), database);
  const mail = openMail(config, tracing);
  const platform = await createPlatform({
    database,
    keys,
    url,
    folder: config.dataFolder,
    store: objects,
    mail,
    ...(config.legacySecret && { legacySecret: config.legacySecret }),
    ...(usesNumbers(config) && { sms: noSms }),
    auth: { siteName: 'Lakou', ...config.auth },
    rest: { ...config.rest, limits: restLimits(config) },
    signInFunctions: ['use_recovery_code'],
    playbackFunctions: ['start_playback'],
    storage: {
      pictures: { 'profile-images': { maxSide: AVATAR_SIDE, maxPixels: AVATAR_PIXELS } },
      rendering: { widths: PICTURE_WIDTHS },
    },
    functions: {
      folder: join(supabaseFolder, 'functions'),
      open: openFunctions(join(supabaseFolder, 'config.toml')),
      environment: commerce,
      url: ownUrl,
    },
    addressOf: (incoming) => clientAddress(incoming, config.trustedProxies),
    log,
  });
  const playback = inLane(database, 'playback');
  const gate = await PlaybackGate.open(playback, config.playbackTrustMs);
  const playing = {
    gate,
    casts: new CastGate(playback, config.playbackTrustMs, gate),
    keys: new StreamKeys(playback),
    store: streams,
    files: new FileServer(streams),
    secure: url.startsWith('https:'),
  };
  const loaded = await loadWebApp(config, url);
  const web = loaded && tracing ? tracing.web(loaded) : loaded;
  const process = new ProcessMetrics();
  const status = new StatusBoard(inLane(database, 'maintenance'));
  const secret = commerce.SANDBOX_WEBHOOK_SECRET;
  const app = createApp({
    config,
    platform,
    streams: mountStreams(playing),
    segments: segmentsAtOnce(playing),
    delivery: config.deliverySecret
      ? mountDelivery({ ...playing, secret: config.deliverySecret })
      : undefined,
    starts: startWithTicket(playing),
    quality: mountQuality(inLane(database, 'service')),
    metrics: mountMetrics({
      database,
      queries: durations.histogram,
      slowStatements: slowStatements.counter,
      traffic: options.traffic,
      process,
      realtime: platform.realtime,
      playback: gate,
      changes: platform.changes,
      pictures: platform.storage.pictures,
      rendering: web?.stats,
      token: config.metricsToken,
    }),
    slowStatements: mountSlowStatements(slowStatements, database, platform.identify),
    status: mountStatus(() => status.read()),
    sandbox: secret ? mountSandbox({ database, ownUrl, secret }) : undefined,
    moncash: demoMoncash(config, commerce),
    web,
    url,
  });
  return {
    config,
    url,
    ownUrl,
    database,
    platform,
    objects,
    streams,
    web,
    status,
    app,
    routeOf: routesOf(app, web),
    tracing,
    async close() {
      process.stop();
      await web?.close();
      await platform.close();
      await gate.close();
      if ('close' in mail) mail.close();
    },
  };
}

/** The demo has a MonCash of its own, unless it is to use a real one. */
function demoMoncash(config: Config, environment: ReturnType<typeof commerceEnvironment>) {
  const { MONCASH_CLIENT_ID: clientId, MONCASH_CLIENT_SECRET: clientSecret, PUBLIC_URL: url } = environment;
  if (!config.demo || config.moncash || !clientId || !clientSecret) return undefined;
  const callback = `${url}/functions/v1/moncash-callback`;
  return mountMoncash({
    world: new MoncashWorld(),
    clientId,
    clientSecret,
    returnUrl: `${callback}/return`,
    alertUrl: `${callback}/alert`,
  });
}

async function checkPayments(config: Config, database: Database): Promise<void> {
  const { stripe, moncash, natcash, demo } = config;
  if (stripe) await checkStripePrices(stripe, database);
  else if (!demo && !moncash && !natcash)
    log.warn(
      'none of STRIPE_SECRET_KEY, MONCASH_CLIENT_ID and NATCASH_PARTNER_CODE is set: nothing can be bought here',
    );
}

async function openObjects({ s3, dataFolder }: Config): Promise<ObjectStore> {
  if (s3) return openS3ObjectStore({ ...s3, excludedFolders: [STREAMS_FOLDER] });
  return new DiskObjectStore(join(dataFolder, 'storage'));
}

function openMail(
  { mail: { smtpUrl, from } }: Config,
  tracing: Tracing | undefined,
): Mail | (Mail & { close(): void }) {
  if (!smtpUrl) return new Outbox();
  const mail = smtpMail({ url: smtpUrl, from });
  return tracing ? tracing.mail(mail) : mail;
}

/** Numbers can be used without texts: for tests, or because they are not confirmed. */
function usesNumbers({ auth }: Config): boolean {
  return auth.testCodes.size > 0 || !auth.confirmPhone;
}

const noSms: Sms = {
  async send() {
    throw new Error('no provider of text messages is set up');
  },
};

/** Statements of the Data API wait for a connection where callers are told apart, not in the pool. */
function restLimits({ statementTimeoutMs, database }: Config) {
  return {
    timeoutMs: { default: statementTimeoutMs },
    ...(database.kind === 'postgres' && {
      statements: { connections: connectionsOf('api', database.poolSize) },
    }),
  };
}
