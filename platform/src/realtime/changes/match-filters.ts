import type { Database, Statement } from '../../database/database.ts';
import { DatabaseUnavailable } from '../../database/errors.ts';
import { toRows, toValue } from '../../database/values.ts';
import { type Condition, conditionSql } from './filter.ts';
import type { Change } from './outbox.ts';
import type { PublishedTable } from './published-tables.ts';
import { quoted } from './quoted.ts';

/** Which changes fulfil which conditions. */
export type Matches = Map<string, Set<string>>;

export function conditionKey(condition: Condition): string {
  return JSON.stringify([condition.column, condition.operator, condition.negated, condition.value]);
}

/**
 * The database compares, because only it knows its types. One statement handles all conditions with the same column and
 * operator, such as a thousand subscriptions to one topic each.
 */
export async function matchFilters(
  database: Database,
  table: PublishedTable,
  changes: Change[],
  conditions: Condition[],
): Promise<Matches> {
  const matches: Matches = new Map();
  const distinct = [...new Map(conditions.map((condition) => [conditionKey(condition), condition])).values()];
  const alike = Map.groupBy(distinct, ({ column, operator, negated }) =>
    JSON.stringify([column, operator, negated]),
  );
  for (const group of alike.values()) {
    const statement = compareStatement(table, changes, group);
    if (statement === undefined) continue;
    for (const { id, ordinal } of await queryMatches(database, statement)) {
      const condition = group[ordinal - 1];
      if (condition === undefined) continue;
      const key = conditionKey(condition);
      matches.set(key, (matches.get(key) ?? new Set()).add(id));
    }
  }
  return matches;
}

function compareStatement(
  table: PublishedTable,
  changes: Change[],
  group: Condition[],
): Statement | undefined {
  const [first] = group;
  const column = table.columns.find(({ name }) => name === first?.column);
  if (first === undefined || column === undefined) return undefined;
  const condition = conditionSql(first, `r.${quoted(column.name)}`, column.sql, 'probe.value');
  const row = `jsonb_populate_record(null::${quoted(table.schema, table.name)}, coalesce(c.record, c.old_key))`;
  return {
    text: `select c.id::text, probe.ordinal::int
      from realtime.changes c, ${row} as r, unnest($2::text[]) with ordinality as probe (value, ordinal)
      where c.id = any ($1::bigint[]) and ${condition}`,
    values: [changes.map(({ id }) => id), group.map(({ value }) => value)].map(toValue),
  };
}

/** A comparison that fails, because the table was altered, matches nothing. */
async function queryMatches(
  database: Database,
  statement: Statement,
): Promise<{ id: string; ordinal: number }[]> {
  try {
    const [result] = await database.run([statement], { readOnly: true });
    return result === undefined ? [] : toRows(result);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return [];
  }
}
