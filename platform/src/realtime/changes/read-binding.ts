import type { Database } from '../../database/database.ts';
import { DatabaseError } from '../../database/errors.ts';
import { toValue } from '../../database/values.ts';
import { isObject } from '../frames.ts';
import { type Condition, conditionSql, isRegularExpression, parseFilter } from './filter.ts';
import { FilterRefused } from './filter-refused.ts';
import { findTables, type PublishedTable } from './published-tables.ts';
import { refuseCostlyExpression } from './regular-expression.ts';
import type { ChangeListener, Subscription } from './subscriptions.ts';

/** One entry of `postgres_changes` in a join, as the client wrote it. */
export interface Binding {
  id: number;
  given: Record<string, unknown>;
}

const events = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const;

/** Equal bindings have equal ids, so that thousands of clients can be sent the same bytes. */
export function numberBindings(given: unknown): Binding[] {
  if (!Array.isArray(given)) return [];
  const taken = new Set<number>();
  return given.filter(isObject).map((binding) => {
    let id = hash(
      JSON.stringify([binding.event, binding.schema, binding.table, binding.filter, binding.select]),
    );
    while (taken.has(id)) id += 1;
    taken.add(id);
    return { id, given: binding };
  });
}

/** Throws an error with a message for the client when the subscription is not possible. */
export async function readBinding(
  database: Database,
  listener: ChangeListener,
  { id, given }: Binding,
): Promise<Subscription> {
  const event = String(given.event ?? '*').toUpperCase() as Subscription['event'];
  const schema = typeof given.schema === 'string' ? given.schema : 'public';
  const table = typeof given.table === 'string' && given.table !== '*' ? given.table : undefined;
  const filter = typeof given.filter === 'string' && given.filter !== '' ? given.filter : undefined;
  const select = Array.isArray(given.select) ? given.select.map(String) : undefined;
  if (!events.includes(event))
    throw new FilterRefused(`The event ${event} is not one of ${events.join(', ')}`);

  const conditions = filter === undefined ? [] : parseFilter(filter);
  const { role } = listener.identity;
  if (role !== 'service_role') {
    for (const { value } of conditions.filter(isRegularExpression)) refuseCostlyExpression(value ?? '');
  }
  const { tables, moment } = await findTables(database, { schema, name: table }, role);
  const [found] = tables;
  if (found === undefined) throw notPublished(event, schema, table, filter);
  if (conditions.length > 0 || select !== undefined || table !== undefined) {
    const columns = [...found.key, ...conditions.map(({ column }) => column), ...(select ?? [])];
    refuseUnreadable(found, role, columns);
    for (const condition of conditions) await refuseInvalidValue(database, found, condition);
  }
  return { id, listener, event, schema, table, conditions, select, since: moment };
}

function notPublished(event: string, schema: string, table = '*', filter?: string): FilterRefused {
  return new FilterRefused(
    `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect` +
      ` parameters: [event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter ?? ''}]]`,
  );
}

function refuseUnreadable(table: PublishedTable, role: string, columns: string[]): void {
  if (table.key.length === 0) throw new FilterRefused(`The table ${table.name} has no primary key`);
  const readable = new Set(table.roles[role]?.columns);
  const hidden = columns.find((column) => !readable.has(column));
  if (hidden !== undefined) throw new FilterRefused(`invalid column for filter ${hidden}`);
}

/** Lets the database check whether the value is valid for the column's type. */
async function refuseInvalidValue(
  database: Database,
  table: PublishedTable,
  condition: Condition,
): Promise<void> {
  const type = table.columns.find(({ name }) => name === condition.column)?.sql;
  if (type === undefined) throw new FilterRefused(`invalid column for filter ${condition.column}`);
  try {
    // With null, PostgreSQL would not look at the expression.
    const column = isRegularExpression(condition) ? `''` : `null::${type}`;
    const text = `select ${conditionSql(condition, column, type, '$1::text')}`;
    await database.run([{ text, values: [toValue(condition.value)] }], { readOnly: true });
  } catch (error) {
    if (error instanceof DatabaseError) throw new FilterRefused(`invalid filter: ${error.message}`);
    throw error;
  }
}

/** FNV-1a, limited to a safe integer. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0) % 0x7fffffff;
}
