import type { Database } from '../database/database.ts';
import { Snapshot } from './changes/snapshot.ts';
import { messageColumns, type StoredMessage } from './stored-messages.ts';

/** How far the outbox has been read. */
export interface OutboxPosition {
  /** Everything that it includes has been read. */
  since: Snapshot;
  /** While pages are read: up to which moment, and the last row of the previous one. */
  within?: { until: string; transaction: string; number: number | string };
}

interface OutboxRow {
  until: string;
  /** Null in the only row of an empty page. */
  transaction: string | null;
  number: number | string | null;
  id: string | null;
}

interface OutboxEntry extends OutboxRow {
  transaction: string;
  number: number | string;
}

interface OutboxMessage extends StoredMessage, OutboxEntry {
  id: string;
  /** Milliseconds since it was sent. */
  age: number;
}

interface OutboxPage {
  /** In the order of their commits. */
  messages: OutboxMessage[];
  isLast: boolean;
  next: OutboxPosition;
}

const pageSize = 200;

export async function currentPosition(database: Database): Promise<OutboxPosition> {
  const [row] = await database.query<{ now: string }>('select pg_current_snapshot()::text as now');
  return { since: new Snapshot(row?.now ?? '') };
}

/**
 * What has committed since the position: of transactions that ran then, and of those that began later. So the rows of one that
 * takes long are found, and no row is looked at again while it runs.
 */
export async function readOutbox(database: Database, { since, within }: OutboxPosition): Promise<OutboxPage> {
  const after = within ?? { transaction: '0', number: 0 };
  const isPastRunning = BigInt(after.transaction) >= BigInt(since.end);
  const begunAfter = isPastRunning ? after : { transaction: since.end, number: 0 };
  const rows = await database.query<OutboxRow>(
    `with moment as materialized (select coalesce($1::pg_snapshot, pg_current_snapshot()) as until),
      page as materialized (
        (select o.* from realtime.message_outbox o, moment
          where o.transaction_id = any ($2::xid8[]) and (o.transaction_id, o.number) > ($3::xid8, $4::bigint)
            and pg_visible_in_snapshot(o.transaction_id, moment.until)
          order by o.transaction_id, o.number limit ${pageSize})
        union all
        (select o.* from realtime.message_outbox o, moment
          where (o.transaction_id, o.number) > ($5::xid8, $6::bigint)
            and pg_visible_in_snapshot(o.transaction_id, moment.until)
          order by o.transaction_id, o.number limit ${pageSize})
        order by transaction_id, number limit ${pageSize}
      )
      select moment.until::text, page.transaction_id::text as transaction, page.number, message.*
      from moment left join page on true left join lateral (
        select ${messageColumns}, (extract(epoch from localtimestamp - inserted_at) * 1000)::float8 as age
        from realtime.messages where id = page.message_id
      ) message on true
      order by page.transaction_id, page.number`,
    [
      within?.until,
      since.running,
      after.transaction,
      after.number,
      begunAfter.transaction,
      begunAfter.number,
    ],
    { readOnly: true },
  );
  const until = rows[0]?.until ?? since.text;
  const entries = rows.filter(isEntry);
  // Deleted in the meantime: there is an entry, but no message.
  const found = entries.filter(isMessage);
  const messages = found.toSorted((one, other) => Number(one.number) - Number(other.number));
  const last = entries[pageSize - 1];
  if (last === undefined) return { messages, isLast: true, next: { since: new Snapshot(until) } };
  const { transaction, number } = last;
  return { messages, isLast: false, next: { since, within: { until, transaction, number } } };
}

const isEntry = (row: OutboxRow): row is OutboxEntry => row.transaction !== null;
const isMessage = (entry: OutboxEntry): entry is OutboxMessage => entry.id !== null;
