import type { ReplyInput, TopicInput } from '@lakou/contract/community/inputs';
import type { Database } from '@lakou/contract/database-types';
import { rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

type Row<Table extends 'forum_topics' | 'forum_posts'> = Database['public']['Tables'][Table]['Insert'];

/** This member already sent a row with this id: the response to the first attempt was lost. */
function wasSentBefore(error: { code: string; hint: string | null } | null): boolean {
  return error?.code === '23505' && error.hint === 'already_sent';
}

/**
 * Creates a topic under an id from the form, so that sending it again creates no second one. Changes between two
 * attempts are saved as an edit.
 */
export async function createTopic(topic: TopicInput & { user_id: string }): Promise<string> {
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
}

/** Creates a reply, idempotently like `createTopic`. */
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
