import { useQueryClient } from '@tanstack/react-query';
import { callFunction } from '#lib/call-function.ts';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { useAction } from '#lib/use-action.ts';

/** Cancels a subscription at the end of the paid period, or resumes it. */
export function useChangeSubscription({ onChanged }: { onChanged: (renews: boolean) => void }) {
  const queries = useQueryClient();
  return useAction(
    async (renews: boolean) => {
      await callFunction('change-subscription', { renews });
      await refetchEntitlements(queries);
    },
    { errorKey: 'commerce.change_failed', onSuccess: (_, renews) => onChanged(renews) },
  );
}
