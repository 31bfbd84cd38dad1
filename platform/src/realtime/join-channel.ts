import { Channel, type ChannelConnection } from './channel.ts';
import type { Incoming } from './frames.ts';
import { identifyConnection, Refused } from './identify-connection.ts';
import { readJoinConfig, tokenIn } from './join-config.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import type { RealtimeContext } from './realtime-context.ts';

export interface PreparedChannel {
  channel: Channel;
  /** Starts delivery and confirms the join to the client. */
  open(): Promise<void>;
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

  const admission = context.admit(identity, connection.client);
  const read = await readSubscriptions(context, channel, admission);
  if ('problem' in read && config.waitForChanges) {
    throw new Refused(`RealtimeDisabledForConfiguration: ${read.problem}`);
  }
  const open = async (): Promise<void> => {
    channel.open();
    if (!('problem' in read)) channel.subscribe(read);
    const replayed = await channel.readReplay();
    if (channel.isClosed) return;
    const bindings = config.changes.map(({ id, given }) => ({ ...given, id }));
    channel.reply(ref, 'ok', { postgres_changes: bindings });
    if ('problem' in read) {
      channel.system('error', 'postgres_changes', read.problem);
      context.waiting.add(channel);
    } else if (bindings.length > 0) channel.confirmSubscriptions();
    if (config.broadcast.replicationReady) {
      channel.system('ok', 'system', 'Replication connection established');
    }
    channel.sendPresence();
    channel.release(replayed);
  };
  return { channel, open };
}
