import type { Source } from '../plan/read-plan.ts';
import { quoteQualified } from './parameters.ts';

/** A table to read from, and a condition for all of its rows. */
export interface TableSql {
  sql: string;
  condition?: string;
}

/**
 * PostgreSQL asks a policy for every row, even where the answer is the same for all: somebody who can read none would make it
 * read the whole table. As a condition of the statement it is asked once, before. Those who can read some rows get a branch of
 * their own, which can use an index. The policies still decide.
 */
export function tableSql(source: Source, role: string): TableSql {
  const table = quoteQualified(source);
  const rules = source.readRules?.get(role);
  if (!rules) return { sql: table };
  const { all, some } = rules;
  if (some === undefined) return { sql: table, condition: `(${all})` };
  return {
    sql: `(SELECT * FROM ${table} WHERE ${all} UNION ALL SELECT * FROM ${table} WHERE (${all}) IS NOT TRUE AND (${some}))`,
  };
}
