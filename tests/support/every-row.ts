import type { Database } from '../../platform/src/database/database.ts';

/** All rows of all tables of ours, as text, by the table's name. */
export async function everyRow(database: Database): Promise<Map<string, string[]>> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const all = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(
      `select (t.*)::text as row from ${name} t order by (t.*)::text collate "C"`,
    );
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}
