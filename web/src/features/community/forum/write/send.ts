import type { ReplyInput, TopicInput } from '@lakou/contract/community';
import type { Database } from '@lakou/contract/database-types';
import { useMutation } from '@tanstack/react-query';
import { DataError, rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

/** The server no longer takes us for who we were, and the page has not heard of it yet. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof DataError && error.status === 401;
}

type Row<Table extends 'forum_topics' | 'forum_posts'> = Database['public']['Tables'][Table]['Insert'];

/** Its id is there already, from us: the answer to the first try was lost on its way. */
function wasSentBefore(error: { code: string; hint: string | null } | null): boolean {
  return error?.code === '23505' && error.hint === 'already_sent';
}

/**
 * Opens a topic under an id that the form made: however often it is sent, it is one topic. What was changed between
 * two tries is saved as an edit of the first.
 */
export function useCreateTopic() {
  return useMutation({
    mutationFn: async (topic: TopicInput & { user_id: string }): Promise<string> => {
      const db = await supabase();
      const answer = await db
        .from('forum_topics')
        .insert(topic as Row<'forum_topics'>)
        .select('id')
        .single();
      const { id, title, content } = topic;
      if (!id || !wasSentBefore(answer.error)) return rowsOf(answer).id;
      const { data: first } = await db.from('forum_topics').select('title, content').eq('id', id).single();
      if (first?.title !== title || first.content !== content)
        rowOrNull(await db.rpc('edit_topic', { topic_id: id, title, content }));
      return id;
    },
    onSuccess: (_id, _topic, _before, { client }) =>
      client.invalidateQueries({ queryKey: ['forum', 'list'] }),
  });
}

/** Sends a reply, once, as above. */
export async function sendReply(reply: ReplyInput & { user_id: string }): Promise<void> {
  const db = await supabase();
  const { id, content } = reply;
  const answer = await db.from('forum_posts').insert(reply as Row<'forum_posts'>);
  if (!id || !wasSentBefore(answer.error)) {
    rowOrNull(answer);
    return;
  }
  const { data: first } = await db.from('forum_posts').select('content').eq('id', id).single();
  if (first?.content !== content) rowOrNull(await db.rpc('edit_post', { post_id: id, content }));
}
