import type { Database, Identity, Statement } from '../../database/database.ts';
import { DatabaseUnavailable } from '../../database/errors.ts';
import { toRows } from '../../database/values.ts';
import type { PublishedTable } from './published-tables.ts';
import { quoted } from './quoted.ts';

export interface Question {
  table: PublishedTable;
  /** What the role may read. */
  columns: string[];
  /** Rows that were inserted or updated: the change's number, the key, and a hash of those columns as they became. */
  rows: { id: string; key: string; hash: string }[];
}

/** For each change whose row can be read: the row as it is now if it has changed since, else null. */
export type Visible = Map<string, string | null>;

/**
 * Which rows this person can read now. The policies decide, by selecting the rows by their keys as the person. They
 * judge the row of this moment: when it has changed since, they have said nothing about the row of then, so this
 * moment's is what the person may be told.
 */
export async function visibleTo(
  database: Database,
  identity: Identity,
  questions: Question[],
): Promise<Visible> {
  try {
    const results = await database.run(questions.map(asking), { as: identity, readOnly: true });
    return new Map(
      results.flatMap((result, index) =>
        toRows<{ place: number; changed: string | null }>(result).flatMap(({ place, changed }) => {
          const row = questions[index]?.rows[place - 1];
          return row === undefined ? [] : [[row.id, changed] as const];
        }),
      ),
    );
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    // One table that cannot be read, or whose policy fails, must not hide the others.
    if (questions.length === 1) return new Map();
    const each: Visible[] = [];
    for (const question of questions) each.push(await visibleTo(database, identity, [question]));
    return new Map(each.flatMap((visible) => [...visible]));
  }
}

function asking({ table, columns, rows }: Question): Statement {
  const name = quoted(table.schema, table.name);
  const equal = table.key.map((column) => `t.${quoted(column)} = k.${quoted(column)}`).join(' and ');
  const readable = columns.map((column) => `t.${quoted(column)}`).join(', ');
  const asked = rows.map(({ key, hash }) => `{"key":${key},"hash":"${hash}"}`).join(',');
  return {
    text: `select asked.place::int, case when md5(now.row::text) <> asked.row ->> 'hash' then now.row::text end as changed
      from jsonb_array_elements($1::jsonb) with ordinality as asked (row, place)
      cross join lateral jsonb_populate_record(null::${name}, asked.row -> 'key') as k
      join lateral (
        select to_jsonb(readable) as row from ${name} as t cross join lateral (select ${readable}) as readable
        where ${equal}
      ) as now on true`,
    values: [`[${asked}]`],
  };
}
