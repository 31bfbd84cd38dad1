import type { Database } from '../platform/src/database/database.ts';

/** Drops the indexes of these tables except keys, for a faster bulk insert; returns a function that recreates them. */
export async function dropIndexes(
  database: Database,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const indexes = await database.query<{ name: string; definition: string }>(
    `select format('%I.%I', schemaname, indexname) as name, indexdef as definition from pg_indexes
    where schemaname || '.' || tablename = any ($1) and indexname not like '%pkey'`,
    [tables],
  );
  const run = (text: string) => database.run([{ text, values: [] }], { timeoutMs: 600_000 });
  for (const { name } of indexes) await run(`drop index ${name}`);
  return async () => {
    for (const { definition } of indexes) await run(definition);
  };
}
