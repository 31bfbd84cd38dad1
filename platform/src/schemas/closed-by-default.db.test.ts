import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import type { Database } from '../database/database.ts';
import { installSchemas } from './install-schemas.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await installSchemas(database);
});
afterAll(() => database?.close());

const as = (role: string) => ({ as: { role } });

describe.each(['anon', 'authenticated'])('%s', (role) => {
  test('has no privilege on any table of auth, platform or supabase_migrations, nor on the outboxes', async () => {
    const open = await database.query(
      `select c.oid::regclass::text as relation, privilege
       from pg_class c join pg_namespace n on n.oid = c.relnamespace,
         unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
       where c.relkind in ('r', 'p', 'v', 'm')
         and (n.nspname in ('auth', 'platform', 'supabase_migrations') or c.oid in ('realtime.changes'::regclass, 'realtime.message_outbox'::regclass))
         and (has_table_privilege($1, c.oid, privilege)
           or case when privilege not in ('delete', 'truncate', 'trigger') then has_any_column_privilege($1, c.oid, privilege) end)`,
      [role],
    );
    expect(open).toEqual([]);
  });

  test.each([
    'select * from auth.users',
    'select * from auth.refresh_tokens',
    'select * from platform.settings',
    'select * from platform.migrations',
    'select * from realtime.changes',
    'select * from realtime.message_outbox',
    "delete from storage.migrations where name = ''",
    'truncate storage.objects',
    'select realtime.sync_publication()',
    'select realtime.prune()',
    'create table public.mine (id integer)',
    'create table auth.mine (id integer)',
  ])('is refused: %s', async (statement) => {
    await expect(database.query(statement, [], as(role))).rejects.toMatchObject({ code: '42501' });
  });

  test('can neither call a new function nor read a new table before a grant', async () => {
    await database.transaction((transaction) =>
      transaction.script(`
        create or replace function public.fresh() returns integer language sql return 1;
        create table if not exists public.fresh_table (id integer generated always as identity);
      `),
    );
    for (const statement of ['select public.fresh()', 'select * from public.fresh_table']) {
      await expect(database.query(statement, [], as(role))).rejects.toMatchObject({ code: '42501' });
      expect(await database.query(statement, [], as('service_role'))).toBeDefined();
    }
    await database.query('insert into public.fresh_table default values', [], as('service_role'));
  });

  test('can use the extensions', async () => {
    const [row] = await database.query<{ plain: string }>(
      `select extensions.unaccent('Létà') as plain, extensions.crypt('x', extensions.gen_salt('bf', 4)) as hash,
        extensions.similarity('a', 'b') as likeness, 'A'::extensions.citext = 'a' as equal, extensions.uuid_generate_v4() as id`,
      [],
      as(role),
    );
    expect(row?.plain).toBe('Leta');
  });
});

describe('every table of auth, storage and realtime', () => {
  test('has row-level security on', async () => {
    const open = await database.query(
      `select c.oid::regclass::text as relation from pg_class c
       where c.relnamespace::regnamespace::text in ('auth', 'storage', 'realtime') and c.relkind in ('r', 'p')
         and not c.relrowsecurity`,
    );
    expect(open).toEqual([]);
  });

  test('has an index under every foreign key', async () => {
    const bare = await database.query(
      `select f.conrelid::regclass::text as relation, f.conname from pg_constraint f
       where f.contype = 'f' and f.connamespace::regnamespace::text in ('auth', 'storage', 'realtime')
         and not exists (select from pg_index i where i.indrelid = f.conrelid and i.indkey[0] = f.conkey[1])`,
    );
    expect(bare).toEqual([]);
  });
});

describe('the roles', () => {
  test('cannot log in, and only service_role bypasses the policies', async () => {
    const roles = await database.query(
      `select rolname::text as name, rolbypassrls as passes_policies from pg_roles
       where rolname in ('anon', 'authenticated', 'service_role') and not rolcanlogin and not rolinherit and not rolsuper
       order by rolname`,
    );
    expect(roles).toEqual([
      { name: 'anon', passes_policies: false },
      { name: 'authenticated', passes_policies: false },
      { name: 'service_role', passes_policies: true },
    ]);
  });

  test('are named in the error when the database user cannot act as them', async () => {
    const sql = await readFile(join(import.meta.dirname, '0001_roles.sql'), 'utf8');
    const attempt = database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ grant: string }>(
        `select format('grant create on database %I to newcomer', current_database()) as grant`,
      );
      await transaction.script(`create role newcomer; ${row?.grant}; set local role newcomer`);
      await transaction.script(sql);
    });
    await expect(attempt).rejects.toMatchObject({
      code: '42501',
      message:
        'the database user "newcomer" may not act as "anon": as an administrator run "grant anon, authenticated, service_role to newcomer"',
    });
  });
});
