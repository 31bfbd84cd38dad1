import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import { useSession } from '#lib/session.ts';

function ownName(id: string | undefined) {
  return queryOptions({
    queryKey: ['profiles', id, 'full_name'],
    queryFn: async ({ client }) => {
      const profiles = (await databaseOf(client)).from('profiles');
      return rowOrNull(await profiles.select('full_name').eq('id', id!).maybeSingle())?.full_name ?? '';
    },
    enabled: id !== undefined,
  });
}

/** Calls back with the signed-in member's name and email once each is known, to prefill the form. */
export function useSenderDetails(onKnown: (sender: { name?: string; email?: string }) => void): void {
  const { user } = useSession();
  const { data: name } = useQuery(ownName(user?.id));
  const email = user?.email;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for each value that becomes known.
  useEffect(() => {
    if (email) onKnown({ email });
  }, [email]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (name) onKnown({ name });
  }, [name]);
}
