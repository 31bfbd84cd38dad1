import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';

const SHOWN = 'id, username, full_name, bio, location, website, occupation, interests, avatar_url, is_public';
const OWN =
  'id, username, first_name, last_name, bio, location, website, occupation, phone, date_of_birth, interests, avatar_url, is_public';

/** Somebody as others may see them. null: there is nobody, or nobody who shows themselves. */
export function profileOf(id: string, viewer: string | null = null) {
  return queryOptions({
    queryKey: ['profile', id, viewer],
    queryFn: async ({ client }) =>
      rowOrNull(await (await databaseOf(client)).from('profiles').select(SHOWN).eq('id', id).maybeSingle()),
  });
}

/** One's own, with everything in it. It is made where it is missing, with a name the database finds. */
export function ownProfile(id: string) {
  return queryOptions({
    queryKey: ['own-profile', id],
    queryFn: async ({ client }) => {
      const database = await databaseOf(client);
      const found = rowOrNull(await database.from('profiles').select(OWN).eq('id', id).maybeSingle());
      return found ?? rowsOf(await database.from('profiles').insert({ id }).select(OWN).single());
    },
    // A form is open on it: it must not change below the typing hand.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function isPersonId(id: string): boolean {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(id);
}
