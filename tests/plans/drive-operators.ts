import { BUSIEST_MEMBER, idOf } from '../../bench/big-world/ids.ts';
import { JobStore } from '../../server/src/jobs/job-store.ts';
import type { PlanClient } from './plan-client.ts';

/** A kind of background work that no process does. */
const KIND = 'plans';

/** What operators change or start, as SQL, and what the processes that encode films ask for. */
const STATEMENTS: [text: string, ...values: unknown[]][] = [
  ['select private.reopen_admin_setup()'],
  [`select private.store_admin_code('\\x00')`],
  [
    `update public.forum_posts set created_at = created_at - interval '1 second' where id = $1`,
    idOf('post', 5),
  ],
  [
    `update public.watch_progress set updated_at = recent_at + interval '2 hours' where user_id = $1 and movie_id = $2`,
    BUSIEST_MEMBER,
    idOf('film', 3),
  ],
  ['update public.watch_sessions set seconds_watched = seconds_watched + 1 where id = $1', idOf('watch', 1)],
  ['select * from private.list_pending_subtitles()'],
  ['select * from private.list_pending_audio()'],
  [`select private.settle_audio($1, '[]')`, idOf('stream', 1)],
  ['select private.save_stream_subtitle($1, $2, null)', idOf('stream', 1), idOf('film', 1)],
  ['select * from private.claim_sign_video($1, 60)', idOf('session', 1)],
  ['select private.renew_sign_lease($1, $2, $3, 60)', idOf('film', 1), idOf('sign', 1), idOf('session', 1)],
  [
    'select private.save_stream_sign($1, $2, $3, $4, null, null)',
    idOf('film', 1),
    idOf('stream', 1),
    idOf('sign', 1),
    idOf('session', 1),
  ],
  [
    `select private.fail_sign_video($1, $2, $3, 'media_broken')`,
    idOf('film', 1),
    idOf('sign', 1),
    idOf('session', 1),
  ],
  ['select private.is_removable_upload($1)', `movies/${idOf('film', 1)}.mp4`],
  ['select * from private.claim_av1_job($1, 60)', idOf('session', 1)],
  ['select private.renew_av1_job_lease($1, $2, 60)', idOf('job', 1), idOf('session', 1)],
  ['select private.note_av1_rendition($1, $2)', idOf('job', 1), idOf('session', 1)],
  [`select private.finish_av1_job($1, $2, '[]')`, idOf('job', 1), idOf('session', 1)],
  ['select private.put_back_av1_job($1, $2, 60)', idOf('job', 1), idOf('session', 1)],
  ['select private.give_up_av1_job($1, $2)', idOf('job', 1), idOf('session', 1)],
  ['select * from private.claim_media_piece($1, 60, null, null)', idOf('session', 1)],
  ['select private.find_running_rental($1, $2, null)', BUSIEST_MEMBER, idOf('film', 3)],
  [
    `select private.settle_rental(p.id) from public.user_purchases p where p.user_id = $1 limit 1`,
    BUSIEST_MEMBER,
  ],
];

/** Work that takes long, is interrupted or fails, and what is done by hand. */
export async function driveOperators({ server: { database } }: PlanClient): Promise<void> {
  for (const [text, ...values] of STATEMENTS) await database.query(text, values);
  const store = new JobStore(database);
  const claim = async () => {
    const job = await store.claim([KIND]);
    if (!job) throw new Error('no job to claim');
    await store.extendLease(job);
    return job;
  };
  await database.query('select private.enqueue_job($1)', [KIND]);
  await store.release(await claim());
  await store.fail(await claim(), 'tès', 2);
  await database.query('delete from private.jobs where kind = $1', [KIND]);
}
