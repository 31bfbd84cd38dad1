import { callFunction } from '#lib/call-function.ts';
import { useAction } from '#lib/use-action.ts';
import { openExternalPage } from '../checkout/open-external-page.ts';

/** Opens the provider's own page, where a member sees invoices and changes the card. */
export function useBillingPage() {
  return useAction(
    async () => {
      const { url } = await callFunction('customer-portal', {});
      if (!url) throw new Error('customer-portal returned no address');
      await openExternalPage(url);
    },
    { errorKey: 'commerce.portal_failed' },
  );
}
