import type { Context } from 'hono';
import type { Database } from '../database/database.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import type { TokenVerifier } from '../tokens/verify-token.ts';
import type { Mail } from './mail/mail.ts';
import type { Passwords } from './passwords.ts';
import type { RateLimits } from './rate-limits.ts';
import type { AuthSettings } from './settings.ts';

/** Compatible with pino. */
export interface AuthLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Sends text messages. Without one, phone sign-in is disabled. */
export interface Sms {
  send(message: { to: string; text: string }): Promise<void>;
}

/** The dependencies of all operations. */
export interface Auth {
  readonly database: Database;
  readonly keys: SigningKeys;
  readonly settings: AuthSettings;
  readonly mail: Mail;
  readonly sms: Sms | undefined;
  readonly log: AuthLog;
  readonly passwords: Passwords;
  readonly limits: RateLimits;
  readonly verifier: TokenVerifier;
  /** The client's address, as far as the proxy in front is trusted. */
  clientAddress(context: Context): string | undefined;
}

/** Handles one route. */
export type Operation = (auth: Auth, context: Context) => Promise<Response> | Response;

/** The database, or a transaction in it. */
export interface Queryable {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}
