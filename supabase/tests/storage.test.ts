import { beforeEach, describe, expect, test } from 'vitest';
import { idOf, type Person } from './support/people.ts';
import { type Actor, type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

/** The storage API sets this before it deletes; without it the platform refuses every delete. */
const throughTheApi = { 'storage.allow_delete_query': 'true' };
const own = `${idOf.mimose}/face.jpg`;

test(
  'the buckets exist, with the right flags',
  inTransaction(async (as) => {
    expect(
      await as('owner').query('select id, public, file_size_limit as bytes from storage.buckets order by id'),
    ).toEqual([
      { id: 'artwork', public: true, bytes: 500 * 2 ** 20 },
      { id: 'banners', public: true, bytes: 20 * 2 ** 20 },
      { id: 'movies', public: false, bytes: 100 * 2 ** 30 },
      { id: 'profile-images', public: true, bytes: 5 * 2 ** 20 },
    ]);
    const kinds = await as('owner').query<{ id: string; kinds: string[] }>(
      `select id, array(select distinct split_part(t, '/', 1) from unnest(allowed_mime_types) t order by 1) as kinds
        from storage.buckets order by id`,
    );
    expect(kinds).toEqual([
      { id: 'artwork', kinds: ['image', 'video'] },
      { id: 'banners', kinds: ['image'] },
      { id: 'movies', kinds: ['application', 'text', 'video'] },
      { id: 'profile-images', kinds: ['image'] },
    ]);
    // A picture that is a document could carry a script.
    const scripts = `select from storage.buckets where allowed_mime_types && '{image/svg+xml,text/html,application/xhtml+xml}'`;
    expect(await as('owner').query(scripts)).toEqual([]);
  }),
);

describe('buckets', () => {
  const clients: Person[] = ['visitor', 'mimose', 'kesner', 'editor', 'admin'];
  test.each(clients)('%s can neither list, make, change nor remove one', (person) =>
    inTransaction(async (as) => {
      const actor = as(person, throughTheApi);
      expect(await actor.touches('select from storage.buckets')).toBe(0);
      expect(
        (await actor.refusal(`insert into storage.buckets (id, name, public) values ('mine', 'mine', true)`))
          .code,
      ).toBe('42501');
      expect(await actor.touches('update storage.buckets set public = true')).toBe(0);
      expect(await actor.touches('delete from storage.buckets')).toBe(0);
    })(),
  );
});

/** Who can do what with an object. Cells as in every-table.test.ts; "owner" is Mimose, whose folder it is. */
const matrix: [bucket: string, name: string, rights: string][] = [
  //                                  visitor             owner               member              editor              moderator           admin
  [
    'profile-images',
    own,
    '           none no none none | yes yes yes yes   | none no none none | none no none none | none no none none | yes no none yes',
  ],
  [
    'movies',
    'movies/a.mp4',
    '        none no none none | none no none none | none no none none | yes yes yes yes   | none no none none | yes yes yes yes',
  ],
  [
    'artwork',
    'featured-films/a.jpg',
    'none no none none | none no none none | none no none none | yes yes yes yes   | none no none none | yes yes yes yes',
  ],
  [
    'banners',
    'a.jpg',
    '              none no none none | none no none none | none no none none | yes yes yes yes   | none no none none | yes yes yes yes',
  ],
  // A folder that looks like one's own, in a bucket that is not for that.
  [
    'movies',
    own,
    '                   none no none none | none no none none | none no none none | yes yes yes yes   | none no none none | yes yes yes yes',
  ],
  // Pictures outside any member's folder.
  [
    'profile-images',
    'face.jpg',
    '    none no none none | none no none none | none no none none | none no none none | none no none none | yes no none yes',
  ],
  [
    'profile-images',
    `${idOf.mimose}.jpg`,
    'none no none none | none no none none | none no none none | none no none none | none no none none | yes no none yes',
  ],
];

describe.each(matrix)('in %s, the object %s', (bucket, name, rights) => {
  const columns: Person[] = ['visitor', 'mimose', 'tiJo', 'editor', 'moderator', 'admin'];
  let cells: string[][];
  beforeEach(() => {
    cells = rights.split('|').map((cell) => cell.trim().split(/\s+/));
  });

  test.each(columns.map((person, index) => [person, index] as const))(
    '%s lists, uploads, replaces, removes',
    (person, index) =>
      inTransaction(async (as) => {
        const upload = 'insert into storage.objects (bucket_id, name) values ($1, $2)';
        const actor = as(person, throughTheApi);
        const uploaded = await outcome(as, actor, upload, bucket, name);
        await as('owner').query(`${upload} on conflict do nothing`, bucket, name);
        const which = 'where bucket_id = $1 and name = $2';
        const happened = [
          await outcome(as, actor, `select from storage.objects ${which}`, bucket, name),
          uploaded,
          await outcome(
            as,
            actor,
            `update storage.objects set metadata = '{"size":1}' ${which}`,
            bucket,
            name,
          ),
          await outcome(as, actor, `delete from storage.objects ${which}`, bucket, name),
        ];
        expect(happened).toEqual(cells[index]);
      })(),
  );
});

describe('a member', () => {
  test.each([
    [
      "into another's folder",
      `update storage.objects set name = '${idOf.tiJo}/face.jpg' where name = '${own}'`,
    ],
    ['into another bucket', `update storage.objects set bucket_id = 'artwork' where name = '${own}'`],
  ])('cannot move their picture %s', (_where, sql) =>
    inTransaction(async (as) => {
      await as('mimose').query(
        `insert into storage.objects (bucket_id, name) values ('profile-images', $1)`,
        own,
      );
      expect((await as('mimose').refusal(sql)).code).toBe('42501');
    })(),
  );

  test(
    'cannot list films by the search of the storage API either',
    inTransaction(async (as) => {
      await as('owner').query(
        `insert into storage.objects (bucket_id, name) values ('movies', 'movies/a.mp4')`,
      );
      const search = `select from storage.search('movies/', 'movies', 100, 2)`;
      for (const person of ['visitor', 'mimose', 'kesner', 'marlene'] as const) {
        expect(await as(person).touches(search), person).toBe(0);
      }
      expect(await as('editor').touches(search)).toBe(1);
    }),
  );

  test(
    'cannot remove even their own picture by SQL, past the storage API',
    inTransaction(async (as) => {
      await as('mimose').query(
        `insert into storage.objects (bucket_id, name) values ('profile-images', $1)`,
        own,
      );
      expect((await as('mimose').refusal('delete from storage.objects where name = $1', own)).code).toBe(
        '42501',
      );
    }),
  );
});

/** yes, none, or no; undone again when it happened, so that each action finds the object as it was. */
async function outcome(as: As, actor: Actor, sql: string, ...values: string[]): Promise<string> {
  await as('owner').query('savepoint before_the_action');
  try {
    return (await actor.touches(sql, ...values)) > 0 ? 'yes' : 'none';
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    return 'no';
  } finally {
    await as('owner').query('rollback to savepoint before_the_action');
  }
}
