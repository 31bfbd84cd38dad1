import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/test-databases.ts';
import type { Identity, RawResult } from './database.ts';

const suffix = randomUUID().slice(0, 8);
const guest = `guest_${suffix}`;
const member = `member_${suffix}`;

let database: TestDatabase;
let owner: string;

beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  owner = (await whoAmI()).role;
  await database.transaction((transaction) =>
    transaction.script(`
      create role ${guest};
      create role ${member};
      create table notes (id int primary key, author text not null, body text not null);
      insert into notes values (1, 'ti-jo', 'mine'), (2, 'mari', 'hers');
      alter table notes enable row level security;
      grant select, insert on notes to ${member};
      grant select on notes to ${guest};
      create policy "members see their own notes" on notes for select to ${member}
        using (author = current_setting('request.jwt.claims', true)::json ->> 'sub');
      create policy "members write their own notes" on notes for insert to ${member}
        with check (author = current_setting('request.jwt.claims', true)::json ->> 'sub');
    `),
  );
});

afterAll(async () => {
  await database.transaction((transaction) =>
    transaction.script(`drop owned by ${guest}, ${member}; drop role ${guest}; drop role ${member};`),
  );
  await database.close();
});

const as = (sub: string): Identity => ({ role: member, claims: { sub } });
const texts = (result: RawResult | undefined): string[] =>
  (result?.rows ?? []).map((row) => row.map((value) => value?.toString() ?? '').join('|'));

async function whoAmI(): Promise<{
  role: string;
  claims: string | null;
  header: string | null;
  readOnly: string;
}> {
  const [row] = await database.query<{
    role: string;
    claims: string | null;
    header: string | null;
    readOnly: string;
  }>(`select current_user as role, nullif(current_setting('request.jwt.claims', true), '') as claims,
        nullif(current_setting('request.headers', true), '') as header,
        current_setting('transaction_read_only') as "readOnly"`);
  if (row === undefined) throw new Error('no answer');
  return row;
}

/** Checks all connections of the pool. */
async function expectNobodyLeftTraces(): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => whoAmI()));
  for (const answer of answers) {
    expect(answer).toEqual({ role: owner, claims: null, header: null, readOnly: 'off' });
  }
}

describe('a statement run with an identity', () => {
  test('has the role, the claims and the settings', async () => {
    const [result] = await database.run(
      [
        {
          text: `select current_user, current_setting('request.jwt.claims')::json ->> 'sub', current_setting('request.headers')`,
        },
      ],
      { as: { role: guest, claims: { sub: 'ti-jo' }, settings: { 'request.headers': '{"x":"1"}' } } },
    );
    expect(texts(result)).toEqual([`${guest}|ti-jo|{"x":"1"}`]);
    await expectNobodyLeftTraces();
  });

  test('sees only what the policies of its role show', async () => {
    const statement = { text: 'select body from notes order by id', name: 'notes' };
    const read = async (identity?: Identity) =>
      texts((await database.run([statement], identity === undefined ? {} : { as: identity }))[0]);
    for (let round = 0; round < 3; round += 1) {
      expect(await read(as('ti-jo'))).toEqual(['mine']);
      expect(await read({ role: guest })).toEqual([]);
      expect(await read(as('mari'))).toEqual(['hers']);
      expect(await read()).toEqual(['mine', 'hers']);
    }
  });

  test('does not inherit the claims of the one before', async () => {
    await database.run([{ text: 'select 1' }], { as: as('ti-jo') });
    const [result] = await database.run(
      [{ text: `select coalesce(nullif(current_setting('request.jwt.claims', true), ''), 'none')` }],
      { as: { role: guest } },
    );
    expect(texts(result)).toEqual(['none']);
  });

  test('leaves no trace when the database refuses it', async () => {
    const refused = database.run([{ text: `insert into notes values (3, 'mari', 'forged')` }], {
      as: as('ti-jo'),
    });
    await expect(refused).rejects.toMatchObject({ code: '42501' });
    await expectNobodyLeftTraces();
  });

  test('leaves no trace when it is rolled back, with or without an error', async () => {
    const insert = { text: `insert into notes values (4, 'ti-jo', 'draft') returning id` };
    const options = { as: as('ti-jo'), rollback: true };
    expect(texts((await database.run([insert], options))[0])).toEqual(['4']);
    await expectNobodyLeftTraces();
    await expect(database.run([insert, insert], options)).rejects.toMatchObject({ code: '23505' });
    await expectNobodyLeftTraces();
    expect(await database.query('select from notes where id = 4')).toEqual([]);
  });

  test('leaves no trace when it times out', async () => {
    const endless = {
      text: 'select count(*) from generate_series(1, 100000) a, generate_series(1, 1000000) b',
    };
    const late = database.run([endless], { as: as('ti-jo'), timeoutMs: 300, readOnly: true });
    await expect(late).rejects.toMatchObject({ code: '57014' });
    await expectNobodyLeftTraces();
  });

  test('is refused without effect when the role does not exist', async () => {
    const nobody = database.run([{ text: `insert into notes values (5, 'x', 'x')` }], {
      as: { role: 'nobody-at-all' },
    });
    await expect(nobody).rejects.toMatchObject({ code: '22023' });
    expect(await database.query('select from notes where id = 5')).toEqual([]);
  });

  test('cannot smuggle SQL in through role, claims or settings', async () => {
    const evil = `x'); drop table notes; --`;
    await expect(database.run([{ text: 'select 1' }], { as: { role: evil } })).rejects.toMatchObject({
      code: '22023',
    });
    const [result] = await database.run(
      [{ text: `select current_setting('request.jwt.claims')::json ->> 'sub'` }],
      {
        as: { role: guest, claims: { sub: evil }, settings: { 'request.path': evil } },
      },
    );
    expect(texts(result)).toEqual([evil]);
    expect(await database.query('select count(*) as n from notes')).toEqual([{ n: 2 }]);
  });
});

test('two hundred simultaneous identities are never mixed up', async () => {
  const people = Array.from({ length: 200 }, (_, index) => `person-${index}`);
  const whoami = {
    text: `select current_user, current_setting('request.jwt.claims', true)::json ->> 'sub'`,
    name: 'who',
  };
  const answers = await Promise.all(
    people.map(async (sub, index) => {
      const kind = index % 4;
      if (kind === 0) return [`${owner}`, (await whoAmI()).role];
      if (kind === 1) {
        const [result] = await database.run([whoami], { as: as(sub) });
        return [`${member}|${sub}`, texts(result)[0]];
      }
      if (kind === 2) {
        const failed = database.run([whoami, { text: 'select 1 / 0' }], {
          as: { role: guest, claims: { sub } },
        });
        return [
          '22012',
          await failed.then(
            () => 'no error',
            (error: { code: string }) => error.code,
          ),
        ];
      }
      const [, result] = await database.run([{ text: 'select 1' }, whoami], {
        as: { role: guest, claims: { sub } },
        rollback: true,
      });
      return [`${guest}|${sub}`, texts(result)[0]];
    }),
  );
  for (const [expected, got] of answers) expect(got).toBe(expected);
  await expectNobodyLeftTraces();
});

describe('inside a transaction', () => {
  test('each statement has its own identity, and the next one none', async () => {
    const who = `select current_user || ':' || coalesce(nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub', '') as who`;
    const seen = await database.transaction(async (transaction) => {
      const first = await transaction.query<{ who: string }>(who, [], as('ti-jo'));
      const second = await transaction.query<{ who: string }>(who);
      const third = await transaction.query<{ who: string }>(who, [], { role: guest });
      return [...first, ...second, ...third].map((row) => row.who);
    });
    expect(seen).toEqual([`${member}:ti-jo`, `${owner}:`, `${guest}:`]);
    await expectNobodyLeftTraces();
  });

  test('a refused statement leaves no trace behind the transaction', async () => {
    const refused = database.transaction((transaction) =>
      transaction.query(`insert into notes values (6, 'mari', 'forged')`, [], as('ti-jo')),
    );
    await expect(refused).rejects.toMatchObject({ code: '42501' });
    await expectNobodyLeftTraces();
  });
});
