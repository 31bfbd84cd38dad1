import { setTimeout as sleep } from 'node:timers/promises';
import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/supabase-js';

export type Row = Record<string, unknown>;
export interface SystemMessage {
  status: string;
  message: string;
  extension: string;
}
export type RowChange = RealtimePostgresChangesPayload<Row>;

/** Joins, and waits until the server has confirmed it. */
export function subscribed(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}

/** Joins, and waits for the server's reason to refuse. */
export async function refusal(channel: RealtimeChannel): Promise<string> {
  try {
    await subscribed(channel);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the server accepted the subscription');
}

/** Waits until the condition holds. */
export async function until(condition: () => boolean, what: string, timeoutMs = 20_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await sleep(10);
  }
}

/** All changes of a table that a channel receives; call it before the channel subscribes. */
export function changesOf(
  channel: RealtimeChannel,
  filter: {
    table?: string;
    event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
    filter?: string;
    select?: string[];
  },
): RowChange[] {
  const received: RowChange[] = [];
  channel.on(
    'postgres_changes' as never,
    { event: '*', schema: 'public', ...filter } as never,
    (change: RowChange) => received.push(change),
  );
  return received;
}

/** The system messages of a channel. */
export function systemOf(channel: RealtimeChannel): SystemMessage[] {
  const said: SystemMessage[] = [];
  channel.on('system' as never, {} as never, (message: SystemMessage) => said.push(message));
  return said;
}
