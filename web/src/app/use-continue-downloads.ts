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
    if (status === 'checking') return;
    let left = false;
    const run = async (): Promise<void> => {
      try {
        if (!(await hasDownloads()) || left) return;
        const { continueDownloads } = await import('#features/playback/downloads/continue-downloads.ts');
        if (!left) await continueDownloads(client, signedIn);
      } catch {
        // Without a connection, and without these files: the next page tries again.
      }
    };
    const onOnline = (): void => void run();
    onOnline();
    addEventListener('online', onOnline);
    return () => {
      left = true;
      removeEventListener('online', onOnline);
    };
  }, [client, status, signedIn]);
}
