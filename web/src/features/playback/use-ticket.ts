import type { Playback } from '@lakou/contract/playback/responses';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useSession } from '#lib/session.ts';
import { PlaybackRefusedError, requestPlayback } from './request-playback.ts';
import { takeEarlyPlayback } from './start/take-early.ts';
import { waitToRetry } from './wait-to-retry.ts';

export type TicketState =
  | { status: 'requesting'; isConnectionLost: boolean }
  | { status: 'refused'; refusal: PlaybackRefusedError }
  | { status: 'open'; playback: Playback };

/** Requests a ticket for a title; retries until the server answers, whether it allows or refuses. */
export function useTicket(media: 'movie' | 'episode', id: string) {
  const [ticket, setTicket] = useState<TicketState>({ status: 'requesting', isConnectionLost: false });
  const [attempt, setAttempt] = useState(0);
  const { user, status } = useSession();
  const requestedAs = useRef<string | null | undefined>(undefined);

  const requestUntilAnswered = useCallback(
    async (isDisposed: () => boolean, onLost: () => void = () => {}): Promise<Playback> => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await ((tries === 0 && takeEarlyPlayback(id)) || requestPlayback(media, id));
        } catch (error) {
          if (error instanceof PlaybackRefusedError || isDisposed()) throw error;
          if (tries > 0 || !navigator.onLine) onLost();
          await waitToRetry(error instanceof ApiError ? error.status : undefined);
        }
      }
    },
    [media, id],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt requests again.
  useEffect(() => {
    let disposed = false;
    setTicket({ status: 'requesting', isConnectionLost: false });
    requestUntilAnswered(
      () => disposed,
      () => !disposed && setTicket({ status: 'requesting', isConnectionLost: true }),
    ).then(
      (playback) => !disposed && setTicket({ status: 'open', playback }),
      (error) => {
        const refusal = error instanceof PlaybackRefusedError ? error : new PlaybackRefusedError('failed');
        if (!disposed) setTicket({ status: 'refused', refusal });
      },
    );
    return () => {
      disposed = true;
    };
  }, [requestUntilAnswered, attempt]);

  const retry = useCallback(() => setAttempt((last) => last + 1), []);

  // Signing in, here or in another tab, can change a refusal: request again.
  useEffect(() => {
    if (status === 'checking') return;
    const now = user?.id ?? null;
    if (requestedAs.current !== undefined && requestedAs.current !== now && ticket.status === 'refused')
      retry();
    requestedAs.current = now;
  }, [user, status, ticket.status, retry]);

  return {
    ticket,
    retry,
    /** Requests a new ticket for the playing title. */
    renew: useCallback(() => requestUntilAnswered(() => false), [requestUntilAnswered]),
    refuse: useCallback((refusal: PlaybackRefusedError) => setTicket({ status: 'refused', refusal }), []),
  };
}
