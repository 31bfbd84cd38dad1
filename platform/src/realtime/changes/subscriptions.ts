import type { Identity } from '../../database/database.ts';
import type { Message } from '../frames.ts';
import type { Condition } from './filter.ts';
import type { Wanted } from './outbox.ts';
import { nameOf, type TableName } from './published-tables.ts';
import type { Snapshot } from './snapshot.ts';

/** A channel, as changes see it. */
export interface ChangeListener {
  readonly topic: string;
  readonly identity: Identity;
  /** Equal for equal role and claims. */
  readonly identityKey: string;
  send(message: Message): void;
}

export interface Subscription {
  /** The number that the client was told for this binding. */
  id: number;
  listener: ChangeListener;
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  schema: string;
  /** Undefined: every published table of the schema. */
  table: string | undefined;
  conditions: Condition[];
  /** What had been committed by then is no news. */
  since: Snapshot;
  /** Undefined: all columns. */
  select: string[] | undefined;
}

export class Subscriptions {
  readonly #byTable = new Map<string, Set<Subscription>>();
  readonly #bySchema = new Map<string, Set<Subscription>>();

  add(subscription: Subscription): void {
    const [index, name] = this.#placeOf(subscription);
    index.set(name, (index.get(name) ?? new Set()).add(subscription));
  }

  remove(subscription: Subscription): void {
    const [index, name] = this.#placeOf(subscription);
    const there = index.get(name);
    there?.delete(subscription);
    if (there?.size === 0) index.delete(name);
  }

  to(table: TableName): Subscription[] {
    return [...(this.#byTable.get(nameOf(table)) ?? []), ...(this.#bySchema.get(table.schema) ?? [])];
  }

  wanted(): Wanted | undefined {
    if (this.#byTable.size + this.#bySchema.size === 0) return undefined;
    return { tables: [...this.#byTable.keys()], schemas: [...this.#bySchema.keys()] };
  }

  #placeOf({ schema, table }: Subscription): [Map<string, Set<Subscription>>, string] {
    return table === undefined ? [this.#bySchema, schema] : [this.#byTable, nameOf({ schema, name: table })];
  }
}
