import { slowStatements as answerSchema } from '@lakou/contract/admin/slow-statements';
import { queryOptions } from '@tanstack/react-query';
import { accessToken, connection } from '#lib/supabase.ts';

const REFETCH_MS = 30_000;

/** Statements of the process that answers which took long, the longest first, for admins. */
export const slowStatements = () =>
  queryOptions({
    queryKey: ['admin', 'slow-statements'],
    queryFn: async ({ signal }) => {
      const { url, anonKey } = connection();
      const headers = { apikey: anonKey, authorization: `Bearer ${(await accessToken()) ?? anonKey}` };
      const answer = await fetch(`${url}/operations/v1/slow-statements`, { headers, signal });
      if (!answer.ok) throw new Error(`slow statements answered ${answer.status}`);
      return answerSchema.parse(await answer.json()).statements;
    },
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
