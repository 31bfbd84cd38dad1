import { type Batch, BatchWriter, scriptBatch } from './batch.ts';
import type { Answer } from './collect-answer.ts';
import type { Identity, OnAnswered, RawResult, RunOptions, Statement, Transaction } from './database.ts';
import { DatabaseError } from './errors.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import { isConflict, letOtherPass } from './repeat-conflicts.ts';
import { toRows, toValue } from './values.ts';

/** One connection to a database, used by one caller at a time. Both drivers implement it. */
export interface Session {
  readonly prepared: PreparedStatements;
  /** The database itself ends statements that take too long (`statement_timeout`). */
  readonly keepsTime: boolean;
  /** A pooler gives each transaction another connection: what has to last is set in each transaction. */
  readonly isPooled: boolean;
  /** Sends everything at once. Rejects only when the session is lost; database errors are in the answer. */
  send(batch: Batch, limitMs: number): Promise<Answer>;
}

const longestIdleMs = 30_000;

type Settings = (readonly [name: string, value: string])[];

/**
 * The same date formats and names on both databases, whatever their configuration. One statement uses one processor, and
 * none is compiled: both would let a costly statement take from the others.
 */
const SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  search_path: '"$user", public, extensions',
  client_min_messages: 'warning',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};
/** For a connection that is ours alone, and for one transaction of a pooled connection. */
export const sessionSettings = setSettings('false');
const transactionSettings = { name: 'session settings', text: setSettings('true') };

function setSettings(isLocal: 'true' | 'false'): string {
  const calls = Object.entries(SETTINGS).map(
    ([name, value]) => `set_config('${name}', '${value}', ${isLocal})`,
  );
  return `select ${calls.join(', ')}`;
}

/** `Database.run` on one session. */
export async function runInSession(
  session: Session,
  statements: readonly Statement[],
  options: RunOptions & { timeoutMs: number; onAnswered?: OnAnswered | undefined },
): Promise<RawResult[]> {
  if (options.isAlone) return runAlone(session, statements, options.timeoutMs);
  for (let attempt = 1; ; attempt += 1) {
    const began = performance.now();
    const answer = await session.send(runBatch(session, statements, options), options.timeoutMs);
    options.onAnswered?.(statements, options.as?.role, performance.now() - began);
    if (answer.status !== 'I') await leaveTransaction(session);
    if (answer.error === undefined) {
      if (answer.status === 'I') return answer.results;
      throw new Error('a statement given to run() opened a transaction of its own; it was rolled back');
    }
    // The whole batch was rolled back, so it can be sent again.
    if (answer.stale && attempt === 1) {
      // A pooler keeps the outdated statement for everybody, so preparing it again would not help.
      if (session.isPooled) session.prepared.turnOff();
      continue;
    }
    if (!isConflict(answer.error) || attempt > 1) throw answer.error;
    await letOtherPass();
  }
}

/** A batch is a transaction, also of one statement; a script of one statement is none. */
async function runAlone(
  session: Session,
  statements: readonly Statement[],
  limitMs: number,
): Promise<RawResult[]> {
  const script = scriptBatch(statements.map(({ text }) => text).join(';'));
  // Of a pooled connection, the setting would reach others.
  if (!session.keepsTime || session.isPooled) return resultsOf(await session.send(script, limitMs));
  resultsOf(await session.send(scriptBatch(`set statement_timeout = ${limitMs}`), limitMs));
  const answer = await session.send(script, limitMs);
  resultsOf(await session.send(scriptBatch('reset statement_timeout'), limitMs));
  return resultsOf(answer);
}

/** `Database.transaction` on one session. */
export async function transactInSession<T>(
  session: Session,
  limitMs: number,
  work: (transaction: Transaction) => Promise<T>,
  onAnswered?: OnAnswered,
): Promise<T> {
  const begin = new BatchWriter(session.prepared).internal({ text: 'begin' });
  if (session.isPooled) begin.internal(transactionSettings);
  if (session.keepsTime) begin.settings([['statement_timeout', String(limitMs)]]);
  resultsOf(await session.send(begin.sync(), limitMs));
  const transaction = new OpenTransaction(session, limitMs, onAnswered);
  let result: T;
  try {
    result = await Promise.race([work(transaction), transaction.forgotten]);
    transaction.refuseIfEnded();
  } catch (error) {
    transaction.end();
    await leaveTransaction(session);
    throw error;
  }
  transaction.end();
  const commit = await session.send(
    new BatchWriter(session.prepared).statement({ text: 'commit' }, '').sync(),
    limitMs,
  );
  const [committed] = resultsOf(commit);
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error.
  if (committed?.command !== 'COMMIT') throw failedTransaction();
  return result;
}

class OpenTransaction implements Transaction {
  readonly #session: Session;
  readonly #limitMs: number;
  readonly #onAnswered: OnAnswered | undefined;
  readonly #forget: (error: Error) => void;
  /** Rejects when the transaction was idle for so long that its owner must have abandoned it. */
  readonly forgotten: Promise<never>;
  #last: Promise<unknown> = Promise.resolve();
  #idleTimer: NodeJS.Timeout | undefined;
  #ended = false;
  #left = false;

  constructor(session: Session, limitMs: number, onAnswered: OnAnswered | undefined) {
    this.#session = session;
    this.#limitMs = limitMs;
    this.#onAnswered = onAnswered;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.forgotten = promise;
    this.#forget = reject;
    this.#waitForNext();
  }

  async run(statement: Statement, as?: Identity): Promise<RawResult> {
    const settings = identitySettings(as);
    const { text, values = [] } = statement;
    // Unnamed: an invalid prepared statement would fail the transaction, which cannot be retried here.
    const batch = (): Batch =>
      new BatchWriter(this.#session.prepared)
        .settings(settings)
        .statement({ text, values }, '')
        .settings(settings.map(([name]) => [name, name === 'role' ? 'none' : '']))
        .sync();
    const [result] = resultsOf(
      await this.#inTurn(batch, (ms) => this.#onAnswered?.([statement], as?.role, ms)),
    );
    if (result === undefined) throw new Error('the database did not answer the statement');
    return result;
  }

  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    as?: Identity,
  ): Promise<Row[]> {
    return toRows<Row>(await this.run({ text, values: values.map(toValue) }, as));
  }

  async script(sql: string): Promise<void> {
    resultsOf(await this.#inTurn(() => scriptBatch(sql)));
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#idleTimer);
  }

  refuseIfEnded(): void {
    if (this.#left) throw new Error('a statement ended the transaction it was running in');
  }

  /** Simultaneous statements of one transaction run one after the other. */
  #inTurn(batch: () => Batch, onAnswered?: (ms: number) => void): Promise<Answer> {
    const answer = this.#last.then(() => this.#send(batch(), onAnswered));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #send(batch: Batch, onAnswered?: (ms: number) => void): Promise<Answer> {
    if (this.#ended) throw new Error('this transaction is over');
    clearTimeout(this.#idleTimer);
    const began = performance.now();
    const answer = await this.#session.send(batch, this.#limitMs);
    onAnswered?.(performance.now() - began);
    this.#waitForNext();
    if (answer.status === 'I') {
      this.#left = true;
      if (answer.error === undefined) this.refuseIfEnded();
    }
    return answer;
  }

  #waitForNext(): void {
    if (this.#ended) return;
    const message = 'the transaction waited too long for its next statement and was rolled back';
    const forget = (): void => this.#forget(new DatabaseError({ code: '25P03', message }));
    this.#idleTimer = setTimeout(forget, Math.min(longestIdleMs, this.#limitMs));
  }
}

function runBatch(
  session: Session,
  statements: readonly Statement[],
  options: RunOptions & { timeoutMs: number },
) {
  const { as, readOnly = false, rollback = false, timeoutMs } = options;
  const settings: Settings = [];
  if (session.keepsTime) settings.push(['statement_timeout', String(timeoutMs)]);
  if (readOnly) settings.push(['transaction_read_only', 'on']);
  settings.push(...identitySettings(as));

  const writer = new BatchWriter(session.prepared);
  if (rollback) writer.internal({ text: 'begin' });
  if (session.isPooled) writer.internal(transactionSettings);
  writer.settings(settings);
  for (const statement of statements) writer.statement(statement, as?.role ?? '');
  if (rollback) {
    // Checks deferred constraints, because there will be no COMMIT.
    writer.internal({ text: 'set constraints all immediate' }).internal({ text: 'rollback' });
  }
  return writer.sync();
}

/** The role comes last, because it might not be allowed to set the others. */
function identitySettings(as: Identity | undefined): Settings {
  if (as === undefined) return [];
  return [
    ['request.jwt.claims', as.claims === undefined ? '' : JSON.stringify(as.claims)],
    ...Object.entries(as.settings ?? {}),
    ['role', as.role],
  ];
}

/** Never throws: the caller gets the earlier error, and a lost session needs no rollback. */
async function leaveTransaction(session: Session): Promise<void> {
  const rollback = new BatchWriter(session.prepared).internal({ text: 'rollback' }).sync();
  await session.send(rollback, 10_000).catch(() => {});
}

function resultsOf(answer: Answer): RawResult[] {
  if (answer.error !== undefined) throw answer.error;
  return answer.results;
}

function failedTransaction(): DatabaseError {
  return new DatabaseError({
    code: '25P02',
    message: 'a statement of this transaction had failed, so it was rolled back',
  });
}
