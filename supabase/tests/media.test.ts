import { describe, expect, test } from 'vitest';
import type { Person } from './support/cast.ts';
import { thing } from './support/things.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { onStage } = world;

const movie = thing['free movie'];
const episode = thing['episode of the free series'];
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
  (await as('house').query<Claim>('select * from private.claim_media_job($1, 20)', by))[0];
const hasVideo = (as: As) =>
  as('visitor').value<boolean>('select has_video from movies where id = $1', movie);
const expire = (as: As) =>
  as('house').query(`update private.media_runs set lease_until = now() - interval '1 s'`);

describe('an uploaded film queues itself', () => {
  test(
    'linked to its title by its name, once, whether or not the page lives to link it too',
    onStage(async (as) => {
      const path = `movies/${movie}.mov`;
      await upload(as, path, 'v1');
      await as('editor').query('update movies set video_url = $1 where id = $2', path, movie);
      expect(await jobs(as)).toMatchObject([{ status: 'queued', source_path: path }]);
      expect(await as('editor').value('select video_url from movies where id = $1', movie)).toBe(path);
    }),
  );

  test(
    'again when the same address gets new bytes: the older job is of no use',
    onStage(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      await claim(as);
      await upload(as, `movies/${movie}.mp4`, 'v2');
      expect((await jobs(as)).map(({ status }) => status).toSorted()).toEqual(['canceled', 'queued']);
    }),
  );

  test(
    'for an episode, and for a title that is linked to a file of another name',
    onStage(async (as) => {
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
    onStage(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const first = await claim(as);
      expect(first).toMatchObject({ source_version: 'v1' });
      expect(await claim(as, other)).toBeUndefined();
      const hold = (by: string) =>
        as('house').value('select private.hold_media_job($1, $2, 20)', first?.job_id, by);
      expect(await hold(worker)).toBe(true);
      await expire(as);
      expect(await claim(as, other)).toMatchObject({
        job_id: first?.job_id,
        stream_id: first?.stream_id,
        attempts: 2,
      });
      expect(await hold(worker)).toBe(false);
      const done = 'select private.media_job_done($1, $2, $3)';
      expect(await as('house').value(done, first?.job_id, worker, film)).toBe(false);
      expect(await as('house').value(done, first?.job_id, other, film)).toBe(true);
    }),
  );

  test(
    'makes the film watchable early, fills in how long it is, and is done',
    onStage(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const job = await claim(as);
      expect(await hasVideo(as)).toBe(false);
      await as('house').query('select private.media_job_watchable($1, $2, $3)', job?.job_id, worker, film);
      expect(await hasVideo(as)).toBe(true);
      expect(await as('visitor').value('select duration from movies where id = $1', movie)).toBe(90);
      await as('house').query('select private.media_job_done($1, $2, $3)', job?.job_id, worker, film);
      expect(
        await as('house').query(`select status from private.streams where movie_id = $1`, movie),
      ).toEqual([{ status: 'whole' }]);
    }),
  );

  test(
    'that replaces a film leaves the old one playing until the new one is whole',
    onStage(async (as) => {
      const playing = () =>
        as('house').value<string>(`select (private.current_stream('movie', $1)).id`, movie);
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const first = await claim(as);
      await as('house').query('select private.media_job_done($1, $2, $3)', first?.job_id, worker, film);
      await upload(as, `movies/${movie}.mp4`, 'v2');
      const second = await claim(as);
      await as('house').query('select private.media_job_watchable($1, $2, $3)', second?.job_id, worker, film);
      expect(await playing()).toBe(first?.stream_id);
      await as('house').query('select private.media_job_done($1, $2, $3)', second?.job_id, worker, film);
      expect(await playing()).toBe(second?.stream_id);
      const toRemove = (grace: string) =>
        as('house').query(`select private.streams_to_remove($1::interval) as id`, grace);
      expect(await toRemove('1 hour')).toEqual([]);
      expect(await toRemove('-1 s')).toEqual([{ id: first?.stream_id }]);
    }),
  );

  test(
    'is canceled and tried again by an editor, and by nobody else',
    onStage(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const job = await claim(as);
      for (const person of ['visitor', 'mimose', 'kesner', 'moderator'] as const) {
        for (const deed of ['cancel_media_job', 'retry_media_job']) {
          expect((await as(person).refusal(`select ${deed}($1)`, job?.job_id)).code).toBe('42501');
        }
      }
      await as('editor').query('select cancel_media_job($1)', job?.job_id);
      expect(await jobs(as)).toMatchObject([{ status: 'canceled' }]);
      expect(await as('house').value('select private.hold_media_job($1, $2, 20)', job?.job_id, worker)).toBe(
        false,
      );
      await as('editor').query('select retry_media_job($1)', job?.job_id);
      expect(await jobs(as)).toMatchObject([{ status: 'queued', attempts: 0 }]);
    }),
  );

  test(
    'that failed waits before it is tried again, or says why it never will be',
    onStage(async (as) => {
      await upload(as, `movies/${movie}.mp4`, 'v1');
      const job = await claim(as);
      const fail = `select private.media_job_failed($1, $2, 'media_disk_full', 'no room', $3)`;
      await as('house').query(fail, job?.job_id, worker, 60);
      expect(await claim(as)).toBeUndefined();
      await as('house').query(`update media_jobs set run_after = now() where id = $1`, job?.job_id);
      expect(await claim(as)).toMatchObject({ stream_id: job?.stream_id });
      await as('house').query(fail, job?.job_id, worker, null);
      expect(await jobs(as)).toMatchObject([{ status: 'failed' }]);
      expect(await as('house').query(`select private.streams_to_remove('1 day') as id`)).toEqual([
        { id: job?.stream_id },
      ]);
    }),
  );
});

test(
  'a job put back by a process that stops has not been tried; one left by a process that died has',
  onStage(async (as) => {
    await upload(as, `movies/${movie}.mp4`, 'v1');
    const job = await claim(as);
    await as('house').query('select private.release_media_jobs($1)', worker);
    expect(await jobs(as)).toMatchObject([{ status: 'queued', attempts: 0 }]);
    await claim(as);
    await as('house').query('select private.release_media_jobs(null)');
    expect(await jobs(as)).toMatchObject([{ status: 'queued', attempts: 1 }]);
    expect(await claim(as, other)).toMatchObject({ stream_id: job?.stream_id, fresh: false });
  }),
);

test('two workers asking at once get two different jobs', async () => {
  await world.database.query(
    `insert into public.media_jobs (movie_id, source_path)
      select id, 'movies/' || id || '.mp4' from public.movies where id in ($1, $2)`,
    [movie, thing['paid movie']],
  );
  const ask = 'select job_id from private.claim_media_job($1, 20)';
  const second = await world.atOnce(['house', ask, worker], ['house', ask, other]);
  expect(second).toHaveLength(1);
  expect(await world.database.query(ask, [other])).toEqual([]);
  const runs = await world.database.query<{ worker: string }>('select worker from private.media_runs');
  expect(runs.map((run) => run.worker).toSorted()).toEqual([worker, other]);
});

test(
  'nobody can say that a title has a video, and nobody reads the keys of streams',
  onStage(async (as) => {
    for (const person of ['editor', 'admin'] as const) {
      expect((await as(person).refusal('update movies set has_video = true')).code).toBe('42501');
      expect((await as(person).refusal('select from private.streams')).code).toBe('42501');
      expect((await as(person).refusal(`select private.current_stream('movie', $1)`, movie)).code).toBe(
        '42501',
      );
    }
  }),
);

test(
  'an editor is told why no film is being prepared',
  onStage(async (as) => {
    expect(await as('editor').value('select media_workers_state()')).toBe('off');
    await as('house').query(`insert into private.media_workers (id, state) values ($1, 'no_ffmpeg')`, worker);
    expect(await as('editor').value('select media_workers_state()')).toBe('no_ffmpeg');
    await as('house').query(`insert into private.media_workers (id, state) values ($1, 'ready')`, other);
    expect(await as('editor').value('select media_workers_state()')).toBe('ready');
    expect((await as('mimose').refusal('select media_workers_state()')).code).toBe('42501');
  }),
);

test(
  'uploaded subtitles are settled once per stream, survive the second pass, and leave with their row',
  onStage(async (as) => {
    const settle = () =>
      as('house').query<{ stream_id: string; subtitle_id: string; path: string | null }>(
        'select * from private.subtitles_to_settle()',
      );
    await upload(as, `movies/${movie}.mp4`, 'v1');
    const job = await claim(as);
    await as('editor').query(
      `insert into subtitles (movie_id, language, name, path) values ($1, 'ht', 'Kreyòl', 'subtitles/a.srt')`,
      movie,
    );
    expect(await settle()).toEqual([]);
    await as('house').query('select private.media_job_watchable($1, $2, $3)', job?.job_id, worker, film);
    const [due] = await settle();
    expect(due).toMatchObject({ stream_id: job?.stream_id, path: 'subtitles/a.srt', language: 'ht' });
    await as('house').query(
      'select private.settle_subtitle($1, $2, $3)',
      due?.stream_id,
      due?.subtitle_id,
      JSON.stringify({ file: 'subs-a-ht.vtt', language: 'ht', name: 'Kreyòl' }),
    );
    await as('house').query('select private.media_job_done($1, $2, $3)', job?.job_id, worker, film);
    expect(await settle()).toEqual([]);
    const shown = () =>
      as('house').value(`select film -> 'subtitles' from private.streams where id = $1`, job?.stream_id);
    expect(await shown()).toMatchObject([{ file: 'subs-a-ht.vtt' }]);
    await as('editor').query('delete from subtitles where id = $1', due?.subtitle_id);
    const [gone] = await settle();
    expect(gone).toMatchObject({ subtitle_id: due?.subtitle_id, path: null });
    await as('house').query(
      'select private.settle_subtitle($1, $2, null)',
      gone?.stream_id,
      gone?.subtitle_id,
    );
    expect(await shown()).toEqual([]);
  }),
);
