import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { answerFailure } from './answer-failure.ts';
import { createAuth } from './auth/create-auth.ts';
import type { Mail } from './auth/mail/mail.ts';
import { Outbox } from './auth/mail/outbox.ts';
import { reportRemovedFactors } from './auth/report-removed-factors.ts';
import { authSettings } from './auth/settings.ts';
import { deleteAuditEntries, deleteUnusedSessions, sweepAuth } from './auth/sweep.ts';
import { ChangeNotices } from './caching/change-notices.ts';
import { contextAddress, peerAddress } from './client-address.ts';
import type { Database, Identity } from './database/database.ts';
import { inLane } from './database/lanes.ts';
import { openDatabase } from './database/open-database.ts';
import { prepareDatabase } from './database/prepare-database.ts';
import { inRepeatingLane } from './database/repeat-conflicts.ts';
import { forwardedCaller } from './functions/forwarded-caller.ts';
import { mountFunctions, setFunctionEnvironment } from './functions/mount-functions.ts';
import { logFailures } from './log-failures.ts';
import type { PlatformLog, PlatformOptions } from './platform-options.ts';
import { createRealtime, type Realtime } from './realtime/create-realtime.ts';
import { createRest, type Rest } from './rest/create-rest.ts';
import { type MountedRest, mountRest } from './rest/mount-rest.ts';
import { createStorage, type Storage } from './storage/create-storage.ts';
import { DiskObjectStore } from './storage/disk-object-store.ts';
import { describeSweep } from './storage/sweep.ts';
import { agreeOnKeys } from './tokens/agree-on-keys.ts';
import { watchEndedSessions } from './tokens/ended-sessions.ts';
import { identifyCaller } from './tokens/identify-caller.ts';
import { loadSigningKeys, type SigningKeys } from './tokens/signing-keys.ts';
import { createTokenVerifier } from './tokens/verify-token.ts';

export interface Platform {
  /** Answers all services. For a server of its own; `app` is for mounting into another Hono application. */
  fetch: Hono['fetch'];
  /** `/auth/v1`, `/rest/v1`, `/storage/v1`, `/realtime/v1` and `/functions/v1`. */
  app: Hono;
  /** Answers WebSockets at `/realtime/v1/websocket` of this server. */
  attach: Realtime['attach'];
  /** Sends what is kept and ready for a request, before anything else is done for it. */
  answerAtOnce: MountedRest['find'];
  /** The public key for browsers, the service key for programs, and what signs tokens. */
  keys: SigningKeys;
  database: Database;
  mail: Mail;
  rest: Pick<Rest, 'handle' | 'reload'>;
  storage: Pick<Storage, 'app' | 'store' | 'adoptRenditions' | 'makeRenditions' | 'pictures' | 'preview'>;
  realtime: Pick<Realtime, 'connections'>;
  /** What caches of this process follow. */
  changes: ChangeNotices;
  /** Whose request this is; throws TokenRefused. */
  identify(headers: Headers): Promise<Identity>;
  /** Deletes what has expired and repairs what crashes left. Each is to be called every now and then. */
  sweep: Sweeps;
  /** Closes WebSockets. To be called before the HTTP server stops, which waits for its connections. */
  disconnect(): Promise<void>;
  /** To be called after the HTTP server has stopped. */
  close(): Promise<void>;
}

/** All but `uploads` do a batch, return true when there is more to do now, and are for one process at a time. */
interface Sweeps {
  /** Row changes that all subscribers have received. */
  realtime(): Promise<boolean>;
  /** Sessions, tokens and limits that have expired. */
  auth(): Promise<boolean>;
  /** Sessions that were last used before then. */
  sessions(before: Date): Promise<boolean>;
  /** Entries of the accounts' audit log from before then. */
  auditLog(before: Date): Promise<boolean>;
  /** Files of deleted objects, files without rows, and rows without files. A pass over all takes a day. */
  storage(): Promise<boolean>;
  /** In every process: expired uploads, and what they left on its disk. */
  uploads(): Promise<number>;
}

const silent: PlatformLog = { info() {}, warn() {}, error() {} };

/** Starts Supabase's services over one database, behind one `fetch`. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { log = silent, addressOf = peerAddress, mail = new Outbox(), url } = options;
  const report = (sentence: string) => log.warn({}, sentence);
  await mkdir(options.folder, { recursive: true });
  const { database, closeDatabase } = await useDatabase(options.database);
  try {
    if (options.migrations) await prepareDatabase(database, { migrations: options.migrations });
    const keys = options.keys ?? (await loadSigningKeys({ folder: options.folder }));
    await agreeOnKeys(database, keys.thumbprint);
    const settings = authSettings({ url, ...options.auth });
    const verifier = await createTokenVerifier({
      keys: keys.jwks,
      ...(options.legacySecret && { legacySecret: options.legacySecret }),
    });
    const ended = await watchEndedSessions({ database, tokenSeconds: settings.accessTokenSeconds, report });
    const callers = { verifier, ended };
    const stopReports = await reportRemovedFactors({ database, mail, log, settings });
    const changes = await ChangeNotices.start(database);
    const rest = await createRest({ database, changes, ...options.rest });
    const folder = join(options.folder, 'storage');
    const storage = createStorage({
      ...options.storage,
      database: inLane(database, 'api'),
      keys,
      callers,
      addressOf,
      folder,
      store: options.store ?? new DiskObjectStore(folder),
      report: (problem) => log.error(problem, 'storage failed'),
      onSwept: (swept) =>
        swept.heldBack.length > 0
          ? log.warn(describeSweep(swept), 'much of the storage is missing; nothing was removed')
          : log.info(describeSweep(swept), 'storage repaired'),
    });
    const realtime = await createRealtime({
      ...options.realtime,
      database,
      callers,
      addressOf,
      admit: rest.admit,
      report,
      reportFailure: (failure) => log.error(failure, 'request failed'),
    });

    const app = new Hono();
    app.route(
      '/auth/v1',
      createAuth({
        database: inRepeatingLane(database, 'auth'),
        keys,
        verifier,
        settings,
        mail,
        log,
        ...(options.sms && { sms: options.sms }),
        clientAddress: (context) =>
          forwardedCaller(context, keys.serviceKey) ?? contextAddress(context, addressOf),
      }),
    );
    const mountedRest = mountRest(rest, {
      callers,
      addressOf,
      signInFunctions: options.signInFunctions,
      playbackFunctions: options.playbackFunctions,
    });
    app.route('/rest/v1', mountedRest.app);
    app.route('/storage/v1', storage.app);
    app.route('/realtime/v1', realtime.app);
    if (options.functions) {
      setFunctionEnvironment({
        SUPABASE_URL: options.functions.url ?? url,
        SUPABASE_ANON_KEY: keys.anonKey,
        SUPABASE_SERVICE_ROLE_KEY: keys.serviceKey,
        ...options.functions.environment,
      });
      app.route('/functions/v1', mountFunctions(options.functions, { database, callers, addressOf }));
    }
    const maintenance = inLane(database, 'maintenance');
    let disconnecting: Promise<void> | undefined;
    const disconnect = () => {
      disconnecting ??= realtime.close();
      return disconnecting;
    };
    return {
      fetch: standalone(app, log).fetch,
      app,
      attach: realtime.attach,
      answerAtOnce: mountedRest.find,
      keys,
      database,
      mail,
      rest,
      storage,
      realtime,
      changes,
      identify: (headers) => identifyCaller(headers, callers),
      sweep: {
        async realtime() {
          // Caches that nobody uses do not ask for them.
          await maintenance.query('select platform.send_collected_notices()');
          const [batch] = await maintenance.query<{ more: boolean }>('select realtime.prune() as more');
          return batch?.more ?? false;
        },
        auth: () => sweepAuth(maintenance),
        sessions: (before) => deleteUnusedSessions(maintenance, before),
        auditLog: (before) => deleteAuditEntries(maintenance, before),
        storage: () => storage.sweepBatch(),
        uploads: () => storage.sweepUploads(),
      },
      disconnect,
      async close() {
        await disconnect();
        await storage.close();
        await rest.close();
        await changes.close();
        await ended.close();
        await stopReports();
        await closeDatabase();
      },
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

async function useDatabase(given: PlatformOptions['database']) {
  if ('query' in given) return { database: given, closeDatabase: async () => {} };
  const database = await openDatabase(given);
  return { database, closeDatabase: () => database.close() };
}

/** An application that the services are mounted into answers failures itself; without one, this does. */
function standalone(app: Hono, log: PlatformLog): Hono {
  const root = new Hono();
  root.use(logFailures(log));
  root.onError(answerFailure);
  root.notFound((context) => context.json({ error: 'not_found', message: 'There is nothing here.' }, 404));
  return root.route('/', app);
}
