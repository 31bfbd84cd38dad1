import type { Database } from '@lakou/contract/database-types';
import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { supabase } from './supabase.ts';

export interface LiveChange {
  table: string;
  event: 'INSERT' | 'UPDATE' | 'DELETE';
  /** The row as it is now; of a deleted one only the key. */
  row: Record<string, unknown>;
}

export interface LiveTable {
  table: keyof Database['public']['Tables'];
  /** `column=eq.value`. Does not apply to deletes, which carry only the key. */
  filter?: string;
  event?: LiveChange['event'];
}

export interface LiveListener {
  onChange: (change: LiveChange) => void;
  /** Connected, for the first time or again. Changes before it are not delivered: the moment to read again. */
  onConnect: () => void;
}

interface SharedChannel {
  listeners: Set<LiveListener>;
  isConnected: boolean;
  close: () => void;
}

const channels = new Map<string, SharedChannel>();
let opened = 0;

/** Listens to row changes as `reader`; listeners to the same tables share one channel. Returns how to stop. */
export function listenToChanges(
  reader: string,
  tables: readonly LiveTable[],
  listener: LiveListener,
): () => void {
  const key = JSON.stringify([reader, tables]);
  const channel = channels.get(key) ?? openChannel(key, tables);
  channel.listeners.add(listener);
  if (channel.isConnected) listener.onConnect();
  return () => {
    channel.listeners.delete(listener);
    if (channel.listeners.size > 0) return;
    if (channels.get(key) === channel) channels.delete(key);
    channel.close();
  };
}

function openChannel(key: string, tables: readonly LiveTable[]): SharedChannel {
  const channel: SharedChannel = { listeners: new Set(), isConnected: false, close: () => {} };
  channels.set(key, channel);
  let isClosed = false;
  const subscribed = subscribe(tables, {
    onChange: (change) => {
      for (const listener of channel.listeners) listener.onChange(change);
    },
    onStatus: (isConnected) => {
      channel.isConnected = isConnected;
      if (isConnected && !isClosed) for (const listener of channel.listeners) listener.onConnect();
    },
  });
  channel.close = () => {
    isClosed = true;
    void subscribed.then((unsubscribe) => unsubscribe()).catch(() => {});
  };
  // Without a connection, pages still read again when they get the focus.
  subscribed.catch(() => channels.delete(key));
  return channel;
}

async function subscribe(
  tables: readonly LiveTable[],
  { onChange, onStatus }: { onChange: LiveListener['onChange']; onStatus: (isConnected: boolean) => void },
): Promise<() => void> {
  const client = await supabase();
  await client.realtime.setAuth();
  // A name of its own: one that is still being left would be given back by the client.
  const channel = client.channel(`live-${++opened}`);
  for (const { event = '*', ...filter } of tables)
    channel.on(
      'postgres_changes',
      { event: event as '*', schema: 'public', ...filter },
      ({ table, eventType, new: row, old }: RealtimePostgresChangesPayload<Record<string, unknown>>) =>
        onChange({ table, event: eventType, row: eventType === 'DELETE' ? old : row }),
    );
  const answered = new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      resolve();
      onStatus(status === 'SUBSCRIBED');
    });
  });
  // Browsers log an error for a connection that is closed before it stands.
  return () => void answered.then(() => client.removeChannel(channel));
}
