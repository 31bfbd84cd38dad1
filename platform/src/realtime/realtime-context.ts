import type { Database } from '../database/database.ts';
import type { CallerOptions } from '../tokens/identify-caller.ts';
import type { Subscriptions } from './changes/subscriptions.ts';
import type { ChannelRegistry } from './channel-registry.ts';
import type { RealtimeLimits } from './limits.ts';
import type { WaitingChannels } from './waiting-channels.ts';

/** The dependencies of all connections. */
export interface RealtimeContext {
  database: Database;
  callers: CallerOptions;
  limits: RealtimeLimits;
  registry: ChannelRegistry;
  subscriptions: Subscriptions;
  waiting: WaitingChannels;
  report: (message: string) => void;
}
