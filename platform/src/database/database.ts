/**
 * The one door to the database. Two drivers stand behind it: `embedded.ts` (PGlite on disk, in a worker
 * thread) and `postgres.ts` (a pool). Everything above this file works on both without knowing which it has.
 */

/** Whose eyes a statement sees with. Set before the statement, outside it, for its transaction only. */
export interface Identity {
  /** A database role: `anon`, `authenticated`, `service_role`. Without an identity we act as the owner. */
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

/** What the database answered, untouched: text-format bytes, so that JSON it built can be passed on as it is. */
export interface RawResult {
  fields: Field[];
  rows: (Buffer | null)[][];
  /** `SELECT`, `INSERT`, `UPDATE`, … */
  command: string;
  /** Rows returned or touched, as the command tag says. */
  count: number;
}

export interface RunOptions {
  as?: Identity;
  readOnly?: boolean;
  /** Undo everything afterwards: the results are as if it had happened. */
  rollback?: boolean;
  /** After this long the statement is ended, and the caller gets a `57014` error. Default: the driver's. */
  timeoutMs?: number;
}

/** Statements inside one open transaction. */
export interface Transaction {
  run(statement: Statement, as?: Identity): Promise<RawResult>;
  query<Row extends object>(text: string, values?: readonly unknown[], as?: Identity): Promise<Row[]>;
  /** A script of several statements without values: migrations and seeds. */
  script(sql: string): Promise<void>;
}

export interface Load {
  /** Connections at work; on the embedded database there is one. */
  running: number;
  /** Calls that wait for one. */
  waiting: number;
}

export interface Database {
  readonly kind: 'embedded' | 'postgres';

  /**
   * Runs the statements as one transaction in one round trip. All or none take effect.
   * Role, claims and settings last for this transaction only.
   */
  run(statements: readonly Statement[], options?: RunOptions): Promise<RawResult[]>;

  /** One statement, rows as objects with JavaScript values. */
  query<Row extends object>(text: string, values?: readonly unknown[], options?: RunOptions): Promise<Row[]>;

  /** An open conversation with the database. On the embedded one, everybody else waits: keep it short. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;

  /**
   * Hears NOTIFY on a channel until the returned function is called. Reconnects by itself; `missed` is called then,
   * because something may have been said meanwhile.
   */
  listen(channel: string, hear: (payload: string) => void, missed?: () => void): Promise<() => Promise<void>>;

  /** How busy it is right now. */
  load(): Load;

  /** Waits for what is running, then closes. Later calls fail. */
  close(): Promise<void>;
}
