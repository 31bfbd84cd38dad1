import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { recheckSession, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { SignInPrompt } from '#ui/sign-in-prompt.tsx';
import { toast } from '#ui/toast.tsx';
import type { EarlyPayment } from './early/early-payment.ts';
import { PaymentPlaceholder } from './early/payment-placeholder.tsx';
import { PaymentForm } from './payment-form.tsx';
import { itemFromOrder, itemFromState, type PaymentItem } from './payment-item.ts';
import { orderById } from './read-orders.ts';

interface PaymentProps {
  /** The title that the address names, with its price; null if it is not sold. */
  offered: OfferedItem | undefined;
}

/** Shows the order in the address, else the item in the navigation's state, else the title in the address. */
export function Payment({ offered }: PaymentProps) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const { state } = useLocation();
  const [params] = useSearchParams();
  const { status, user, failed } = useSession();
  const id = params.get('order');
  const item = itemFromState(state);
  const early = useEarlyPayment(id);
  const { data: order, isError, isFetching, refetch } = useQuery(orderById(id, user?.id));
  // The server has no navigation state, so the first render must not depend on it.
  if (!hydrated) return <PaymentPlaceholder viewer={user?.id} />;
  if (!id) {
    if (item) return <PaymentForm item={item} order={null} />;
    return offered ? <PaymentOfOffer {...offered} /> : <PaymentMissing />;
  }
  if (failed) return <LoadFailed level={1} retry={recheckSession} />;
  if (status !== 'checking' && !user)
    return <SignInPrompt title={t('errors.not_authenticated')} text={t('commerce.sign_in_to_see')} />;
  if (order === undefined) {
    if (isError) return <LoadFailed level={1} busy={isFetching} retry={refetch} />;
    return item && !early ? (
      <PaymentForm item={item} order={null} isLoading />
    ) : (
      <PaymentPlaceholder viewer={user?.id} />
    );
  }
  if (order === null) return <PaymentMissing />;
  const ordered = itemFromOrder(order);
  return ordered ? (
    <PaymentForm item={ordered} order={order} early={early} />
  ) : (
    <Navigate to="/subscribe" replace />
  );
}

/** What was done about this order before the app was there. */
function useEarlyPayment(id: string | null): EarlyPayment | undefined {
  const hydrated = useHydrated();
  const [early] = useState(hydrated ? undefined : globalThis.earlyPayment);
  return early?.order === id ? early : undefined;
}

/** An item that is still being read. */
export interface OfferedItem {
  item: PaymentItem | null | undefined;
  isError: boolean;
  isFetching: boolean;
  retry: () => void;
}

function PaymentOfOffer({ item, isError, isFetching, retry }: OfferedItem) {
  if (item) return <PaymentForm item={item} order={null} />;
  if (item === null) return <PaymentMissing />;
  return isError ? <LoadFailed level={1} busy={isFetching} retry={retry} /> : <CentredSpinner />;
}

function PaymentMissing() {
  const t = useTranslations();
  useEffect(() => {
    toast.error(t('errors.payment_item_not_found'));
  }, [t]);
  return <Navigate to="/" replace />;
}
