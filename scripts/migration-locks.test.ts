import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLocks } from './migration-locks.ts';

/** Migrations before this one ran while databases were small and had one process. */
const SINCE = '20261215';

/** Released before the rule was there, so they cannot be changed: what they drop, and why the previous version bore it. */
const RELEASED: Record<string, { names: string[]; why: string }> = {
  '20261215000200_audit_filters.sql': {
    names: ['public.admin_audit_log'],
    why: 'created again in the same file; its new arguments have defaults',
  },
  '20261218000400_bundles.sql': {
    names: ['public.user_purchases_order'],
    why: 'dropping waits two seconds at most, and another index had taken its place',
  },
  '20261219000000_fair_rentals.sql': {
    names: ['private.report_playback'],
    why: 'created again in the same file; its new argument has a default',
  },
  '20261223000000_track_kinds.sql': {
    names: ['public.browse_titles', 'private.list_pending_subtitles'],
    why: 'created again in the same file, for the same calls',
  },
};

const folderOf = (file: string) => join(import.meta.dirname, '../supabase', file);
const locksOf = (file: string) => findLocks(readFileSync(folderOf(`migrations/${file}`), 'utf8'));
const later = readdirSync(folderOf('migrations')).filter((file) => file >= SINCE);
test.each(['', ...later])('no migration keeps people waiting for a large table %s', (file) => {
  const names = RELEASED[file]?.names ?? [];
  const found = file ? locksOf(file) : [];
  expect(found.filter((line) => !names.some((name) => line.includes(`, ${name}: `)))).toEqual([]);
});

test('only released migrations are excused, and only for what they do', () => {
  const released = readFileSync(folderOf('released-migrations.sha256'), 'utf8');
  for (const [file, { names }] of Object.entries(RELEASED)) {
    expect(released).toContain(`  ${file}\n`);
    expect(locksOf(file).map((line) => /, ([\w.]+): /.exec(line)?.[1])).toEqual(names);
  }
});

describe('refused', () => {
  test.each([
    ['an index', 'create index a on public.orders (title);'],
    ['a computed default', 'alter table public.orders add column a uuid default gen_random_uuid();'],
    ['a generated column', 'alter table public.orders add column a text generated always as (title) stored;'],
    ['a constraint', 'alter table public.orders add constraint a check (amount_minor > 0);'],
    ['a column with a constraint', 'alter table public.orders add column a integer check (a > 0);'],
    ['a reference', 'alter table public.orders add column a uuid references public.movies;'],
    ['a unique constraint', 'alter table public.orders add constraint a unique (title);'],
    ['another type', 'alter table public.orders alter column title type varchar(10);'],
    ['not null', 'alter table public.orders alter column title set not null;'],
    ['a column that is still read', 'alter table public.orders drop column title;'],
    ['another name', 'alter table public.orders rename column title to name;'],
    ['a change of all rows', 'update public.orders set title = title;'],
    ['deleting', "delete from public.orders where title = '';"],
    ['emptying', 'truncate public.orders;'],
    ['a lock', 'lock table public.orders;'],
    ['a lock beside a new table', 'lock table public.created, public.orders;'],
    ['emptying beside a new table', 'truncate public.created, public.orders;'],
    ['numbered rows', 'alter table public.orders add column n bigserial;'],
    ['an identity', 'alter table public.orders add column n bigint generated always as identity;'],
    ['a list of computed values', 'alter table public.orders add a uuid[] default array[gen_random_uuid()];'],
    ['a column that every row lacks', 'alter table public.orders add column n integer not null;'],
    ['a constraint that nothing is missing', 'alter table public.orders add constraint a not null title;'],
    ['another computation', 'alter table public.orders alter column title set expression as (upper(title));'],
    ['a partition', 'alter table public.orders attach partition public.old default;'],
    ['merging', 'merge into public.orders o using public.a on true when matched then delete;'],
    ['a change in a query', 'with x as (update public.orders set title = title returning 1) select from x;'],
    [
      'deleting in a query',
      'create table public.a as with x as (delete from public.orders returning 1) table x;',
    ],
    ['writing it in another order', 'cluster public.orders;'],
    ['writing it again', 'vacuum full public.orders;'],
    ['its indexes', 'reindex table public.orders;'],
    [
      'a table that may have been there',
      'create table if not exists public.orders (); update public.orders set n = 1;',
    ],
    ['a table', 'drop table public.orders;'],
    ['another schema', 'alter table public.orders set schema private;'],
    ['another name of it', 'alter table public.orders rename to purchases;'],
    [
      'validating at once',
      'alter table public.orders add constraint a check (n > 0) not valid, validate constraint a;',
    ],
    [
      'validating in the same migration',
      'alter table public.orders add constraint a check (n > 0) not valid; alter table public.orders validate constraint a;',
    ],
    [
      'validating after another lock',
      'create policy a on public.orders using (true); alter table public.orders validate constraint a;',
    ],
  ])('%s', (_, sql) => {
    expect(findLocks(`-- é\ncreate table public.created ();\n\n${sql}`)).toEqual([
      expect.stringMatching(/^line 4, public\.orders: /),
    ]);
  });

  test.each([
    ['a function', 'drop function public.admin_titles(text);', 'public.admin_titles'],
    ['a view', 'drop view private.positions;', 'private.positions'],
    ['a type', 'drop type public.kind;', 'public.kind'],
    ['a schema', 'drop schema old cascade;', 'old'],
    ['another name of a function', 'alter function public.a() rename to b;', 'public.a'],
    ['a small table', 'drop table public.plans;', 'public.plans'],
    ['a column of a small table', 'alter table public.plans drop column title;', 'public.plans'],
    ['an index that is dropped at once', 'drop index public.a;', 'public.a'],
    ['an index that is built again', 'reindex index public.a;', 'public.a'],
    ['a domain', 'alter domain public.a add check (value > 0);', undefined],
    ['what cannot be read', 'do $$ begin update public.plans set n = 1; end $$;', undefined],
    ['everything', 'vacuum;', undefined],
  ])('%s', (_, sql, name) => {
    const place = name ? `line 2, ${name}: ` : 'line 2: ';
    expect(findLocks(`-- The next one.\n${sql}`)).toEqual([
      expect.stringMatching(new RegExp(`^${place.replaceAll('.', '\\.')}`)),
    ]);
  });
});

describe('allowed', () => {
  test.each([
    [
      'an index that is made concurrently',
      'create index concurrently if not exists a on public.orders (title);',
    ],
    [
      'a column with a constant default',
      "alter table public.orders add column a text not null default 'x'::text;",
    ],
    ['a column with the time', 'alter table public.orders add column a timestamptz default now();'],
    [
      'a constraint that is validated later',
      'alter table public.orders add constraint a check (amount_minor > 0) not valid;',
    ],
    ['validating it', 'alter table public.orders validate constraint a;'],
    [
      'everything with a table that is new',
      'create table public.a (id integer); create index on public.a (id); update public.a set id = 1;',
    ],
    ['a table of a few rows', 'update public.plans set amount_minor = 1;'],
    ['a list of constants', "alter table public.orders add a text[] not null default array['x', 'y'];"],
    ['dropping an index concurrently', 'drop index concurrently if exists public.a;'],
    ['dropping a trigger', 'drop trigger a on public.orders;'],
    [
      'validating several',
      'alter table public.orders validate constraint a; alter table public.orders validate constraint b;',
    ],
    [
      'dropping what the previous version does not use',
      '-- The previous version reads private.b instead.\ndrop table private.a;',
    ],
    [
      'another function of that name',
      `-- The previous version calls it by names, and the new argument has a default.
       drop function public.a(text);
       create function public.a(b text, c text default '') returns integer language sql as 'select 1';`,
    ],
    [
      'what a function does when it is called',
      'create function private.a() returns void begin atomic update public.orders set n = 1; end;',
    ],
    [
      'functions, policies and triggers',
      "create function private.a() returns integer language sql as 'select 1'; create trigger a after insert on public.orders execute function private.b();",
    ],
  ])('%s', (_, sql) => {
    expect(findLocks(sql)).toEqual([]);
  });
});
