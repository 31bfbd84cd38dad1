import type { DeviceCode } from '@lakou/contract/identity/responses';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { claimDeviceSession, requestDeviceCode } from './device-api.ts';

/** As RFC 8628 has it: a device that is told to slow down waits this much longer from then on. */
const SLOWER_SECONDS = 5;

interface DeviceCodeState {
  code: DeviceCode | undefined;
  /** Why no code could be had. */
  error: Error | null;
  /** Null while the code waits to be confirmed. */
  outcome: 'denied' | 'expired' | null;
  isFetching: boolean;
  renew: () => void;
}

/** A code for this device, and the questions whether somebody has confirmed it. */
export function useDeviceCode(): DeviceCodeState {
  const [round, setRound] = useState(0);
  const request = useQuery({
    queryKey: ['identity', 'device-code', round],
    queryFn: requestDeviceCode,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const code = request.data;
  const { data: claim } = useQuery({
    queryKey: ['identity', 'device-claim', code?.device_secret],
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData<{ delay: number }>(queryKey);
      const delay = before?.delay ?? code?.interval ?? SLOWER_SECONDS;
      const result = await claimDeviceSession(code?.device_secret ?? '');
      return { result, delay: result === 'device_slow_down' ? delay + SLOWER_SECONDS : delay };
    },
    enabled: code !== undefined,
    gcTime: 0,
    retry: false,
    // A failed question is asked again: the connection may be back by then.
    refetchInterval: ({ state: { data } }) =>
      isFinal(data?.result) ? false : (data?.delay ?? code?.interval ?? SLOWER_SECONDS) * 1000,
  });
  return {
    code,
    error: request.error,
    isFetching: request.isFetching,
    outcome:
      claim?.result === 'device_denied' ? 'denied' : claim?.result === 'code_expired' ? 'expired' : null,
    renew: () => (request.error ? void request.refetch() : setRound(round + 1)),
  };
}

function isFinal(result: string | undefined): boolean {
  return result === 'device_denied' || result === 'code_expired' || result === 'device_signed_in';
}
