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

/** Tells what is known of a member who writes, once it is known: nobody types their own address twice. */
export function useSender(know: (sender: { name?: string; email?: string }) => void): void {
  const { user } = useSession();
  const { data: name } = useQuery(ownName(user?.id));
  const email = user?.email;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each thing that becomes known.
  useEffect(() => {
    if (email) know({ email });
  }, [email]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (name) know({ name });
  }, [name]);
}
