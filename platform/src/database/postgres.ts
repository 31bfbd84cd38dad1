import { Client, Pool, type PoolClient } from 'pg';
import { ConnectionShares } from './connection-shares.ts';
import type {
  Database,
  Load,
  OnAnswered,
  RawResult,
  RunOptions,
  Statement,
  Transaction,
} from './database.ts';
import { DatabaseError, DatabaseFull, DatabaseUnavailable, StartRefused } from './errors.ts';
import { inspectConnection } from './inspect-connection.ts';
import { DEFAULT_LANE, type Lane } from './lanes.ts';
import { PostgresListener } from './postgres-listener.ts';
import { PostgresSession } from './postgres-session.ts';
import { queryRows } from './query-rows.ts';
import { runInSession, type Session, sessionSettings, transactInSession } from './session.ts';

export interface PostgresOptions {
  /** Of the server, or of a pooler such as PgBouncer. */
  url: string;
  /** Of the server itself, to listen, where `url` is that of a pooler in transaction mode. */
  directUrl?: string | undefined;
  /** Maximum number of connections, plus one to listen. */
  poolSize?: number | undefined;
  /** Time limit for statements of `run` and `query`. */
  timeoutMs?: number | undefined;
  /** Time limit for a statement inside a transaction, and for the pause between two. */
  transactionTimeoutMs?: number;
  onAnswered?: OnAnswered | undefined;
  /** Gets warnings for the operator. */
  report?: ((message: string) => void) | undefined;
}

const oldestVersion = 15;

/** Connects to a PostgreSQL server, 15 or later. Throws StartRefused with the reason. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const where = describeServer(options.url);
  if (options.directUrl !== undefined) describeServer(options.directUrl);
  const database = new PostgresDatabase(options);
  try {
    const [server] = await database.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    if (server !== undefined && server.version >= oldestVersion) {
      if (database.isPooled && options.directUrl === undefined) options.report?.(unlessSessions(where));
      return database;
    }
    throw new StartRefused(
      `${where} is PostgreSQL ${server?.version}; Lakou needs ${oldestVersion} or later.`,
    );
  } catch (error) {
    await database.close();
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(`${where} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

function unlessSessions(where: string): string {
  return `${where} is behind a pooler. Unless that keeps sessions, no notification arrives: set DATABASE_DIRECT_URL to the server itself.`;
}

/** Without the password. */
function describeServer(url: string): string {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new StartRefused('The address of a database has the form postgres://user:password@host/database.');
  }
  const { hostname, port, pathname } = new URL(url);
  return `The database${pathname === '/' ? '' : ` "${pathname.slice(1)}"`} at ${hostname}:${port || '5432'}`;
}

function reasonOf(error: unknown): string {
  const reason =
    error instanceof DatabaseUnavailable && error.cause instanceof Error ? error.cause : (error as Error);
  // Node wraps the errors of several addresses of one name.
  if (reason instanceof AggregateError) return reason.errors.map(({ message }: Error) => message).join(', ');
  return reason.message;
}

class PostgresDatabase implements Database {
  readonly kind = 'postgres';
  readonly #pool: Pool;
  readonly #shares: ConnectionShares;
  readonly #sessions = new WeakMap<PoolClient, PostgresSession>();
  readonly #listener: PostgresListener;
  readonly #timeoutMs: number;
  readonly #transactionTimeoutMs: number;
  readonly #onAnswered: OnAnswered | undefined;
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;
  #isPooled = false;

  constructor(options: PostgresOptions) {
    const { url, directUrl = url, poolSize = 10 } = options;
    this.#timeoutMs = options.timeoutMs ?? 15_000;
    this.#onAnswered = options.onAnswered;
    this.#shares = new ConnectionShares(poolSize);
    this.#transactionTimeoutMs = options.transactionTimeoutMs ?? 300_000;
    const connection = { application_name: 'lakou', keepAlive: true, connectionTimeoutMillis: 10_000 };
    this.#pool = new Pool({
      ...connection,
      connectionString: url,
      max: poolSize,
      onConnect: (client) => this.#openSession(client as PoolClient),
    });
    // An idle connection broke; the pool has already removed it.
    this.#pool.on('error', () => {});
    this.#listener = new PostgresListener(() => new Client({ ...connection, connectionString: directUrl }));
  }

  /** Whether a pooler stands before the server. */
  get isPooled(): boolean {
    return this.#isPooled;
  }

  async #openSession(client: PoolClient): Promise<void> {
    const kind = await inspectConnection(client);
    this.#isPooled = kind.isPooled;
    if (!kind.isPooled) await client.query(sessionSettings);
    this.#sessions.set(client, new PostgresSession(client as unknown as Client, kind));
  }

  run(statements: readonly Statement[], options: RunOptions = {}): Promise<RawResult[]> {
    const { lane = DEFAULT_LANE, timeoutMs = this.#timeoutMs } = options;
    const onAnswered = this.#onAnswered;
    return this.#withSession(lane, (session) =>
      runInSession(session, statements, { ...options, timeoutMs, onAnswered }),
    );
  }

  query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    options?: RunOptions,
  ): Promise<Row[]> {
    return queryRows(this, text, values, options);
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>, lane = DEFAULT_LANE): Promise<T> {
    return this.#withSession(lane, (session) =>
      transactInSession(session, this.#transactionTimeoutMs, work, this.#onAnswered),
    );
  }

  listen(
    channel: string,
    onNotification: (payload: string) => void,
    missed?: () => void,
    lost?: () => void,
  ): Promise<() => Promise<void>> {
    if (this.#closing !== undefined) return Promise.reject(new DatabaseUnavailable('the database is closed'));
    return this.#listener.listen(channel, onNotification, missed, lost);
  }

  load(): Load {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { running: totalCount - idleCount, waiting: waitingCount + this.#shares.waiting };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#listener.close();
    // The pool would never answer calls that still wait for a connection.
    await Promise.allSettled(this.#running);
    await this.#pool.end();
  }

  async #withSession<T>(lane: Lane, work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new DatabaseUnavailable('the database is closed');
    const running = this.#inShare(lane, work);
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw unavailableIfFull(error);
    } finally {
      this.#running.delete(running);
    }
  }

  async #inShare<T>(lane: Lane, work: (session: Session) => Promise<T>): Promise<T> {
    await this.#shares.take(lane);
    try {
      return await this.#useSession(work);
    } finally {
      this.#shares.release(lane);
    }
  }

  async #useSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    const session = this.#sessions.get(client);
    if (session === undefined) throw new Error('the pool gave a connection that it never announced');
    let reusable = false;
    try {
      const result = await work(session);
      reusable = true;
      return result;
    } catch (error) {
      reusable = !session.lost && client.getTransactionStatus() === 'I';
      throw error;
    } finally {
      client.release(!reusable);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable(`PostgreSQL cannot be reached: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

/** A full disk or memory is a failure of the server, not of the statement. */
function unavailableIfFull(error: unknown): unknown {
  const insufficientResources = '53';
  const diskFull = '53100';
  if (!(error instanceof DatabaseError) || !error.code.startsWith(insufficientResources)) return error;
  const message = `PostgreSQL has run out of something: ${error.message}`;
  const Failure = error.code === diskFull ? DatabaseFull : DatabaseUnavailable;
  return new Failure(message, { cause: error });
}
