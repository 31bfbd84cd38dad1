import { describe, expect, test } from 'vitest';
import { fixture, general } from './support/fixtures.ts';
import { idOf } from './support/people.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;
const discuss = 'select title_discussion($1, $2)';

describe('the discussion of a title', () => {
  test.each(['movie', 'series'] as const)(
    'of a %s is created once, without an author, and knows its title',
    (kind) =>
      inTransaction(async (as) => {
        const media = fixture[`paid ${kind}`];
        expect(await as('visitor').query('select * from title_topic($1, $2)', kind, media)).toEqual([]);
        const topic = await as('tiJo').value<string>(discuss, kind, media);
        expect(await as('mimose').value(discuss, kind, media)).toBe(topic);
        expect(await as('visitor').query('select * from title_topic($1, $2)', kind, media)).toEqual([
          { topic_id: topic, reply_count: 0 },
        ]);
        const columns = 'title, user_id, category_id, media_type, media_id';
        const expected = {
          title: `Lanmè (${kind})`,
          user_id: null,
          category_id: general,
          media_type: kind,
          media_id: media,
        };
        expect(await as('visitor').query(`select ${columns} from forum_topic($1)`, topic)).toEqual([
          expected,
        ]);
        expect(await as('visitor').query(`select ${columns} from forum_page() where id = $1`, topic)).toEqual(
          [expected],
        );
        expect(
          await as('tiJo').touches('delete from forum_topics where id = $1', topic),
          'nobody’s own',
        ).toBe(0);
      })(),
  );

  test(
    'is in the category Films & Series where there is one',
    inTransaction(async (as) => {
      await as('owner').query(
        `update forum_categories set name = 'Films & Series' where id = $1`,
        fixture['forum category'],
      );
      const topic = await as('tiJo').value<string>(discuss, 'movie', fixture['free movie']);
      expect(await as('tiJo').value('select category_id from forum_topics where id = $1', topic)).toBe(
        fixture['forum category'],
      );
    }),
  );

  test(
    'of a draft, of nothing, or for a visitor is not made; of a title that goes, it stays as any other',
    inTransaction(async (as) => {
      for (const [kind, media] of [
        ['movie', fixture['free draft movie']],
        ['series', fixture['free movie']],
        ['book', fixture['free movie']],
        ['movie', idOf.tiJo],
      ]) {
        for (const person of ['tiJo', 'editor'] as const)
          expect((await as(person).refusal(discuss, kind, media)).hint, kind).toBe('no_longer_there');
      }
      expect((await as('visitor').refusal(discuss, 'movie', fixture['free movie'])).code).toBe('42501');
      const film = await as('owner').value<string>(
        `insert into movies (title, published) values ('Van', true) returning id`,
      );
      const topic = await as('tiJo').value<string>(discuss, 'movie', film);
      await as('owner').query('delete from movies where id = $1', film);
      expect(await as('visitor').query('select media_type from forum_topic($1)', topic)).toEqual([
        { media_type: null },
      ]);
    }),
  );

  test('is one when many ask at once', async () => {
    const members = ['mimose', 'tiJo', 'kesner', 'yvrose', 'nadine', 'guerda', 'marlene', 'solange'] as const;
    const answers = await Promise.all(
      members.map((member) =>
        world.database.query<{ id: string }>(`${discuss} as id`, ['movie', fixture['movie nobody bought']], {
          as: { role: 'authenticated', claims: { sub: idOf[member], role: 'authenticated' } },
        }),
      ),
    );
    expect(new Set(answers.flat().map(({ id }) => id)).size).toBe(1);
    const made = `select count(*)::int as made from forum_topics where title = 'Pousyè (movie)'`;
    expect(await world.database.query(made)).toEqual([{ made: 1 }]);
  });
});
