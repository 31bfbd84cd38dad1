import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api-error.ts';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { useFormat } from '#lib/format.ts';
import { PageForm } from '#lib/page-form.tsx';
import { useAppearance } from '#lib/session.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { paymentPath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { createOrder } from '../checkout/create-order.ts';
import type { PaymentItem } from '../checkout/payment-item.ts';

interface OfferButtonProps {
  item: PaymentItem;
  disabled: boolean;
}

/** 'Buy for $X' or 'Rent for $X'. */
export function OfferButton(props: OfferButtonProps) {
  const { signedIn } = useAppearance();
  return signedIn ? <OrderButton {...props} /> : <RegisterToPayButton {...props} />;
}

/** For visitors: to the registration, and on to the payment page. A form, so that it works before the page is hydrated. */
function RegisterToPayButton({ item }: OfferButtonProps) {
  return (
    <PageForm action="/register" className="grid">
      <input type="hidden" name="next" value={paymentPath(item)} />
      <Button type="submit" variant="secondary">
        <OfferLabel item={item} />
      </Button>
    </PageForm>
  );
}

/** Creates the order and opens the payment page. */
function OrderButton({ item, disabled }: OfferButtonProps) {
  const hydrated = useHydrated();
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
  return (
    <Button variant="secondary" disabled={disabled || !hydrated} busy={isPending} onClick={() => void run()}>
      <OfferLabel item={item} hasIcon={!isPending} />
    </Button>
  );
}

function OfferLabel({ item, hasIcon = true }: { item: PaymentItem; hasIcon?: boolean }) {
  const t = useTranslations();
  const { price } = useFormat();
  const buying = item.type === 'purchase';
  return (
    <>
      {hasIcon && <Icon name={buying ? 'tag' : 'ticket'} />}
      {t(buying ? 'catalogue.buy_for' : 'catalogue.rent_for', { price: price(item.price) })}
    </>
  );
}
