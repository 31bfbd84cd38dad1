import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLocks } from './migration-locks.ts';

const folder = join(import.meta.dirname, '../supabase/migrations');
/** Migrations before this one ran while databases were small and had one process. */
const SINCE = '20261215';

const later = readdirSync(folder).filter((file) => file >= SINCE);
test.each(['', ...later])('no migration keeps people waiting for a large table %s', (file) => {
  expect(file ? findLocks(readFileSync(join(folder, file), 'utf8')) : []).toEqual([]);
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
  ])('%s', (_, sql) => {
    expect(findLocks(`-- é\nselect 1;\n\n${sql}`)).toEqual([
      expect.stringMatching(/^line 4, public\.orders: /),
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
    [
      'functions, policies and triggers',
      "create function private.a() returns integer language sql as 'select 1'; create trigger a after insert on public.orders execute function private.b();",
    ],
  ])('%s', (_, sql) => {
    expect(findLocks(sql)).toEqual([]);
  });
});
