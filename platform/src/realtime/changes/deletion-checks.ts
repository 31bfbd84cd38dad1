import { randomUUID } from 'node:crypto';
import type { Database, RawResult, Statement } from '../../database/database.ts';
import { toValue } from '../../database/values.ts';
import type { TableName } from './published-tables.ts';
import { quoted } from './quoted.ts';

/**
 * Deleted rows cannot be selected, so their policies are compiled into functions of the row. The functions exist in the
 * transaction of the check only: policies that change later cannot be outdated here, and nothing depends on them.
 */
export class DeletionChecks {
  readonly #names = new Map<string, string>();

  /** Which of these deleted rows the role could read. */
  statement({ table, deleted }: { table: TableName; deleted: { row: string }[] }): Statement {
    const key = quoted(table.schema, table.name);
    const name = this.#names.get(key) ?? `check_deletion_${randomUUID()}`;
    this.#names.set(key, name);
    return {
      text: `select input.ordinal::int, null::text as changed
        from jsonb_array_elements($1::jsonb) with ordinality as input (row, ordinal)
        where ${quoted('realtime', name)}(input.row)`,
      values: [`[${deleted.map(({ row }) => row).join(',')}]`],
    };
  }

  /** The results of the statements alone. */
  async run(database: Database, statements: Statement[]): Promise<RawResult[]> {
    const created = [...this.#names].map(([table, name]) => ({
      text: 'select realtime.create_deletion_check($1::regclass, $2)',
      values: [table, name].map(toValue),
    }));
    if (created.length === 0) return database.run(statements, { readOnly: true });
    const results = await database.run([...created, ...statements], { rollback: true });
    return results.slice(created.length);
  }
}
