import { type Broadcast, broadcastMessage, type Message, textMessage } from './frames.ts';
import { type PresenceEntry, PresenceList } from './presence.ts';

/** A topic's name without `realtime:`. The private and the public topic of one name are different topics. */
export interface TopicKey {
  topic: string;
  private: boolean;
}

/** A connection that has joined a topic. */
export interface ChannelMember {
  readonly receivesPresence: boolean;
  /** Messages that the database keeps have an id. */
  send(message: Message, id?: string): void;
}

interface DeliverOptions {
  except?: ChannelMember | undefined;
  /** When the message came, by `performance.now()`: only those who had joined by then get it. */
  cameAt?: number;
}

/** Passes messages on to the other processes of this database. */
export interface PeerRelay {
  broadcast(topicKey: TopicKey, broadcast: Broadcast): void;
  track(topicKey: TopicKey, entry: PresenceEntry): void;
  untrack(topicKey: TopicKey, ref: string): void;
}

const presenceDiffDelayMs = 50;

class RegisteredChannel {
  /** With the time of joining. */
  readonly members = new Map<ChannelMember, number>();
  readonly presence = new PresenceList();
  diffTimer: NodeJS.Timeout | undefined;
}

/** The channels of this process: their members and their presence. */
export class ChannelRegistry {
  readonly #channels = new Map<string, RegisteredChannel>();
  relay: PeerRelay | undefined;

  enter(topicKey: TopicKey, member: ChannelMember): void {
    this.#register(topicKey).members.set(member, performance.now());
  }

  leave(topicKey: TopicKey, member: ChannelMember): void {
    this.#channels.get(channelName(topicKey))?.members.delete(member);
    this.#removeIfEmpty(topicKey);
  }

  isOccupied(topicKey: TopicKey): boolean {
    return (this.#channels.get(channelName(topicKey))?.members.size ?? 0) > 0;
  }

  /** Sends to all members of the topic, in every process. */
  publish(topicKey: TopicKey, broadcast: Broadcast, except?: ChannelMember): void {
    this.deliver(topicKey, broadcast, { except });
    this.relay?.broadcast(topicKey, broadcast);
  }

  /** Sends to the members in this process. */
  deliver(topicKey: TopicKey, broadcast: Broadcast, options: DeliverOptions = {}): void {
    const { except, cameAt = Number.POSITIVE_INFINITY } = options;
    const channel = this.#channels.get(channelName(topicKey));
    if (channel === undefined) return;
    const message = broadcastMessage(`realtime:${topicKey.topic}`, broadcast);
    for (const [member, joinedAt] of channel.members) {
      if (member !== except && joinedAt <= cameAt) member.send(message, broadcast.id);
    }
  }

  presenceState(topicKey: TopicKey): string {
    return this.#channels.get(channelName(topicKey))?.presence.state() ?? '{}';
  }

  track(topicKey: TopicKey, entry: PresenceEntry, previous?: string): void {
    if (previous !== undefined) this.untrack(topicKey, previous);
    this.addPresence(topicKey, entry);
    this.relay?.track(topicKey, entry);
  }

  untrack(topicKey: TopicKey, ref: string): void {
    this.removePresence(topicKey, ref);
    this.relay?.untrack(topicKey, ref);
  }

  /** Adds a presence of this or another process. */
  addPresence(topicKey: TopicKey, entry: PresenceEntry): void {
    const channel = this.#register(topicKey);
    channel.presence.add(entry);
    this.#scheduleDiff(topicKey, channel);
  }

  removePresence(topicKey: TopicKey, ref: string): void {
    const channel = this.#channels.get(channelName(topicKey));
    if (channel?.presence.remove(ref)) this.#scheduleDiff(topicKey, channel);
  }

  close(): void {
    for (const { diffTimer } of this.#channels.values()) clearTimeout(diffTimer);
    this.#channels.clear();
  }

  #register(topicKey: TopicKey): RegisteredChannel {
    const name = channelName(topicKey);
    const channel = this.#channels.get(name) ?? new RegisteredChannel();
    this.#channels.set(name, channel);
    return channel;
  }

  #scheduleDiff(topicKey: TopicKey, channel: RegisteredChannel): void {
    channel.diffTimer ??= setTimeout(() => {
      channel.diffTimer = undefined;
      const difference = channel.presence.difference();
      if (difference !== undefined) {
        const message = textMessage(`realtime:${topicKey.topic}`, 'presence_diff', difference);
        for (const member of channel.members.keys()) if (member.receivesPresence) member.send(message);
      }
      this.#removeIfEmpty(topicKey);
    }, presenceDiffDelayMs);
  }

  #removeIfEmpty(topicKey: TopicKey): void {
    const channel = this.#channels.get(channelName(topicKey));
    if (channel === undefined || channel.diffTimer !== undefined) return;
    if (channel.members.size === 0 && channel.presence.isEmpty) this.#channels.delete(channelName(topicKey));
  }
}

function channelName({ topic, private: isPrivate }: TopicKey): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}
