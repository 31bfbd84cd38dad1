import { randomUUID } from 'node:crypto';
import { DatabaseError } from '../database/errors.ts';
import { type Broadcast, isObject } from './frames.ts';
import type { RealtimeContext } from './realtime-context.ts';

/** As long as what the database sends is kept: see `realtime.prune`. */
export const maxTtlSeconds = 3 * 24 * 60 * 60;

/** How many seconds a client wants its broadcast to be kept: 0 for not at all, undefined for no valid time. */
export function readPersist(given: unknown): number | undefined {
  if (given === undefined || given === null || given === false) return 0;
  if (given === true) return maxTtlSeconds;
  if (!isObject(given)) return undefined;
  const { ttl = maxTtlSeconds } = given;
  const isValid = typeof ttl === 'number' && Number.isInteger(ttl) && ttl >= 1 && ttl <= maxTtlSeconds;
  return isValid ? ttl : undefined;
}

/** The same of the HTTP API: `persist=true` or `persist[ttl]=60`. */
export function readPersistQuery({
  persist,
  'persist[ttl]': ttl,
}: Record<string, string>): number | undefined {
  if (ttl !== undefined) return readPersist({ ttl: /^\d{1,9}$/.test(ttl) ? Number(ttl) : ttl });
  return readPersist(persist === 'true' ? true : persist === 'false' ? false : persist);
}

/** Somebody to whom it is replayed, too, knows by the id that they have it. */
export function withId(broadcast: Broadcast): Broadcast & { id: string } {
  return { ...broadcast, id: randomUUID() };
}

/** Stores what was broadcast on a private topic. Resolves to whether it is stored. */
export async function storeBroadcast(
  { database, report }: RealtimeContext,
  topic: string,
  { id, event, payload }: Broadcast & { id: string },
  ttlSeconds: number,
): Promise<boolean> {
  const [json, bytes] = typeof payload === 'string' ? [payload, null] : [null, payload];
  try {
    await database.query(
      `insert into realtime.messages (id, topic, extension, event, payload, binary_payload, private, skip_broadcast, expires_at)
        values ($1, $2, 'broadcast', $3, $4::jsonb, $5::bytea, true, true, localtimestamp + make_interval(secs => $6))`,
      [id, topic, event, json, bytes, ttlSeconds],
    );
    return true;
  } catch (error) {
    // PostgreSQL cannot store every JSON that JavaScript can write.
    if (!(error instanceof DatabaseError))
      report(`A broadcast could not be stored: ${(error as Error).message}`);
    return false;
  }
}
