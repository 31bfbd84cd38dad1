import type { Database } from '@lakou/platform/database/database';
import { metric } from './exposition.ts';

const JOBS = ['queued', 'running', 'done', 'failed', 'canceled'];

interface Counted {
  jobs: Record<string, number>;
  playing: number;
}

/** What only the database knows, of all processes together. When it cannot be asked, the numbers say just that. */
export async function databaseMetrics(database: Database): Promise<string> {
  const counted = await count(database).catch(() => undefined);
  const up = metric('database_up', 'gauge', 'Whether the database answers.', counted ? 1 : 0);
  if (!counted) return up;
  const jobs = JOBS.map((status) => ({ labels: { status }, value: counted.jobs[status] ?? 0 }));
  return (
    up +
    metric('media_jobs', 'gauge', 'Uploaded films on their way to a stream, by state.', jobs) +
    metric('playback_sessions_active', 'gauge', 'Films playing in the last minute.', counted.playing)
  );
}

async function count(database: Database): Promise<Counted | undefined> {
  const [row] = await database.query<Counted>(
    `select
       (select coalesce(jsonb_object_agg(status, number), '{}')
          from (select status, count(*) as number from public.media_jobs group by status) by_status) as jobs,
       (select count(*)::integer from private.playback_sessions
          where ended_at is null and seen_at > now() - interval '60 seconds') as playing`,
    [],
    { timeoutMs: 2_000 },
  );
  return row;
}
