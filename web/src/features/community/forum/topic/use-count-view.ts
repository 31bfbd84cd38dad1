import { useEffect } from 'react';
import { settledSession } from '#lib/session.ts';
import { database } from '#lib/supabase.ts';

/** Counts a view when a topic opens; the database counts each viewer once a day. */
export function useCountView(topic_id: string | undefined): void {
  useEffect(() => {
    if (!topic_id) return;
    settledSession()
      .then(database)
      .then((db) => db.rpc('increment_topic_view', { topic_id }))
      // An uncounted view does no harm.
      .catch(() => {});
  }, [topic_id]);
}
