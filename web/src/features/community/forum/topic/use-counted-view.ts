import { useEffect } from 'react';
import { settledSession } from '#lib/session.ts';
import { database } from '#lib/supabase.ts';

/** Opening a topic counts as a look at it; the database counts each reader once a day. */
export function useCountedView(topic_id: string | undefined): void {
  useEffect(() => {
    if (!topic_id) return;
    settledSession()
      .then(database)
      .then((db) => db.rpc('increment_topic_view', { topic_id }))
      // A look that is not counted harms nobody.
      .catch(() => {});
  }, [topic_id]);
}
