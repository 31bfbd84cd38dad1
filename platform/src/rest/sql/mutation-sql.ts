import type { MutationPlan } from '../plan/plan-mutation.ts';
import { bodyRows } from './body-sql.ts';
import { type Parameters, quoteName, quoteQualified } from './parameters.ts';
import type { ReadSql } from './read-sql.ts';

/** Counts inserts up and conflicts down, to know the number of inserted rows. Reset at the end of the transaction. */
const INSERTED = 'rest.inserted';
const inserted = `coalesce(nullif(current_setting('${INSERTED}', true), ''), '0')::int4`;
const countUp = `set_config('${INSERTED}', (${inserted} + 1)::text, true) <> ''`;
const countDown = `set_config('${INSERTED}', (${inserted} - 1)::text, true) <> ''`;

/** How many rows were new, after a write with \`merge-duplicates\`. */
export const INSERTED_ROWS = inserted;

/** The write, returning the columns that the read needs. */
export function mutationSql(
  plan: MutationPlan,
  returning: '*' | string[],
  parameters: Parameters,
  read: ReadSql,
): string {
  const target = `${quoteQualified(plan.table)} AS m`;
  const handOver =
    returning === '*' ? 'm.*' : returning.map((name) => `m.${quoteName(name)}`).join(', ') || '1 AS written';
  const where = (alias: string) => {
    const conditions = plan.where.map((condition) => read.condition(plan.read, condition, alias));
    if (conditions.length === 0) return '';
    return ` WHERE ${[...read.tableConditions(plan.read), ...conditions].join(' AND ')}`;
  };
  if (plan.kind === 'delete') return `DELETE FROM ${target}${where('m')} RETURNING ${handOver}`;
  if (!plan.payload) throw new Error('a write needs a body');

  if (plan.kind === 'update') {
    // Nothing to set: no row is changed, but the result has its columns.
    if (plan.columns.length === 0) return `SELECT ${handOver} FROM ${target} WHERE false`;
    const body = bodyRows(plan.payload, plan.columns, parameters, {
      alias: 'b',
      defaults: plan.defaults,
      oneRow: true,
    });
    const set = plan.columns.map(({ name }) => `${quoteName(name)} = b.${quoteName(name)}`).join(', ');
    return `UPDATE ${target} SET ${set} FROM ${body}${where('m')} RETURNING ${handOver}`;
  }

  const body = bodyRows(plan.payload, plan.columns, parameters, { alias: 'b', defaults: plan.defaults });
  const names = plan.columns.map(({ name }) => quoteName(name)).join(', ');
  const into = names === '' ? '' : ` (${names})`;
  const select = plan.columns.map(({ name }) => `b.${quoteName(name)}`).join(', ');
  const merging = plan.onConflict?.resolution === 'merge-duplicates';
  const conditions = plan.where.map((condition) => read.condition(plan.read, condition, 'b'));
  if (merging) conditions.push(countUp);
  const filter = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  return `INSERT INTO ${target}${into} SELECT ${select} FROM ${body}${filter}${conflictSql(plan)} RETURNING ${handOver}`;
}

function conflictSql({ onConflict, columns }: MutationPlan): string {
  if (!onConflict) return '';
  const target = `(${onConflict.columns.map(quoteName).join(', ')})`;
  if (onConflict.resolution === 'ignore-duplicates' || columns.length === 0) {
    return ` ON CONFLICT ${target} DO NOTHING`;
  }
  const set = columns.map(({ name }) => `${quoteName(name)} = EXCLUDED.${quoteName(name)}`).join(', ');
  return ` ON CONFLICT ${target} DO UPDATE SET ${set} WHERE ${countDown}`;
}
