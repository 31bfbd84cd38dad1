import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { DataError } from '#lib/database.ts';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { sayFailure } from '#lib/failure.ts';
import { settledSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';
import { isSignedOut } from '../call-function.ts';
import { NoCheckoutUrl, openCheckout } from './open-checkout.ts';
import { type PaymentItem, pathOf } from './payment-item.ts';
import type { Order } from './read-orders.ts';

/** From the order to the provider's page. The server follows an order that is over (failed, given back) with a new one. */
export function usePay(item: PaymentItem, order: Order | null): { pay: () => void; busy: boolean } {
  const t = useTranslations();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const signIn = () => {
    toast.error(t('errors.not_authenticated'));
    return navigate('/login', { state: { from: pathname + search } });
  };
  const { busy, run } = useAction((error) => {
    if (isSignedOut(error)) return void signIn();
    if (error instanceof NoCheckoutUrl) return toast.error(t('commerce.no_checkout_url'));
    toast.error(sayFailure(error, t, 'errors.payment_failed'));
    if (error instanceof DataError && error.hint === 'already_owned') {
      void refetchEntitlements(queries);
      void navigate(pathOf(item), { replace: true });
    }
  });
  const pay = () =>
    void run(async () => {
      if (!(await settledSession()).user) return signIn();
      await openCheckout(order ? { orderId: order.id } : item);
    });
  return { pay, busy };
}
