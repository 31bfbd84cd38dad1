import { describe, expect, test } from 'vitest';
import { createAdminCode } from '../../server/src/prepare-database.ts';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;

const CODE = 'CDFG-HJKM-NPQR-TVWX';
const setup = 'select setup_admin($1)';

/** As before the first admin, with a code printed. */
async function beforeTheFirstAdmin(as: As, code = CODE): Promise<void> {
  await as('owner').query('delete from admin_users');
  await as('owner').query('select private.reopen_admin_setup()');
  await as('owner').query(
    `select private.store_admin_code(sha256(convert_to($1, 'utf8')))`,
    code.replaceAll('-', ''),
  );
}

describe('the first admin', () => {
  test(
    'needs the code that was printed: without it nobody becomes an admin',
    inTransaction(async (as) => {
      await beforeTheFirstAdmin(as);
      expect(await as('mimose').value('select setup_admin()')).toBe(false);
      for (const wrong of ['', 'CDFG-HJKM-NPQR-TVWY', 'CDFGHJKMNPQRTVW', `${CODE} or 1=1`])
        expect(await as('mimose').value(setup, wrong), wrong).toBe(false);
      expect(await as('owner').touches('select from admin_users')).toBe(0);
      expect(await as('mimose').value(setup, CODE)).toBe(true);
      expect(await as('mimose').value('select is_admin()')).toBe(true);
    }),
  );

  test.each([CODE, CODE.toLowerCase(), 'cdfghjkmnpqrtvwx', ' CDFG HJKM NPQR TVWX '])(
    'can type it as "%s"',
    (typed) =>
      inTransaction(async (as) => {
        await beforeTheFirstAdmin(as);
        expect(await as('mimose').value(setup, typed)).toBe(true);
      })(),
  );

  test(
    'cannot use a code of an earlier start, nor any code a second time',
    inTransaction(async (as) => {
      await beforeTheFirstAdmin(as);
      await as('owner').query(`select private.store_admin_code(sha256('WXY346789CDFGHJK'))`);
      expect(await as('mimose').value(setup, CODE)).toBe(false);
      expect(await as('mimose').value(setup, 'WXY3-4678-9CDF-GHJK')).toBe(true);
      expect((await as('tiJo').refusal(setup, 'WXY3-4678-9CDF-GHJK')).hint).toBe('admin_setup_closed');
    }),
  );

  test(
    'cannot be guessed: tries are counted for an account, an address and all, and a start gives new ones',
    inTransaction(async (as) => {
      await beforeTheFirstAdmin(as);
      for (let n = 0; n < 10; n += 1) expect(await as('mimose').value(setup, 'X')).toBe(false);
      expect(await as('mimose').refusal(setup, CODE)).toMatchObject({
        code: 'PT429',
        hint: 'too_many_tries',
      });
      const counted = await as('owner').query('select action from private.rate_limits order by action');
      expect(counted.map(({ action }) => action)).toEqual([
        'setup_admin',
        'setup_admin_account',
        'setup_admin_address',
      ]);
      await as('owner').query(`select private.store_admin_code(sha256('CDFGHJKMNPQRTVWX'))`);
      expect(await as('mimose').value(setup, CODE)).toBe(true);
    }),
  );

  test(
    'is made once: when the admins are gone set-up stays closed, unless the operator opens it again',
    inTransaction(async (as) => {
      await beforeTheFirstAdmin(as);
      await as('mimose').value(setup, CODE);
      await as('owner').query('delete from admin_users');
      expect((await as('tiJo').refusal(setup, CODE)).hint).toBe('admin_setup_closed');
      const stored = `select private.store_admin_code(sha256('CDFGHJKMNPQRTVWX'))`;
      expect(await as('owner').value(stored)).toBe(false);
      for (const person of ['mimose', 'service'] as const)
        for (const sql of ['select private.reopen_admin_setup()', stored])
          expect((await as(person).refusal(sql)).code, `${person}: ${sql}`).toBe('42501');
      expect(await as('owner').value('select private.reopen_admin_setup()')).toBe(true);
      expect(await as('tiJo').value(setup, CODE)).toBe(false);
      expect(await as('owner').value(stored)).toBe(true);
      expect(await as('tiJo').value(setup, CODE)).toBe(true);
      expect(await as('owner').value('select private.reopen_admin_setup()')).toBe(false);
    }),
  );

  test(
    'needs the second factor, if the account has one',
    inTransaction(async (as) => {
      await beforeTheFirstAdmin(as);
      await as('owner').query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
          values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
        idOf.mimose,
      );
      expect((await as('mimose').refusal(setup, CODE)).hint).toBe('second_factor_needed');
    }),
  );
});

test('the database has the hash of the code only, and a second process replaces it', async () => {
  const { database } = world;
  const workers = await database.query<{ user_id: string; role: string }>(
    'delete from admin_users returning user_id, role',
  );
  await database.query('select private.reopen_admin_setup()');
  const [first, second] = [
    await createAdminCode(database, { adminSetup: 'code' }),
    await createAdminCode(database, { adminSetup: 'code' }),
  ];
  expect(first).toMatch(/^[CDFGHJKMNPQRTVWXY346789]{4}(-[CDFGHJKMNPQRTVWXY346789]{4}){3}$/);
  const [stored] = await database.query<{ row: string }>(
    'select to_jsonb(s)::text as row from private.admin_setup s',
  );
  expect(stored?.row).not.toContain(second?.replaceAll('-', ''));
  const mimose = {
    as: { role: 'authenticated', claims: { sub: idOf.mimose, role: 'authenticated' } },
  } as const;
  const enter = async (code: string | undefined) =>
    (await database.query<{ made: boolean }>('select setup_admin($1) as made', [code], mimose))[0]?.made;
  expect(await enter(first)).toBe(false);
  expect(await enter(second)).toBe(true);
  expect(await createAdminCode(database, { adminSetup: 'code' })).toBeUndefined();
  await database.query('delete from admin_users');
  for (const { user_id, role } of workers)
    await database.query('insert into admin_users (user_id, role) values ($1, $2)', [user_id, role]);
});
