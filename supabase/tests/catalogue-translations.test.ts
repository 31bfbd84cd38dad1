import { describe, expect, test } from 'vitest';
import { CATEGORY_NAME_MAX, DESCRIPTION_MAX } from '../../contract/src/admin/limits.ts';
import { TITLE_MAX } from '../../contract/src/catalogue/limits.ts';
import { LANGUAGES } from '../../contract/src/languages.ts';
import { fixture } from './support/fixtures.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();
const film = fixture['free movie'];

const found = async (as: As, query: string): Promise<string[]> =>
  (await as('visitor').query<{ id: string }>('select id from search($1)', query)).map(({ id }) => id);

describe('translations', () => {
  test(
    'editors write them in every language of the interface, and visitors read them',
    inTransaction(async (as) => {
      const texts = Object.fromEntries(LANGUAGES.map((language) => [language, `Dlo ${language}`]));
      for (const column of ['title_translations', 'description_translations'])
        await as('editor').query(`update movies set ${column} = $1 where id = $2`, texts, film);
      expect(
        await as('visitor').query(
          'select title_translations, description_translations from movies where id = $1',
          film,
        ),
      ).toEqual([{ title_translations: texts, description_translations: texts }]);
    }),
  );

  test(
    'of an episode are written by editors alone, and read by everybody who sees the episode',
    inTransaction(async (as) => {
      const episode = fixture['free episode of the paid series'];
      const write = `update episodes set title_translations = $1, description_translations = $1 where id = $2`;
      await as('mimose').query(write, { fr: 'Non' }, episode);
      await as('editor').query(write, { fr: 'Le conteur' }, episode);
      expect((await as('editor').refusal(write, { de: 'Nein' }, episode)).code).toBe('23514');
      const read = 'select title_translations, description_translations from episodes where id = $1';
      expect(await as('visitor').query(read, episode)).toEqual([
        { title_translations: { fr: 'Le conteur' }, description_translations: { fr: 'Le conteur' } },
      ]);
    }),
  );

  test(
    'members cannot write them',
    inTransaction(async (as) => {
      await as('mimose').query(`update movies set title_translations = '{"fr": "A"}' where id = $1`, film);
      await as('mimose').query(`update movie_categories set name_translations = '{"fr": "A"}'`);
      await as('mimose').query(`update forum_categories set name_translations = '{"fr": "A"}'`);
      const values = [
        'select title_translations from movies where id = $1',
        'select name_translations from movie_categories where id = $1',
        'select name_translations from forum_categories where id = $1',
      ];
      const ids = [film, fixture['movie category'], fixture['forum category']];
      for (const [index, sql] of values.entries())
        expect(await as('owner').value(sql, ids[index])).toEqual({});
    }),
  );

  test.each([
    ['a language that the interface does not have', { de: 'Wasser' }],
    ['an empty text', { fr: ' ' }],
    ['something else than a text', { fr: { en: 'x' } }],
    ['a list', ['x']],
    ['a text longer than a title', { fr: 'x'.repeat(TITLE_MAX + 1) }],
  ])('%s is refused', (_, texts) =>
    inTransaction(async (as) => {
      const refusal = await as('editor').refusal(
        'update movies set title_translations = $1::text::jsonb where id = $2',
        JSON.stringify(texts),
        film,
      );
      expect(refusal.code).toBe('23514');
    })(),
  );

  test(
    'are as long as the contract says',
    inTransaction(async (as) => {
      for (const [table, column, max] of [
        ['movies', 'title_translations', TITLE_MAX],
        ['series', 'description_translations', DESCRIPTION_MAX],
        ['movie_categories', 'name_translations', CATEGORY_NAME_MAX],
      ] as const) {
        const write = `update ${table} set ${column} = jsonb_build_object('fr', repeat('x', $1))`;
        await as('editor').query(write, max);
        expect((await as('editor').refusal(write, max + 1)).code).toBe('23514');
      }
    }),
  );
});

describe('a search', () => {
  test(
    'finds a title by its name and synopsis in another language',
    inTransaction(async (as) => {
      await as('editor').query(
        `update movies set title_translations = '{"fr": "Eau douce", "es": "Agua dulce"}',
          description_translations = '{"es": "Una mujer carga cántaros"}' where id = $1`,
        film,
      );
      for (const query of ['eau douce', 'dulce', 'agu', 'cantaros'])
        expect(await found(as, query)).toContain(film);
      expect(
        await as('visitor').query<{ id: string }>(
          `select id, title_translations from list_titles('movie', null, 'agua')`,
        ),
      ).toMatchObject([{ id: film, title_translations: { fr: 'Eau douce' } }]);
      await as('editor').query(`update movies set title_translations = '{}' where id = $1`, film);
      expect(await found(as, 'eau douce')).not.toContain(film);
    }),
  );

  test(
    'finds titles by their year',
    inTransaction(async (as) => {
      await as('editor').query(`update movies set release_date = '1987-06-20' where id = $1`, film);
      expect(await found(as, '1987')).toEqual([film]);
      expect(await found(as, 'dlo 1987')).toContain(film);
      await as('editor').query(`update movies set release_date = '1991-06-20' where id = $1`, film);
      expect(await found(as, '1987')).toEqual([]);
    }),
  );

  test(
    'finds the titles of a category by its name in any language, as long as it is called so',
    inTransaction(async (as) => {
      const category = await as('owner').value<string>(
        `insert into movie_categories (name, name_translations)
        values ('Comedy', '{"ht": "Komedi", "fr": "Comédie", "es": "Risas"}') returning id`,
      );
      await as('editor').query(
        `update movies set genre = '{Comedy}', release_date = '1987-01-01' where id = $1`,
        film,
      );
      for (const query of ['comedy', 'comédie', 'comedie', 'KOMEDI', 'risas', 'kome', 'comédie 1987'])
        expect(await found(as, query), query).toEqual([film]);
      await as('editor').query(
        `update movie_categories set name_translations = '{"fr": "Rire"}' where id = $1`,
        category,
      );
      expect(await found(as, 'risas')).toEqual([]);
      expect(await found(as, 'rire')).toEqual([film]);
      await as('editor').query('delete from movie_categories where id = $1', category);
      expect(await found(as, 'rire')).toEqual([]);
    }),
  );

  test(
    'never learns of a draft from its translations or its year',
    inTransaction(async (as) => {
      await as('editor').query(
        `update movies set title_translations = '{"fr": "Marmite"}', release_date = '1961-01-01' where id = $1`,
        fixture['free draft movie'],
      );
      for (const query of ['marmite', '1961']) expect(await found(as, query)).toEqual([]);
    }),
  );
});

describe('the languages of sound and captions', () => {
  const encoded = (audio: string[], subtitles: string[]) => ({
    audio: audio.map((language) => ({ language })),
    subtitles: subtitles.map((language) => ({ language })),
  });
  const languages = (as: As, table: 'movies' | 'series', id: string) =>
    as('visitor').query(`select sound_languages, caption_languages from ${table} where id = $1`, id);

  test(
    'are those of the video that plays',
    inTransaction(async (as) => {
      await as('owner').query('delete from private.streams where movie_id = $1', film);
      const stream = await as('owner').value<string>(
        `insert into private.streams (movie_id, status, film) values ($1, 'whole', $2) returning id`,
        film,
        encoded(['ht', 'fr'], ['fr']),
      );
      expect(await languages(as, 'movies', film)).toEqual([
        { sound_languages: ['fr', 'ht'], caption_languages: ['fr'] },
      ]);
      await as('owner').query(
        'update private.streams set film = $1 where id = $2',
        encoded(['ht'], ['es', 'fr']),
        stream,
      );
      expect(await languages(as, 'movies', film)).toEqual([
        { sound_languages: ['ht'], caption_languages: ['es', 'fr'] },
      ]);
      await as('owner').query('delete from private.streams where id = $1', stream);
      expect(await languages(as, 'movies', film)).toEqual([{ sound_languages: [], caption_languages: [] }]);
    }),
  );

  test(
    'of a series are those of its episodes, and editors cannot write them',
    inTransaction(async (as) => {
      const episode = fixture['episode of the series nobody bought'];
      const series = fixture['series nobody bought'];
      await as('owner').query('delete from private.streams where episode_id = $1', episode);
      await as('owner').query(
        `insert into private.streams (episode_id, status, film) values ($1, 'whole', $2)`,
        episode,
        encoded(['ht'], ['en']),
      );
      expect(await languages(as, 'series', series)).toEqual([
        { sound_languages: ['ht'], caption_languages: ['en'] },
      ]);
      const refusal = await as('editor').refusal(`update series set sound_languages = '{xx}'`);
      expect(refusal.code).toBe('42501');
      await as('editor').query('delete from episodes where id = $1', episode);
      expect(await languages(as, 'series', series)).toEqual([{ sound_languages: [], caption_languages: [] }]);
    }),
  );
});
