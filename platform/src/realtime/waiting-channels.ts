import { TaskLoop } from '../scheduling/task-loop.ts';
import type { Channel } from './channel.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import type { RealtimeContext } from './realtime-context.ts';

/** Channels that asked for changes of a table that is not published, or not as they asked. They wait until it is. */
export class WaitingChannels {
  readonly #channels = new Set<Channel>();

  add(channel: Channel): void {
    this.#channels.add(channel);
  }

  remove(channel: Channel): void {
    this.#channels.delete(channel);
  }

  /** Tries again whenever the publication changes, until the returned function is called. */
  async follow(context: RealtimeContext): Promise<() => Promise<void>> {
    const loop = new TaskLoop(
      async () => {
        for (const channel of [...this.#channels]) await this.#retry(context, channel);
        return false;
      },
      (error) => context.report(`Channels could not be subscribed to new tables: ${error.message}`),
    );
    const stop = await context.database.listen(
      'realtime_publication',
      () => loop.kick(),
      () => loop.kick(),
    );
    return async () => {
      await loop.close();
      await stop();
    };
  }

  async #retry(context: RealtimeContext, channel: Channel): Promise<void> {
    const read = await readSubscriptions(context, channel);
    if ('problem' in read || channel.isClosed) return;
    this.#channels.delete(channel);
    channel.subscribe(read);
    channel.confirmSubscriptions();
  }
}
