import { REACTIONS, type Reaction } from '@lakou/contract/community/limits';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { supabase } from '#lib/supabase.ts';

/** The viewer's own reactions, by post. */
export type OwnReactions = Readonly<Record<string, readonly Reaction[]>>;

/** The viewer's reactions to these posts; a topic's id stands for its first post. */
export function ownReactions(post_ids: readonly string[], viewer: string | undefined) {
  return queryOptions({
    queryKey: ['forum', 'reactions', viewer, post_ids],
    queryFn: async ({ client }): Promise<OwnReactions> => {
      const db = await databaseOf(client);
      const rows = rowsOf(await db.from('forum_reactions').select('post_id, kind').in('post_id', post_ids));
      return Object.fromEntries(
        post_ids.map((id) => [
          id,
          REACTIONS.filter((kind) => rows.some((row) => row.post_id === id && row.kind === kind)),
        ]),
      );
    },
    enabled: viewer !== undefined,
  });
}

/** Gives a reaction or takes it back; idempotent. */
export async function react(post_id: string, kind: Reaction, isGiven: boolean): Promise<void> {
  const { id: user_id } = await requireUser();
  const reactions = (await supabase()).from('forum_reactions');
  const row = { post_id, kind, user_id };
  const once = { onConflict: 'post_id,user_id,kind', ignoreDuplicates: true };
  rowOrNull(isGiven ? await reactions.upsert(row, once) : await reactions.delete().match(row));
}
