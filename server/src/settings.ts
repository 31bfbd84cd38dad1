import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';

/**
 * Every setting there is: one entry, one row of README's table (a test compares them). All come from the
 * environment, are read once at start, and a wrong one stops the start with one sentence.
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
  DATABASE_URL: {
    shape: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must look like postgres://user:password@host:5432/name',
      })
      .optional(),
    about: 'A PostgreSQL server (15 or newer) instead of the embedded database.',
  },
  DATABASE_POOL: {
    shape: wholeNumber(2, 500).default(10),
    about: 'How many connections to PostgreSQL to keep.',
  },
  STATEMENT_TIMEOUT_MS: {
    shape: wholeNumber(100, 600_000).default(8_000),
    about: 'After this long a statement is ended, on both databases.',
  },
  EMBEDDED_DATABASE: {
    shape: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
    about:
      'Production on the embedded database needs this `yes`: a power cut can lose the last moments, so PostgreSQL is the better choice.',
  },
  BACKUP_HOURS: {
    shape: wholeNumber(0, 720).default(6),
    about: 'Every so often the embedded database is dumped to `DATA_DIR/backups`; 0 turns it off.',
  },
  BACKUP_KEEP: { shape: wholeNumber(1, 1000).default(8), about: 'How many of those dumps to keep.' },
  JWT_KEYS: {
    shape: z.string().min(1).optional(),
    about:
      'The content of a `keys.json`, where several machines share one database. Default: `DATA_DIR/keys.json`, made at first start.',
  },
  ADMIN_SETUP: {
    shape: z.enum(['open', 'closed'], 'must be open or closed').default('open'),
    about: '`closed` turns `/admin/setup` off. While open, it works only until there is a first admin.',
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
