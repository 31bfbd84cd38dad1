import { RestError } from '../errors.ts';
import type { JsonPayload } from '../parse/parse-body.ts';
import type { Preferences } from '../parse/parse-prefer.ts';
import type { Query } from '../parse/parse-query.ts';
import type { Table } from '../schema/schema-cache.ts';
import type { BodyColumn } from '../sql/body-sql.ts';
import { type ReadContext, toCondition } from './plan-read.ts';
import type { Condition, ReadNode } from './read-plan.ts';

export type MutationKind = 'insert' | 'update' | 'upsert-one' | 'delete';

export interface MutationPlan {
  kind: MutationKind;
  table: Table;
  payload?: JsonPayload;
  columns: BodyColumn[];
  where: Condition[];
  /** The conflict resolution, and the columns that define a conflict. */
  onConflict?: { resolution: 'merge-duplicates' | 'ignore-duplicates'; columns: string[] };
  defaults: boolean;
  /** How to return the rows. */
  read: ReadNode;
}

export function planMutation(
  context: ReadContext,
  kind: MutationKind,
  table: Table,
  read: ReadNode,
  query: Query,
  payload: JsonPayload | undefined,
  preferences: Preferences,
): MutationPlan {
  const root = [...query.filters, ...query.logic].filter(({ path }) => path.length === 0);
  const where = kind === 'insert' ? [] : root.map(({ value }) => toCondition(context, read, value));
  if (kind === 'upsert-one') checkKeyFilters(table, query);
  const plan: MutationPlan = {
    kind,
    table,
    columns: (payload?.keys ?? []).map((name) => bodyColumn(table, name)),
    where,
    defaults: preferences.missing === 'default' && kind !== 'upsert-one',
    read,
  };
  if (payload) plan.payload = payload;
  const onConflict = conflictRule(kind, table, query, preferences);
  if (onConflict) plan.onConflict = onConflict;
  return plan;
}

function conflictRule(
  kind: MutationKind,
  table: Table,
  query: Query,
  preferences: Preferences,
): MutationPlan['onConflict'] {
  if (kind === 'upsert-one') return { resolution: 'merge-duplicates', columns: table.primaryKey };
  if (kind !== 'insert' || !preferences.resolution) return undefined;
  const columns = query.onConflict ?? table.primaryKey;
  for (const name of columns) bodyColumn(table, name);
  return columns.length > 0 ? { resolution: preferences.resolution, columns } : undefined;
}

function bodyColumn(table: Table, name: string): BodyColumn {
  const column = table.columns.get(name);
  if (column) return { name, type: column.type, default: column.default };
  throw new RestError({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${name}' column of '${table.name}' in the schema cache`,
  });
}

/** PUT names exactly one row: the whole primary key, each part with `eq`. */
function checkKeyFilters(table: Table, query: Query): void {
  const root = query.filters.filter(({ path }) => path.length === 0);
  const named = new Set(root.map(({ value }) => value.field.name));
  const plain = root.every(
    ({ value }) =>
      !value.negated &&
      value.field.path.length === 0 &&
      value.operation.kind === 'compare' &&
      value.operation.operator === 'eq' &&
      !value.operation.quantifier,
  );
  const whole = table.primaryKey.length > 0 && named.size === table.primaryKey.length;
  if (plain && whole && table.primaryKey.every((name) => named.has(name)) && query.logic.length === 0) return;
  throw new RestError({
    status: 405,
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  });
}
