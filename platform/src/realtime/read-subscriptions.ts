import { isRegularExpression } from './changes/filter.ts';
import { FilterRefused } from './changes/filter-refused.ts';
import { readBinding } from './changes/read-binding.ts';
import type { Subscription } from './changes/subscriptions.ts';
import type { Channel } from './channel.ts';
import type { RealtimeContext } from './realtime-context.ts';

/** All or nothing: a client that gets changes of one table would assume that it gets all. */
export async function readSubscriptions(
  { database, subscriptions, limits }: RealtimeContext,
  channel: Channel,
): Promise<Subscription[] | { problem: string }> {
  const wanted: Subscription[] = [];
  try {
    for (const binding of channel.config.changes) wanted.push(await readBinding(database, channel, binding));
  } catch (error) {
    if (!(error instanceof FilterRefused)) throw error;
    return { problem: error.message };
  }
  const hasExpression = wanted.some(({ conditions }) => conditions.some(isRegularExpression));
  if (hasExpression && subscriptions.expressionsWith(wanted) > limits.regularExpressions) {
    return { problem: 'Too many different regular expressions are in use' };
  }
  return wanted;
}
