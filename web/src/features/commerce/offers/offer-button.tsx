import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { DataError } from '#lib/database.ts';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { sayFailure } from '#lib/failure.ts';
import { useFormat } from '#lib/format.ts';
import { settledSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import { isSignedOut } from '../call-function.ts';
import { createOrder } from '../checkout/create-order.ts';
import type { PaymentItem } from '../checkout/payment-item.ts';

/** Buy for $X, Rent for $X: makes the order and goes to pay it. */
export function OfferButton({ item }: { item: PaymentItem }) {
  const t = useTranslations();
  const alive = useHydrated();
  const { price } = useFormat();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const signIn = () => {
    toast.error(t('errors.not_authenticated'));
    return navigate('/login', { state: { from: pathname } });
  };
  const { busy, run } = useAction((error) => {
    if (isSignedOut(error)) return void signIn();
    toast.error(sayFailure(error, t, 'errors.payment_failed'));
    if (error instanceof DataError && error.hint === 'already_owned') void refetchEntitlements(queries);
  });
  const offer = () =>
    run(async () => {
      if (!(await settledSession()).user) return signIn();
      const order = await createOrder(item);
      await navigate(`/payment?order=${order.id}`, { state: { item } });
    });
  const buying = item.type === 'purchase';
  return (
    <Button variant="secondary" disabled={!alive} busy={busy} onClick={offer}>
      {!busy && <Icon name={buying ? 'tag' : 'ticket'} />}
      {t(buying ? 'catalogue.buy_for' : 'catalogue.rent_for', { price: price(item.price) })}
    </Button>
  );
}
