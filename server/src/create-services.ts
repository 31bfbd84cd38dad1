import { join } from 'node:path';
import { AVATAR_PIXELS, AVATAR_SIDE } from '@lakou/contract/avatar';
import { Outbox } from '@lakou/platform/auth/mail/outbox';
import { smtpMail } from '@lakou/platform/auth/mail/smtp-mail';
import { defaultAuthSettings } from '@lakou/platform/auth/settings';
import type { Database } from '@lakou/platform/database/database';
import { createRealtime, type Realtime } from '@lakou/platform/realtime/create-realtime';
import { createRest } from '@lakou/platform/rest/create-rest';
import { createStorage } from '@lakou/platform/storage/create-storage';
import { ObjectFiles } from '@lakou/platform/storage/object-files';
import type { ObjectStore } from '@lakou/platform/storage/object-store';
import { S3Objects } from '@lakou/platform/storage/s3-objects';
import { watchEndedSessions } from '@lakou/platform/tokens/ended-sessions';
import type { SigningKeys } from '@lakou/platform/tokens/signing-keys';
import { createTokenVerifier } from '@lakou/platform/tokens/verify-token';
import { createApp } from './app.ts';
import { heldStore } from './backup/hold-removals.ts';
import { applyReleaseWindows } from './catalogue/apply-release-windows.ts';
import { openIngest } from './catalogue/ingest/open-ingest.ts';
import { seedStreams } from './catalogue/seed-streams.ts';
import { checkStripePrices } from './commerce/check-stripe-prices.ts';
import { commerceEnvironment } from './commerce/function-environment.ts';
import { reconcilePayments } from './commerce/reconcile-payments.ts';
import { mountSandbox } from './commerce/sandbox/mount-sandbox.ts';
import { mailContactMessages } from './community/mail-contact-messages.ts';
import type { Config } from './config.ts';
import { clientAddress } from './http/client-address.ts';
import { log } from './log.ts';
import { Histogram } from './metrics/exposition.ts';
import { mountMetrics } from './metrics/mount-metrics.ts';
import { ProcessNumbers } from './metrics/process-numbers.ts';
import { timeDatabase } from './metrics/time-database.ts';
import type { Traffic } from './metrics/traffic.ts';
import { mountStreams } from './playback/mount-streams.ts';
import { PlaybackGate } from './playback/playback-gate.ts';
import { STREAMS_FOLDER } from './playback/stream-objects.ts';
import { openStreamStore } from './playback/stream-store.ts';
import { supabaseFolder } from './prepare-database.ts';
import { seedObjects } from './seed-objects.ts';
import { startMaintenance } from './start-maintenance.ts';
import { loadWebApp } from './web/mount-web.ts';

export interface Services {
  app: ReturnType<typeof createApp>;
  attach: Realtime['attach'];
  /** Sends home whoever would stay for ever: to be called before the door is closed. */
  leave(): Promise<void>;
  /** To be called after it. */
  close(): Promise<void>;
}

/** All services over a prepared database, ready to be mounted behind a door. */
export async function createServices(options: {
  config: Config;
  database: Database;
  keys: SigningKeys;
  /** The address people use. */
  url: string;
  /** The address the house reaches itself at. */
  ownUrl: string;
  /** What its door counts. */
  traffic: Traffic;
}): Promise<Services> {
  const { config, keys, url, ownUrl } = options;
  const queries = new Histogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]);
  const database = timeDatabase(options.database, queries);
  const { demo, auth, contact, trustedProxies } = config;
  if (config.stripe) await checkStripePrices(config.stripe, database);
  else if (!demo) log.warn('STRIPE_SECRET_KEY is not set: nothing can be bought here');
  const commerce = commerceEnvironment(config, url);
  setFunctionEnvironment({ ...servicesEnvironment(ownUrl, keys), ...commerce });
  const ended = await watchEndedSessions({
    database,
    tokenSeconds: defaultAuthSettings.accessTokenSeconds,
    report: (sentence) => log.warn(sentence),
  });
  const callers = { verifier: await createTokenVerifier({ keys: keys.jwks }), ended };
  const limits = { timeoutMs: { default: config.statementTimeoutMs } };
  const rest = await createRest({ database, limits, ...config.rest });
  const folder = join(config.dataFolder, 'storage');
  const objects = config.s3
    ? new S3Objects({ ...config.s3, elsewhere: [STREAMS_FOLDER] })
    : new ObjectFiles(folder);
  const store = heldStore<ObjectStore>(objects, database);
  if (demo) await seedObjects(database, store, join(supabaseFolder, 'buckets'));
  const report = (problem: object) => log.error(problem, 'storage failed');
  const pictures = { 'profile-images': { maxSide: AVATAR_SIDE, maxPixels: AVATAR_PIXELS } };
  const storage = createStorage({ database, store, keys, callers, folder, report, pictures });
  const realtime = await createRealtime({
    database,
    callers,
    addressOf: (request) => clientAddress(request, trustedProxies),
    report: (sentence) => log.warn(sentence),
  });
  const gate = await PlaybackGate.open(database, config.playbackTrustMs);
  const secure = url.startsWith('https:');
  const streamStore = heldStore(openStreamStore(config), database);
  const streams = mountStreams({ database, gate, store: streamStore, secure });
  const { smtpUrl, from } = config.mail;
  const mail = smtpUrl ? smtpMail({ url: smtpUrl, from }) : new Outbox();
  const web = await loadWebApp(config.webBuild);
  if (!web) log.warn('the web app is not built (npm start builds it): only the services answer');
  if (demo) await seedStreams(database, streamStore, join(supabaseFolder, 'streams'));
  const { dataFolder, ingest: settings } = config;
  const ingest = await openIngest({ database, objects: store, streams: streamStore, dataFolder, settings });
  const stopKeeping = startMaintenance(database, storage, ingest);
  const stopReconciling = reconcilePayments({ ownUrl, serviceKey: keys.serviceKey });
  const secret = commerce.SANDBOX_WEBHOOK_SECRET;
  const sandbox = secret ? mountSandbox({ database, ownUrl, secret }) : undefined;
  const stopReleasing = applyReleaseWindows(database);
  const numbers = new ProcessNumbers();
  const metrics = mountMetrics({
    database,
    queries,
    traffic: options.traffic,
    process: numbers,
    realtime,
    token: config.metricsToken,
  });
  const stopMailing = await mailContactMessages({ database, mail, supportEmail: contact.supportEmail, url });
  return {
    app: createApp({
      database,
      keys,
      rest,
      storage,
      realtime,
      streams,
      callers,
      mail,
      auth,
      contact,
      trustedProxies,
      web,
      demo,
      sandbox,
      metrics,
      url,
    }),
    attach: realtime.attach,
    async leave() {
      stopKeeping();
      numbers.stop();
      await stopReconciling();
      stopReleasing();
      await realtime.close();
    },
    async close() {
      await rest.close();
      await ended.close();
      await gate.close();
      await stopMailing();
      await ingest.stop();
      if ('close' in mail) mail.close();
    },
  };
}

/** Functions find their way as they do on Supabase: by these variables, over the wire. */
function setFunctionEnvironment(environment: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

const servicesEnvironment = (url: string, keys: SigningKeys) => ({
  SUPABASE_URL: url,
  SUPABASE_ANON_KEY: keys.anonKey,
  SUPABASE_SERVICE_ROLE_KEY: keys.serviceKey,
});
