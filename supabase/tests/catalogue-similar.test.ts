import { describe, expect, test } from 'vitest';
import { PERSON_TITLES_MAX, SIMILAR_KEPT } from '../../contract/src/catalogue/limits.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

interface Title {
  title: string;
  genre?: string[];
  director?: string;
  actors?: string[];
  language?: string;
  description?: string;
  published?: boolean;
}
const addFilm = async (as: As, { title, genre = [], actors = [], published = true, ...rest }: Title) => {
  await as('owner').query(
    'insert into movie_categories (name) select unnest($1::text[]) on conflict do nothing',
    genre,
  );
  return as('editor').value<string>(
    `insert into movies (title, genre, director, actors, language, description, published)
      values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    title,
    genre,
    rest.director ?? null,
    actors,
    rest.language ?? null,
    rest.description ?? null,
    published,
  );
};
const refresh = async (as: As) => {
  while (await as('owner').value('select private.refresh_similar_titles(5)'));
};
/** Of the films of a test, by title; the fixtures come after them. */
const similarTo = async (as: As, id: string) => {
  const found = await as('visitor').query<{ title: string }>(
    `select m.title from unnest(similar_titles($1)) with ordinality s (id, n) join movies m on m.id = s.id
      where m.title like 'Z%' order by s.n`,
    id,
  );
  return found.map(({ title }) => title);
};

describe('similar titles', () => {
  test(
    'share people, then categories, then words and language',
    inTransaction(async (as) => {
      const film = await addFilm(as, {
        title: 'Zetwal nan mòn',
        genre: ['Zigzag'],
        director: 'Yves Louissaint',
        actors: ['Mirlande Toussaint'],
        language: 'ht',
        description: 'Yon pwojektè sou yon kamyonèt.',
      });
      await addFilm(as, { title: 'Zanmi', actors: ['mirlande toussaint', 'Yves LOUISSAINT'] });
      await addFilm(as, { title: 'Zoranj', genre: ['Zigzag'], language: 'ht' });
      await addFilm(as, { title: 'Zèl', genre: ['Zigzag'], language: 'fr' });
      await addFilm(as, { title: 'Zo', description: 'Pwojektè sa a kraze kamyonèt la.' });
      await addFilm(as, { title: 'Zanno', genre: ['Lòt bagay'] });
      await refresh(as);
      expect(await similarTo(as, film)).toEqual(['Zanmi', 'Zoranj', 'Zèl', 'Zo']);
    }),
  );

  test(
    'never name a draft, nor are found for one',
    inTransaction(async (as) => {
      const film = await addFilm(as, { title: 'Zetwal', genre: ['Zigzag'] });
      const draft = await addFilm(as, { title: 'Zoranj', genre: ['Zigzag'], published: false });
      await refresh(as);
      const ids = (id: string) => as('visitor').value<string[]>('select similar_titles($1)', id);
      expect(await ids(film)).not.toContain(draft);
      expect(await ids(draft)).toEqual([]);
      await as('editor').query('update movies set published = true where id = $1', draft);
      await refresh(as);
      expect(await ids(film)).toContain(draft);
      expect(await ids(draft)).toContain(film);
    }),
  );

  test(
    'are found again when one of them changes, and are as many as the contract says',
    inTransaction(async (as) => {
      const first = await addFilm(as, { title: 'Zetwal', genre: ['Zigzag'] });
      await refresh(as);
      expect(await similarTo(as, first)).toEqual([]);
      await addFilm(as, { title: 'Zoranj', genre: ['Zigzag'] });
      await refresh(as);
      expect(await similarTo(as, first)).toEqual(['Zoranj']);
      let last = first;
      for (let n = 0; n < 20; n += 1) last = await addFilm(as, { title: `Zo ${n}`, genre: ['Zigzag'] });
      await refresh(as);
      expect(await similarTo(as, last)).toHaveLength(SIMILAR_KEPT);
    }),
  );

  test(
    'are looked for by a job that a change of the title enqueues; a review enqueues none',
    inTransaction(async (as) => {
      const film = await addFilm(as, { title: 'Zetwal', genre: ['Zigzag'] });
      await refresh(as);
      const waiting = `select from private.jobs where kind = 'refresh_similar_titles' and repeat_every is null`;
      await as('owner').query(`delete from private.jobs where kind = 'refresh_similar_titles'`);
      await as('tiJo').query('insert into reviews (movie_id, rating) values ($1, 5)', film);
      expect(await as('owner').query(waiting)).toEqual([]);
      await as('editor').query(`update movies set director = 'Yon lòt' where id = $1`, film);
      expect(await as('owner').query(waiting)).toHaveLength(1);
    }),
  );

  test(
    'go with the title',
    inTransaction(async (as) => {
      const film = await addFilm(as, { title: 'Zetwal', director: 'Yves Louissaint' });
      await refresh(as);
      await as('editor').query('delete from movies where id = $1', film);
      for (const left of [
        'similar_titles where title_id',
        'similar_title_checks where title_id',
        'person_titles where id',
      ])
        expect(await as('owner').query(`select from private.${left} = $1`, film), left).toEqual([]);
    }),
  );
});

describe('the titles of a person', () => {
  const titlesOf = (as: As, name: string) =>
    as('visitor').query('select kind, id, name from person_titles($1)', name);

  test(
    'are found by the name however it is spelled, films and series, and without drafts',
    inTransaction(async (as) => {
      const film = await addFilm(as, { title: 'Zetwal', director: 'Mirlande  Désir' });
      await addFilm(as, { title: 'Zoranj', actors: ['Mirlande Désir'], published: false });
      const series = await as('editor').value<string>(
        `insert into series (title, creator, actors, published) values ('Zo', 'Mirlande Désir', '{Mirlande Desir}', true) returning id`,
      );
      expect(await titlesOf(as, 'mirlande desir')).toEqual(
        expect.arrayContaining([
          { kind: 'movie', id: film, name: 'Mirlande  Désir' },
          { kind: 'series', id: series, name: expect.any(String) },
        ]),
      );
      expect(await titlesOf(as, 'mirlande desir')).toHaveLength(2);
      await as('editor').query(`update movies set director = 'Yon lòt moun' where id = $1`, film);
      expect(await titlesOf(as, 'mirlande desir')).toHaveLength(1);
    }),
  );

  test(
    'are none for a name without a character that counts, and for a very long one',
    inTransaction(async (as) => {
      await addFilm(as, { title: 'Zetwal', director: '!!!' });
      for (const name of ['', '!!!', '%', 'x'.repeat(100_000)])
        expect(await titlesOf(as, name), name.slice(0, 5)).toEqual([]);
    }),
  );

  test(
    'are as many as the contract says',
    inTransaction(async (as) => {
      await as('editor').query(
        `insert into movies (title, director, published) select 'Zo ' || n, 'Anpil Fim', true from generate_series(1, 60) n`,
      );
      expect(await titlesOf(as, 'anpil fim')).toHaveLength(PERSON_TITLES_MAX);
    }),
  );
});
