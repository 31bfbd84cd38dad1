import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { everyClient, idOf, type Person } from './support/people.ts';
import { useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const whole = [
  'first_name',
  'last_name',
  'full_name',
  'bio',
  'location',
  'website',
  'occupation',
  'interests',
  'created_at',
  'updated_at',
];
const face = ['id', 'username', 'avatar_url', 'is_public'];
const secret = ['phone', 'date_of_birth'];

describe('what others see of a member', () => {
  const strangers = everyClient.filter(
    (person) => !['mimose', 'solange', 'fabiola', 'admin'].includes(person),
  );
  const seen: [member: 'mimose' | 'solange' | 'fabiola', by: Person[], fields: string[]][] = [
    ['mimose', [...strangers, 'solange'], [...face, ...whole]],
    ['solange', [...strangers, 'mimose'], face],
    ['fabiola', [...strangers, 'mimose'], []],
    ['mimose', ['mimose', 'admin', 'service'], [...face, ...whole, ...secret]],
    ['solange', ['solange', 'admin', 'service'], [...face, ...whole, ...secret]],
    ['fabiola', ['fabiola', 'admin', 'service'], [...face, ...whole, ...secret]],
  ];
  test.each(seen)('%s is seen by %s with these fields: %s', (member, by, fields) =>
    inTransaction(async (as) => {
      for (const person of by) {
        const [row] = await as(person).query('select * from profiles where id = $1', idOf[member]);
        const shown = Object.entries(row ?? {}).flatMap(([name, value]) => (value === null ? [] : [name]));
        expect(shown.toSorted(), person).toEqual(fields.toSorted());
      }
    })(),
  );

  test(
    'a private member who deletes their only post is invisible again',
    inTransaction(async (as) => {
      await as('solange').query('delete from forum_topics where user_id = $1', idOf.solange);
      expect(await as('tiJo').query('select from profiles where id = $1', idOf.solange)).toEqual([]);
    }),
  );

  test.each([
    ['a topic', 'insert into forum_topics (title, content) values ($1, $1)', 'Bonjou'],
    ['a reply', `insert into forum_posts (topic_id, content) values ('${fixture.topic}', $1)`, 'Bonjou'],
    ['a review', `insert into reviews (movie_id, rating) values ('${fixture['free movie']}', $1)`, 5],
  ])('%s makes a private member visible by username and avatar', (_what, sql, value) =>
    inTransaction(async (as) => {
      await as('fabiola').query(sql, value);
      const [row] = await as('visitor').query('select * from profiles where id = $1', idOf.fabiola);
      expect(row).toMatchObject({
        username: 'fabiola',
        full_name: null,
        bio: null,
        phone: null,
        created_at: null,
      });
    })(),
  );
});

describe("nobody can find out another member's phone or date of birth", () => {
  const tries = [
    `select from profiles where phone is not null`,
    `select from profiles where phone = '+509 3456 7890'`,
    `select from profiles where phone like '+509%' or date_of_birth < '2000-01-01'`,
    // A cast that throws would reveal by its error that there was something to cast.
    `select from profiles where phone::integer = 1`,
    `select from profiles where 1 / (case when phone like '+%' then 0 else 1 end) = 0`,
    `select from profiles p where p::text like '%+509%' or to_jsonb(p)::text like '%1990-05-18%'`,
    `select from forum_topics t join profiles p on p.id = t.user_id where p.phone is not null`,
    `select from profiles having max(phone) is not null or min(date_of_birth) is not null`,
    `update profiles set bio = 'found' where phone like '+509%'`,
    `select from pg_stats where schemaname = 'private'`,
  ];
  test.each(tries)('%s', (sql) =>
    inTransaction(async (as) => {
      // The caller's own fields may be found, so the caller has none.
      await as('owner').query(
        'update private.profiles set phone = null, date_of_birth = null where id = $1',
        idOf.tiJo,
      );
      for (const person of ['visitor', 'tiJo'] as const) {
        if (person === 'visitor' && sql.startsWith('update')) continue;
        expect(await as(person).touches(sql), person).toBe(0);
      }
    })(),
  );

  test(
    'nor by the order in which members are listed',
    inTransaction(async (as) => {
      await as('owner').query(`update private.profiles set phone = right(id::text, 2)::integer % 7`);
      const order = (by: string) =>
        as('visitor')
          .query(`select id from profiles order by ${by} nulls last, id`)
          .then((rows) => rows.map(({ id }) => id));
      expect(await order('phone')).toEqual(await order('id'));
      expect(await order('date_of_birth desc')).toEqual(await order('id'));
    }),
  );

  test(
    'and a condition that throws is never tried on an invisible profile',
    inTransaction(async (as) => {
      const trap = `select from profiles where 1 / (case when username = 'fabiola' then 0 else 1 end) = 1`;
      expect(await as('tiJo').touches(trap)).toBeGreaterThan(0);
      expect((await as('fabiola').refusal(trap)).code).toBe('22012');
    }),
  );
});

describe('a member changes their own profile', () => {
  const changes: [field: string, value: unknown, stored?: unknown][] = [
    ['username', 'mimi'],
    ['first_name', ' Mimose ', 'Mimose'],
    ['last_name', 'Jean'],
    ['bio', 'Mwen renmen sinema'],
    ['location', 'Okay, Ayiti'],
    ['website', 'https://mimose.example.test/me'],
    ['occupation', 'Enfimyè'],
    ['phone', '+509 1111 2222'],
    ['phone', '', null],
    ['date_of_birth', '1985-01-31'],
    ['date_of_birth', null],
    ['interests', ['konpa', ' ', ' teyat '], ['konpa', 'teyat']],
    ['interests', [], []],
    [
      'avatar_url',
      'https://host.test:4000/storage/v1/object/public/profile-images/a.jpg',
      '/storage/v1/object/public/profile-images/a.jpg',
    ],
    ['is_public', false],
  ];
  test.each(changes)('%s becomes %j', (field, value, stored = value) =>
    inTransaction(async (as) => {
      const sql = `update profiles set ${field} = $1 where id = $2 returning ${field}`;
      const [returned] = await as('mimose').query(sql, value, idOf.mimose);
      expect(returned, 'returned').toEqual({ [field]: stored });
      const [row] = await as('mimose').query(`select ${field} from profiles where id = $1`, idOf.mimose);
      expect(row, 'stored').toEqual({ [field]: stored });
    })(),
  );

  test(
    'full_name follows first and last name, and cannot be set',
    inTransaction(async (as) => {
      const sql = `update profiles set first_name = 'Mimi', last_name = 'Jean', full_name = 'The President' where id = $1 returning full_name`;
      expect(await as('mimose').value(sql, idOf.mimose)).toBe('Mimi Jean');
      expect(await as('tiJo').value('select full_name from profiles where id = $1', idOf.mimose)).toBe(
        'Mimi Jean',
      );
    }),
  );

  test.each([
    ['username', 'mimose@example.test', 'username_is_no_email'],
    ['username', 'm', 'username_length'],
    ['username', 'x'.repeat(41), 'username_length'],
    ['username', 'TIJO', 'profiles_username_key'],
    ['bio', 'x'.repeat(2001), 'bio_length'],
    ['phone', '1'.repeat(41), 'details_length'],
    ['website', 'javascript:alert(1)', 'website_is_web_address'],
    ['avatar_url', 'javascript:alert(1)', 'avatar_is_own'],
    ['avatar_url', '//elsewhere.test/a.jpg', 'avatar_is_own'],
    ['avatar_url', '/\\elsewhere.test/a.jpg', 'avatar_is_own'],
    ['interests', Array(31).fill('konpa'), 'interests_count'],
    ['date_of_birth', '1899-12-31', 'born_in_living_memory'],
  ])('but not %s to %j', (field, value, constraint) =>
    inTransaction(async (as) => {
      const refusal = await as('mimose').refusal(
        `update profiles set ${field} = $1 where id = $2`,
        value,
        idOf.mimose,
      );
      expect(refusal.constraint).toBe(constraint);
    })(),
  );

  test(
    'but not a birthday that is still to come',
    inTransaction(async (as) => {
      const refusal = await as('mimose').refusal(
        `update profiles set date_of_birth = current_date + 1 where id = $1`,
        idOf.mimose,
      );
      expect(refusal.hint).toBe('date_invalid');
    }),
  );

  test(
    'an update without a condition changes nobody else',
    inTransaction(async (as) => {
      expect(await as('tiJo').touches(`update profiles set bio = 'mine now'`)).toBe(1);
      expect(await as('owner').query(`select id from private.profiles where bio = 'mine now'`)).toEqual([
        { id: idOf.tiJo },
      ]);
    }),
  );

  test(
    'a member cannot move their profile to another account',
    inTransaction(async (as) => {
      await as('tiJo').query('update profiles set id = $1 where id = $2', idOf.mimose, idOf.tiJo);
      expect(
        await as('owner').value(
          'select count(*) from private.profiles where username = $1 and id = $2',
          'tijo',
          idOf.tiJo,
        ),
      ).toBe(1);
    }),
  );
});
