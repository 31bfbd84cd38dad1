import { type ItemReference, itemOfQuery } from '@lakou/contract/commerce/payment-item';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { recheckSession, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { SignInPrompt } from '#ui/sign-in-prompt.tsx';
import { latestOrderFor } from './read-orders.ts';
import { PaymentNotFound } from './result-screens.tsx';
import { SubscriptionResult, type WatchNext } from './subscription-result.tsx';
import { TitleResult } from './title-result.tsx';

/** Where the payment provider sends the browser. Only reads what the ledger has (P-44). */
export function PaymentSuccess({ watchNext }: { watchNext: WatchNext }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const [params] = useSearchParams();
  const { status, user, failed } = useSession();
  if (failed) return <LoadFailed level={1} retry={recheckSession} />;
  if (!hydrated || status === 'checking') return <CentredSpinner />;
  if (!user)
    return <SignInPrompt title={t('errors.not_authenticated')} text={t('commerce.sign_in_to_see')} />;
  const order = params.get('order');
  const item = itemOfQuery(params);
  if (!item && !params.has('bundle'))
    return <SubscriptionResult order={order} viewer={user.id} watchNext={watchNext} />;
  if (order) return <TitleResult order={order} viewer={user.id} watchNext={watchNext} />;
  if (!item) return <PaymentNotFound />;
  return <LatestOrderResult item={item} viewer={user.id} watchNext={watchNext} />;
}

interface LatestOrderResultProps {
  item: ItemReference;
  viewer: string;
  watchNext: WatchNext;
}

/** For an address with a title and no order: shows the newest order for that title. */
function LatestOrderResult({ item, viewer, watchNext }: LatestOrderResultProps) {
  const { data: order, isError, isFetching, refetch } = useQuery(latestOrderFor(item, viewer));
  if (order) return <TitleResult order={order} viewer={viewer} watchNext={watchNext} />;
  if (order === null) return <PaymentNotFound />;
  return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
}
