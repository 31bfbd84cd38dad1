import { isAbsolute, resolve } from 'node:path';
import { PASSWORD_MAX, PASSWORD_MIN } from '@lakou/contract/identity/limits';
import {
  DOWNLOAD_DEVICES_PER_ACCOUNT,
  DOWNLOADS_PER_DEVICE,
  STREAMS_PER_ACCOUNT,
} from '@lakou/contract/playback/limits';
import { RETENTION_DAYS } from '@lakou/contract/retention';
import type { Limit } from '@lakou/platform';
import { z } from 'zod';

/**
 * All settings: one entry is one row of README's table (a test compares them). They come from the environment and are
 * read once at start; a wrong one refuses the start with one message.
 */
const root = resolve(import.meta.dirname, '../..');

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`);

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://lakou.example' })
  .transform((address) => address.replace(/\/+$/, ''));

const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host:5432/name',
});

const LIMIT_NAMES = [
  'failuresPerDevice',
  'failuresPerAddress',
  'failuresPerAccount',
  'codeTriesPerAddress',
  'codeTriesPerAccount',
  'messagesPerAddress',
  'messagesPerRecipient',
  'failuresPerFactor',
  'signIns',
  'signUps',
  'refreshes',
  'codes',
  'verifications',
  'mails',
  'passkeyChallenges',
] as const;
type LimitName = (typeof LIMIT_NAMES)[number];

const yesOrNo = z.enum(['yes', 'no'], 'must be yes or no').default('no');
const list = z.string();
const entries = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** `signUps=100/300,mails=off`: so many within so many seconds. */
const limits = z
  .string()
  .optional()
  .transform((text, context) => {
    const given: Partial<Record<LimitName, Limit>> = {};
    for (const entry of entries(text ?? '')) {
      const [, name, hits, seconds] = /^(\w+)=(?:(\d+)\/(\d+)|off)$/.exec(entry) ?? [];
      if (!name || !(LIMIT_NAMES as readonly string[]).includes(name)) {
        context.addIssue(
          `must name limits such as signUps=100/300 or mails=off, out of ${LIMIT_NAMES.join(', ')}`,
        );
        return z.NEVER;
      }
      given[name as LimitName] = hits ? { hits: Number(hits), seconds: Number(seconds) } : null;
    }
    return given;
  });

/** `15555550100=123456`: numbers without blanks and plus signs, codes of six digits. */
const testCodes = z
  .string()
  .optional()
  .transform((text, context) => {
    const codes = new Map<string, string>();
    for (const entry of entries(text ?? '')) {
      const [, phone, code] = /^\+?([1-9]\d{6,14})[=:](\d{6})$/.exec(entry) ?? [];
      if (!phone || !code) {
        context.addIssue('must name numbers and codes of six digits, such as 15555550100=123456');
        return z.NEVER;
      }
      codes.set(phone, code);
    }
    return codes;
  });

export const settings = {
  LAKOU_ENV: {
    shape: z.enum(['demo', 'production'], 'must be demo or production').default('demo'),
    about: 'In `production` there are no demo accounts, no demo world and no default secrets.',
  },
  HOST: {
    shape: z.string().min(1).default('127.0.0.1'),
    about: 'The address to listen on. The default is reachable from this machine only.',
  },
  PORT: { shape: wholeNumber(0, 65535).default(4000), about: 'The port to listen on; 0 takes a free one.' },
  PUBLIC_URL: {
    shape: webAddress.optional(),
    about: 'The address people use, when a proxy stands in front. Default: `http://HOST:PORT`.',
  },
  TRUSTED_PROXIES: {
    shape: wholeNumber(0, 10).default(0),
    about: 'How many proxies of ours stand in front and write `X-Forwarded-For`.',
  },
  DATA_DIR: {
    shape: z
      .string()
      .min(1)
      .default('data')
      .transform((path) => (isAbsolute(path) ? path : resolve(root, path))),
    about: 'The folder for database, files and keys, from the project root if not absolute.',
  },
  WEB_BUILD: {
    shape: z
      .string()
      .min(1)
      .default('web/build')
      .transform((path) => (isAbsolute(path) ? path : resolve(root, path))),
    about: 'The folder with the built web app, from the project root if not absolute.',
  },
  WEB_SOURCE: {
    shape: z
      .string()
      .min(1)
      .transform((path) => (isAbsolute(path) ? path : resolve(root, path)))
      .optional(),
    about:
      'The folder with the sources of the web app. Set by `npm run dev`: Vite serves them instead of `WEB_BUILD`. Refused in production.',
  },
  RENDER_THREADS: {
    shape: wholeNumber(1, 64).optional(),
    about:
      'How many threads can render pages; each takes about 60 MB while it is used. Default: one per core, at most 4.',
  },
  DATABASE_URL: {
    shape: databaseAddress.optional(),
    about:
      'A PostgreSQL server (15 or newer) instead of the embedded database; also a PgBouncer before it, then with `DATABASE_DIRECT_URL`.',
  },
  DATABASE_DIRECT_URL: {
    shape: databaseAddress.optional(),
    about:
      'The same database without the PgBouncer of `DATABASE_URL`, for what needs a connection of its own: notifications, migrations, backups.',
  },
  DATABASE_REPLICA_URL: {
    shape: databaseAddress.optional(),
    about:
      'A streaming replica of the database, which takes reads from it. Without it, or while it is away or behind, `DATABASE_URL` answers all.',
  },
  DATABASE_POOL: {
    shape: wholeNumber(2, 500).default(10),
    about: 'How many connections to PostgreSQL to keep, and as many to its replica.',
  },
  STATEMENT_TIMEOUT_MS: {
    shape: wholeNumber(100, 600_000).default(8_000),
    about: 'After this long a statement is ended, on both databases.',
  },
  SLOW_STATEMENT_MS: {
    shape: wholeNumber(0, 3_600_000).default(500),
    about:
      'Statements that take longer are logged, counted in `/metrics` and shown to admins at `/admin/jobs`, without their values; 0 is never.',
  },
  EMBEDDED_DATABASE: {
    shape: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
    about:
      'Production on the embedded database needs this `yes`: it serves one process and is slower, so PostgreSQL is the better choice.',
  },
  BACKUP_HOURS: {
    shape: wholeNumber(0, 720).default(6),
    about: 'How often the embedded database is dumped to `DATA_DIR/backups`; 0 turns it off.',
  },
  BACKUP_KEEP: { shape: wholeNumber(1, 1000).default(8), about: 'How many of those dumps to keep.' },
  JWT_KEYS: {
    shape: z.string().min(1).optional(),
    about:
      'The content of a `keys.json`, where several machines share one database. Default: `DATA_DIR/keys.json`, made at first start.',
  },
  JWT_SECRET: {
    shape: z.string().min(32, 'must have 32 characters or more').optional(),
    about:
      'The HS256 secret of a Supabase project that moves here: its tokens and API keys stay valid. Nothing new is signed with it.',
  },
  ADMIN_SETUP: {
    shape: z
      .enum(['code', 'open', 'closed', 'reopen'], 'must be code, open, closed or reopen')
      .default('code'),
    about:
      'Who can become the first admin at `/admin/setup`: the person with the `code` that each start prints, anybody (`open`), nobody (`closed`). Once there has been an admin it stays off; `reopen` is `code` again for an operator whose last admin is gone.',
  },
  STREAMS_PER_ACCOUNT: {
    shape: wholeNumber(1, 1000).default(STREAMS_PER_ACCOUNT),
    about: 'How many films one account can play at the same time.',
  },
  DOWNLOAD_DEVICES_PER_ACCOUNT: {
    shape: wholeNumber(0, 1000).default(DOWNLOAD_DEVICES_PER_ACCOUNT),
    about: 'On how many devices one account can keep downloaded films; 0 allows no downloads.',
  },
  DOWNLOADS_PER_DEVICE: {
    shape: wholeNumber(1, 500).default(DOWNLOADS_PER_DEVICE),
    about: 'How many films and episodes one device can keep.',
  },
  RENTAL_STARTS: {
    shape: z.enum(['play', 'payment'], 'must be play or payment').default('play'),
    about:
      'When the 48 hours of a rental begin: with the first `play`, at the latest 30 days after the payment, or with the `payment`. Rentals that exist keep theirs.',
  },
  PLAYBACK_TRUST_SECONDS: {
    shape: wholeNumber(0, 60).default(5),
    about: 'While a film plays, the right to watch it is checked again after this long.',
  },
  DELIVERY_SECRET: {
    shape: z
      .string()
      .regex(/^[\w-]{32,}$/, 'must have 32 or more characters out of A-Z, a-z, 0-9, - and _')
      .optional(),
    about:
      'The secret that is also in `deploy/nginx.conf`: nginx then sends the segments of films itself, after it has asked here. Without it they pass through this process.',
  },
  RETENTION_WATCHING_DAYS: {
    shape: wholeNumber(7, 36_500).default(RETENTION_DAYS.watch_sessions),
    about:
      'How many days we keep who watched what. The next ones are days too; the privacy page names those that concern people.',
  },
  RETENTION_STATISTICS_DAYS: {
    shape: wholeNumber(400, 36_500).default(RETENTION_DAYS.statistics),
    about:
      'The counts of what was watched, per title and without names. What a day brought in is kept for ever.',
  },
  RETENTION_NOTIFICATIONS_DAYS: {
    shape: wholeNumber(7, 36_500).default(RETENTION_DAYS.notifications),
    about: 'Notifications, read or not.',
  },
  RETENTION_READING_DAYS: {
    shape: wholeNumber(35, 36_500).default(RETENTION_DAYS.topic_readers),
    about: 'Up to where somebody has read a topic that they do not follow.',
  },
  RETENTION_ORDERS_DAYS: {
    shape: wholeNumber(7, 36_500).default(RETENTION_DAYS.orders),
    about: 'Orders that nobody paid, and the payment pages of all. What was paid is kept for ever.',
  },
  RETENTION_MESSAGES_DAYS: {
    shape: wholeNumber(7, 36_500).default(RETENTION_DAYS.contact_messages),
    about: 'Messages from the contact page.',
  },
  RETENTION_ENCODING_DAYS: {
    shape: wholeNumber(1, 36_500).default(RETENTION_DAYS.media_jobs),
    about: 'Encoding jobs that have ended.',
  },
  RETENTION_VERSIONS_DAYS: {
    shape: wholeNumber(7, 36_500).default(RETENTION_DAYS.text_versions),
    about: 'Earlier texts of edited topics and replies.',
  },
  RETENTION_MODERATION_DAYS: {
    shape: wholeNumber(365, 36_500).default(RETENTION_DAYS.moderation),
    about: 'Settled reports, and what moderators did.',
  },
  RETENTION_AUDIT_DAYS: {
    shape: wholeNumber(365, 36_500).default(RETENTION_DAYS.audit_log),
    about: 'What staff did.',
  },
  RETENTION_DELETED_DAYS: {
    shape: wholeNumber(1, 365).default(RETENTION_DAYS.deleted_rows),
    about:
      'Films, series, categories, banners and other rows that staff deleted, with their files: so long an admin can restore them.',
  },
  RETENTION_EVENTS_DAYS: {
    shape: wholeNumber(30, 36_500).default(RETENTION_DAYS.account_events),
    about: 'The security journal of accounts: sign-ins, new passwords, with network addresses.',
  },
  RETENTION_SESSIONS_DAYS: {
    shape: wholeNumber(1, 36_500).default(RETENTION_DAYS.sessions),
    about: 'Signed-in devices that are no longer used.',
  },
  S3_BUCKET: {
    shape: z.string().min(1).optional(),
    about: 'Keeps files in this S3 bucket instead of `DATA_DIR/storage`; the next settings say where it is.',
  },
  S3_ENDPOINT: { shape: webAddress.optional(), about: 'The S3 server, when it is not Amazon’s.' },
  S3_REGION: { shape: z.string().min(1).default('us-east-1'), about: 'The region of the bucket.' },
  S3_ACCESS_KEY_ID: { shape: z.string().min(1).optional(), about: 'The access key of the bucket.' },
  S3_SECRET_ACCESS_KEY: { shape: z.string().min(1).optional(), about: 'Its secret.' },
  INGEST: {
    shape: z.enum(['on', 'off'], 'must be on or off').default('on'),
    about:
      '`off`: this process prepares no uploaded films; another one on the same database can. Pictures are then made when they are uploaded or asked for, not beforehand.',
  },
  INGEST_THREADS: {
    shape: wholeNumber(1, 64).optional(),
    about: 'How many threads each encoder takes. Default: the machine’s processors, at most 8.',
  },
  INGEST_PIECE_SECONDS: {
    shape: wholeNumber(4, 100_000).default(120),
    about:
      'How long the pieces of a film are that several processes encode side by side. A process that dies loses one. A process that is alone encodes in one go.',
  },
  INGEST_AV1: {
    shape: z.enum(['on', 'off'], 'must be on or off').default('on'),
    about:
      '`off`: finished films are not also encoded in AV1, which happens when no upload waits. It needs an ffmpeg with libsvtav1 and libopus.',
  },
  INGEST_SPARE_DISK_MB: {
    shape: wholeNumber(0, 100_000_000).default(512),
    about: 'Free space to leave on the disk: a film that would need it waits.',
  },
  FFMPEG_PATH: {
    shape: z.string().min(1).optional(),
    about: 'The ffmpeg to use (the program, or the folder it is in, with ffprobe). Default: the system’s.',
  },
  REST_SCHEMAS: {
    shape: list.default('public').transform(entries),
    about: 'The schemas that the Data API shows, with commas between; the first is the default.',
  },
  REST_AGGREGATES: {
    shape: yesOrNo,
    about: 'Whether the Data API computes sums, averages and other aggregates.',
  },
  REST_EXPLAIN: {
    shape: yesOrNo,
    about: 'Whether the Data API shows query plans to the service role.',
  },
  REST_ROLLBACK: {
    shape: yesOrNo,
    about: 'Whether the Data API rolls back requests with `Prefer: tx=rollback`.',
  },
  SMTP_URL: {
    shape: z.url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' }).optional(),
    about: 'Where mail is handed over. Without it, the demo keeps its mail at `/_mail`.',
  },
  MAIL_FROM: {
    shape: z.string().min(3).default('Lakou <no-reply@lakou.test>'),
    about: 'The sender of our mail.',
  },
  SUPPORT_EMAIL: {
    shape: z.email('must be an e-mail address such as support@lakou.example').optional(),
    about:
      'Stands on the contact page, and what people write there is mailed to it. Production refuses to start without it; the demo has `support@lakou.test`.',
  },
  POSTAL_ADDRESS: {
    shape: z.string().min(1).default('1207 Nostrand Avenue, Brooklyn, New York 11225'),
    about: 'Shown on the contact page.',
  },
  SOCIAL_FACEBOOK: {
    shape: webAddress.optional(),
    about: 'Our page on Facebook. A link that is not set is not shown; so with the next ones.',
  },
  SOCIAL_INSTAGRAM: { shape: webAddress.optional(), about: 'Our page on Instagram.' },
  SOCIAL_TWITTER: { shape: webAddress.optional(), about: 'Our page on Twitter.' },
  SOCIAL_YOUTUBE: { shape: webAddress.optional(), about: 'Our page on YouTube.' },
  STORE_APPLE: { shape: webAddress.optional(), about: 'Our app in Apple’s store.' },
  STORE_GOOGLE: { shape: webAddress.optional(), about: 'Our app in Google’s store.' },
  ANDROID_PACKAGE: {
    shape: z
      .string()
      .regex(/^[a-z]\w*(\.[a-z]\w*)+$/i, 'must be a package name such as com.example.lakou')
      .optional(),
    about: 'Our Android app, which may open this site as its own (`docs/operation/android.md`).',
  },
  ANDROID_FINGERPRINTS: {
    shape: z
      .string()
      .regex(
        /^([\dA-F]{2}:){31}[\dA-F]{2}(\s*,\s*([\dA-F]{2}:){31}[\dA-F]{2})*$/i,
        'must be SHA-256 fingerprints with colons, separated by commas',
      )
      .optional(),
    about:
      'SHA-256 fingerprints of the certificates that the Android app is signed with, separated by commas.',
  },
  AUTH_CONFIRM_EMAIL: {
    shape: z.enum(['yes', 'no'], 'must be yes or no').optional(),
    about: 'New accounts confirm their address first. Default: `yes` in production, `no` in the demo.',
  },
  AUTH_SIGN_UP: {
    shape: z.enum(['open', 'closed'], 'must be open or closed').default('open'),
    about: '`closed` lets nobody register.',
  },
  AUTH_ANONYMOUS: {
    shape: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
    about: 'Whether people can sign in anonymously.',
  },
  AUTH_PASSWORD_MIN: {
    shape: wholeNumber(PASSWORD_MIN, PASSWORD_MAX).default(PASSWORD_MIN),
    about: 'How many characters a new password needs.',
  },
  AUTH_MANUAL_LINKING: {
    shape: z.enum(['yes', 'no'], 'must be yes or no').default('yes'),
    about: 'Whether people can add and remove ways to sign in themselves.',
  },
  AUTH_MESSAGE_PAUSE_SECONDS: {
    shape: wholeNumber(0, 86_400).default(60),
    about: 'The pause between two mails or texts of one kind to one recipient; 0 is none.',
  },
  AUTH_CONFIRM_PHONE: {
    shape: z.enum(['yes', 'no'], 'must be yes or no').default('yes'),
    about:
      'New numbers are confirmed by a texted code first. `no` turns on sign-up with a number and a password, without a text.',
  },
  AUTH_TEST_CODES: {
    shape: testCodes,
    about:
      'Numbers for tests and their codes, such as `15555550100=123456`, with commas between. Nothing is sent to them. Production needs the next setting with it.',
  },
  AUTH_TEST_CODES_UNTIL: {
    shape: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2027-01-31T00:00:00Z' })
      .transform((text) => new Date(text))
      .optional(),
    about: 'When the test codes end, such as `2027-01-31T00:00:00Z`.',
  },
  AUTH_REDIRECTS: {
    shape: list.default('').transform(entries),
    about:
      'Further addresses that mails and sign-ins can lead to, with commas between; `*` and `**` as wildcards.',
  },
  AUTH_LIMITS: {
    shape: limits,
    about:
      'Other rate limits than ours: `signUps=100/300` is 100 in 300 seconds, `mails=off` none. Names: `failuresPerDevice`, `failuresPerAddress`, `failuresPerAccount`, `codeTriesPerAddress`, `codeTriesPerAccount`, `messagesPerAddress`, `messagesPerRecipient`, `failuresPerFactor`, `signIns`, `signUps`, `refreshes`, `codes`, `verifications`, `mails`, `passkeyChallenges`.',
  },
  GOOGLE_CLIENT_ID: {
    shape: z.string().min(1).optional(),
    about: 'Turns on sign-in with Google, together with `GOOGLE_CLIENT_SECRET`.',
  },
  GOOGLE_CLIENT_SECRET: { shape: z.string().min(1).optional(), about: 'Belongs to `GOOGLE_CLIENT_ID`.' },
  GOOGLE_ISSUER: { shape: webAddress.optional(), about: 'Another issuer in place of Google, for tests.' },
  FACEBOOK_CLIENT_ID: {
    shape: z.string().min(1).optional(),
    about: 'Turns on sign-in with Facebook, together with `FACEBOOK_CLIENT_SECRET`.',
  },
  FACEBOOK_CLIENT_SECRET: { shape: z.string().min(1).optional(), about: 'Belongs to `FACEBOOK_CLIENT_ID`.' },
  FACEBOOK_DIALOG_URL: {
    shape: webAddress.optional(),
    about: 'Another dialog in place of Facebook’s, for tests.',
  },
  FACEBOOK_GRAPH_URL: {
    shape: webAddress.optional(),
    about: 'Another Graph API in place of Facebook’s, for tests.',
  },
  STRIPE_SECRET_KEY: {
    shape: z.string().min(1).optional(),
    about:
      'Takes payments with Stripe; the next four belong to it. Without it, the demo has its sandbox, and production sells nothing.',
  },
  STRIPE_WEBHOOK_SECRET: {
    shape: z.string().min(1).optional(),
    about:
      'The signing secret of the webhook that Stripe sends to `PUBLIC_URL/functions/v1/payment-webhook` (in the API version `2026-10-28.endive`).',
  },
  STRIPE_PRICE_MONTHLY: {
    shape: z.string().min(1).optional(),
    about: 'The id of the monthly price at Stripe. At start it is compared with the plan.',
  },
  STRIPE_PRICE_YEARLY: { shape: z.string().min(1).optional(), about: 'The id of the yearly price.' },
  STRIPE_API_URL: {
    shape: webAddress.optional(),
    about: 'Another server in place of Stripe’s, for tests.',
  },
  MONCASH_CLIENT_ID: {
    shape: z.string().min(1).optional(),
    about:
      'Takes payments in gourdes with MonCash, together with `MONCASH_CLIENT_SECRET`. Without it, the demo has a MonCash of its own.',
  },
  MONCASH_CLIENT_SECRET: { shape: z.string().min(1).optional(), about: 'Belongs to `MONCASH_CLIENT_ID`.' },
  MONCASH_URL: {
    shape: webAddress.default('https://moncashbutton.digicelgroup.com'),
    about: 'Where MonCash is. To try it with test money: `https://sandbox.moncashbutton.digicelgroup.com`.',
  },
  NATCASH_PARTNER_CODE: {
    shape: z.string().min(1).optional(),
    about:
      'Takes payments in gourdes with NatCash, together with the next four. **Never tried against Natcom**; without it nothing of NatCash is shown.',
  },
  NATCASH_USERNAME: {
    shape: z.string().min(1).optional(),
    about: 'The user that Natcom gave with `NATCASH_PARTNER_CODE`.',
  },
  NATCASH_PASSWORD: { shape: z.string().min(1).optional(), about: 'Its password.' },
  NATCASH_PRIVATE_KEY: { shape: z.string().min(1).optional(), about: 'Signs what we send to NatCash.' },
  NATCASH_FUNCTION_CODE: {
    shape: z.string().min(1).optional(),
    about: 'Checks the signature of what NatCash sends to us.',
  },
  NATCASH_URL: {
    shape: webAddress.default('https://merchantpay.natcom.com.ht/api/online-payment'),
    about:
      'Where NatCash is. To try it with test money: `https://testmerchantpay.natcom.com.ht/api/online-payment`.',
  },
  REQUESTS_PER_ADDRESS: {
    shape: wholeNumber(0, 10_000_000).default(12_000),
    about:
      'How many requests a minute one address can send (streams and the web app’s files do not count); 0 is no limit. This machine is never refused.',
  },
  SLOW_REQUEST_SECONDS: {
    shape: wholeNumber(1, 600).default(30),
    about: 'How long the headers of a request can take, and how long its body can stall.',
  },
  OVERLOAD_LAG_MS: {
    shape: wholeNumber(0, 60_000).default(1000),
    about:
      'How late timers can run before pages and data for visitors are refused with 503; members are refused at twice this, sign-in and playback at five times. 0: nobody is.',
  },
  OVERLOAD_REQUESTS: {
    shape: wholeNumber(1, 100_000).default(1000),
    about: 'How many requests can be unanswered before the same happens.',
  },
  METRICS_TOKEN: {
    shape: z.string().min(16, 'must have 16 characters or more').optional(),
    about: 'A bearer token that opens `/metrics` to other machines. This machine needs none.',
  },
  ERROR_REPORTS_DSN: {
    shape: z
      .url({ protocol: /^https?$/, error: 'must look like https://key@errors.example/1' })
      .refine(
        (dsn) => /^https?:\/\/[^:@/]+@[^/]+\/(?:.*\/)?\d+\/?$/.test(dsn),
        'must look like https://key@errors.example/1',
      )
      .optional(),
    about:
      'Where errors are reported to: the DSN of Sentry or of anything that speaks its protocol. Reports have no e-mail address, token, query, network address or account number.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    shape: webAddress.optional(),
    about:
      'A collector of OpenTelemetry, such as `http://127.0.0.1:4318`: turns on traces of requests, statements, jobs and calls of others, over OTLP/HTTP. They have no query, token, e-mail address or value.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    shape: z
      .string()
      .regex(/^[^=,]+=[^,]*(?:,[^=,]+=[^,]*)*$/, 'must look like name=value,name=value')
      .optional(),
    about: 'What the collector wants to see, such as `authorization=Bearer%20…`.',
  },
  OTEL_SERVICE_NAME: {
    shape: z.string().min(1).max(100).default('lakou'),
    about: 'The name under which this process traces.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    shape: z.coerce
      .number('must be a number from 0 to 1')
      .min(0, 'must be a number from 0 to 1')
      .max(1, 'must be a number from 0 to 1')
      .default(1),
    about: 'The share of requests that is traced: `0.01` is one in a hundred.',
  },
  LOG_REQUESTS: {
    shape: z.enum(['info', 'debug', 'off'], 'must be info, debug or off').optional(),
    about: 'The level of the line for each request. Default: `info` in production, `debug` in the demo.',
  },
  LOG_LEVEL: {
    shape: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
    about: 'How much to log; one JSON object per line on standard output.',
  },
} satisfies Record<string, { shape: z.ZodType; about: string }>;

export type Settings = { [Name in keyof typeof settings]: z.infer<(typeof settings)[Name]['shape']> };
