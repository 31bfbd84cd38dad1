import { randomUUID } from 'node:crypto';
import { type Binding, numberBindings } from './changes/read-binding.ts';
import { isObject } from './frames.ts';

/** The configuration that a client sends with a join. */
export interface JoinConfig {
  private: boolean;
  broadcast: { self: boolean; ack: boolean; replicationReady: boolean };
  presence: { enabled: boolean; key: string };
  changes: Binding[];
  /** Confirm the join only once row changes are delivered, and refuse it if they cannot be. */
  waitForChanges: boolean;
}

export function readJoinConfig(payload: Record<string, unknown>): JoinConfig {
  const config = objectIn(payload, 'config');
  const broadcast = objectIn(config, 'broadcast');
  const presence = objectIn(config, 'presence');
  const key = presence.key;
  return {
    private: config.private === true,
    broadcast: {
      self: broadcast.self === true,
      ack: broadcast.ack === true,
      replicationReady: broadcast.replication_ready === true,
    },
    presence: {
      // Older clients do not send it and expect presence.
      enabled: presence.enabled !== false,
      key: typeof key === 'string' && key !== '' ? key : randomUUID(),
    },
    changes: numberBindings(config.postgres_changes),
    waitForChanges: objectIn(config, 'postgres_changes_options').wait === true,
  };
}

/** Null: the connection's key is used. */
export function tokenIn(payload: Record<string, unknown>): string | null {
  const token = payload.access_token ?? payload.user_token;
  return typeof token === 'string' ? token : null;
}

function objectIn(holder: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = holder[name];
  return isObject(value) ? value : {};
}
