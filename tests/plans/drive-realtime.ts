import { createClient } from '@supabase/supabase-js';
import { HOT_TOPIC } from '../../bench/big-world/ids.ts';
import { subscribed } from '../support/realtime-client.ts';
import { idOf } from '../support/test-server.ts';
import type { PlanClient } from './plan-client.ts';

/** Members follow the hot topic and their notifications while somebody replies. */
export async function driveRealtime(client: PlanClient): Promise<void> {
  const { url, anonKey } = client.server;
  const browser = createClient(url, anonKey);
  try {
    const channel = browser
      .channel('plans')
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'forum_posts', filter: `topic_id=eq.${HOT_TOPIC}` },
        () => {},
      )
      .on('postgres_changes', { event: '*', schema: 'public', table: 'forum_topics' }, () => {});
    await subscribed(channel);
    const post = await client.insert('forum_posts', {
      topic_id: HOT_TOPIC,
      content: 'An dirèk',
      user_id: idOf.member,
    });
    await client.must('DELETE', `/rest/v1/forum_posts?id=eq.${post.id}`, { as: 'admin' });
    await client.send('POST', '/realtime/v1/api/broadcast', {
      as: 'service',
      body: { messages: [{ topic: 'plans', event: 'x', payload: {} }] },
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
  } finally {
    await browser.removeAllChannels();
    await browser.realtime.disconnect();
  }
}
