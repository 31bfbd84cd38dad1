import { sayFailure } from '#lib/failure.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';
import { callFunction } from '../call-function.ts';
import { leaveFor } from '../checkout/open-checkout.ts';

/** The provider's own page, where a member sees invoices and changes the card. */
export function useBillingPage(): { open: () => void; busy: boolean } {
  const t = useTranslations();
  const { busy, run } = useAction((error) => toast.error(sayFailure(error, t, 'commerce.portal_failed')));
  const open = () =>
    void run(async () => {
      const { url } = await callFunction<{ url?: string }>('customer-portal');
      if (!url) throw new Error('a billing page without an address');
      await leaveFor(url);
    });
  return { open, busy };
}
