import { setTimeout as sleep } from 'node:timers/promises';
import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/supabase-js';

export type Row = Record<string, unknown>;
export interface SystemMessage {
  status: string;
  message: string;
  extension: string;
}
export type Heard = RealtimePostgresChangesPayload<Row>;

/** Joins, and waits until the server has said yes. */
export function subscribed(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}

/** Joins, and waits for what the server has against it. */
export async function refusal(channel: RealtimeChannel): Promise<string> {
  try {
    await subscribed(channel);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the server let them in');
}

/** Waits until it is so. */
export async function until(isSo: () => boolean, what: string, patienceMs = 20_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await sleep(10);
  }
}

/** Everything that a channel hears of a table, from before it joins. */
export function changesOf(
  channel: RealtimeChannel,
  filter: {
    table?: string;
    event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
    filter?: string;
    select?: string[];
  },
): Heard[] {
  const heard: Heard[] = [];
  channel.on(
    'postgres_changes' as never,
    { event: '*', schema: 'public', ...filter } as never,
    (change: Heard) => heard.push(change),
  );
  return heard;
}

/** What the server says about the channel itself. */
export function systemOf(channel: RealtimeChannel): SystemMessage[] {
  const said: SystemMessage[] = [];
  channel.on('system' as never, {} as never, (message: SystemMessage) => said.push(message));
  return said;
}
