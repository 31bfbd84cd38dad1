/**
 * The interface to the database, with two drivers: `embedded.ts` (PGlite on disk, in a worker thread) and `postgres.ts`
 * (a pool). Everything else works on both.
 */

import type { Lane } from './lanes.ts';

/** The role and claims a statement runs with. Set before the statement, for its transaction only. */
export interface Identity {
  /** A database role: `anon`, `authenticated`, `service_role`. Without an identity, statements run as the owner. */
  role: string;
  /** The verified token's claims; the database reads them as `request.jwt.claims`. */
  claims?: Record<string, unknown>;
  /** Further settings for this transaction only, such as `request.headers`. */
  settings?: Record<string, string>;
}

/** A value to bind, in PostgreSQL's text form; a Buffer is sent as binary (bytea). Never concatenated. */
export type Value = string | Buffer | null;

export interface Statement {
  text: string;
  values?: readonly Value[];
  /** Prepares the statement under this name, once per connection. Same name, same text. */
  name?: string;
}

export interface Field {
  name: string;
  /** The column type's OID. */
  type: number;
}

/** The result in text-format bytes, so that JSON built by the database can be passed on unchanged. */
export interface RawResult {
  fields: Field[];
  rows: (Buffer | null)[][];
  /** `SELECT`, `INSERT`, `UPDATE`, … */
  command: string;
  /** Rows returned or affected, from the command tag. */
  count: number;
}

export interface RunOptions {
  as?: Identity;
  readOnly?: boolean;
  /** Rolls everything back after returning the results. */
  rollback?: boolean;
  /** For one statement without values that refuses to run in a transaction, such as `create index concurrently`. */
  isAlone?: boolean;
  /** Default: `service`, the server's own work. */
  lane?: Lane;
  /** After this time the statement is cancelled with a `57014` error. Default: the driver's. */
  timeoutMs?: number;
}

/** Called after statements have been answered, with the time that it took, without waiting for a connection. */
export type OnAnswered = (statements: readonly Statement[], role: string | undefined, ms: number) => void;

/** Statements inside one open transaction. */
export interface Transaction {
  run(statement: Statement, as?: Identity): Promise<RawResult>;
  query<Row extends object>(text: string, values?: readonly unknown[], as?: Identity): Promise<Row[]>;
  /** A script of several statements without values: migrations and seeds. */
  script(sql: string): Promise<void>;
}

export interface Load {
  /** Connections in use; the embedded database has one. */
  running: number;
  /** Calls waiting for a connection. */
  waiting: number;
  /** Where there is a read replica. */
  replica?: ReplicaLoad;
}

interface ReplicaLoad {
  /** Undefined while the replica cannot be reached. */
  lagSeconds: number | undefined;
  /** How many reads each of the two has answered. */
  reads: { primary: number; replica: number };
}

export interface Database {
  readonly kind: 'embedded' | 'postgres';

  /**
   * Runs the statements as one transaction in one round trip. All or none take effect.
   * Role, claims and settings last for this transaction only. Repeated once when another transaction stood in its way.
   */
  run(statements: readonly Statement[], options?: RunOptions): Promise<RawResult[]>;

  /** One statement, rows as objects with JavaScript values. */
  query<Row extends object>(text: string, values?: readonly unknown[], options?: RunOptions): Promise<Row[]>;

  /** An interactive transaction. On the embedded database all other calls wait meanwhile, so keep it short. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, lane?: Lane): Promise<T>;

  /**
   * Listens to NOTIFY on a channel until the returned function is called. Calls `lost` when the connection breaks,
   * reconnects by itself and then calls `missed`, because notifications may have been lost.
   */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    missed?: () => void,
    lost?: () => void,
  ): Promise<() => Promise<void>>;

  /** The current load. */
  load(): Load;

  /** Waits for running calls, then closes. Later calls fail. */
  close(): Promise<void>;
}
