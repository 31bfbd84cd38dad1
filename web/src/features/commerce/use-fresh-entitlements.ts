import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { invalidateEntitlements, refetchEntitlements } from '#lib/entitlements.ts';
import { useLiveChanges } from '#lib/use-live-changes.ts';

/** Refetches entitlements when a purchase or subscription changes elsewhere, and when the tab becomes visible. */
export function useFreshEntitlements(viewer: string | undefined): void {
  const queries = useQueryClient();
  const refresh = useEffectEvent(() => void refetchEntitlements(queries));
  const filter = `user_id=eq.${viewer}`;
  useLiveChanges(
    viewer
      ? [
          { table: 'user_purchases', filter },
          { table: 'subscriptions', filter },
        ]
      : null,
    {
      onChange: () => void refetchEntitlements(queries),
      onConnect: () => void invalidateEntitlements(queries),
    },
  );
  useEffect(() => {
    if (!viewer) return;
    const onVisibilityChange = (): void => {
      if (document.visibilityState === 'visible') refresh();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [viewer]);
}
