import type { Database } from '../database/database.ts';
import type { Broadcast } from './frames.ts';

/** A row of `realtime.messages`. JSON stays text, so that no number loses precision. */
export interface StoredMessage {
  id: string;
  topic: string;
  event: string | null;
  payload: string | null;
  bytes: Buffer | null;
  private: boolean | null;
}

const columns = 'id, topic, event, payload::text as payload, binary_payload as bytes, private';

/** In the order of the ids. */
export function readMessages(database: Database, ids: string[]): Promise<StoredMessage[]> {
  return database.query<StoredMessage>(
    `select ${columns} from realtime.messages where id = any ($1::uuid[]) and extension = 'broadcast' and not skip_broadcast
      order by array_position($1::uuid[], id)`,
    [ids],
    { readOnly: true },
  );
}

/** However many have expired and are not yet deleted. */
const lookedAt = 1_000;

/** The latest of a private topic, the oldest of them first. */
export async function readLatestMessages(
  database: Database,
  topic: string,
  { since, limit }: { since: number; limit: number },
): Promise<StoredMessage[]> {
  const latest = await database.query<StoredMessage>(
    `select ${columns} from (
        select * from realtime.messages
        where topic = $1 and extension = 'broadcast' and private is true
          and inserted_at >= to_timestamp($2::float8 / 1000)::timestamp
        order by inserted_at desc, id desc limit ${lookedAt}
      ) latest
      where expires_at is null or expires_at > localtimestamp
      order by inserted_at desc, id desc limit $3::int`,
    [topic, since, limit],
    { readOnly: true },
  );
  return latest.toReversed();
}

export function toBroadcast({ id, event, payload, bytes }: StoredMessage, isReplayed = false): Broadcast {
  const meta = JSON.stringify(isReplayed ? { replayed: true, id } : { id });
  return { id, event: event ?? '', payload: bytes ?? payload ?? '{}', meta };
}
