import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { Database, Transaction } from '../../../platform/src/database/database.ts';
import { DatabaseError } from '../../../platform/src/database/errors.ts';
import { toValue } from '../../../platform/src/database/values.ts';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import { fixturesSql } from './fixtures.ts';
import { identityOf, type Person, peopleSql } from './people.ts';

/** Runs SQL as one person. */
export interface Actor {
  query<Row extends object = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]>;
  /** The first column of the first row. */
  value<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
  /** How many rows a statement returned or touched. */
  touches(sql: string, ...values: unknown[]): Promise<number>;
  /** Expects an error, returns it, and rolls back to before the statement. */
  refusal(sql: string, ...values: unknown[]): Promise<DatabaseError>;
}
export type As = (person: Person, settings?: Record<string, string>) => Actor;

export interface World {
  readonly database: Database;
  /** What people do inside of this transaction. */
  actIn(transaction: Transaction): As;
  /** A test in a transaction that is always rolled back, so that tests do not see each other's rows. */
  inTransaction(work: (as: As) => Promise<void>): () => Promise<void>;
  /**
   * Two people at once: the first one's transaction is still open when the second acts. Both are committed.
   * Resolves to the second one's rows, or error. (Embedded, the second has to wait.)
   */
  concurrently(first: Action, second: Action): Promise<unknown>;
}
type Action = [person: Person, sql: string, ...values: unknown[]];

const rollback = Symbol('rolled back');

/** One database per test file, with migrations, people and fixtures; without the demo world. */
export function useWorld(): World {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await openTestDatabase({ demo: false });
    await database.transaction((transaction) => transaction.script(peopleSql + fixturesSql));
  });
  afterAll(async () => {
    await database?.close();
  });
  return {
    get database() {
      if (!database) throw new Error('the world is opened before the first test');
      return database;
    },
    actIn,
    inTransaction: (work) => async () => {
      const done = database?.transaction(async (transaction) => {
        await work(actIn(transaction));
        throw rollback;
      });
      await done?.catch((reason: unknown) => {
        if (reason !== rollback) throw reason;
      });
    },
    async concurrently([first, ...firstAction], [second, sql, ...values]) {
      let outcome: Promise<unknown> | undefined;
      await database?.transaction(async (transaction) => {
        const [text, ...given] = firstAction;
        await actor(transaction, first).query(text, ...given);
        const as = identityOf(second);
        outcome = database?.query(sql, values, as ? { as } : {}).catch((error: unknown) => error);
        // Long enough for the second to wait for the first one's locks.
        await sleep(200);
      });
      return outcome;
    },
  };
}

function actIn(transaction: Transaction): As {
  return (person, settings) => actor(transaction, person, settings);
}

function actor(transaction: Transaction, person: Person, settings?: Record<string, string>): Actor {
  const identity = identityOf(person, settings);
  const query = <Row extends object>(sql: string, ...values: unknown[]) =>
    transaction.query<Row>(sql, values, identity);
  return {
    query,
    async value<T>(sql: string, ...values: unknown[]) {
      const [row] = await query(sql, ...values);
      return Object.values(row ?? {})[0] as T;
    },
    async touches(sql, ...values) {
      return (await transaction.run({ text: sql, values: values.map(toValue) }, identity)).count;
    },
    async refusal(sql, ...values) {
      await transaction.script('savepoint before_statement');
      try {
        await query(sql, ...values);
      } catch (error) {
        await transaction.script('rollback to savepoint before_statement');
        if (error instanceof DatabaseError) return error;
        throw error;
      }
      throw new Error(`${person} was allowed: ${sql}`);
    },
  };
}
