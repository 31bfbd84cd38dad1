import { availableParallelism } from 'node:os';
import type { PublicSettings } from '@lakou/contract/public-settings';
import type { RetentionDays } from '@lakou/contract/retention';
import type { AuthLimits, Providers } from '@lakou/platform';
import { StartRefused } from '@lakou/platform/database';
import type { S3Options } from '@lakou/platform/storage';
import { z } from 'zod';
import type { IngestSettings } from './catalogue/ingest/start-ingest.ts';
import { type PaymentSettings, readPaymentSettings } from './commerce/payment-settings.ts';
import type { ShedLimits } from './http/load-shedding.ts';
import type { LogRequests } from './http/log-request.ts';
import { type Settings, settings } from './settings.ts';
import type { TracingSettings } from './tracing/start-tracing.ts';
import type { AndroidApp } from './web/asset-links.ts';

export interface Config extends PaymentSettings {
  demo: boolean;
  host: string;
  port: number;
  /** Without a slash at the end. Undefined: the address we listen on. */
  publicUrl: string | undefined;
  trustedProxies: number;
  dataFolder: string;
  /** Where the built web app lies. */
  webBuild: string;
  /** Where its sources lie, during development: Vite serves them instead. */
  webSource: string | undefined;
  /** That render pages, at most. */
  renderThreads: number;
  database:
    | {
        kind: 'postgres';
        url: string;
        /** Without a pooler between; the same as `url` if there is none. */
        directUrl: string;
        replicaUrl: string | undefined;
        poolSize: number;
      }
    | { kind: 'embedded'; backupHours: number; backupsKept: number };
  statementTimeoutMs: number;
  /** 0: none is slow. */
  slowStatementMs: number;
  jwtKeys: string | undefined;
  /** The HS256 secret of a project that moved here. */
  legacySecret: string | undefined;
  adminSetup: Settings['ADMIN_SETUP'];
  streamsPerAccount: number;
  downloadDevicesPerAccount: number;
  downloadsPerDevice: number;
  rentalStarts: Settings['RENTAL_STARTS'];
  playbackTrustMs: number;
  /** Undefined: no nginx delivers films. */
  deliverySecret: string | undefined;
  retentionDays: RetentionDays;
  rest: { schemas: string[]; aggregates: boolean; explain: boolean; allowRollback: boolean };
  s3: S3Options | undefined;
  ingest: IngestSettings;
  mail: { smtpUrl: string | undefined; from: string };
  /** Undefined: no Android app may open this site as its own. */
  androidApp: AndroidApp | undefined;
  contact: Pick<PublicSettings, 'supportEmail' | 'postalAddress' | 'social' | 'stores'>;
  auth: {
    confirmEmail: boolean;
    confirmationPage: string;
    signUpOpen: boolean;
    anonymousSignIn: boolean;
    passwordMinLength: number;
    manualLinking: boolean;
    confirmPhone: boolean;
    testCodes: ReadonlyMap<string, string>;
    testCodesUntil: Date | undefined;
    redirectTargets: string[];
    providers: Providers;
    limits: Partial<AuthLimits>;
  };
  /** A minute; 0: no limit. */
  requestsPerAddress: number;
  slowRequestMs: number;
  shedding: ShedLimits;
  metricsToken: string | undefined;
  errorReportsDsn: string | undefined;
  /** Undefined: nothing is traced. */
  tracing: TracingSettings | undefined;
  logRequests: LogRequests;
  logLevel: Settings['LOG_LEVEL'];
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const read = readSettings(environment);
  if (read.LAKOU_ENV === 'production' && read.WEB_SOURCE) {
    throw new StartRefused(
      'In production, unset WEB_SOURCE (npm run dev sets it) and serve the built web app: npm run build, then npm start.',
    );
  }
  if (read.LAKOU_ENV === 'production' && !read.DATABASE_URL && read.EMBEDDED_DATABASE !== 'yes') {
    throw new StartRefused(
      'In production, set DATABASE_URL to a PostgreSQL server, or EMBEDDED_DATABASE=yes to use the embedded database, which serves one process.',
    );
  }
  const demo = read.LAKOU_ENV === 'demo';
  if (!demo) refuseTestSecrets(read);
  const confirmEmail = (read.AUTH_CONFIRM_EMAIL ?? (demo ? 'no' : 'yes')) === 'yes';
  if (!demo && !read.SMTP_URL) {
    throw new StartRefused(
      'In production, set SMTP_URL: without mail nobody can confirm an address or reset a password.',
    );
  }
  if (!demo && !read.SUPPORT_EMAIL) {
    throw new StartRefused(
      'In production, set SUPPORT_EMAIL: what people write on the contact page is mailed there.',
    );
  }
  return {
    demo,
    host: read.HOST,
    port: read.PORT,
    publicUrl: read.PUBLIC_URL,
    trustedProxies: read.TRUSTED_PROXIES,
    dataFolder: read.DATA_DIR,
    webBuild: read.WEB_BUILD,
    webSource: read.WEB_SOURCE,
    renderThreads: read.RENDER_THREADS ?? Math.min(availableParallelism(), 4),
    database: database(read),
    statementTimeoutMs: read.STATEMENT_TIMEOUT_MS,
    slowStatementMs: read.SLOW_STATEMENT_MS,
    jwtKeys: read.JWT_KEYS,
    legacySecret: read.JWT_SECRET,
    adminSetup: read.ADMIN_SETUP,
    streamsPerAccount: read.STREAMS_PER_ACCOUNT,
    downloadDevicesPerAccount: read.DOWNLOAD_DEVICES_PER_ACCOUNT,
    downloadsPerDevice: read.DOWNLOADS_PER_DEVICE,
    rentalStarts: read.RENTAL_STARTS,
    playbackTrustMs: read.PLAYBACK_TRUST_SECONDS * 1000,
    deliverySecret: read.DELIVERY_SECRET,
    retentionDays: retentionDays(read),
    rest: {
      schemas: read.REST_SCHEMAS,
      aggregates: read.REST_AGGREGATES === 'yes',
      explain: read.REST_EXPLAIN === 'yes',
      allowRollback: read.REST_ROLLBACK === 'yes',
    },
    s3: s3Options(read),
    ingest: {
      on: read.INGEST === 'on',
      threads: read.INGEST_THREADS,
      pieceSeconds: read.INGEST_PIECE_SECONDS,
      av1: read.INGEST_AV1 === 'on',
      spareDisk: read.INGEST_SPARE_DISK_MB * 2 ** 20,
    },
    mail: { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM },
    androidApp: androidApp(read),
    contact: contact(read),
    auth: {
      confirmEmail,
      confirmationPage: '/confirm',
      signUpOpen: read.AUTH_SIGN_UP === 'open',
      anonymousSignIn: read.AUTH_ANONYMOUS === 'yes',
      passwordMinLength: read.AUTH_PASSWORD_MIN,
      manualLinking: read.AUTH_MANUAL_LINKING === 'yes',
      confirmPhone: read.AUTH_CONFIRM_PHONE === 'yes',
      testCodes: read.AUTH_TEST_CODES,
      testCodesUntil: read.AUTH_TEST_CODES_UNTIL,
      redirectTargets: read.AUTH_REDIRECTS,
      providers: providers(read),
      limits: { ...read.AUTH_LIMITS, pauseBetweenMessages: read.AUTH_MESSAGE_PAUSE_SECONDS },
    },
    ...readPaymentSettings(read),
    requestsPerAddress: read.REQUESTS_PER_ADDRESS,
    slowRequestMs: read.SLOW_REQUEST_SECONDS * 1000,
    shedding: { lagMs: read.OVERLOAD_LAG_MS, requests: read.OVERLOAD_REQUESTS },
    metricsToken: read.METRICS_TOKEN,
    errorReportsDsn: read.ERROR_REPORTS_DSN,
    tracing: tracing(read),
    logRequests: read.LOG_REQUESTS ?? (demo ? 'debug' : 'info'),
    logLevel: read.LOG_LEVEL,
  };
}

/** For commands that work on the whole database: without pooler and replica. */
export function directly(config: Config): Config {
  const { database } = config;
  if (database.kind === 'embedded') return config;
  return { ...config, database: { ...database, url: database.directUrl, replicaUrl: undefined } };
}

/** The secret of every Supabase that somebody tries out on their machine. */
const KNOWN_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long';

function refuseTestSecrets(read: Settings): void {
  if (read.JWT_SECRET === KNOWN_SECRET) {
    throw new StartRefused(
      'In production, JWT_SECRET must be the project’s own secret: everybody knows this one, and could sign any token with it.',
    );
  }
  if (read.AUTH_TEST_CODES.size > 0 && !read.AUTH_TEST_CODES_UNTIL) {
    throw new StartRefused(
      'In production, AUTH_TEST_CODES needs AUTH_TEST_CODES_UNTIL: who knows a number’s code is signed in as its owner.',
    );
  }
}

function database(read: Settings): Config['database'] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: replicaUrl } = read;
  if (url)
    return { kind: 'postgres', url, directUrl: directUrl ?? url, replicaUrl, poolSize: read.DATABASE_POOL };
  if (directUrl || replicaUrl) {
    throw new StartRefused('DATABASE_DIRECT_URL and DATABASE_REPLICA_URL need DATABASE_URL beside them.');
  }
  return { kind: 'embedded', backupHours: read.BACKUP_HOURS, backupsKept: read.BACKUP_KEEP };
}

function retentionDays(read: Settings): RetentionDays {
  return {
    watch_sessions: read.RETENTION_WATCHING_DAYS,
    statistics: read.RETENTION_STATISTICS_DAYS,
    notifications: read.RETENTION_NOTIFICATIONS_DAYS,
    topic_readers: read.RETENTION_READING_DAYS,
    orders: read.RETENTION_ORDERS_DAYS,
    contact_messages: read.RETENTION_MESSAGES_DAYS,
    media_jobs: read.RETENTION_ENCODING_DAYS,
    text_versions: read.RETENTION_VERSIONS_DAYS,
    moderation: read.RETENTION_MODERATION_DAYS,
    audit_log: read.RETENTION_AUDIT_DAYS,
    deleted_rows: read.RETENTION_DELETED_DAYS,
    account_events: read.RETENTION_EVENTS_DAYS,
    sessions: read.RETENTION_SESSIONS_DAYS,
  };
}

function androidApp({
  ANDROID_PACKAGE: packageName,
  ANDROID_FINGERPRINTS: given,
}: Settings): AndroidApp | undefined {
  if (!packageName && !given) return undefined;
  if (!packageName || !given)
    throw new StartRefused('ANDROID_PACKAGE and ANDROID_FINGERPRINTS belong together: set both or neither.');
  return { packageName, fingerprints: given.split(',').map((one) => one.trim().toUpperCase()) };
}

function contact(read: Settings): Config['contact'] {
  return {
    supportEmail: read.SUPPORT_EMAIL ?? 'support@lakou.test',
    postalAddress: read.POSTAL_ADDRESS,
    social: {
      ...(read.SOCIAL_FACEBOOK && { facebook: read.SOCIAL_FACEBOOK }),
      ...(read.SOCIAL_INSTAGRAM && { instagram: read.SOCIAL_INSTAGRAM }),
      ...(read.SOCIAL_TWITTER && { twitter: read.SOCIAL_TWITTER }),
      ...(read.SOCIAL_YOUTUBE && { youtube: read.SOCIAL_YOUTUBE }),
    },
    stores: {
      ...(read.STORE_APPLE && { apple: read.STORE_APPLE }),
      ...(read.STORE_GOOGLE && { google: read.STORE_GOOGLE }),
    },
  };
}

function tracing(read: Settings): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = read;
  return endpoint ? { endpoint, serviceName, share: read.OTEL_TRACES_SAMPLER_ARG } : undefined;
}

function s3Options(read: Settings): S3Options | undefined {
  if (!read.S3_BUCKET) return undefined;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (!accessKeyId || !secretAccessKey) {
    throw new StartRefused('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.');
  }
  return {
    bucket: read.S3_BUCKET,
    region: read.S3_REGION,
    accessKeyId,
    secretAccessKey,
    ...(read.S3_ENDPOINT && { endpoint: read.S3_ENDPOINT }),
  };
}

function providers(read: Settings): Providers {
  const google = pair('GOOGLE', read.GOOGLE_CLIENT_ID, read.GOOGLE_CLIENT_SECRET);
  const facebook = pair('FACEBOOK', read.FACEBOOK_CLIENT_ID, read.FACEBOOK_CLIENT_SECRET);
  return {
    ...(google && {
      google: {
        clientIds: [google.id],
        secret: google.secret,
        ...(read.GOOGLE_ISSUER && { issuer: read.GOOGLE_ISSUER }),
      },
    }),
    ...(facebook && {
      facebook: {
        clientId: facebook.id,
        secret: facebook.secret,
        ...(read.FACEBOOK_DIALOG_URL && { dialogUrl: read.FACEBOOK_DIALOG_URL }),
        ...(read.FACEBOOK_GRAPH_URL && { graphUrl: read.FACEBOOK_GRAPH_URL }),
      },
    }),
  };
}

function pair(name: string, id: string | undefined, secret: string | undefined) {
  if (Boolean(id) !== Boolean(secret)) {
    throw new StartRefused(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together; set both or none.`);
  }
  return id && secret ? { id, secret } : undefined;
}

const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'JWT_KEYS',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'MONCASH_CLIENT_SECRET',
  'NATCASH_PASSWORD',
  'NATCASH_PRIVATE_KEY',
  'NATCASH_FUNCTION_CODE',
  'METRICS_TOKEN',
  'ERROR_REPORTS_DSN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'DELIVERY_SECRET',
];

function readSettings(environment: Record<string, string | undefined>): Settings {
  const shapes = Object.fromEntries(Object.entries(settings).map(([name, { shape }]) => [name, shape]));
  // An empty variable means "not set": that is what an unfilled line of an env file leaves behind.
  const given = Object.fromEntries(
    Object.keys(settings).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const result = z.object(shapes).safeParse(given);
  if (result.success) return result.data as Settings;
  const [wrong] = result.error.issues;
  const name = String(wrong?.path[0]);
  // Secrets are not printed.
  const value = SECRETS.includes(name) ? '' : `, not "${given[name]}"`;
  throw new StartRefused(`The setting ${name} ${wrong?.message}${value}.`);
}
