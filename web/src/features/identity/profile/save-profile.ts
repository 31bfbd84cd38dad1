import type { ProfileInput } from '@lakou/contract/identity/inputs';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { removeAvatar } from './upload-avatar.ts';

/** Saves the profile, deletes the replaced avatar, and invalidates every query that shows this member. */
export function useSaveProfile(id: string, before: { avatar_url: string | null }) {
  const queries = useQueryClient();
  return async (profile: ProfileInput & { avatar_url: string | null }): Promise<void> => {
    const client = await supabase();
    const { avatar_url } = rowsOf(
      await client.from('profiles').update(profile).eq('id', id).select('avatar_url').single(),
    );
    if (before.avatar_url && before.avatar_url !== avatar_url) await removeAvatar(before.avatar_url, id);
    await invalidateProfile(queries, id);
  };
}

async function invalidateProfile(queries: QueryClient, id: string): Promise<void> {
  await Promise.all(
    [['profile', id], ['own-profile', id], ['reviews'], ['topics']].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );
}
