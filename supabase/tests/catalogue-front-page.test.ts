import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { frontPageRowsInput } from '../../contract/src/admin/front-page.ts';
import {
  ROW_NAME_MAX,
  ROW_PLACES,
  ROW_RULES,
  ROW_TITLES_MAX,
  ROWS_MAX,
} from '../../contract/src/admin/limits.ts';
import { fixture } from './support/fixtures.ts';
import type { Person } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const row = (change: object = {}) => ({
  id: randomUUID(),
  title: 'Gratis',
  title_fr: null,
  title_ht: null,
  title_es: null,
  hidden: false,
  kind: 'rule',
  rule: 'free',
  ...change,
});
type Row = ReturnType<typeof row>;
const chosen = (...title_ids: string[]) => row({ kind: 'chosen', rule: null, title_ids });

const SAVE = 'select save_front_page($1, $2, $3)';
const seen = (as: As) =>
  as('owner').value(
    `select coalesce(jsonb_agg(jsonb_build_object('id', id, 'updated_at', updated_at)), '[]')::text from front_page_rows where place = 'home'`,
  );
const save = async (as: As, rows: Row[], person: Person = 'editor') =>
  as(person).query(SAVE, 'home', await seen(as), JSON.stringify(rows));
const shown = async (as: As, person: Person = 'visitor') =>
  (
    await as(person).query<{ row_id: string; id: string }>(`select row_id, id from front_page_titles('home')`)
  ).map(({ row_id, id }) => [row_id, id]);

describe('an editor', () => {
  test(
    'adds, renames, reorders, hides and removes rows in one step',
    inTransaction(async (as) => {
      const [first, second] = [row({ title: 'Premye' }), row({ title: 'Dezyèm', title_fr: 'Deuxième' })];
      await save(as, [first, second]);
      const rows = () =>
        as('editor').query('select id, position, title, hidden from front_page_rows order by position');
      expect(await rows()).toEqual([
        { id: first.id, position: 1, title: 'Premye', hidden: false },
        { id: second.id, position: 2, title: 'Dezyèm', hidden: false },
      ]);
      await save(as, [{ ...second, title: 'Lòt', hidden: true }, first, row({ title: 'Twazyèm' })]);
      expect((await rows()).map(({ title }) => title)).toEqual(['Lòt', 'Premye', 'Twazyèm']);
      expect(
        (await as('visitor').query('select title from front_page_rows')).map(({ title }) => title),
      ).not.toContain('Lòt');
      expect((await shown(as)).map(([id]) => id)).not.toContain(second.id);
      await save(as, [first]);
      expect((await rows()).map(({ title }) => title)).toEqual(['Premye']);
    }),
  );

  test(
    'does not overwrite what another editor saved meanwhile',
    inTransaction(async (as) => {
      const before = await seen(as);
      await as('owner').query(`update front_page_rows set updated_at = now() - interval '1 hour'`);
      await save(as, [row()]);
      expect(await as('editor').refusal(SAVE, 'home', before, '[]')).toMatchObject({
        code: 'PT409',
        hint: 'list_changed',
      });
      expect(await as('editor').refusal(SAVE, 'home', '[]', '[]')).toMatchObject({ hint: 'list_changed' });
    }),
  );

  test(
    'cannot take a row of another place, or save to a place that does not exist',
    inTransaction(async (as) => {
      const mine = row();
      await save(as, [mine]);
      await as('editor').query(SAVE, 'films', '[]', JSON.stringify([{ ...mine, title: 'Vòlè' }]));
      expect(await as('owner').value('select title from front_page_rows where id = $1', mine.id)).toBe(
        'Gratis',
      );
      expect((await as('editor').refusal(SAVE, 'nowhere', '[]', JSON.stringify([row()]))).code).toBe('23514');
      for (const nothing of ['{}', 'null', '"x"'])
        expect((await as('editor').refusal(SAVE, 'films', '[]', nothing)).hint).toBe('too_many_entries');
    }),
  );
});

test.each(['visitor', 'mimose', 'nadine', 'moderator', 'accountant'] as const)(
  '%s cannot save rows',
  (person) =>
    inTransaction(async (as) => {
      const refused = await as(person).refusal(SAVE, 'home', await seen(as), '[]');
      expect(['42501', 'PT401']).toContain(refused.code);
      expect(await as('owner').value('select count(*)::int from front_page_rows')).toBe(2);
    })(),
);

describe('contract and database agree', () => {
  const long = 'è'.repeat(ROW_NAME_MAX);
  test.each<[string, Row[]]>([
    ['twelve rows', Array.from({ length: ROWS_MAX }, () => row())],
    ['thirteen rows', Array.from({ length: ROWS_MAX + 1 }, () => row())],
    ['long names', [row({ title: long, title_fr: long, title_ht: long, title_es: long })]],
    ['a name too long', [row({ title: `${long}x` })]],
    ['a translation too long', [row({ title_es: `${long}x` })]],
    ['no name', [row({ title: ' ' })]],
    ['24 titles', [chosen(...Array.from({ length: ROW_TITLES_MAX }, () => randomUUID()))]],
    ['25 titles', [chosen(...Array.from({ length: ROW_TITLES_MAX + 1 }, () => randomUUID()))]],
    ['a rule that is not known', [row({ rule: 'cheap' })]],
    ['a kind that is not known', [row({ kind: 'person' })]],
    ['a category without its id', [row({ kind: 'category', rule: null })]],
    ['a category that is not there', [row({ kind: 'category', rule: null, category_id: 'x' })]],
    ...ROW_RULES.map((rule): [string, Row[]] => [`the rule ${rule}`, [row({ rule })]]),
  ])('about %s', (_, rows) =>
    inTransaction(async (as) => {
      const text = JSON.stringify(rows);
      const given = await seen(as);
      if (frontPageRowsInput.safeParse(rows).success) await as('editor').query(SAVE, 'home', given, text);
      else expect((await as('editor').refusal(SAVE, 'home', given, text)).code).toMatch(/^(23514|22P02)$/);
    })(),
  );

  test(
    'about the places',
    inTransaction(async (as) => {
      for (const place of ROW_PLACES)
        if (place !== 'home') await as('editor').query(SAVE, place, '[]', JSON.stringify([row()]));
    }),
  );
});

describe('a row shows', () => {
  test(
    'chosen films and series in their order, but no drafts and nothing deleted',
    inTransaction(async (as) => {
      const ids = [fixture['paid series'], fixture['free draft movie'], randomUUID(), fixture['free movie']];
      const one = chosen(...ids);
      await save(as, [one]);
      for (const person of ['visitor', 'mimose', 'admin'] as const)
        expect(await shown(as, person)).toEqual([
          [one.id, fixture['paid series']],
          [one.id, fixture['free movie']],
        ]);
    }),
  );

  test(
    'a category, until it is deleted',
    inTransaction(async (as) => {
      await as('owner').query(`update series set genre = '{istwa}' where id = $1`, fixture['free series']);
      const one = row({ kind: 'category', rule: null, category_id: fixture['movie category'] });
      await save(as, [one]);
      expect(await shown(as)).toEqual([[one.id, fixture['free series']]]);
      await as('editor').query('delete from movie_categories');
      expect(await shown(as)).toEqual([]);
    }),
  );

  test.each([
    ['free', `is_free = true`],
    ['short', `duration = 12`],
    ['ending', `unpublish_at = now() + interval '1 day'`],
  ])('what the rule %s says', (rule, set) =>
    inTransaction(async (as) => {
      await as('owner').query('update movies set is_free = false, duration = 90');
      const one = row({ rule });
      await save(as, [one]);
      expect(await shown(as)).toEqual([]);
      await as('editor').query(`update movies set ${set} where id = $1`, fixture['movie nobody bought']);
      expect(await shown(as)).toEqual([[one.id, fixture['movie nobody bought']]]);
    })(),
  );

  test(
    'the best rated, the newest, the smallest, and series',
    inTransaction(async (as) => {
      await as('owner').query(
        `update movies set review_count = 3, review_total = 15 where id = $1`,
        fixture['paid movie'],
      );
      await as('owner').query(
        `insert into private.streams (movie_id, film, status) values ($1, '{"rungs":[{"bytes":5}]}', 'whole')`,
        fixture['free movie'],
      );
      const [best, newest, small, series] = ['best', 'newest', 'small', 'series'].map((rule) =>
        row({ rule }),
      ) as [Row, Row, Row, Row];
      await save(as, [best, newest, small, series]);
      const titles = await shown(as);
      const of = (one: Row) => titles.filter(([id]) => id === one.id).map(([, id]) => id);
      expect(of(best)[0]).toBe(fixture['paid movie']);
      expect(of(newest)).toHaveLength(3);
      expect(of(small)).toEqual([fixture['free movie']]);
      expect(of(series)).toHaveLength(3);
    }),
  );
});
