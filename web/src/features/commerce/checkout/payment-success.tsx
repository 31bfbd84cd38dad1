import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { recheckSession, useSession } from '#lib/session.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { CentredSpinner } from '#ui/spinner.tsx';
import { PaymentUnknown } from './outcomes.tsx';
import { latestOrderFor } from './read-orders.ts';
import { SignInFirst } from './sign-in-first.tsx';
import { SubscriptionOutcome } from './subscription-outcome.tsx';
import { TitleOutcome } from './title-outcome.tsx';

/** After the provider's page. It reads what the ledger has, and says nothing more (decision 44). */
export function PaymentSuccess() {
  const alive = useHydrated();
  const [params] = useSearchParams();
  const { status, user, failed } = useSession();
  if (failed) return <LoadFailed level={1} retry={recheckSession} />;
  if (!alive || status === 'checking') return <CentredSpinner />;
  if (!user) return <SignInFirst />;
  const id = params.get('id');
  const order = params.get('order');
  if (!id) return <SubscriptionOutcome order={order} viewer={user.id} />;
  if (order) return <TitleOutcome order={order} viewer={user.id} />;
  const mediaType = params.get('mediaType') === 'series' ? 'series' : 'movie';
  const type = params.get('type') === 'rental' ? 'rental' : 'purchase';
  return <LatestOutcome title={{ id, mediaType, type }} viewer={user.id} />;
}

interface LatestOutcomeProps {
  title: { id: string; mediaType: 'movie' | 'series'; type: 'purchase' | 'rental' };
  viewer: string;
}

/** An address that names a title and no order: the last one for that title is meant. */
function LatestOutcome({ title, viewer }: LatestOutcomeProps) {
  const { data: order, isError, isFetching, refetch } = useQuery(latestOrderFor(title, viewer));
  if (order) return <TitleOutcome order={order} viewer={viewer} />;
  if (order === null) return <PaymentUnknown />;
  return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
}
