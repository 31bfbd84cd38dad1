import { SIGN_LANGUAGES } from '@lakou/contract/media/sign-languages';
import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const movie = fixture['movie nobody bought'];
const worker = '00000000-0000-4000-8000-00000000aaaa';
const other = '00000000-0000-4000-8000-00000000bbbb';

interface Claim {
  title_id: string;
  stream_id: string;
  sign_id: string;
  source_path: string | null;
  source_version: string | null;
  file: string | null;
  attempts: number;
}
/** A film whose video plays, and nothing else that is due. */
async function addStream(as: As): Promise<string> {
  const owner = as('owner');
  await owner.query('delete from private.streams where movie_id = $1', movie);
  const stream = await owner.value<string>(
    `insert into private.streams (movie_id, status, film, duration) values ($1, 'whole', '{"subtitles": []}', 60) returning id`,
    movie,
  );
  await owner.query('delete from private.sign_checks');
  return stream as string;
}
const add = (as: As, language = 'sgn-HT') =>
  as('editor').value<string>(
    'insert into sign_videos (movie_id, language, path) values ($1, $2, $3) returning id',
    movie,
    language,
    `signs/${language}.mp4`,
  );
const claim = async (as: As, by = worker) =>
  (await as('owner').query<Claim>('select * from private.claim_sign_video($1, 20)', by))[0];
const save = (as: As, { title_id, stream_id, sign_id, source_path }: Claim, by = worker) =>
  as('owner').value<boolean>(
    'select private.save_stream_sign($1, $2, $3, $4, $5, $6)',
    title_id,
    stream_id,
    sign_id,
    by,
    source_path === null ? null : JSON.stringify({ file: 'sign.mp4', language: 'sgn-HT', bytes: 5 }),
    source_path === null ? null : 62.34,
  );
const signsOf = (as: As, stream: string) =>
  as('owner').value(`select film -> 'signs' from private.streams where id = $1`, stream);
const accessibility = (as: As) =>
  as('visitor').value<string[]>('select accessibility from movies where id = $1', movie);
const listed = (as: As) =>
  as('visitor').touches(
    `select from browse_titles('movie', accessibility => 'sign', page_size => 48) b where b.id = $1`,
    movie,
  );

test(
  'an uploaded sign video is added to the stream once, is listed, and leaves with its row',
  inTransaction(async (as) => {
    const stream = await addStream(as);
    const id = await add(as);
    const due = await claim(as);
    expect(due).toMatchObject({
      stream_id: stream,
      sign_id: id,
      source_path: 'signs/sgn-HT.mp4',
      attempts: 1,
    });
    expect(await save(as, due as Claim)).toBe(true);
    expect(await signsOf(as, stream)).toEqual([{ id, file: 'sign.mp4', language: 'sgn-HT', bytes: 5 }]);
    expect(Number(await as('editor').value('select seconds_longer from sign_videos where id = $1', id))).toBe(
      2.3,
    );
    expect([await accessibility(as), await listed(as)]).toEqual([['sign'], 1]);
    expect(await claim(as)).toBeUndefined();
    expect(await as('owner').touches('select from private.sign_checks')).toBe(0);

    await as('editor').query('delete from sign_videos where id = $1', id);
    const gone = await claim(as);
    expect(gone).toMatchObject({ sign_id: id, source_path: null, file: 'sign.mp4' });
    await save(as, gone as Claim);
    expect([await signsOf(as, stream), await accessibility(as), await listed(as)]).toEqual([[], [], 0]);
    expect(await claim(as)).toBeUndefined();
  }),
);

describe('a claimed sign video', () => {
  test(
    'is one worker’s alone, until that one is silent for too long',
    inTransaction(async (as) => {
      const stream = await addStream(as);
      await add(as);
      const first = (await claim(as)) as Claim;
      expect(await claim(as, other)).toBeUndefined();
      const hold = 'select private.renew_sign_lease($1, $2, $3, 20)';
      expect(await as('owner').value(hold, movie, first.sign_id, worker)).toBe(true);
      expect(await as('owner').value(hold, movie, first.sign_id, other)).toBe(false);
      await as('owner').query(`update private.sign_checks set lease_until = now() - interval '1 s'`);
      const second = (await claim(as, other)) as Claim;
      expect(second).toMatchObject({ sign_id: first.sign_id, attempts: 2 });
      expect(await save(as, first)).toBe(false);
      expect(await signsOf(as, stream)).toBeNull();
      expect(await save(as, second, other)).toBe(true);
    }),
  );

  test(
    'that is deleted meanwhile is given up, and nothing stays due',
    inTransaction(async (as) => {
      await addStream(as);
      const id = await add(as);
      await claim(as);
      await as('editor').query('delete from sign_videos where id = $1', id);
      const hold = 'select private.renew_sign_lease($1, $2, $3, 20)';
      expect(await as('owner').value(hold, movie, id, worker)).toBe(false);
      await as('owner').query('update private.sign_checks set worker = null, lease_until = null');
      expect(await claim(as)).toBeUndefined();
    }),
  );

  test(
    'that cannot be used keeps the reason and is not tried again',
    inTransaction(async (as) => {
      await addStream(as);
      const id = await add(as);
      await claim(as);
      const fail = `select private.fail_sign_video($1, $2, $3, 'media_broken')`;
      await as('owner').query(fail, movie, id, other);
      expect(await as('editor').value('select error_key from sign_videos where id = $1', id)).toBeNull();
      await as('owner').query(fail, movie, id, worker);
      expect(await as('editor').value('select error_key from sign_videos where id = $1', id)).toBe(
        'media_broken',
      );
      expect(await claim(as)).toBeUndefined();
    }),
  );

  test(
    'goes before AV1, which waits for it',
    inTransaction(async (as) => {
      await addStream(as);
      const job = await as('owner').value<string>(
        `insert into media_jobs (movie_id, source_path, status, av1) values ($1, 'movies/1.mp4', 'done', 'making') returning id`,
        movie,
      );
      await as('owner').query('insert into private.media_runs (job_id, worker) values ($1, $2)', job, worker);
      const hold = () => as('owner').value('select private.renew_av1_job_lease($1, $2, 20)', job, worker);
      expect(await hold()).toBe(true);
      await add(as);
      expect(await hold()).toBe(false);
    }),
  );
});

test(
  'a sign video outlives the second pass, and is due again for a new video of the film',
  inTransaction(async (as) => {
    const stream = await addStream(as);
    const id = await add(as);
    await save(as, (await claim(as)) as Claim);
    const film = JSON.stringify({ version: 1, duration: 60, subtitles: [], rungs: [] });
    const publish = (of: unknown) =>
      as('owner').query('select private.publish_stream($1, $2, true)', of, film);
    await publish(stream);
    expect(await signsOf(as, stream)).toMatchObject([{ id }]);
    expect(await claim(as)).toBeUndefined();
    const replacing = await as('owner').value(
      'insert into private.streams (movie_id) values ($1) returning id',
      movie,
    );
    await publish(replacing);
    expect(await claim(as)).toMatchObject({ stream_id: replacing, sign_id: id });
  }),
);

test(
  'a title has one sign video for each language that we know',
  inTransaction(async (as) => {
    for (const language of Object.keys(SIGN_LANGUAGES)) await add(as, language);
    const insert = 'insert into sign_videos (movie_id, language, path) values ($1, $2, $3)';
    expect((await as('editor').refusal(insert, movie, 'ase', 'signs/again.mp4')).code).toBe('23505');
    expect((await as('editor').refusal(insert, movie, 'bfi', 'signs/bfi.mp4')).code).toBe('23514');
    expect((await as('editor').refusal(insert, movie, 'fsl', 'movies/1.mp4')).code).toBe('23514');
  }),
);

test(
  'a deleted film is restored with its sign videos and their files',
  inTransaction(async (as) => {
    const stream = await addStream(as);
    const id = await add(as);
    await save(as, (await claim(as)) as Claim);
    await as('editor').query('delete from movies where id = $1', movie);
    expect(
      await as('owner').touches(`select from private.deleted_rows where table_name = 'sign_videos'`),
    ).toBe(0);
    expect(
      await as('owner').value(`select private.is_removable_upload('signs/sgn-HT.mp4')`),
      'kept with the film',
    ).toBe(false);
    await as('admin').query(
      `select restore_deleted_row(d.id) from admin_deleted_rows() d where d.label = 'Pousyè (movie)'`,
    );
    expect(await signsOf(as, stream)).toMatchObject([{ id }]);
    expect(await as('editor').touches('select from sign_videos where id = $1', id)).toBe(1);
    expect(await claim(as)).toBeUndefined();
  }),
);
