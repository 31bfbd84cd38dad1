import {
  type Database,
  isEmbedded,
  type RawResult,
  type Statement,
  type Transaction,
} from '@lakou/platform/database';

/** What came of statements. */
interface Outcome {
  /** From the call to its result, waiting for a connection included. */
  ms: number;
  /** Returned or affected. */
  rows: number;
  error?: unknown;
}

/** Called before statements are sent together; what it returns is called once, with what came of them. */
export type ObserveStatements = (statements: readonly Statement[]) => (outcome: Outcome) => void;

/** The same database, with all its statements observed. A script counts as one statement without a text. */
export function observeDatabase(database: Database, observers: readonly ObserveStatements[]): Database {
  const observed = async <T>(
    statements: readonly Statement[],
    send: () => Promise<T>,
    countRows: (result: T) => number,
  ): Promise<T> => {
    const observing = observers.map((observe) => observe(statements));
    const began = performance.now();
    let outcome: Omit<Outcome, 'ms'> = { rows: 0 };
    try {
      const result = await send();
      outcome = { rows: countRows(result) };
      return result;
    } catch (error) {
      outcome = { rows: 0, error };
      throw error;
    } finally {
      const ms = performance.now() - began;
      for (const end of observing) end({ ms, ...outcome });
    }
  };
  const transacted = (transaction: Transaction): Transaction => ({
    run: (statement, as) =>
      observed(
        [statement],
        () => transaction.run(statement, as),
        (result) => result.count,
      ),
    query: <Row extends object>(...[text, values, as]: Parameters<Transaction['query']>) =>
      observed([{ text }], () => transaction.query<Row>(text, values, as), countOf),
    script: (sql) =>
      observed(
        [{ text: '' }],
        () => transaction.script(sql),
        () => 0,
      ),
  });
  const same: Database = {
    kind: database.kind,
    run: (statements, options) => observed(statements, () => database.run(statements, options), countAll),
    query: <Row extends object>(...[text, values, options]: Parameters<Database['query']>) =>
      observed([{ text }], () => database.query<Row>(text, values, options), countOf),
    transaction: (work, lane) => database.transaction((transaction) => work(transacted(transaction)), lane),
    listen: (...how) => database.listen(...how),
    load: () => database.load(),
    close: () => database.close(),
  };
  return isEmbedded(database) ? Object.assign(same, { backup: () => database.backup() }) : same;
}

const countOf = (rows: readonly unknown[]) => rows.length;
const countAll = (results: readonly RawResult[]) => results.reduce((sum, { count }) => sum + count, 0);
