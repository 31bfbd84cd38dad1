import { Suspense, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { lazyWithMessages } from '#lib/page-messages.ts';
import { useSession } from '#lib/session.ts';
import { isWelcomeDue, subscribeToWelcome } from '#lib/welcome.ts';

const Welcome = lazyWithMessages(() => import('./welcome.tsx'));

/** Where nobody is on the way to a film or a payment. */
const PAGES = new Set(['/', '/films', '/series', '/categories', '/forum', '/watchlist', '/profile']);

/** The welcome of somebody who has just registered. */
export function WelcomeOffer() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const isDue = useSyncExternalStore(subscribeToWelcome, isWelcomeDue, () => false);
  if (!user || !isDue || !PAGES.has(pathname)) return null;
  return (
    <Suspense>
      <Welcome />
    </Suspense>
  );
}
