import { useEffect, useEffectEvent } from 'react';
import { supabase } from '#lib/supabase.ts';
import { whenLoaded } from '#lib/when-loaded.ts';

type Own = 'orders' | 'user_purchases' | 'subscriptions';

let channels = 0;

interface Heard {
  onChange: () => void;
  /** The line stands, for the first time or again. What happened before is not told: the moment to read anew. */
  onJoin: () => void;
}

/**
 * Tells when something of this member's changes in a table. The line opens when the page has loaded; whoever is signed
 * in has fetched what carries it anyway.
 */
export function useOwnChanges(viewer: string | undefined, tables: readonly Own[], heard: Heard): void {
  const changed = useEffectEvent(heard.onChange);
  const joined = useEffectEvent(heard.onJoin);
  const names = tables.join();
  useEffect(() => {
    if (!viewer) return;
    let left = false;
    let close = (): void => {};
    void whenLoaded()
      .then(() =>
        left
          ? close
          : listen(viewer, names.split(',') as Own[], (join) => !left && (join ? joined() : changed())),
      )
      .then((leave) => {
        if (left) leave();
        else close = leave;
      })
      // Without a line the page is still read again when it is looked at.
      .catch(() => {});
    return () => {
      left = true;
      close();
    };
  }, [viewer, names]);
}

async function listen(
  viewer: string,
  tables: readonly Own[],
  tell: (join: boolean) => void,
): Promise<() => void> {
  const client = await supabase();
  await client.realtime.setAuth();
  const channel = client.channel(`own-${++channels}`);
  for (const table of tables)
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table, filter: `user_id=eq.${viewer}` },
      () => tell(false),
    );
  channel.subscribe((status) => {
    if (status === 'SUBSCRIBED') tell(true);
  });
  return () => void client.removeChannel(channel);
}
