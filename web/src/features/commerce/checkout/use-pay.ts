import type { PaymentMethod } from '@lakou/contract/commerce/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api-error.ts';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';
import { createOrder } from './create-order.ts';
import type { EarlyPayment } from './early/early-payment.ts';
import { awaitCheckout, NoCheckoutUrl, openCheckout } from './open-checkout.ts';
import { itemPath, type PaymentItem } from './payment-item.ts';
import type { Order } from './read-orders.ts';

/** Opens the provider's page for an order. For a failed or refunded order the server creates a new one. */
export function usePay(
  item: PaymentItem,
  order: Order | null,
  method: PaymentMethod | undefined,
  early?: EarlyPayment,
) {
  const t = useTranslations();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useAction(
    async () => {
      await requireUser();
      const press = takePress(early);
      if (press?.checkout) return awaitCheckout(press.checkout);
      const wanted = press ? press.method : method;
      await openCheckout({ ...(order ? { orderId: order.id } : item), ...(wanted && { method: wanted }) });
    },
    {
      signInKey: 'errors.not_authenticated',
      errorKey: 'errors.payment_failed',
      onError(error) {
        if (error instanceof NoCheckoutUrl) {
          toast.error(t('commerce.no_checkout_url'));
          return true;
        }
        if (error instanceof ApiError && error.key === 'already_owned') {
          void refetchEntitlements(queries);
          void navigate(itemPath(item), { replace: true });
        }
        if (error instanceof ApiError && error.key === 'promotion_over') {
          // The message says so; the page goes on at the full price.
          void createOrder(item).then(({ id }) => navigate(`/payment?order=${id}`, { replace: true }));
        }
        return false;
      },
    },
  );
}

/** Once: the next press is one of the app's own button. */
function takePress(early: EarlyPayment | undefined): EarlyPayment['press'] {
  const press = early?.press;
  if (early) early.press = undefined;
  return press;
}
