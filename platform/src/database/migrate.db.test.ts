import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import { installSchemas } from '../schemas/install-schemas.ts';
import type { Database } from './database.ts';
import { StartRefused } from './errors.ts';
import { migrate } from './migrate.ts';

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await installSchemas(database);
});
afterAll(() => database?.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.transaction((transaction) =>
    transaction.script(`
      drop schema if exists trial cascade;
      delete from supabase_migrations.schema_migrations;
      delete from platform.migration_checksums;
    `),
  );
});

const write = async (files: Record<string, string>) => {
  for (const [file, sql] of Object.entries(files)) await writeFile(join(folder, file), sql);
};
const run = () => migrate(database, { folder, record: 'supabase' });
const refusal = async (): Promise<string> => {
  const error = await run().then(
    () => new Error('it was not refused'),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(StartRefused);
  return error.message;
};
const exists = async (name: string) => {
  const [row] = await database.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    name,
  ]);
  return row?.there;
};

describe('migrations run', () => {
  test('in the order of their names, each once, and new ones follow later', async () => {
    await write({
      '20260102000000_second.sql': 'insert into trial.log (step) values (2);',
      '20260101000000_first.sql': 'create schema trial; create table trial.log (step integer);',
    });
    expect(await run()).toEqual(['20260101000000_first.sql', '20260102000000_second.sql']);
    expect(await run()).toEqual([]);
    await write({ '20260103000000_third.sql': 'insert into trial.log (step) values (3);' });
    expect(await run()).toEqual(['20260103000000_third.sql']);
    expect(await database.query('select step from trial.log order by step')).toEqual([
      { step: 2 },
      { step: 3 },
    ]);
  });

  test("and are recorded in the Supabase CLI's shape", async () => {
    await write({ '20260101000000_first_steps.sql': "create schema trial;\n-- a note\nselect 'a;b';\n" });
    await run();
    expect(await database.query('select * from supabase_migrations.schema_migrations')).toEqual([
      { version: '20260101000000', name: 'first_steps', statements: ['create schema trial', "select 'a;b'"] },
    ]);
  });

  test('once each, when several processes start at the same moment', async () => {
    await write({
      '1_first.sql':
        'create schema trial; create table trial.log (step integer); insert into trial.log values (1);',
      '2_second.sql': 'select pg_sleep(0.1); insert into trial.log values (2);',
      '3_third.sql': 'insert into trial.log values (3);',
    });
    const ran = await Promise.all([run(), run(), run()]);
    expect(ran.flat().sort()).toEqual(['1_first.sql', '2_second.sql', '3_third.sql']);
    const rows = await database.query<{ step: number }>('select step from trial.log');
    expect(rows.map(({ step }) => step)).toEqual([1, 2, 3]);
  });

  test('with functions, do blocks and strings that hold semicolons', async () => {
    await write({
      '1_functions.sql': `create schema trial;
        create function trial.one() returns integer language plpgsql as $$ begin return 1; end $$;
        create function trial.two() returns integer language sql begin atomic select 1; select 2; end;
        do $do$ begin perform trial.one(); create table trial.made (note text default 'a;b'); end $do$;`,
    });
    await run();
    expect(await exists('trial.made')).toBe(true);
    expect(await database.query('select trial.one() + trial.two() as sum')).toEqual([{ sum: 3 }]);
  });

  test('without changing the session', async () => {
    await write({ '1_quiet.sql': `set local search_path = pg_catalog; create schema trial;` });
    await run();
    const [row] = await database.query<{ path: string }>(`select current_setting('search_path') as path`);
    expect(row?.path).not.toBe('pg_catalog');
  });
});

describe('indexes', () => {
  const table =
    'create schema trial;\ncreate table trial.a (id integer);\ninsert into trial.a values (1), (2);';
  const isValid = async () => {
    const [row] = await database.query<{ valid: boolean }>(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('trial.a_id')`,
    );
    return row?.valid;
  };

  test('are made concurrently by a file of their own, and dropped', async () => {
    await write({
      '1_a.sql': table,
      '2_index.sql': '-- Of a large table.\ncreate index concurrently if not exists a_id on trial.a (id);',
    });
    expect(await run()).toEqual(['1_a.sql', '2_index.sql']);
    expect(await isValid()).toBe(true);
    await write({ '3_no_index.sql': 'drop index concurrently if exists trial.a_id;' });
    expect(await run()).toEqual(['3_no_index.sql']);
    expect(await exists('trial.a_id')).toBe(false);
    expect(await run()).toEqual([]);
  });

  test('that an earlier try left invalid are made again', async () => {
    const unique = 'create unique index concurrently if not exists a_id on trial.a (id);';
    await write({ '1_a.sql': `${table}\ninsert into trial.a values (1);`, '2_index.sql': unique });
    expect(await refusal()).toContain(
      '2_index.sql failed at line 1, column 1: could not create unique index',
    );
    expect(await isValid()).toBe(false);
    await database.query('delete from trial.a where ctid = (select max(ctid) from trial.a where id = 1)');
    expect(await run()).toEqual(['2_index.sql']);
    expect(await isValid()).toBe(true);
  });
});

test('a migration lets others pass while it waits for a table', async ({ skip }) => {
  if (database.kind === 'embedded') skip('one session has nobody to wait for');
  await write({ '1_a.sql': 'create schema trial;\ncreate table trial.a (id integer);' });
  await run();
  await write({ '2_b.sql': 'alter table trial.a add column b integer;' });
  let migrated: Promise<string[]> = Promise.resolve([]);
  await database.transaction(async (holder) => {
    await holder.query('insert into trial.a values (1)');
    migrated = run();
    // Readers would wait behind the migration, and it for the transaction that is open.
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table trial.a%'`;
    await expect.poll(async () => (await database.query(waits)).length).toBe(1);
    expect(await database.query('select id from trial.a', [], { timeoutMs: 60_000 })).toEqual([]);
  });
  expect(await migrated).toEqual(['2_b.sql']);
});

describe('a failing migration leaves the database as it was and names', () => {
  test('file, line, column and hint', async () => {
    await write({
      '1_good.sql': 'create schema trial; create table trial.film (title text);',
      '2_bad.sql': "create table trial.kept (id integer);\n\n-- 'é😀'\nselect '😀', titel\nfrom trial.film;",
    });
    const message = await refusal();
    expect(message).toContain('2_bad.sql failed at line 4, column 13: column "titel" does not exist');
    expect(message).toContain('hint: Perhaps you meant to reference the column "film.title"');
    expect(await exists('trial.kept')).toBe(false);
    expect(await database.query('select version from supabase_migrations.schema_migrations')).toEqual([
      { version: '1' },
    ]);
  });

  test('the line of the statement when the error has no position', async () => {
    await write({
      '1_bad.sql': `create schema trial;\ncreate table trial.film (id integer primary key);\n\ninsert into trial.film\nvalues (1), (1);`,
    });
    const message = await refusal();
    expect(message).toContain('1_bad.sql failed at line 4, column 1: duplicate key value');
    expect(message).toContain('detail: Key (id)=(1) already exists.');
  });

  test('the line inside a do block, and the context', async () => {
    await write({
      '1_bad.sql': `create schema trial;\ndo $$\nbegin\n  perform 1;\n  raise exception 'no such luck';\nend $$;`,
    });
    const message = await refusal();
    expect(message).toContain('1_bad.sql failed at line 5, column 3: no such luck');
    expect(message).toContain('inline_code_block line 4 at RAISE');
  });

  test('the line inside a function body that does not parse', async () => {
    await write({
      '1_bad.sql': `create schema trial;\ncreate function trial.f() returns integer language plpgsql as $$\nbegin\n  retrun 1;\nend $$;`,
    });
    expect(await refusal()).toContain(
      '1_bad.sql failed at line 4, column 3: syntax error at or near "retrun"',
    );
  });

  test('its last statement when a deferred constraint fails', async () => {
    await write({
      '1_bad.sql': `create schema trial;
create table trial.a (id integer primary key, b integer references trial.a (id) deferrable initially deferred);
insert into trial.a values (1, 2);`,
    });
    expect(await refusal()).toContain(
      '1_bad.sql failed at line 3, column 1: insert or update on table "a" violates',
    );
    expect(await exists('trial.a')).toBe(false);
  });

  test('what cannot run inside a transaction', async () => {
    await write({
      '1_bad.sql':
        'create schema trial;\ncreate table trial.a (id integer);\ncreate index concurrently on trial.a (id);',
    });
    const message = await refusal();
    expect(message).toContain('1_bad.sql failed at line 3, column 1');
    expect(message).toContain('migrations run inside a transaction, so this statement is not supported');
  });

  test.each([
    ['begin', 'begin;\ncreate schema trial;\ncommit;', 'says "begin" at line 1'],
    ['commit', 'create schema trial;\n\ncommit;', 'says "commit" at line 3'],
    ['set', "create schema trial;\nset search_path = '';", 'says "set search_path" at line 2'],
  ])('"%s", which would end or outlive the transaction, before anything ran', async (_, sql, part) => {
    await write({ '1_bad.sql': sql });
    expect(await refusal()).toContain(part);
    expect(await exists('trial')).toBe(false);
    expect(await database.query('select version from supabase_migrations.schema_migrations')).toEqual([]);
  });
});

describe('the start is refused when', () => {
  test('a migration was changed after it had run', async () => {
    await write({ '1_first.sql': 'create schema trial;' });
    await run();
    await write({ '1_first.sql': 'create schema trial; -- changed' });
    expect(await refusal()).toContain('1_first.sql was changed after the database had run it');
  });

  test('not when only the line ends differ', async () => {
    await write({ '1_first.sql': 'create schema trial;\n' });
    await run();
    await write({ '1_first.sql': 'create schema trial;\r\n' });
    expect(await run()).toEqual([]);
  });

  test('the database has run a migration that the folder does not have', async () => {
    await write({ '1_first.sql': 'create schema trial;', '2_later.sql': 'select 1;' });
    await run();
    await rm(join(folder, '2_later.sql'));
    expect(await refusal()).toContain('has run the migration 2_later');
  });

  test('a new migration comes before one that has run', async () => {
    await write({ '2_second.sql': 'create schema trial;' });
    await run();
    await write({ '1_first.sql': 'select 1;' });
    expect(await refusal()).toContain('1_first.sql has not run, but 2_second.sql, which comes after it, has');
  });

  test('two files have the same version', async () => {
    await write({ '1_first.sql': 'select 1;', '1_other.sql': 'select 1;' });
    expect(await refusal()).toContain('1_first.sql and 1_other.sql');
  });

  test('a file has no version', async () => {
    await write({ 'first.sql': 'select 1;' });
    expect(await refusal()).toContain('first.sql');
  });
});

describe('a migration run by another tool', () => {
  test('is accepted without a checksum, as the Supabase CLI leaves it', async () => {
    await write({ '1_first.sql': 'create schema trial;' });
    await database.query(
      `insert into supabase_migrations.schema_migrations (version, name) values ('1', 'first')`,
    );
    expect(await run()).toEqual([]);
  });
});
