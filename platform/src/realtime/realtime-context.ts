import type { Database, Identity } from '../database/database.ts';
import type { Admission } from '../rest/admission/admission.ts';
import type { CallerOptions } from '../tokens/identify-caller.ts';
import type { Subscriptions } from './changes/subscriptions.ts';
import type { ChannelRegistry } from './channel-registry.ts';
import type { RealtimeLimits } from './limits.ts';
import type { WaitingChannels } from './waiting-channels.ts';

/** Who is at the other end of a connection. */
export interface Client {
  /** Undefined where addresses are not known. */
  address: string | undefined;
  /** Aborted when the connection has closed. */
  signal: AbortSignal;
}

/** The dependencies of all connections. */
export interface RealtimeContext {
  database: Database;
  callers: CallerOptions;
  limits: RealtimeLimits;
  registry: ChannelRegistry;
  subscriptions: Subscriptions;
  waiting: WaitingChannels;
  report: (message: string) => void;
  /** When statements run that a client causes; undefined where they are not counted. */
  admit(identity: Identity, client: Client): Admission | undefined;
}
