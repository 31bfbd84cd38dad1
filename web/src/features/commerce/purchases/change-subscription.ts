import { useQueryClient } from '@tanstack/react-query';
import { sayFailure } from '../../../lib/failure.ts';
import { readRightsAnew } from '../../../lib/rights.ts';
import { useDeed } from '../../../lib/use-deed.ts';
import { useWords } from '../../../lib/words.tsx';
import { toast } from '../../../ui/toast.tsx';
import { callFunction } from '../call-function.ts';

/** Lets a subscription end with the time that is paid for, or go on after all. */
export function useChangeSubscription(): {
  change: (renews: boolean, done: () => void) => void;
  busy: boolean;
} {
  const t = useWords();
  const queries = useQueryClient();
  const { busy, run } = useDeed((error) => toast.error(sayFailure(error, t, 'commerce.change_failed')));
  return {
    busy,
    change: (renews, done) =>
      void run(async () => {
        await callFunction('change-subscription', { renews });
        await readRightsAnew(queries);
        done();
      }),
  };
}
