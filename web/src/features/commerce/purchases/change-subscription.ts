import { useQueryClient } from '@tanstack/react-query';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { sayFailure } from '#lib/failure.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';
import { callFunction } from '../call-function.ts';

/** Lets a subscription end with the time that is paid for, or go on after all. */
export function useChangeSubscription(): {
  change: (renews: boolean, done: () => void) => void;
  busy: boolean;
} {
  const t = useTranslations();
  const queries = useQueryClient();
  const { busy, run } = useAction((error) => toast.error(sayFailure(error, t, 'commerce.change_failed')));
  return {
    busy,
    change: (renews, done) =>
      void run(async () => {
        await callFunction('change-subscription', { renews });
        await refetchEntitlements(queries);
        done();
      }),
  };
}
