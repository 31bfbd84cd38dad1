import type { Identity } from '../../database/database.ts';
import type { Message } from '../frames.ts';
import { type Condition, isRegularExpression } from './filter.ts';
import type { ListenedTables } from './outbox.ts';
import { nameOf, type TableName } from './published-tables.ts';
import type { Snapshot } from './snapshot.ts';

/** What change delivery needs from a channel. */
export interface ChangeListener {
  readonly topic: string;
  readonly identity: Identity;
  /** Equal for equal role and claims. */
  readonly identityKey: string;
  send(message: Message): void;
}

export interface Subscription {
  /** The id of the binding, which the client got with the join. */
  id: number;
  listener: ChangeListener;
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  schema: string;
  /** Undefined: every published table of the schema. */
  table: string | undefined;
  conditions: Condition[];
  /** Transactions committed by then are not delivered. */
  since: Snapshot;
  /** Undefined: all columns. */
  select: string[] | undefined;
}

export class Subscriptions {
  readonly #byTable = new Map<string, Set<Subscription>>();
  readonly #bySchema = new Map<string, Set<Subscription>>();

  add(subscription: Subscription): void {
    const [index, name] = this.#indexOf(subscription);
    index.set(name, (index.get(name) ?? new Set()).add(subscription));
  }

  remove(subscription: Subscription): void {
    const [index, name] = this.#indexOf(subscription);
    const entries = index.get(name);
    entries?.delete(subscription);
    if (entries?.size === 0) index.delete(name);
  }

  /** How many different regular expressions there would be with these. */
  expressionsWith(more: Subscription[]): number {
    const all = [...this.#byTable.values(), ...this.#bySchema.values(), more].flatMap((some) => [...some]);
    const expressions = all.flatMap(({ conditions }) => conditions.filter(isRegularExpression));
    return new Set(expressions.map(({ value }) => value)).size;
  }

  to(table: TableName): Subscription[] {
    return [...(this.#byTable.get(nameOf(table)) ?? []), ...(this.#bySchema.get(table.schema) ?? [])];
  }

  listenedTables(): ListenedTables | undefined {
    if (this.#byTable.size + this.#bySchema.size === 0) return undefined;
    return { tables: [...this.#byTable.keys()], schemas: [...this.#bySchema.keys()] };
  }

  #indexOf({ schema, table }: Subscription): [Map<string, Set<Subscription>>, string] {
    return table === undefined ? [this.#bySchema, schema] : [this.#byTable, nameOf({ schema, name: table })];
  }
}
