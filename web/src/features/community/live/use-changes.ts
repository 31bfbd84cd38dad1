import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { whenLoaded } from '#lib/when-loaded.ts';

export interface Change {
  table: string;
  kind: 'INSERT' | 'UPDATE' | 'DELETE';
  /** The row as it is now; of a deleted one only the key is known. */
  row: Record<string, unknown>;
}

interface Hearing {
  table: 'forum_topics' | 'forum_posts' | 'notification_counts';
  /** `column=eq.value`. Deletes cannot be chosen: only their keys are told. */
  filter?: string;
  event?: 'INSERT' | 'UPDATE' | 'DELETE';
}

let joined = 0;

/**
 * Tells of changes while the page is open. What carries them is fetched when the page has loaded; whatever happened
 * before it stood, or while the line was broken, is not told: `onJoin` is the moment to read again.
 */
export function useChanges(
  name: string | null,
  hearings: readonly Hearing[],
  { onChange, onJoin }: { onChange: (change: Change) => void; onJoin?: () => void },
): void {
  const { status, user } = useSession();
  const reader = status === 'checking' ? null : (user?.id ?? 'visitor');
  const hear = useEffectEvent(onChange);
  const join = useEffectEvent(() => onJoin?.());
  const listen = useEffectEvent(() => openChannel(`${name}-${++joined}`, hearings, { hear, join }));
  useEffect(() => {
    if (name === null || reader === null) return;
    let left = false;
    let leave = (): void => {};
    whenLoaded()
      .then(() => (left ? leave : listen()))
      .then((close) => {
        if (left) close();
        else leave = close;
      })
      // Without it the page is read again whenever it gets the focus.
      .catch(() => {});
    return () => {
      left = true;
      leave();
    };
  }, [name, reader]);
}

async function openChannel(
  name: string,
  hearings: readonly Hearing[],
  { hear, join }: { hear: (change: Change) => void; join: () => void },
): Promise<() => void> {
  const client = await supabase();
  await client.realtime.setAuth();
  const channel = client.channel(name);
  let left = false;
  for (const { event = '*', ...what } of hearings)
    channel.on(
      'postgres_changes',
      { event: event as '*', schema: 'public', ...what },
      ({ table, eventType, new: now, old }: RealtimePostgresChangesPayload<Record<string, unknown>>) =>
        left || hear({ table, kind: eventType, row: eventType === 'DELETE' ? old : now }),
    );
  const answered = new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      resolve();
      if (status === 'SUBSCRIBED' && !left) join();
    });
  });
  return () => {
    left = true;
    // The browser complains about a line that is hung up before it stands.
    void answered.then(() => client.removeChannel(channel));
  };
}
