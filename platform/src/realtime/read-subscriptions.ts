import type { RawResult, Statement } from '../database/database.ts';
import { DatabaseError } from '../database/errors.ts';
import type { Admission } from '../rest/admission/admission.ts';
import { isRegularExpression } from './changes/filter.ts';
import { FilterRefused } from './changes/filter-refused.ts';
import { findTables } from './changes/published-tables.ts';
import { checkValues, parseBinding, tableOf } from './changes/read-binding.ts';
import type { Subscription } from './changes/subscriptions.ts';
import type { Channel } from './channel.ts';
import type { RealtimeContext } from './realtime-context.ts';

/**
 * All or nothing: a client that gets changes of one table would assume that it gets all. Two round trips, whatever the
 * client asks for; `admission` counts them as statements of the Data API.
 */
export async function readSubscriptions(
  { database, subscriptions, limits }: RealtimeContext,
  channel: Channel,
  admission?: Admission,
): Promise<Subscription[] | { problem: string }> {
  const { role } = channel.identity;
  // Not `readOnly`: a replica has no snapshot of what is under way.
  const run = (statements: Statement[]): Promise<RawResult[]> => {
    const work = () => database.run(statements, { lane: 'api' });
    return admission ? admission.run(work) : work();
  };
  try {
    const wanted = channel.config.changes.map((binding) => parseBinding(binding, role));
    if (wanted.length === 0) return [];
    if (wanted.flatMap(({ conditions }) => conditions).length > limits.conditionsPerChannel)
      throw new FilterRefused('Too many conditions in the filters of one channel');
    const names = wanted.map(({ schema, table }) => ({ schema, name: table }));
    const { tables, moment } = await findTables(run, names, role);
    const checks = wanted.flatMap((one) => {
      const table = tableOf(one, tables, role);
      return one.conditions.map((condition) => ({ table, condition }));
    });
    if (checks.length > 0) await run([checkValues(checks)]).catch(asRefused);
    const found = wanted.map((one) => ({ ...one, listener: channel, since: moment }));
    const hasExpression = found.some(({ conditions }) => conditions.some(isRegularExpression));
    if (hasExpression && subscriptions.expressionsWith(found) > limits.regularExpressions)
      throw new FilterRefused('Too many different regular expressions are in use');
    return found;
  } catch (error) {
    if (!(error instanceof FilterRefused)) throw error;
    return { problem: error.message };
  }
}

function asRefused(error: unknown): never {
  throw error instanceof DatabaseError ? new FilterRefused(`invalid filter: ${error.message}`) : error;
}
