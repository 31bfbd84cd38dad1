import { FilterRefused } from './changes/filter.ts';
import { readBinding } from './changes/read-binding.ts';
import type { Subscription } from './changes/subscriptions.ts';
import { Channel, type ChannelConnection } from './channel.ts';
import type { Incoming } from './frames.ts';
import { identifyConnection, Refused } from './identify-connection.ts';
import { readJoinConfig, tokenIn } from './join-config.ts';
import type { RealtimeContext } from './realtime-context.ts';

export interface PreparedChannel {
  channel: Channel;
  /** Starts delivery and confirms the join to the client. */
  open(): void;
}

/** Does all checks of a join, without side effects, so that a failure leaves nothing behind. */
export async function prepareChannel(
  context: RealtimeContext,
  connection: ChannelConnection,
  apikey: string | null,
  message: Incoming,
): Promise<PreparedChannel> {
  const { topic, joinRef, ref, payload } = message;
  if (!topic.startsWith('realtime:')) throw new Refused('unmatched topic');
  if (topic === 'realtime:') throw new Refused('TopicNameRequired: You must provide a topic name');
  if (Buffer.byteLength(topic) > 255) throw new Refused('TopicNameTooLong: A topic has at most 255 bytes');
  const config = readJoinConfig(payload);
  if (config.changes.length > context.limits.changesPerChannel) {
    throw new Refused('UnableToSubscribe: Too many postgres_changes in one channel');
  }
  const identity = await identifyConnection(context.callers, apikey, tokenIn(payload));
  const channel = new Channel(context, connection, { topic, joinRef, config, identity });
  await channel.authorize(identity);

  const subscriptions: Subscription[] = [];
  let problem: string | undefined;
  for (const binding of config.changes) {
    try {
      subscriptions.push(await readBinding(context.database, channel, binding));
    } catch (error) {
      if (!(error instanceof FilterRefused)) throw error;
      problem ??= error.message;
    }
  }
  if (problem !== undefined && config.waitForChanges) {
    throw new Refused(`RealtimeDisabledForConfiguration: ${problem}`);
  }
  const open = (): void => {
    // All or nothing: a client that gets changes of one table would assume that it gets all.
    channel.open(problem === undefined ? subscriptions : []);
    const bindings = config.changes.map(({ id, given }) => ({ ...given, id }));
    channel.reply(ref, 'ok', { postgres_changes: bindings });
    if (problem !== undefined) channel.system('error', 'postgres_changes', problem);
    else if (bindings.length > 0) channel.system('ok', 'postgres_changes', 'Subscribed to PostgreSQL');
    if (config.broadcast.replicationReady) {
      channel.system('ok', 'system', 'Replication connection established');
    }
    channel.sendPresence();
  };
  return { channel, open };
}
