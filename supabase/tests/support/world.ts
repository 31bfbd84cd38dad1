import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { Database, Transaction } from '../../../platform/src/database/database.ts';
import { DatabaseError } from '../../../platform/src/database/errors.ts';
import { toValue } from '../../../platform/src/database/values.ts';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import { castSql, identityOf, type Person } from './cast.ts';
import { thingsSql } from './things.ts';

/** What somebody does on the stage. */
export interface Actor {
  query<Row extends object = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]>;
  /** The first column of the first row. */
  value<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
  /** How many rows a statement returned or touched. */
  touches(sql: string, ...values: unknown[]): Promise<number>;
  /** Tries, expects a refusal, and undoes the try: the play goes on. */
  refusal(sql: string, ...values: unknown[]): Promise<DatabaseError>;
}
export type As = (person: Person, settings?: Record<string, string>) => Actor;

export interface World {
  readonly database: Database;
  /** A test in a transaction that is always undone, so that no test sees another one's traces. */
  onStage(play: (as: As) => Promise<void>): () => Promise<void>;
  /**
   * Two people at once: the first has acted but is not done when the second acts. Both are kept, not undone.
   * Resolves to the second one's rows, or error. (Embedded, the second simply has to wait.)
   */
  atOnce(first: Deed, second: Deed): Promise<unknown>;
}
type Deed = [person: Person, sql: string, ...values: unknown[]];

const curtain = Symbol('the play is over');

/** One database per test file: schemas, migrations, and the cast with their things. No demo world. */
export function useWorld(): World {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await openTestDatabase({ demo: false });
    await database.transaction((transaction) => transaction.script(castSql + thingsSql));
  });
  afterAll(async () => {
    await database?.close();
  });
  return {
    get database() {
      if (!database) throw new Error('the world is opened before the first test');
      return database;
    },
    onStage: (play) => async () => {
      const played = database?.transaction(async (transaction) => {
        await play((person, settings) => actor(transaction, person, settings));
        throw curtain;
      });
      await played?.catch((reason: unknown) => {
        if (reason !== curtain) throw reason;
      });
    },
    async atOnce([first, ...firstAction], [second, sql, ...values]) {
      let outcome: Promise<unknown> | undefined;
      await database?.transaction(async (transaction) => {
        const [text, ...given] = firstAction;
        await actor(transaction, first).query(text, ...given);
        const as = identityOf(second);
        outcome = database?.query(sql, values, as ? { as } : {}).catch((error: unknown) => error);
        // Long enough for the second to arrive, look around, and stand waiting for the first.
        await sleep(200);
      });
      return outcome;
    },
  };
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
      await transaction.script('savepoint before_the_try');
      try {
        await query(sql, ...values);
      } catch (error) {
        await transaction.script('rollback to savepoint before_the_try');
        if (error instanceof DatabaseError) return error;
        throw error;
      }
      throw new Error(`${person} was allowed: ${sql}`);
    },
  };
}
