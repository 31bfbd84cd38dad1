import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import type { Author } from '../author.tsx';

/** How one's own posts are signed, for those that are still on their way. */
export function ownFace(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['forum', 'own-face', viewer],
    queryFn: async ({ client }): Promise<Author> => {
      const profiles = (await databaseOf(client)).from('profiles');
      const face = rowOrNull(
        await profiles.select('username, full_name, avatar_url').eq('id', viewer!).maybeSingle(),
      );
      return {
        user_id: viewer!,
        author_username: face?.username ?? null,
        author_full_name: face?.full_name ?? null,
        author_avatar_url: face?.avatar_url ?? null,
      };
    },
    enabled: viewer !== undefined,
  });
}
