import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useSession } from '#lib/session.ts';
import { useRequestSignIn } from '#lib/sign-in.tsx';

/** When a session ends by itself on a page that needs none, says so and offers to sign in again. */
export function SessionNotice() {
  const { ended } = useSession();
  const { pathname } = useLocation();
  const { offerSignIn } = useRequestSignIn();
  // The guard of such a page shows its own message.
  const isGuarded = useMatches().some(({ id }) => /signed-in|admin-only|guard/.test(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when it ends, not on later pages.
  useEffect(() => {
    if (ended && !isGuarded && pathname !== '/login') offerSignIn('shell.session_ended', 'info');
  }, [ended]);
  return null;
}
