import type { Queryable } from '../auth.ts';

/** Above this number the total is an estimate: GoTrue counts every row for every page. */
const EXACT = 10_000;

/** How many rows a table has, or how many of them match. */
export async function countRows(
  db: Queryable,
  table: string,
  where: { condition: string; values: unknown[] } = { condition: '', values: [] },
): Promise<number> {
  const [counted] = await db.query<{ total: number; estimate: number }>(
    `select (select count(*) from (select from ${table} u ${where.condition} limit ${EXACT + 1}) counted)::integer as total,
       (select reltuples from pg_class where oid = '${table}'::regclass)::float8 as estimate`,
    where.values,
  );
  const { total = 0, estimate = 0 } = counted ?? {};
  return total > EXACT && where.condition === '' ? Math.max(total, Math.round(estimate)) : total;
}
