import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api-error.ts';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { useFormat } from '#lib/format.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { createOrder } from '../checkout/create-order.ts';
import type { PaymentItem } from '../checkout/payment-item.ts';

/** 'Buy for $X' or 'Rent for $X': creates the order and opens the payment page. */
export function OfferButton({ item, disabled }: { item: PaymentItem; disabled: boolean }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const { price } = useFormat();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { run, isPending } = useAction(
    async () => {
      await requireUser();
      const { id } = await createOrder(item);
      await navigate(`/payment?order=${id}`, { state: { item } });
    },
    {
      signInKey: 'errors.not_authenticated',
      errorKey: 'errors.payment_failed',
      onError(error) {
        if (error instanceof ApiError && error.key === 'already_owned') void refetchEntitlements(queries);
      },
    },
  );
  const buying = item.type === 'purchase';
  return (
    <Button variant="secondary" disabled={disabled || !hydrated} busy={isPending} onClick={() => void run()}>
      {!isPending && <Icon name={buying ? 'tag' : 'ticket'} />}
      {t(buying ? 'catalogue.buy_for' : 'catalogue.rent_for', { price: price(item.price) })}
    </Button>
  );
}
