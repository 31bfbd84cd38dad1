import { useEffect, useEffectEvent } from 'react';
import type { LiveListener, LiveTable } from './live-changes.ts';
import { useSession } from './session.ts';
import { whenLoaded } from './when-loaded.ts';

/**
 * Row changes while the page is open, as the member or visitor who reads it. The connection opens after the page has
 * loaded. `null` listens to nothing.
 */
export function useLiveChanges(
  tables: readonly LiveTable[] | null,
  { onChange, onConnect }: Partial<LiveListener>,
): void {
  const { status, user } = useSession();
  const reader = status === 'checking' ? null : (user?.id ?? 'visitor');
  const handleChange = useEffectEvent((change: Parameters<LiveListener['onChange']>[0]) =>
    onChange?.(change),
  );
  const handleConnect = useEffectEvent(() => onConnect?.());
  const key = tables && JSON.stringify(tables);
  useEffect(() => {
    if (key === null || reader === null) return;
    let isOver = false;
    let stop = (): void => {};
    void whenLoaded().then(async () => {
      // It fails when the page is left meanwhile; without it the page works, but is not live.
      const loaded = await import('./live-changes.ts').catch(() => undefined);
      if (isOver || !loaded) return;
      stop = loaded.listenToChanges(reader, JSON.parse(key) as LiveTable[], {
        onChange: (change) => isOver || handleChange(change),
        onConnect: () => isOver || handleConnect(),
      });
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [key, reader]);
}
