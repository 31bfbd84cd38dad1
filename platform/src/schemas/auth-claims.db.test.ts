import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import type { Database, Identity } from '../database/database.ts';
import { installSchemas } from './install-schemas.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await installSchemas(database);
});
afterAll(() => database?.close());

const sub = '11111111-1111-4111-8111-111111111111';
const readClaims = async (as: Identity) => {
  const [row] = await database.query<{
    uid: string | null;
    role: string | null;
    email: string | null;
    jwt: unknown;
  }>('select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt', [], { as });
  return row;
};

describe('the database reads the caller from the claims', () => {
  test.each(['anon', 'authenticated', 'service_role'])('%s reads the claims of its token', async (role) => {
    const claims = { sub, role, email: 'manno@lakou.test', app_metadata: { provider: 'email' } };
    expect(await readClaims({ role, claims })).toEqual({
      uid: sub,
      role,
      email: 'manno@lakou.test',
      jwt: claims,
    });
  });

  test('a visitor without a token has no uid', async () => {
    expect(await readClaims({ role: 'anon' })).toEqual({ uid: null, role: null, email: null, jwt: null });
  });

  test('empty settings count as missing', async () => {
    const settings = { 'request.jwt.claim.sub': '', 'request.jwt.claim.role': '', 'request.jwt.claims': '' };
    expect(await readClaims({ role: 'anon', settings })).toEqual({
      uid: null,
      role: null,
      email: null,
      jwt: null,
    });
  });

  test('one setting per claim, as older PostgREST sends it, wins', async () => {
    const settings = {
      'request.jwt.claim.sub': sub,
      'request.jwt.claim.role': 'authenticated',
      'request.jwt.claim.email': 'old@lakou.test',
    };
    const claims = { sub: '22222222-2222-4222-8222-222222222222', role: 'anon', email: 'new@lakou.test' };
    expect(await readClaims({ role: 'authenticated', claims, settings })).toMatchObject({
      uid: sub,
      role: 'authenticated',
      email: 'old@lakou.test',
    });
  });

  test('a sub that is no uuid is an error', async () => {
    await expect(readClaims({ role: 'authenticated', claims: { sub: 'manno' } })).rejects.toMatchObject({
      code: '22P02',
    });
  });

  test('the claims are gone with the transaction', async () => {
    await readClaims({ role: 'authenticated', claims: { sub } });
    expect(
      await database.query('select auth.uid() as uid, current_user <> $1 as is_owner', ['authenticated']),
    ).toEqual([{ uid: null, is_owner: true }]);
  });

  test('policies can use them', async () => {
    await database.transaction((transaction) =>
      transaction.script(`
        create table public.note (owner uuid, body text);
        alter table public.note enable row level security;
        grant select on public.note to authenticated;
        create policy "people read their own notes" on public.note for select to authenticated
          using (owner = (select auth.uid()));
        insert into public.note values ('${sub}', 'mine'), (gen_random_uuid(), 'another''s');
      `),
    );
    const read = (as: Identity) => database.query('select body from public.note', [], { as });
    expect(await read({ role: 'authenticated', claims: { sub } })).toEqual([{ body: 'mine' }]);
    expect(await read({ role: 'authenticated' })).toEqual([]);
    expect(await read({ role: 'service_role' })).toHaveLength(2);
    await expect(read({ role: 'anon' })).rejects.toMatchObject({ code: '42501' });
  });
});
