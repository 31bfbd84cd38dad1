import type { Database, Identity } from '../../database/database.ts';
import { type Message, textMessage } from '../frames.ts';
import { changeData, fittingRow, type Parts, partKey, partOf, readAllParts } from './change-data.ts';
import { conditionKey, type Matches, matchFilters } from './match-filters.ts';
import type { Change } from './outbox.ts';
import {
  describeTables,
  nameOf,
  type PublishedTable,
  type RoleRights,
  readTables,
} from './published-tables.ts';
import type { ChangeListener, Subscription, Subscriptions } from './subscriptions.ts';
import { type Asking, checkVisibility, type Visible } from './visibility.ts';

/** Somebody who may be told of a table's changes, as of the moment we began. */
interface Candidate {
  subscription: Subscription;
  identity: Identity;
  /** Whoever is of one group sees the same rows. Undefined: all rows. */
  group: string | undefined;
  /** The columns they may read, and the ones they get. */
  readable: string[];
  columns: string[];
}

interface Batch {
  table: PublishedTable;
  changes: Change[];
  candidates: Candidate[];
  matches: Matches;
}

/** Tells every listener of the changes that they asked for and may see. Nobody is told anything when it fails. */
export async function deliverChanges(
  database: Database,
  subscriptions: Subscriptions,
  changes: Change[],
  recordBytes: number,
): Promise<void> {
  const batches = await prepare(database, subscriptions, changes);
  const wanted = [...batches.values()].map(({ table, changes, candidates }) => {
    const columns = candidates.flatMap((one) =>
      one.group === undefined ? [one.columns] : [one.columns, one.readable],
    );
    return { table, changes, columns };
  });
  const parts = await readAllParts(database, wanted, recordBytes);
  const visible = await judge(database, [...batches.values()], parts);
  for (const change of changes) {
    const batch = batches.get(nameOf(change));
    if (batch !== undefined) tell(change, batch, visible, parts, recordBytes);
  }
}

async function prepare(
  database: Database,
  subscriptions: Subscriptions,
  changes: Change[],
): Promise<Map<string, Batch>> {
  const byTable = Map.groupBy(changes, nameOf);
  const listeners = new Map(
    [...byTable].map(([name, [first]]) => [name, first === undefined ? [] : subscriptions.to(first)]),
  );
  const roles = new Set([...listeners.values()].flat().map(({ listener }) => listener.identity.role));
  const names = [...byTable.values()].flatMap(([first]) => first ?? []);
  const [described] = await database.run([describeTables(names, [...roles])], { readOnly: true });
  const tables = described === undefined ? new Map<string, PublishedTable>() : readTables(described);

  const batches = new Map<string, Batch>();
  for (const [name, table] of tables) {
    const candidates = (listeners.get(name) ?? []).flatMap((subscription) => candidate(subscription, table));
    if (candidates.length === 0) continue;
    const changes = byTable.get(name) ?? [];
    const conditions = candidates.flatMap(({ subscription }) => subscription.conditions);
    const matches = await matchFilters(database, table, changes, conditions);
    batches.set(name, { table, changes, candidates, matches });
  }
  return batches;
}

/** Nobody without a key to ask by; nobody who may not read the key, or what they filter by. */
function candidate(subscription: Subscription, table: PublishedTable): Candidate[] {
  const { listener, conditions, select } = subscription;
  const { identity, identityKey } = listener;
  const rights: RoleRights | undefined = table.roles[identity.role];
  if (rights === undefined || table.key.length === 0) return [];
  const readable = rights.columns;
  const needed = [...table.key, ...conditions.map(({ column }) => column)];
  if (!needed.every((column) => readable.includes(column))) return [];
  const columns = select === undefined ? readable : select.filter((column) => readable.includes(column));
  const group = rights.open ? undefined : identityKey;
  return [{ subscription, identity, group, readable, columns }];
}

/** What each group sees. */
async function judge(database: Database, batches: Batch[], parts: Parts): Promise<Map<string, Visible>> {
  const asking = new Map<string, Asking>();
  for (const { table, changes, candidates, matches } of batches) {
    for (const [group, people] of Map.groupBy(candidates, (one) => one.group)) {
      const [first] = people;
      if (group === undefined || first === undefined) continue;
      const rows = changes.flatMap((change) => {
        const hash = partOf(change, table, first.readable, parts)?.hash;
        if (change.key === null || hash === undefined || hash === null) return [];
        const asked = people.some(({ subscription }) => isAskedFor(change, subscription, table, matches));
        return asked ? [{ id: change.id, key: change.key, hash }] : [];
      });
      if (rows.length === 0) continue;
      const theirs = asking.get(group) ?? { identity: first.identity, questions: [] };
      theirs.questions.push({ table, columns: first.readable, rows });
      asking.set(group, theirs);
    }
  }
  const answers = await checkVisibility(database, [...asking.values()]);
  return new Map([...asking.keys()].map((group, index) => [group, answers[index] ?? new Map()]));
}

function isAskedFor(
  change: Change,
  { event, conditions, since }: Subscription,
  table: PublishedTable,
  matches: Matches,
): boolean {
  if (event !== '*' && event !== change.operation) return false;
  if (since.includes(change.transaction)) return false;
  return conditions.every(
    (condition) =>
      // Of a deleted row nothing but the key is known.
      (change.operation !== 'DELETE' || table.key.includes(condition.column)) &&
      matches.get(conditionKey(condition))?.has(change.id),
  );
}

/** What one channel is told of a change, and for which of its bindings. */
interface Telling {
  columns: string[];
  /** The row as it is now, when that is not what it became then. */
  changed: string | null;
  ids: number[];
}

function tell(
  change: Change,
  { table, candidates, matches }: Batch,
  visible: Map<string, Visible>,
  parts: Parts,
  recordBytes: number,
): void {
  const tellings = new Map<ChangeListener, Map<string, Telling>>();
  for (const { subscription, group, columns } of candidates) {
    if (!isAskedFor(change, subscription, table, matches)) continue;
    const isJudged = group !== undefined && change.operation !== 'DELETE';
    const changed = isJudged ? visible.get(group)?.get(change.id) : null;
    if (changed === undefined) continue;
    const { listener, id } = subscription;
    const theirs = tellings.get(listener) ?? new Map<string, Telling>();
    const shape = `${partKey(columns)} ${changed ?? ''}`;
    const telling = theirs.get(shape) ?? { columns, changed, ids: [] };
    telling.ids.push(id);
    tellings.set(listener, theirs.set(shape, telling));
  }
  // Most people get the same bytes.
  const messages = new Map<string, Message>();
  for (const [listener, theirs] of tellings) {
    for (const [shape, { columns, changed, ids }] of theirs) {
      const name = `${shape} ${ids} ${listener.topic}`;
      const message = messages.get(name) ?? write(listener.topic, ids, columns, changed);
      messages.set(name, message);
      listener.send(message);
    }
  }

  function write(topic: string, ids: number[], columns: string[], changed: string | null): Message {
    const part = partOf(change, table, columns, parts) ?? { record: null, oldKey: null };
    const now = changed === null ? undefined : fittingRow(changed, columns, recordBytes);
    const told = { ...change, tooLarge: now?.tooLarge ?? change.tooLarge };
    const data = changeData(told, table, columns, {
      oldKey: part.oldKey,
      record: now?.record ?? part.record,
    });
    return textMessage(topic, 'postgres_changes', `{"ids":[${ids}],"data":${data}}`);
  }
}
