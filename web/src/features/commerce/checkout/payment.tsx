import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { recheckSession, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { CentredSpinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.tsx';
import { PaymentForm } from './payment-form.tsx';
import { itemIn, itemOf, type PaymentItem } from './payment-item.ts';
import { orderById } from './read-orders.ts';
import { SignInFirst } from './sign-in-first.tsx';

/** What is about to be paid: the order in the address, else what the navigation brought along. */
export function Payment() {
  const alive = useHydrated();
  const { state } = useLocation();
  const [params] = useSearchParams();
  const { status, user, failed } = useSession();
  const order = params.get('order');
  const item = itemIn(state);
  // The navigation's state is the browser's: the server draws neither.
  if (!alive) return <CentredSpinner />;
  if (!order) return item ? <PaymentForm item={item} order={null} /> : <PaymentMissing />;
  if (failed) return <LoadFailed level={1} retry={recheckSession} />;
  if (status === 'checking')
    return item ? <PaymentForm item={item} order={null} waits /> : <CentredSpinner />;
  if (!user) return <SignInFirst />;
  return <PaymentOfOrder order={order} viewer={user.id} item={item} />;
}

interface PaymentOfOrderProps {
  order: string;
  viewer: string;
  /** Shown until the order is read. */
  item: PaymentItem | null;
}

function PaymentOfOrder({ order: id, viewer, item }: PaymentOfOrderProps) {
  const { data: order, isError, isFetching, refetch } = useQuery(orderById(id, viewer));
  if (order === undefined) {
    if (isError) return <LoadFailed level={1} busy={isFetching} retry={refetch} />;
    return item ? <PaymentForm item={item} order={null} waits /> : <CentredSpinner />;
  }
  if (order === null) return <PaymentMissing />;
  const ordered = itemOf(order);
  return ordered ? <PaymentForm item={ordered} order={order} /> : <Navigate to="/subscribe" replace />;
}

function PaymentMissing() {
  const t = useTranslations();
  useEffect(() => {
    toast.error(t('errors.payment_item_not_found'));
  }, [t]);
  return <Navigate to="/" replace />;
}
