import { randomUUID } from 'node:crypto';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { sourceOfTable } from '../../platform/src/rest/plan/plan-read.ts';
import { introspect } from '../../platform/src/rest/schema/introspect.ts';
import { Parameters } from '../../platform/src/rest/sql/parameters.ts';
import { ReadSql } from '../../platform/src/rest/sql/read-sql.ts';

const ROLE = 'authenticated';

/** What a new member's read of a table costs, as the Data API sends it, by table: only those in which they see no row. */
export async function measureHiddenTables(url: string): Promise<Map<string, number>> {
  const database = await openPostgres({ url, poolSize: 1 });
  try {
    const as = { role: ROLE, claims: { sub: randomUUID(), role: ROLE, aal: 'aal1' } };
    const cache = await introspect(database, ['public'], []);
    const readable = await database.query<{ name: string }>(
      "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and has_table_privilege($1, oid, 'select')",
      [ROLE],
    );
    // Of a table with columns that are hidden from members, nobody can read all columns.
    const whole = new Set(readable.map(({ name }) => name));
    const costs = new Map<string, number>();
    for (const table of cache.tables.values()) {
      const source = sourceOfTable(cache, table);
      if (!source || table.isView || !whole.has(table.name)) continue;
      const node = {
        source,
        label: table.name,
        depth: 0,
        lists: 0,
        embeds: [],
        where: [],
        order: [],
        limit: 20,
      };
      const parameters = new Parameters();
      const sql = new ReadSql(parameters, ROLE).rows({ ...node, columns: [{ star: true, as: '*' }] });
      const text = `explain (analyze, buffers, format json) ${sql}`;
      const explain = () => database.run([{ text, values: parameters.values }], { as });
      // The first time also reads the catalogue.
      await explain();
      const [result] = await explain();
      const [{ Plan: plan }] = JSON.parse(result?.rows[0]?.[0]?.toString() ?? '[]');
      if (plan['Actual Rows'] === 0)
        costs.set(table.name, plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    }
    return costs;
  } finally {
    await database.close();
  }
}
