import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import type { Author } from '../author.tsx';

/** The viewer as an author, to show a reply while it is being sent. */
export function ownAuthor(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['forum', 'own-author', viewer],
    queryFn: async ({ client }): Promise<Author> => {
      const profiles = (await databaseOf(client)).from('profiles');
      const profile = rowOrNull(
        await profiles.select('username, full_name, avatar_url').eq('id', viewer!).maybeSingle(),
      );
      return {
        user_id: viewer!,
        author_username: profile?.username ?? null,
        author_full_name: profile?.full_name ?? null,
        author_avatar_url: profile?.avatar_url ?? null,
      };
    },
    enabled: viewer !== undefined,
  });
}
