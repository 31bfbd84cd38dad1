import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasDownloads } from '#features/playback/downloads/has-downloads.ts';
import { useSession } from '#lib/session.ts';

/** For those who keep films in this browser: downloads go on on every page, and end with a sign-out. */
export function useContinueDownloads(): void {
  const client = useQueryClient();
  const { status, user } = useSession();
  const signedIn = user?.id;
  useEffect(() => {
    if (status === 'checking' || !hasDownloads()) return;
    const run = (): void =>
      void import('#features/playback/downloads/continue-downloads.ts')
        .then(({ continueDownloads }) => continueDownloads(client, signedIn))
        // Without a connection, and without these files: the next page tries again.
        .catch(() => {});
    run();
    addEventListener('online', run);
    return () => removeEventListener('online', run);
  }, [client, status, signedIn]);
}
