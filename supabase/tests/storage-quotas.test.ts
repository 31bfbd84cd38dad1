import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { idOf, type Person } from './support/people.ts';
import { type Actor, type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;
const throughTheApi = { 'storage.allow_delete_query': 'true' };

const insert = `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
  values ($1, $2, $3, gen_random_uuid()::text, jsonb_build_object('size', $4::bigint))`;
const mine = (n: number | string) => `${idOf.mimose}/${n}.webp`;
const put = (actor: Actor, n: number | string, bytes = 1000) =>
  actor.query(insert, 'profile-images', mine(n), idOf.mimose, bytes);
const usage = (as: As, person: Person = 'mimose') =>
  as('owner').query(
    'select objects::integer, bytes::integer, open_uploads::integer from private.storage_usage where owner_id = $1',
    idOf[person as keyof typeof idOf],
  );
const setQuota = (as: As, column: string, value: number) =>
  as('owner').query(`update private.storage_quotas set ${column} = $1 where holder = 'member'`, value);

describe('what one member can store', () => {
  test(
    'is limited in number; deleting gives space back',
    inTransaction(async (as) => {
      await setQuota(as, 'objects', 3);
      const mimose = as('mimose', throughTheApi);
      for (const n of [1, 2, 3]) await put(mimose, n);
      const refusal = await mimose.refusal(insert, 'profile-images', mine(4), idOf.mimose, 1);
      expect(refusal).toMatchObject({ code: 'PT413', hint: 'storage_full' });
      await mimose.query('delete from storage.objects where name = $1', mine(1));
      await put(mimose, 5);
      expect(await usage(as)).toEqual([{ objects: 3, bytes: 3000, open_uploads: 0 }]);
    }),
  );

  test(
    'is limited in bytes, also by replacing a small file with a large one',
    inTransaction(async (as) => {
      await setQuota(as, 'bytes', 5000);
      const mimose = as('mimose', throughTheApi);
      await put(mimose, 1, 3000);
      expect(await mimose.refusal(insert, 'profile-images', mine(2), idOf.mimose, 2001)).toMatchObject({
        hint: 'storage_full',
      });
      const upsert = `${insert} on conflict (bucket_id, name) do update set metadata = excluded.metadata, owner_id = excluded.owner_id`;
      expect(await mimose.refusal(upsert, 'profile-images', mine(1), idOf.mimose, 5001)).toMatchObject({
        hint: 'storage_full',
      });
      await mimose.query(upsert, 'profile-images', mine(1), idOf.mimose, 5000);
      expect(await usage(as)).toEqual([{ objects: 1, bytes: 5000, open_uploads: 0 }]);
    }),
  );

  test(
    'counts for the owner of a signed link, not for its user, and moves with the owner',
    inTransaction(async (as) => {
      await setQuota(as, 'objects', 1);
      const service = as('service');
      await put(service, 1);
      expect(await service.refusal(insert, 'profile-images', mine(2), idOf.mimose, 1)).toMatchObject({
        hint: 'storage_full',
      });
      await service.query('update storage.objects set owner_id = $2 where name = $1', mine(1), idOf.kesner);
      expect(await usage(as)).toEqual([]);
      expect(await usage(as, 'kesner')).toEqual([{ objects: 1, bytes: 1000, open_uploads: 0 }]);
      await put(service, 2);
    }),
  );

  test(
    'is not forgotten by moving a file, nor by emptying a bucket of many people’s files',
    inTransaction(async (as) => {
      await put(as('service'), 1);
      await as('service').query(
        'update storage.objects set name = $2 where name = $1',
        mine(1),
        mine('moved'),
      );
      expect(await usage(as)).toEqual([{ objects: 1, bytes: 1000, open_uploads: 0 }]);
      await as('service').query(insert, 'profile-images', `${idOf.kesner}/1.webp`, idOf.kesner, 7);
      await as('service', throughTheApi).query(
        `delete from storage.objects where bucket_id = 'profile-images'`,
      );
      expect([await usage(as), await usage(as, 'kesner')]).toEqual([[], []]);
    }),
  );

  test(
    'does not limit editors, nor what belongs to nobody',
    inTransaction(async (as) => {
      await setQuota(as, 'objects', 1);
      for (const n of [1, 2, 3])
        await as('editor').query(insert, 'artwork', `posters/${n}.avif`, idOf.editor, 10);
      for (const n of [4, 5]) await as('service').query(insert, 'artwork', `posters/${n}.avif`, null, 10);
      expect(await usage(as, 'editor')).toEqual([{ objects: 3, bytes: 30, open_uploads: 0 }]);
    }),
  );

  test('is not exceeded by two uploads at the same moment', async () => {
    const { database } = world;
    const quota = `update private.storage_quotas set objects = $1 where holder = 'member'`;
    const folder = `${idOf.nadine}/${randomUUID()}`;
    await database.query(quota, [1]);
    const second = await world.concurrently(
      ['service', insert, 'profile-images', `${folder}-a.webp`, idOf.nadine, 10],
      ['service', insert, 'profile-images', `${folder}-b.webp`, idOf.nadine, 10],
    );
    await database.query(quota, [100]);
    const as = { role: 'service_role', settings: throughTheApi };
    await database.query('delete from storage.objects where owner_id = $1', [idOf.nadine], { as });
    expect(second).toMatchObject({ code: 'PT413', hint: 'storage_full' });
  });
});

const open = `insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, owner_id)
  values ($1, 'resumable', 'profile-images', 'x', '1', $2)`;

test(
  'one person has few unfinished uploads; ending one allows another',
  inTransaction(async (as) => {
    const service = as('service');
    for (const id of ['1', '2', '3']) await service.query(open, id, idOf.mimose);
    expect(await service.refusal(open, '4', idOf.mimose)).toMatchObject({
      code: 'PT413',
      hint: 'too_many_uploads',
    });
    await service.query(`delete from storage.s3_multipart_uploads where id = '1'`);
    await service.query(open, '4', idOf.mimose);
    await service.query(open, '5', idOf.kesner);
  }),
);

test(
  'no member can read, change or fake a tally or a quota',
  inTransaction(async (as) => {
    for (const table of ['storage_usage', 'storage_quotas'])
      expect((await as('mimose').refusal(`select * from private.${table}`)).code).toBe('42501');
    const fake = 'select private.change_storage_usage($1, -100, -100, -100)';
    expect((await as('mimose').refusal(fake, idOf.mimose)).code).toBe('42501');
  }),
);

test(
  'a deleted account leaves no tally and no unfinished upload',
  inTransaction(async (as) => {
    await put(as('service'), 1);
    await as('service').query(open, '1', idOf.mimose);
    await as('owner').query('delete from auth.users where id = $1', idOf.mimose);
    expect(await usage(as)).toEqual([]);
    expect(await as('owner').query('select from storage.s3_multipart_uploads')).toEqual([]);
  }),
);

describe('an avatar', () => {
  const set = 'update profiles set avatar_url = $2 where id = $1';
  const folder = '/storage/v1/object/public/profile-images';

  test.each([
    'https://tracker.example/pixel.gif',
    'http://tracker.example/pixel.gif',
    '//tracker.example/pixel.gif',
    '/\\tracker.example/pixel.gif',
    'data:image/png;base64,AAAA',
    '/rest/v1/movies',
    '/storage/v1/object/public/artwork/poster.avif',
    `${folder}/../artwork/a.avif`,
    `${folder}/%2e%2E/%2e%2e/%2e%2e/%2e%2e/%2e%2e/auth/v1/logout`,
    `${folder}/.`,
    `${folder}/a.webp?next=https://tracker.example`,
    `${folder}/a.webp#x`,
    `${folder}/a b.webp`,
    `${folder}/`,
    `https://tracker.example${folder}/../../../../../x.gif`,
    ` ${folder}x/a.webp`,
  ])('cannot be %s', (address) =>
    inTransaction(async (as) => {
      expect((await as('mimose').refusal(set, idOf.mimose, address)).code).toBe('23514');
    })(),
  );

  test.each([
    [`${folder}/${idOf.mimose}/face.webp`, `${folder}/${idOf.mimose}/face.webp`],
    [`https://lakou.example${folder}/a/b%20c.jpg`, `${folder}/a/b%20c.jpg`],
    ['', null],
  ])('can be %s', (address, stored) =>
    inTransaction(async (as) => {
      await as('mimose').query(set, idOf.mimose, address);
      expect(await as('mimose').value('select avatar_url from profiles where id = $1', idOf.mimose)).toBe(
        stored,
      );
    })(),
  );
});

const pictureColumns: [table: string, column: string][] = [
  ['movies', 'thumbnail_url'],
  ['movies', 'banner_url'],
  ['series', 'thumbnail_url'],
  ['series', 'banner_url'],
  ['episodes', 'thumbnail_url'],
  ['featured_films', 'banner_url'],
  ['featured_films', 'poster_url'],
  ['banners', 'image_url'],
];

test.each(pictureColumns)('%s.%s holds no address on another site', (table, column) =>
  inTransaction(async (as) => {
    const count = await as('owner').value<number>(`select count(*)::integer from ${table}`);
    expect(count).toBeGreaterThan(0);
    for (const address of [
      'https://elsewhere.example/a.jpg',
      '//elsewhere.example/a.jpg',
      '/\\elsewhere.example',
    ])
      expect((await as('owner').refusal(`update ${table} set ${column} = $1`, address)).code).toBe('23514');
  })(),
);

test(
  'every column that holds a picture’s address is among these',
  inTransaction(async (as) => {
    const columns = await as('owner').query<{ name: string }>(
      `select format('%s.%s', c.table_name, c.column_name) as name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where table_schema in ('public', 'private') and t.table_type = 'BASE TABLE'
          and c.column_name ~ '(image|thumbnail|banner|poster|avatar|picture|photo|icon).*url|url.*(image|picture)'`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(
      [
        ...pictureColumns.map((pair) => pair.join('.')),
        // An order and a batch of vouchers keep a copy of their title's.
        'orders.thumbnail_url',
        'voucher_batches.thumbnail_url',
        'profiles.avatar_url',
      ].sort(),
    );
  }),
);
