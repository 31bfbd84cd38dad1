import type { AuthLog, Sms } from './auth/auth.ts';
import type { Mail } from './auth/mail/mail.ts';
import type { AuthLimits, AuthSettings } from './auth/settings.ts';
import type { AddressOf } from './client-address.ts';
import type { Database } from './database/database.ts';
import type { DatabaseOptions } from './database/open-database.ts';
import type { FunctionOptions } from './functions/mount-functions.ts';
import type { RealtimeOptions } from './realtime/create-realtime.ts';
import type { RestOptions } from './rest/create-rest.ts';
import type { StorageOptions } from './storage/create-storage.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** Compatible with pino. */
export type PlatformLog = AuthLog;

export interface PlatformOptions {
  /**
   * `{ url }` of a PostgreSQL server, `{ folder }` of an embedded database, or an open database. What the platform
   * opens it closes; an open database stays the caller's.
   */
  database: DatabaseOptions | Database;
  /** A folder of SQL migrations to run first. Without it, call `prepareDatabase` before. */
  migrations?: string;
  /** The address people use, without a slash at the end. */
  url: string;
  /** On this machine's disk: uploads under way, rendered images and, by default, signing keys and objects. */
  folder: string;
  /** Default: those of `keys.json` in `folder`, which the first start creates. */
  keys?: SigningKeys;
  /** The HS256 secret of an older project, whose tokens and keys stay valid beside ours. Nothing is signed with it. */
  legacySecret?: string;
  /** Default: files below `folder`. */
  store?: ObjectStore;
  /** Default: an outbox in memory. */
  mail?: Mail;
  /** Without it, everything about phones is off. */
  sms?: Sms;
  auth?: Partial<Omit<AuthSettings, 'url' | 'limits'>> & { limits?: Partial<AuthLimits> };
  rest?: Omit<RestOptions, 'database' | 'basePath' | 'changes'>;
  /** Database functions that complete a sign-in in place of the second factor, such as by a recovery code. */
  signInFunctions?: readonly string[];
  /** Database functions that start or continue playback: they do not wait behind the Data API. */
  playbackFunctions?: readonly string[];
  storage?: Omit<
    StorageOptions,
    'database' | 'store' | 'keys' | 'callers' | 'folder' | 'report' | 'addressOf'
  >;
  realtime?: Pick<RealtimeOptions, 'limits'>;
  /** Without it there is no `/functions/v1`. */
  functions?: FunctionOptions;
  /** Where a request comes from. Default: its socket's peer; behind a proxy, read the proxy's header here. */
  addressOf?: AddressOf;
  /** Default: nothing is logged. */
  log?: PlatformLog;
}
