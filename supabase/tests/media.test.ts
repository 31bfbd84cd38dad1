import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import type { Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;

const movie = fixture['free movie'];
const episode = fixture['episode of the free series'];
const worker = '00000000-0000-4000-8000-00000000aaaa';
const other = '00000000-0000-4000-8000-00000000bbbb';
const film = JSON.stringify({ version: 1, duration: 5400, subtitles: [], complete: true });

/** What the storage API does when an upload is whole. */
const upload = (as: As, name: string, version: string, person: Person = 'editor') =>
  as(person).query(
    `insert into storage.objects (bucket_id, name, version, metadata) values ('movies', $1, $2, '{"size": 1000}')
      on conflict (bucket_id, name) do update set version = excluded.version`,
    name,
    version,
  );
const jobs = (as: As) =>
  as('editor').query<{ id: string; status: string; source_path: string; attempts: number }>(
    `select id, status, source_path, attempts from media_jobs where source_path like 'movies/%' and status <> 'done'
      order by created_at, status`,
  );
interface Claim {
  job_id: string;
  stream_id: string;
  source_version: string | null;
}
const claim = async (as: As, by = worker) =>
  (await as('owner').query<Claim>('select * from private.claim_media_job($1, 20)', by))[0];
const hasVideo = (as: As) =>
  as('visitor').value<boolean>('select has_video from movies where id = $1', movie);
const expire = (as: As) =>
  as('owner').query(`update private.media_runs set lease_until = now() - interval '1 s'`);

describe('an uploaded film queues itself', () => {
  test(
    'linked to its title by its name, once, whether or not the page lives to link it too',
    inTransaction(async (as) => {
      const path = `movies/${movie}.mov`;
      await upload(as, path, 'v1');
      await as('editor').query('update movies set video_url = $1 where id = $2', path, movie);
      expect(await jobs(as)).toMatchObject([{ status: 'queued', source_path: path }]);
      expect(await as('editor').value('select video_url from movies where id = $1', movie)).toBe(path);
    }),
  );

  test(
    'again when the same address gets new bytes: the older job is of no use',
    inTransaction(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      await claim(as);
      await upload(as, `movies/${movie}.mp4`, 'v2');
      expect((await jobs(as)).map(({ status }) => status).toSorted()).toEqual(['canceled', 'queued']);
    }),
  );

  test(
    'for an episode, and for a title that is linked to a file of another name',
    inTransaction(async (as) => {
      await upload(as, `movies/episodes/${episode}.mkv`, 'v1');
      await upload(as, 'movies/anything.mp4', 'v1');
      expect(await jobs(as)).toMatchObject([{ source_path: `movies/episodes/${episode}.mkv` }]);
      await as('editor').query(`update movies set video_url = 'movies/anything.mp4' where id = $1`, movie);
      await as('editor').query(`update movies set video_url = 'movies/not-there.mp4' where id = $1`, movie);
      expect(await jobs(as)).toHaveLength(2);
    }),
  );
});

describe('a job', () => {
  test(
    'is one worker’s alone, until that one is silent for too long: then the next goes on with the same stream',
    inTransaction(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const first = await claim(as);
      expect(first).toMatchObject({ source_version: 'v1' });
      expect(await claim(as, other)).toBeUndefined();
      const hold = (by: string) =>
        as('owner').value('select private.renew_media_job_lease($1, $2, 20)', first?.job_id, by);
      expect(await hold(worker)).toBe(true);
      await expire(as);
      expect(await claim(as, other)).toMatchObject({
        job_id: first?.job_id,
        stream_id: first?.stream_id,
        attempts: 2,
      });
      expect(await hold(worker)).toBe(false);
      const done = 'select private.finish_media_job($1, $2, $3)';
      expect(await as('owner').value(done, first?.job_id, worker, film)).toBe(false);
      expect(await as('owner').value(done, first?.job_id, other, film)).toBe(true);
    }),
  );

  test(
    'makes the film watchable early, fills in how long it is, and is done',
    inTransaction(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const job = await claim(as);
      expect(await hasVideo(as)).toBe(false);
      await as('owner').query(
        'select private.mark_media_job_watchable($1, $2, $3)',
        job?.job_id,
        worker,
        film,
      );
      expect(await hasVideo(as)).toBe(true);
      expect(await as('visitor').value('select duration from movies where id = $1', movie)).toBe(90);
      await as('owner').query('select private.finish_media_job($1, $2, $3)', job?.job_id, worker, film);
      expect(
        await as('owner').query(`select status from private.streams where movie_id = $1`, movie),
      ).toEqual([{ status: 'whole' }]);
    }),
  );

  test(
    'that replaces a film leaves the old one playing until the new one is whole',
    inTransaction(async (as) => {
      const playing = () =>
        as('owner').value<string>(`select (private.find_current_stream('movie', $1)).id`, movie);
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const first = await claim(as);
      await as('owner').query('select private.finish_media_job($1, $2, $3)', first?.job_id, worker, film);
      await upload(as, `movies/${movie}.mp4`, 'v2');
      const second = await claim(as);
      await as('owner').query(
        'select private.mark_media_job_watchable($1, $2, $3)',
        second?.job_id,
        worker,
        film,
      );
      expect(await playing()).toBe(first?.stream_id);
      await as('owner').query('select private.finish_media_job($1, $2, $3)', second?.job_id, worker, film);
      expect(await playing()).toBe(second?.stream_id);
      const toRemove = (grace: string) =>
        as('owner').query(`select private.list_removable_streams($1::interval) as id`, grace);
      expect(await toRemove('1 hour')).toEqual([]);
      expect(await toRemove('-1 s')).toEqual([{ id: first?.stream_id }]);
    }),
  );

  test(
    'is canceled and tried again by an editor, and by nobody else',
    inTransaction(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const job = await claim(as);
      for (const person of ['visitor', 'mimose', 'kesner', 'moderator'] as const) {
        for (const rpc of ['cancel_media_job', 'retry_media_job']) {
          expect((await as(person).refusal(`select ${rpc}($1)`, job?.job_id)).code).toBe('42501');
        }
      }
      await as('editor').query('select cancel_media_job($1)', job?.job_id);
      expect(await jobs(as)).toMatchObject([{ status: 'canceled' }]);
      expect(
        await as('owner').value('select private.renew_media_job_lease($1, $2, 20)', job?.job_id, worker),
      ).toBe(false);
      await as('editor').query('select retry_media_job($1)', job?.job_id);
      expect(await jobs(as)).toMatchObject([{ status: 'queued', attempts: 0 }]);
    }),
  );

  test(
    'that failed waits before it is tried again, or says why it never will be',
    inTransaction(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const job = await claim(as);
      const fail = `select private.fail_media_job($1, $2, 'media_disk_full', 'no space', $3)`;
      await as('owner').query(fail, job?.job_id, worker, 60);
      expect(await claim(as)).toBeUndefined();
      await as('owner').query(`update media_jobs set run_after = now() where id = $1`, job?.job_id);
      expect(await claim(as)).toMatchObject({ stream_id: job?.stream_id });
      await as('owner').query(fail, job?.job_id, worker, null);
      expect(await jobs(as)).toMatchObject([{ status: 'failed' }]);
      expect(await as('owner').query(`select private.list_removable_streams('1 day') as id`)).toEqual([
        { id: job?.stream_id },
      ]);
    }),
  );
});

test(
  'a job put back by a process that stops has not been tried; one left by a process that died has',
  inTransaction(async (as) => {
    await upload(as, `movies/${movie}.mp4`, 'v1');
    const job = await claim(as);
    await as('owner').query('select private.release_media_jobs($1)', worker);
    expect(await jobs(as)).toMatchObject([{ status: 'queued', attempts: 0 }]);
    await claim(as);
    await as('owner').query('select private.release_media_jobs(null)');
    expect(await jobs(as)).toMatchObject([{ status: 'queued', attempts: 1 }]);
    expect(await claim(as, other)).toMatchObject({ stream_id: job?.stream_id, fresh: false });
  }),
);

test('two workers asking at once get two different jobs', async () => {
  await world.database.query(
    `insert into public.media_jobs (movie_id, source_path)
      select id, 'movies/' || id || '.mp4' from public.movies where id in ($1, $2)`,
    [movie, fixture['paid movie']],
  );
  const ask = 'select job_id from private.claim_media_job($1, 20)';
  const second = await world.concurrently(['owner', ask, worker], ['owner', ask, other]);
  expect(second).toHaveLength(1);
  expect(await world.database.query(ask, [other])).toEqual([]);
  const runs = await world.database.query<{ worker: string }>('select worker from private.media_runs');
  expect(runs.map((run) => run.worker).toSorted()).toEqual([worker, other]);
});

test(
  'no client can set has_video, and no client reads the keys of streams',
  inTransaction(async (as) => {
    for (const person of ['editor', 'admin'] as const) {
      expect((await as(person).refusal('update movies set has_video = true')).code).toBe('42501');
      expect((await as(person).refusal('select from private.streams')).code).toBe('42501');
      expect((await as(person).refusal(`select private.find_current_stream('movie', $1)`, movie)).code).toBe(
        '42501',
      );
    }
  }),
);

test(
  'an editor sees why no film is being encoded',
  inTransaction(async (as) => {
    expect(await as('editor').value('select media_workers_state()')).toBe('off');
    await as('owner').query(`insert into private.media_workers (id, state) values ($1, 'no_ffmpeg')`, worker);
    expect(await as('editor').value('select media_workers_state()')).toBe('no_ffmpeg');
    await as('owner').query(`insert into private.media_workers (id, state) values ($1, 'ready')`, other);
    expect(await as('editor').value('select media_workers_state()')).toBe('ready');
    expect((await as('mimose').refusal('select media_workers_state()')).code).toBe('42501');
  }),
);

test(
  'uploaded subtitles are settled once per stream, survive the second pass, and leave with their row',
  inTransaction(async (as) => {
    const settle = () =>
      as('owner').query<{ stream_id: string; subtitle_id: string; path: string | null }>(
        'select * from private.list_pending_subtitles()',
      );
    await upload(as, `movies/${movie}.mp4`, 'v1');
    const job = await claim(as);
    await as('editor').query(
      `insert into subtitles (movie_id, language, name, path) values ($1, 'ht', 'Kreyòl', 'subtitles/a.srt')`,
      movie,
    );
    expect(await settle()).toEqual([]);
    await as('owner').query('select private.mark_media_job_watchable($1, $2, $3)', job?.job_id, worker, film);
    const [due] = await settle();
    expect(due).toMatchObject({ stream_id: job?.stream_id, path: 'subtitles/a.srt', language: 'ht' });
    await as('owner').query(
      'select private.save_stream_subtitle($1, $2, $3)',
      due?.stream_id,
      due?.subtitle_id,
      JSON.stringify({ file: 'subs-a-ht.vtt', language: 'ht', name: 'Kreyòl' }),
    );
    await as('owner').query('select private.finish_media_job($1, $2, $3)', job?.job_id, worker, film);
    expect(await settle()).toEqual([]);
    const shown = () =>
      as('owner').value(`select film -> 'subtitles' from private.streams where id = $1`, job?.stream_id);
    expect(await shown()).toMatchObject([{ file: 'subs-a-ht.vtt' }]);
    await as('editor').query('delete from subtitles where id = $1', due?.subtitle_id);
    const [gone] = await settle();
    expect(gone).toMatchObject({ subtitle_id: due?.subtitle_id, path: null });
    await as('owner').query(
      'select private.save_stream_subtitle($1, $2, null)',
      gone?.stream_id,
      gone?.subtitle_id,
    );
    expect(await shown()).toEqual([]);
    // What is settled is not looked at again.
    expect(await settle()).toEqual([]);
    expect(await as('owner').touches('select from private.subtitle_checks')).toBe(0);
  }),
);

describe('AV1 is made of finished films', () => {
  const claimAv1 = async (as: As, by = worker) =>
    (
      await as('owner').query<Claim & { attempts: number }>('select * from private.claim_av1_job($1, 20)', by)
    )[0];
  const holdAv1 = (as: As, job: string, by = worker) =>
    as('owner').value('select private.renew_av1_job_lease($1, $2, 20)', job, by);
  const state = (as: As, job: string) => as('editor').value('select av1 from media_jobs where id = $1', job);
  /** A film that is encoded in H.264. */
  async function finishFilm(as: As, version = 'v1') {
    await as('owner').query(`delete from media_jobs`);
    await upload(as, `movies/${movie}.mp4`, version);
    const job = await claim(as);
    expect(await claimAv1(as)).toBeUndefined();
    await as('owner').query('select private.finish_media_job($1, $2, $3)', job?.job_id, worker, film);
    return job as Claim;
  }
  const rungs = JSON.stringify([{ name: 'av1-145' }]);

  test(
    'when nothing waits, by one worker at a time, and its renditions join the film',
    inTransaction(async (as) => {
      const { job_id, stream_id } = await finishFilm(as);
      expect(await state(as, job_id)).toBe('waiting');
      expect(await claimAv1(as)).toMatchObject({ job_id, stream_id, source_version: 'v1', attempts: 1 });
      expect(await state(as, job_id)).toBe('making');
      expect(await claimAv1(as, other)).toBeUndefined();
      expect(await holdAv1(as, job_id, other)).toBe(false);
      expect(await holdAv1(as, job_id)).toBe(true);
      // The first worker dies.
      await expire(as);
      expect(await claimAv1(as, other)).toMatchObject({ stream_id, attempts: 2 });
      const finish = 'select private.finish_av1_job($1, $2, $3)';
      expect(await as('owner').value(finish, job_id, worker, rungs)).toBe(false);
      expect(await as('owner').value(finish, job_id, other, rungs)).toBe(true);
      expect(await state(as, job_id)).toBe('made');
      expect(
        await as('owner').value('select film from private.streams where id = $1', stream_id),
      ).toMatchObject({
        duration: 5400,
        av1: [{ name: 'av1-145' }],
      });
      expect(await claimAv1(as)).toBeUndefined();
    }),
  );

  test(
    'it gives way to an upload and goes on afterwards without counting that as a failure',
    inTransaction(async (as) => {
      const { job_id } = await finishFilm(as);
      await claimAv1(as);
      await upload(as, `movies/episodes/${episode}.mp4`, 'v1');
      expect(await holdAv1(as, job_id)).toBe(false);
      await as('owner').query('select private.put_back_av1_job($1, $2, null)', job_id, worker);
      expect(await state(as, job_id)).toBe('waiting');
      expect(await claimAv1(as)).toBeUndefined();
      const next = await claim(as);
      await as('owner').query('select private.finish_media_job($1, $2, $3)', next?.job_id, worker, film);
      expect(await claimAv1(as)).toMatchObject({ job_id, attempts: 1 });
    }),
  );

  test(
    'killed again and again, it is not given up as long as it gets ahead in between',
    inTransaction(async (as) => {
      const { job_id } = await finishFilm(as);
      const note = (by: string) => as('owner').query('select private.note_av1_rendition($1, $2)', job_id, by);
      const dies = async (attempts: number) => {
        await expire(as);
        expect(await claimAv1(as)).toMatchObject({ job_id, attempts });
      };
      for (const attempts of [1, 2, 3]) await dies(attempts);
      // Another worker's word does not count.
      await note(other);
      await dies(4);
      await note(worker);
      await dies(2);
      await note(worker);
      await as('owner').query('select private.put_back_av1_job($1, $2, null)', job_id, worker);
      expect(await claimAv1(as)).toMatchObject({ job_id, attempts: 1 });
    }),
  );

  test(
    'a failure is tried again later and in the end given up; a replaced film gets none',
    inTransaction(async (as) => {
      const { job_id } = await finishFilm(as);
      await claimAv1(as);
      await as('owner').query('select private.put_back_av1_job($1, $2, 60)', job_id, worker);
      expect(await claimAv1(as)).toBeUndefined();
      await expire(as);
      expect(await claimAv1(as)).toMatchObject({ job_id, attempts: 2 });
      await as('owner').query('select private.give_up_av1_job($1, $2)', job_id, other);
      expect(await state(as, job_id)).toBe('making');
      await as('owner').query('select private.give_up_av1_job($1, $2)', job_id, worker);
      expect(await state(as, job_id)).toBe('failed');
      await as('owner').query(`update media_jobs set av1 = 'waiting' where id = $1`, job_id);
      await as('owner').query(
        `update private.streams set status = 'replaced' where status = 'whole' and movie_id = $1`,
        movie,
      );
      expect(await claimAv1(as)).toBeUndefined();
      expect(await state(as, job_id)).toBe('none');
    }),
  );
});
