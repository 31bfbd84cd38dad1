import { randomUUID } from 'node:crypto';
import { type Binding, numberBindings } from './changes/read-binding.ts';
import { isObject } from './frames.ts';
import { Refused } from './identify-connection.ts';

/** The configuration that a client sends with a join. */
export interface JoinConfig {
  private: boolean;
  broadcast: { self: boolean; ack: boolean; replicationReady: boolean; replay: Replay | undefined };
  presence: { enabled: boolean; key: string };
  changes: Binding[];
  /** Confirm the join only once row changes are delivered, and refuse it if they cannot be. */
  waitForChanges: boolean;
}

/** Which earlier messages of a private topic to send first. */
interface Replay {
  /** In milliseconds since 1970. */
  since: number;
  limit: number;
}

const maxReplayed = 25;

/** Throws when the client asks for something that is not offered. */
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
      replay: readReplay(broadcast.replay, config.private === true),
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

function readReplay(given: unknown, isPrivate: boolean): Replay | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isPrivate) throw new Refused('UnableToReplayMessages: Replay is not allowed for public channels');
  const { since = 0, limit = 10 } = isObject(given) ? given : { since: Number.NaN };
  if (!isTime(since) || !Number.isSafeInteger(limit)) {
    throw new Refused('UnableToReplayMessages: Replay params are not valid');
  }
  return { since, limit: Math.min(Math.max(limit as number, 1), maxReplayed) };
}

/** Of the years that both JavaScript and PostgreSQL know. */
function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= 62_000_000_000_000;
}

function objectIn(holder: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = holder[name];
  return isObject(value) ? value : {};
}
