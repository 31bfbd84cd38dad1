import type { Statement } from '../../database/database.ts';
import { toValue } from '../../database/values.ts';
import { SPENT_MS_SQL } from '../../rest/sql/answer-sql.ts';
import { isObject } from '../frames.ts';
import { type Condition, conditionSql, isRegularExpression, parseFilter } from './filter.ts';
import { FilterRefused } from './filter-refused.ts';
import type { PublishedTable } from './published-tables.ts';
import { refuseCostlyExpression } from './regular-expression.ts';
import type { Subscription } from './subscriptions.ts';

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

/** What a binding asks for. */
export type WantedChanges = Omit<Subscription, 'listener' | 'since'> & { filter: string | undefined };

/** Throws an error with a message for the client when it is not a binding. */
export function parseBinding({ id, given }: Binding, role: string): WantedChanges {
  const event = String(given.event ?? '*').toUpperCase() as Subscription['event'];
  const schema = typeof given.schema === 'string' ? given.schema : 'public';
  const table = typeof given.table === 'string' && given.table !== '*' ? given.table : undefined;
  const filter = typeof given.filter === 'string' && given.filter !== '' ? given.filter : undefined;
  const select = Array.isArray(given.select) ? given.select.map(String) : undefined;
  if (!events.includes(event))
    throw new FilterRefused(`The event ${event} is not one of ${events.join(', ')}`);

  const conditions = filter === undefined ? [] : parseFilter(filter);
  if (role !== 'service_role') {
    for (const { value } of conditions.filter(isRegularExpression)) refuseCostlyExpression(value ?? '');
  }
  return { id, event, schema, table, filter, conditions, select };
}

/** The table whose changes are wanted; for a whole schema its first. Throws when the role cannot have them. */
export function tableOf(wanted: WantedChanges, tables: PublishedTable[], role: string): PublishedTable {
  const { schema, table, conditions, select } = wanted;
  const found = tables.find((one) => one.schema === schema && (table === undefined || one.name === table));
  if (found === undefined) throw notPublished(wanted);
  if (conditions.length > 0 || select !== undefined || table !== undefined) {
    const columns = [...found.key, ...conditions.map(({ column }) => column), ...(select ?? [])];
    refuseUnreadable(found, role, columns);
  }
  return found;
}

/** Lets the database check whether the values are valid for the types of their columns. */
export function checkValues(checks: { table: PublishedTable; condition: Condition }[]): Statement {
  const columns = checks.map(({ table, condition }, index) => {
    const type = table.columns.find(({ name }) => name === condition.column)?.sql;
    if (type === undefined) throw new FilterRefused(`invalid column for filter ${condition.column}`);
    // With null, PostgreSQL would not look at the expression.
    const column = isRegularExpression(condition) ? `''` : `null::${type}`;
    return conditionSql(condition, column, type, `$${index + 1}::text`);
  });
  return {
    text: `select ${[...columns, SPENT_MS_SQL].join(', ')}`,
    values: checks.map(({ condition }) => toValue(condition.value)),
  };
}

function notPublished({ event, schema, table = '*', filter }: WantedChanges): FilterRefused {
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

/** FNV-1a, limited to a safe integer. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0) % 0x7fffffff;
}
