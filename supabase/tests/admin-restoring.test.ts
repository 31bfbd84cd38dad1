import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { everyClient, idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const film = fixture['movie nobody bought'];
const series = fixture['series nobody bought'];
const episode = fixture['episode of the series nobody bought'];
const restore = 'select restore_deleted_row($1)';

/** Deletes as an editor does in the admin area; the id in the list of what can be restored. */
async function remove(as: As, table: string, id: string): Promise<string> {
  expect(await as('editor').touches(`delete from ${table} where id = $1`, id)).toBe(1);
  return as('owner').value('select id from private.deleted_rows where row_id = $1 order by id desc', id);
}

/** A video that was uploaded two hours ago and encoded. */
async function addVideo(as: As, column: 'movie_id' | 'episode_id', id: string): Promise<string> {
  const [table, folder] = column === 'movie_id' ? ['movies', 'movies'] : ['episodes', 'movies/episodes'];
  const path = `${folder}/${id}.mp4`;
  await as('owner').query(
    `insert into storage.objects (bucket_id, name, created_at, updated_at, last_accessed_at)
      select 'movies', $1, t, t, t from (select now() - interval '2 hours') n (t)`,
    path,
  );
  await as('owner').query(`update ${table} set video_url = $1 where id = $2`, path, id);
  await as('owner').query('delete from media_jobs');
  return as('owner').value(
    `insert into private.streams (${column}, source_path, film, status)
      values ($1, $2, '{"audio":[{"language":"ht"}]}', 'whole') returning id`,
    id,
    path,
  );
}

const row = async (as: As, table: string, id: string) => {
  const [found] = await as('owner').query<Record<string, unknown>>(
    `select * from ${table} where id = $1`,
    id,
  );
  const { updated_at: _touched, ...rest } = found ?? {};
  return rest;
};

/** Every upload is looked at, and those that nothing needs go. */
async function sweepUploads(as: As): Promise<void> {
  await as('owner').query(`update private.upload_checks set check_after = now() - interval '1 minute'`);
  while (await as('owner').value<boolean>('select private.remove_unused_uploads(10)'));
}

const uploads = (as: As) => as('owner').touches(`select from storage.objects where bucket_id = 'movies'`);
const isKept = (as: As, stream: string) =>
  as('owner').touches('select private.list_kept_streams($1)', [stream]);

describe('a film that an editor deleted', () => {
  test(
    'is restored by an admin with its video, subtitles, discussion and place on the home page',
    inTransaction(async (as) => {
      const stream = await addVideo(as, 'movie_id', film);
      await as('editor').query(
        `insert into subtitles (movie_id, language, name, path) values ($1, 'fr', 'Français', 'subtitles/2.vtt')`,
        film,
      );
      const topic = await as('tiJo').value(`select title_discussion('movie', $1)`, film);
      await as('owner').query('update featured_films set movie_id = $1', film);
      // Its category is gone: the film keeps the word.
      await as('owner').query(`update movies set genre = '{Ansyen}', published = true where id = $1`, film);
      const before = await row(as, 'movies', film);
      expect(before).toMatchObject({ has_video: true, sound_languages: ['ht'] });

      const deleted = await remove(as, 'movies', film);
      expect(await as('visitor').touches('select from movies where id = $1', film)).toBe(0);
      expect(await as('admin').query('select * from admin_deleted_rows()')).toMatchObject([
        { table_name: 'movies', label: 'Pousyè (movie)', deleted_by: 'editor' },
      ]);
      await as('admin').query(restore, deleted);

      expect(await row(as, 'movies', film)).toEqual(before);
      expect(await as('owner').value('select id from private.streams where movie_id = $1', film)).toBe(
        stream,
      );
      expect(await as('editor').touches('select from subtitles where movie_id = $1', film)).toBe(1);
      expect(
        await as('owner').value('select topic_id from private.title_topics where movie_id = $1', film),
      ).toBe(topic);
      expect(await as('editor').touches('select from featured_films where movie_id = $1', film)).toBe(2);
      expect(await as('editor').touches('select from media_jobs'), 'nothing is encoded again').toBe(0);
      expect(await as('visitor').touches(`select from search('pousyè') where id = $1`, film)).toBe(1);
      expect(await as('admin').query('select * from admin_deleted_rows()')).toEqual([]);
      expect((await as('admin').refusal(restore, deleted)).hint).toBe('no_longer_there');
    }),
  );

  test(
    'is restored and discarded by admins only',
    inTransaction(async (as) => {
      const deleted = await remove(as, 'movies', film);
      for (const person of everyClient) {
        if (person === 'admin') continue;
        expect((await as(person).refusal(restore, deleted)).code, person).toBe('42501');
        const discard = await as(person).refusal('select discard_deleted_row($1)', deleted);
        expect(discard.code, person).toBe('42501');
      }
      await as('admin').query('select discard_deleted_row($1)', deleted);
      expect((await as('admin').refusal(restore, deleted)).hint).toBe('no_longer_there');
    }),
  );

  test(
    'comes back without reviews, and as a draft when its time on the site is over',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into reviews (movie_id, user_id, rating) values ($1, $2, 5)`,
        film,
        idOf.tiJo,
      );
      await as('owner').query(`update movies set unpublish_at = now() where id = $1`, film);
      await as('admin').query(restore, await remove(as, 'movies', film));
      expect(await row(as, 'movies', film)).toMatchObject({
        published: false,
        review_count: 0,
        rating: null,
      });
    }),
  );

  test(
    'keeps its files until it is gone for good, and a series those of its episodes',
    inTransaction(async (as) => {
      const streams = [await addVideo(as, 'movie_id', film), await addVideo(as, 'episode_id', episode)];
      await as('owner').query(
        `insert into storage.objects (bucket_id, name, created_at, updated_at, last_accessed_at)
          select 'movies', 'subtitles/2.vtt', t, t, t from (select now() - interval '2 hours') n (t)`,
      );
      await as('editor').query(
        `insert into subtitles (movie_id, language, name, path) values ($1, 'fr', 'Français', 'subtitles/2.vtt')`,
        film,
      );
      await remove(as, 'movies', film);
      await remove(as, 'series', series);
      await sweepUploads(as);
      expect(await uploads(as)).toBe(3);
      for (const stream of streams) expect(await isKept(as, stream)).toBe(1);

      await as('owner').query(`update private.deleted_rows set deleted_at = now() - interval '29 days'`);
      await as('owner').query(`select private.purge_expired('deleted_rows', 10)`);
      expect(await as('admin').touches('select from admin_deleted_rows()')).toBe(2);
      await as('owner').query(`update private.deleted_rows set deleted_at = now() - interval '31 days'`);
      await as('owner').query(`select private.purge_expired('deleted_rows', 10)`);
      await sweepUploads(as);
      expect(await uploads(as)).toBe(0);
      for (const stream of streams) expect(await isKept(as, stream)).toBe(0);
    }),
  );

  test(
    'is not kept when the service key deletes it, nor when the deletion is refused',
    inTransaction(async (as) => {
      await as('service').query('delete from movies where id = $1', film);
      await as('editor').refusal('delete from movies where id = $1', fixture['paid movie']);
      expect(await as('owner').touches('select from private.deleted_rows')).toBe(0);
    }),
  );
});

describe('a deleted series', () => {
  test(
    'is one entry with its episodes, and is restored with them',
    inTransaction(async (as) => {
      await addVideo(as, 'episode_id', episode);
      const before = [await row(as, 'series', series), await row(as, 'episodes', episode)];
      const deleted = await remove(as, 'series', series);
      expect(await as('admin').query('select * from admin_deleted_rows()')).toMatchObject([
        { table_name: 'series', episodes: 1 },
      ]);
      await as('admin').query(restore, deleted);
      expect([await row(as, 'series', series), await row(as, 'episodes', episode)]).toEqual(before);
      expect(await as('editor').touches('select from media_jobs')).toBe(0);
    }),
  );

  test(
    'must be restored before an episode that was deleted earlier',
    inTransaction(async (as) => {
      const first = await remove(as, 'episodes', episode);
      const whole = await remove(as, 'series', series);
      expect(await as('admin').refusal(restore, first)).toMatchObject({
        code: '23503',
        hint: 'restore_parent_first',
      });
      await as('admin').query(restore, whole);
      await as('editor').query(
        `insert into episodes (series_id, episode_number, title) values ($1, 1, 'Lòt')`,
        series,
      );
      expect(await as('admin').refusal(restore, first)).toMatchObject({
        code: '23505',
        hint: 'restore_conflict',
      });
      await as('editor').query('update episodes set episode_number = 2 where series_id = $1', series);
      await as('admin').query(restore, first);
      expect(await as('editor').touches('select from episodes where series_id = $1', series)).toBe(2);
    }),
  );
});

test.each(['banners', 'featured_films', 'subtitles', 'sign_videos'] as const)(
  'a deleted row of %s is restored as it was',
  (table) =>
    inTransaction(async (as) => {
      const id = {
        banners: fixture.banner,
        featured_films: fixture['featured film'],
        subtitles: fixture.subtitles,
        sign_videos: fixture['sign video'],
      }[table];
      const before = await row(as, table, id);
      await as('admin').query(restore, await remove(as, table, id));
      expect(await row(as, table, id)).toEqual(before);
    })(),
);

test(
  'a deleted category is restored with its row of the front page, at a free place, unless its name is taken',
  inTransaction(async (as) => {
    const id = fixture['movie category'];
    await as('owner').query(
      `insert into front_page_rows (place, position, title, kind, category_id) values ('home', 3, 'Istwa', 'category', $1)`,
      id,
    );
    const deleted = await remove(as, 'movie_categories', id);
    await as('owner').query(
      `insert into front_page_rows (place, position, title, kind, rule) values ('home', 3, 'Lòt', 'rule', 'free')`,
    );
    await as('editor').query(`insert into movie_categories (name) values ('istwa')`);
    expect((await as('admin').refusal(restore, deleted)).hint).toBe('restore_conflict');
    await as('owner').query(`delete from movie_categories where name = 'istwa'`);
    await as('admin').query(restore, deleted);
    expect(await as('visitor').value('select position from front_page_rows where category_id = $1', id)).toBe(
      4,
    );
  }),
);

describe('saved filters', () => {
  const save = 'insert into saved_filters (list, name, search, filter) values ($1, $2, $3, $4)';
  test(
    'staff keep at most 20 for themselves, each with its own name; a member none',
    inTransaction(async (as) => {
      await as('editor').query(save, 'movies', 'Bouyon', 'lanmè', 'draft');
      expect((await as('editor').refusal(save, 'movies', 'BOUYON', '', 'free')).hint).toBe(
        'filter_name_taken',
      );
      expect((await as('tiJo').refusal(save, 'movies', 'Pa m', '', 'free')).hint).toBe('no_access');
      for (let n = 1; n < 20; n++) await as('editor').query(save, 'series', `Seri ${n}`, '', 'draft');
      expect((await as('editor').refusal(save, 'movies', 'Youn anplis', '', 'free')).hint).toBe(
        'saved_filters_full',
      );
      expect(await as('admin').touches('select from saved_filters'), 'those of others').toBe(0);
    }),
  );

  test.each([
    ['an unknown list', 'accounts', 'Non', '', 'free'],
    ['no name', 'movies', '  ', '', 'free'],
    ['a long name', 'movies', 'x'.repeat(61), '', 'free'],
    ['nothing to keep', 'movies', 'Non', '', ''],
    ['a long search', 'movies', 'Non', 'x'.repeat(101), ''],
    ['a filter that is no key', 'movies', 'Non', '', '&page=2'],
    ['a search for a person', 'users', 'Non', 'mimose@example.test', ''],
  ])('one with %s is refused', (_what, ...values) =>
    inTransaction(async (as) => {
      expect((await as('admin').refusal(save, ...values)).code).toBe('23514');
    })(),
  );
});
