import type { Database, RunOptions } from './database.ts';
import { toRows, toValue } from './values.ts';

/** `Database.query` in terms of `run`. */
export async function queryRows<Row extends object>(
  database: Pick<Database, 'run'>,
  text: string,
  values: readonly unknown[] = [],
  options?: RunOptions,
): Promise<Row[]> {
  const [result] = await database.run([{ text, values: values.map(toValue) }], options);
  return result === undefined ? [] : toRows<Row>(result);
}
