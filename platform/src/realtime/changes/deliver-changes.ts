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
import { checkVisibility, type VisibilityCheck, type VisibleRows } from './visibility.ts';

/** A subscription that can receive a table's changes, as of the beginning of this batch. */
interface Candidate {
  subscription: Subscription;
  identity: Identity;
  /** Members of a group see the same rows. Undefined: all rows. */
  group: string | undefined;
  /** The columns that the role can read, and the ones to send. */
  readable: string[];
  columns: string[];
}

interface Batch {
  table: PublishedTable;
  changes: Change[];
  candidates: Candidate[];
  matches: Matches;
}

/** Sends every listener the changes that it subscribed to and can see. Sends nothing when it fails. */
export async function deliverChanges(
  database: Database,
  subscriptions: Subscriptions,
  changes: Change[],
  recordBytes: number,
): Promise<void> {
  const batches = await prepare(database, subscriptions, changes);
  const listenedTables = [...batches.values()].map(({ table, changes, candidates }) => {
    const columns = candidates.flatMap((one) =>
      one.group === undefined ? [one.columns] : [one.columns, one.readable],
    );
    return { table, changes, columns };
  });
  const parts = await readAllParts(database, listenedTables, recordBytes);
  const visible = await checkGroups(database, [...batches.values()], parts);
  for (const change of changes) {
    const batch = batches.get(nameOf(change));
    if (batch !== undefined) sendChange(change, batch, visible, parts, recordBytes);
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

/** None for tables without a primary key, and none for roles that cannot read the key or the filtered columns. */
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

/** The rows that each group can see. */
async function checkGroups(
  database: Database,
  batches: Batch[],
  parts: Parts,
): Promise<Map<string, VisibleRows>> {
  const checks = new Map<string, VisibilityCheck>();
  for (const { table, changes, candidates, matches } of batches) {
    for (const [group, members] of Map.groupBy(candidates, (one) => one.group)) {
      const [first] = members;
      if (group === undefined || first === undefined) continue;
      const wanted = changes.filter((change) =>
        members.some(({ subscription }) => matchesSubscription(change, subscription, table, matches)),
      );
      const rows = wanted.flatMap((change) => {
        const hash = partOf(change, table, first.readable, parts)?.hash;
        return change.key && hash ? [{ id: change.id, key: change.key, hash }] : [];
      });
      const deleted = wanted.flatMap(({ id, deletedRow }) => (deletedRow ? [{ id, row: deletedRow }] : []));
      const check = checks.get(group) ?? { identity: first.identity, queries: [] };
      if (rows.length > 0) check.queries.push({ table, columns: first.readable, rows });
      if (deleted.length > 0) check.queries.push({ table, deleted });
      if (check.queries.length > 0) checks.set(group, check);
    }
  }
  const answers = await checkVisibility(database, [...checks.values()]);
  return new Map([...checks.keys()].map((group, index) => [group, answers[index] ?? new Map()]));
}

function matchesSubscription(
  change: Change,
  { event, conditions, since }: Subscription,
  table: PublishedTable,
  matches: Matches,
): boolean {
  if (event !== '*' && event !== change.operation) return false;
  if (since.includes(change.transaction)) return false;
  return conditions.every(
    (condition) =>
      // Only the key of a deleted row is known.
      (change.operation !== 'DELETE' || table.key.includes(condition.column)) &&
      matches.get(conditionKey(condition))?.has(change.id),
  );
}

/** What one channel receives of a change, and for which of its bindings. */
interface Delivery {
  columns: string[];
  /** The current row, if it has changed again since. */
  changed: string | null;
  hidesOldKey: boolean;
  ids: number[];
}

function sendChange(
  change: Change,
  { table, candidates, matches }: Batch,
  visible: Map<string, VisibleRows>,
  parts: Parts,
  recordBytes: number,
): void {
  const deliveries = new Map<ChangeListener, Map<string, Delivery>>();
  for (const { subscription, group, columns } of candidates) {
    if (!matchesSubscription(change, subscription, table, matches)) continue;
    const changed = group === undefined ? null : visible.get(group)?.get(change.id);
    if (changed === undefined) continue;
    const { listener, id } = subscription;
    const byShape = deliveries.get(listener) ?? new Map<string, Delivery>();
    // Under another key, the row may have been one that this reader could not see.
    const hidesOldKey = group !== undefined && change.operation === 'UPDATE' && change.key !== change.oldKey;
    const shape = `${partKey(columns)} ${hidesOldKey} ${changed ?? ''}`;
    const delivery = byShape.get(shape) ?? { columns, changed, hidesOldKey, ids: [] };
    delivery.ids.push(id);
    deliveries.set(listener, byShape.set(shape, delivery));
  }
  // Most listeners get the same bytes.
  const messages = new Map<string, Message>();
  for (const [listener, byShape] of deliveries) {
    for (const [shape, delivery] of byShape) {
      const name = `${shape} ${delivery.ids} ${listener.topic}`;
      const message = messages.get(name) ?? write(listener.topic, delivery);
      messages.set(name, message);
      listener.send(message);
    }
  }

  function write(topic: string, { ids, columns, changed, hidesOldKey }: Delivery): Message {
    const part = partOf(change, table, columns, parts) ?? { record: null, oldKey: null };
    const now = changed === null ? undefined : fittingRow(changed, columns, recordBytes);
    const shown = { ...change, tooLarge: now?.tooLarge ?? change.tooLarge };
    const data = changeData(shown, table, columns, {
      oldKey: hidesOldKey ? null : part.oldKey,
      record: now?.record ?? part.record,
    });
    return textMessage(topic, 'postgres_changes', `{"ids":[${ids}],"data":${data}}`);
  }
}
