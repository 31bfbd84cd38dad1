import { describe, expect, test } from 'vitest';
import { everyClient, everyMember, idOf, type Person, staff } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;
const setup = 'select setup_admin()';

describe('a member cannot make themselves admin', () => {
  test.each([
    ['by insert', `insert into admin_users (user_id) values ($1)`],
    ['by insert with a role', `insert into admin_users (user_id, role) values ($1, 'admin')`],
    [
      'by upsert',
      `insert into admin_users (user_id) values ($1) on conflict (user_id) do update set role = 'admin'`,
    ],
    ['by update', `update admin_users set role = 'admin' where user_id = $1`],
    ['by taking over a row', `update admin_users set user_id = $1`],
    ['by removing the others', `delete from admin_users where user_id <> $1`],
    ['by opening the setup again', `update private.settings set value = '"open"' where $1 <> ''`],
  ])('%s, and neither can staff', (_way, sql) =>
    inTransaction(async (as) => {
      for (const person of ['mimose', 'kesner', 'editor', 'moderator', 'accountant', 'admin'] as const) {
        expect((await as(person).refusal(sql, idOf[person])).code, person).toBe('42501');
      }
    })(),
  );

  test.each([
    { user_role: 'admin' },
    { app_metadata: { role: 'admin', roles: ['admin'] } },
    { user_metadata: { is_admin: true } },
    { is_admin: true },
  ])('by a token that says %j', (boast) =>
    inTransaction(async (as) => {
      const claims = JSON.stringify({ sub: idOf.mimose, role: 'authenticated', ...boast });
      const mimose = as('mimose', { 'request.jwt.claims': claims });
      expect(await mimose.value('select is_admin()')).toBe(false);
      expect(await mimose.touches('select from contact_messages')).toBe(0);
    })(),
  );
});

describe('the admin setup', () => {
  /** As before the first admin, with ADMIN_SETUP=open. */
  const nobodyWorksHere = async (as: As) => {
    await as('owner').query('delete from admin_users');
    await as('owner').query('select private.reopen_admin_setup()');
    await as('owner').query(`update private.settings set value = '"open"' where key = 'admin_setup'`);
  };

  test(
    'makes the first member who calls it an admin, and nobody after',
    inTransaction(async (as) => {
      await nobodyWorksHere(as);
      await as('mimose').query(setup);
      expect(await as('mimose').value('select is_admin()')).toBe(true);
      expect(await as('tiJo').refusal(setup)).toMatchObject({
        code: '42501',
        message: 'Failed to setup admin access',
        hint: 'admin_setup_closed',
      });
      expect(await as('mimose').refusal(setup)).toMatchObject({
        code: '23505',
        message: 'You are already an admin',
        hint: 'already_admin',
      });
      expect(await as('owner').query('select user_id, role from admin_users')).toEqual([
        { user_id: idOf.mimose, role: 'admin' },
      ]);
    }),
  );

  test(
    'is closed to other staff, and while anybody works here',
    inTransaction(async (as) => {
      await as('owner').query(`delete from admin_users where role <> 'editor'`);
      for (const person of ['editor', 'mimose'] as const) {
        expect((await as(person).refusal(setup)).hint, person).toBe('admin_setup_closed');
      }
    }),
  );

  test.each([
    `update private.settings set value = '"closed"' where key = 'admin_setup'`,
    `delete from private.settings`,
  ])('can be turned off: %s', (sql) =>
    inTransaction(async (as) => {
      await nobodyWorksHere(as);
      await as('owner').query(sql);
      expect((await as('mimose').refusal(setup)).hint).toBe('admin_setup_closed');
    })(),
  );

  test(
    'asks visitors to log in',
    inTransaction(async (as) => {
      await nobodyWorksHere(as);
      expect((await as('visitor').refusal(setup)).code).toBe('42501');
      const nobody = as('mimose', { 'request.jwt.claims': '{"role":"authenticated"}' });
      expect(await nobody.refusal(setup)).toMatchObject({ code: '42501', hint: 'login_first' });
    }),
  );

  test('yields one admin when two people press the button at once', async () => {
    const { database } = world;
    const workers = await database.query<{ user_id: string; role: string }>(
      'delete from admin_users returning user_id, role',
    );
    await database.query('select private.reopen_admin_setup()');
    await database.query(`update private.settings set value = '"open"' where key = 'admin_setup'`);
    try {
      const second = await world.concurrently(['mimose', setup], ['tiJo', setup]);
      expect(second).toMatchObject({ code: '42501', hint: 'admin_setup_closed' });
      expect(await database.query('select user_id from admin_users')).toEqual([{ user_id: idOf.mimose }]);
    } finally {
      await database.query('delete from admin_users');
      for (const { user_id, role } of workers) {
        await database.query('insert into admin_users (user_id, role) values ($1, $2)', [user_id, role]);
      }
    }
  });
});

describe('roles', () => {
  test(
    'is_admin and fn_check_admin_access are true for admins only',
    inTransaction(async (as) => {
      for (const person of [...everyClient, 'service'] as Person[]) {
        const [answer] = await as(person).query('select is_admin() as one, fn_check_admin_access() as other');
        expect(answer, person).toEqual({ one: person === 'admin', other: person === 'admin' });
      }
    }),
  );

  test.each([
    ['admin', ['admin']],
    ['editor', ['admin', 'editor']],
    ['moderator', ['admin', 'moderator']],
    ['accountant', ['admin', 'accountant']],
  ])('the role %s is held by %j and nobody else', (role, holders) =>
    inTransaction(async (as) => {
      for (const member of everyMember) {
        // Policies run the function as its owner; here the owner calls it on behalf of the member.
        const claims = JSON.stringify({ sub: idOf[member], role: 'authenticated' });
        await as('owner').query(`select set_config('request.jwt.claims', $1, true)`, claims);
        expect(await as('owner').value('select private.has_role($1)', role), member).toBe(
          holders.includes(member),
        );
      }
    })(),
  );

  test(
    'end with the account',
    inTransaction(async (as) => {
      await as('owner').query('insert into admin_users (user_id) values ($1)', idOf.tiJo);
      await as('owner').query('delete from auth.users where id = $1', idOf.admin);
      expect(await as('admin').value('select is_admin()')).toBe(false);
      expect(await as('admin').touches('select from orders')).toBe(0);
    }),
  );

  test(
    'staff are members too: they post, review and keep a watchlist as themselves',
    inTransaction(async (as) => {
      for (const person of staff) {
        expect(
          await as(person).touches(
            `insert into forum_topics (title, content) values ('Bonjou', 'Tout moun')`,
          ),
        ).toBe(1);
        expect(
          await as(person).touches(
            `update profiles set bio = 'Mwen travay isit' where id = $1`,
            idOf[person],
          ),
        ).toBe(1);
      }
    }),
  );

  test(
    'an unknown role cannot be given',
    inTransaction(async (as) => {
      const give = `insert into admin_users (user_id, role) values ('${idOf.mimose}', 'superuser')`;
      expect((await as('service').refusal(give)).code).toBe('23514');
    }),
  );
});

describe('a contact message', () => {
  const write = 'insert into contact_messages (name, email, subject, message) values ($1, $2, $3, $4)';
  const fine = ['Jan', 'jan@example.test', 'A question', 'Where is my film?'] as const;

  test.each([
    ['a name of one character', ['J', ...fine.slice(1)], 'name_length'],
    ['a name of blanks', ['   ', ...fine.slice(1)], 'name_length'],
    ['a name of 121 characters', ['x'.repeat(121), ...fine.slice(1)], 'name_length'],
    ['no real e-mail', [fine[0], 'jan', ...fine.slice(2)], 'email_looks_right'],
    [
      'an e-mail with a second header',
      [fine[0], 'jan@example.test\nBcc: all@example.test', ...fine.slice(2)],
      'email_looks_right',
    ],
    ['a subject of four characters', [fine[0], fine[1], 'Film', fine[3]], 'subject_length'],
    ['a subject of 201 characters', [fine[0], fine[1], 'x'.repeat(201), fine[3]], 'subject_length'],
    ['a message of nine characters', [...fine.slice(0, 3), 'x'.repeat(9)], 'message_length'],
    ['a message of 5001 characters', [...fine.slice(0, 3), 'x'.repeat(5001)], 'message_length'],
  ])('with %s is refused', (_what, values, constraint) =>
    inTransaction(async (as) => {
      expect((await as('visitor').refusal(write, ...values)).constraint).toBe(constraint);
    })(),
  );

  test(
    'carries the member who wrote it, and cannot carry another or be marked as handled',
    inTransaction(async (as) => {
      await as('tiJo').query(write, ...fine);
      expect(await as('admin').value(`select user_id from contact_messages where name = 'Jan'`)).toBe(
        idOf.tiJo,
      );
      for (const column of ['user_id', 'handled_at', 'created_at', 'id']) {
        const forge = `insert into contact_messages (name, email, subject, message, ${column}) values ($1, $2, $3, $4, null)`;
        expect((await as('tiJo').refusal(forge, ...fine)).code, column).toBe('42501');
      }
    }),
  );

  test(
    'is taken five times an hour from one address, also under many names; others still get through',
    inTransaction(async (as) => {
      const from = (address: string) => as('visitor', { 'request.client_address': address });
      for (let n = 1; n <= 5; n += 1) await from('203.0.113.1').query(write, `Jan ${n}`, ...fine.slice(1));
      expect(await from('203.0.113.1').refusal(write, ...fine)).toMatchObject({
        code: 'PT429',
        hint: 'too_many_tries',
      });
      expect(await from('203.0.113.2').touches(write, ...fine)).toBe(1);
    }),
  );

  test(
    'is taken five times an hour from one member, wherever they sit, and again an hour later',
    inTransaction(async (as) => {
      const from = (n: number) => as('tiJo', { 'request.client_address': `203.0.113.${n}` });
      for (let n = 1; n <= 5; n += 1) await from(n).query(write, ...fine);
      expect((await from(6).refusal(write, ...fine)).code).toBe('PT429');
      await as('owner').query(
        `update private.rate_limits set window_start = window_start - interval '1 hour'`,
      );
      expect(await from(7).touches(write, ...fine)).toBe(1);
    }),
  );

  test(
    'cannot be read back by its writer, only by admins',
    inTransaction(async (as) => {
      expect((await as('visitor').refusal(`${write} returning id`, ...fine)).code).toBe('42501');
      expect(await as('mimose').touches('select from contact_messages')).toBe(0);
      expect(await as('admin').touches('update contact_messages set handled_at = now()')).toBe(1);
      expect((await as('admin').refusal(`update contact_messages set message = 'something else'`)).code).toBe(
        '42501',
      );
    }),
  );
});
