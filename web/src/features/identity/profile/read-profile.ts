import { queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { OWN_COLUMNS } from './own-profile-request.ts';

const PUBLIC_COLUMNS =
  'id, username, full_name, bio, location, website, occupation, interests, avatar_url, is_public, created_at';

/** A profile as others see it; null when it does not exist or is private. */
export function profileOf(id: string, viewer: string | null = null) {
  return queryOptions({
    queryKey: ['profile', id, viewer],
    queryFn: async ({ client }) =>
      rowOrNull(
        await (await databaseOf(client)).from('profiles').select(PUBLIC_COLUMNS).eq('id', id).maybeSingle(),
      ),
  });
}

/** The viewer's own profile with all fields. Creates it when it is missing; the database picks a username. */
export function ownProfile(id: string | undefined) {
  return queryOptions({
    queryKey: ['own-profile', id],
    queryFn: id
      ? async ({ client }) => {
          const database = await databaseOf(client);
          const found = rowOrNull(
            await database.from('profiles').select(OWN_COLUMNS).eq('id', id).maybeSingle(),
          );
          return found ?? rowsOf(await database.from('profiles').insert({ id }).select(OWN_COLUMNS).single());
        }
      : skipToken,
    // A form edits it: a refetch would overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
