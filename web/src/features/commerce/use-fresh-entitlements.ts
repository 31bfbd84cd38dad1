import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { invalidateEntitlements, refetchEntitlements } from '#lib/entitlements.ts';
import { useOwnChanges } from './use-own-changes.ts';

/** Keeps the buttons of a page true: paid in another tab, given back, run out while nobody looked. */
export function useFreshEntitlements(viewer: string | undefined): void {
  const queries = useQueryClient();
  const refresh = useEffectEvent(() => void refetchEntitlements(queries));
  useOwnChanges(viewer, ['user_purchases', 'subscriptions'], {
    onChange: () => void refetchEntitlements(queries),
    onJoin: () => void invalidateEntitlements(queries),
  });
  useEffect(() => {
    if (!viewer) return;
    const looked = (): void => {
      if (document.visibilityState === 'visible') refresh();
    };
    document.addEventListener('visibilitychange', looked);
    return () => document.removeEventListener('visibilitychange', looked);
  }, [viewer]);
}
