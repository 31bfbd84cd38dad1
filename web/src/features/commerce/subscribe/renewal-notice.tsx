import { useQuery } from '@tanstack/react-query';
import { PastDue } from './past-due.tsx';
import { currentSubscription } from './read-subscription.ts';

/** On pages that are not about the subscription: only while a renewal is overdue. */
export function RenewalNotice({ viewer }: { viewer: string | undefined }) {
  const { data: current } = useQuery(currentSubscription(viewer));
  return current?.status === 'past_due' && <PastDue />;
}
