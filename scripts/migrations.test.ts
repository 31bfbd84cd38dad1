import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitStatements } from '../platform/src/database/split-statements.ts';

const supabase = join(import.meta.dirname, '../supabase');
const read = (file: string) => readFileSync(join(supabase, 'migrations', file), 'utf8');
const files = readdirSync(join(supabase, 'migrations')).toSorted();

/** `<hash>  <file>` of every migration that a released version has brought, in the form that sha256sum prints. */
const released = readFileSync(join(supabase, 'released-migrations.sha256'), 'utf8').trim().split('\n');

describe('a migration that has been released', () => {
  test('is never changed or removed: databases have run it', () => {
    const hashed = files.map((file) => `${createHash('sha256').update(read(file)).digest('hex')}  ${file}`);
    const changed = released.filter((line) => !hashed.includes(line));
    expect(changed, 'restore these files and put the change into a new migration').toEqual([]);
  });

  test('comes before every new one', () => {
    const names = released.map((line) => line.split('  ')[1] ?? '');
    const late = files.filter((file) => !names.includes(file) && file < (names.at(-1) ?? ''));
    expect(late, 'rename these to a later time').toEqual([]);
  });
});

/** The first migrations describe the schema once, as it is. Later ones change it, and may replace or drop. */
const BASE = '20261116';

describe('the first migrations', () => {
  const statements = files
    .filter((file) => file.startsWith(BASE))
    .flatMap((file) =>
      splitStatements(read(file)).map(({ text }) => ({ file, text: text.replaceAll(/\s+/g, ' ') })),
    );

  test('define each table, view, type, index, policy, trigger and function once', () => {
    const defined = new Map<string, string>();
    const again: string[] = [];
    for (const { file, text } of statements) {
      const object = definedObject(text);
      if (object === undefined) continue;
      if (defined.has(object)) again.push(`${object}: ${defined.get(object)} and ${file}`);
      defined.set(object, file);
    }
    expect(defined.size).toBeGreaterThan(500);
    expect(again).toEqual([]);
  });

  test('alter and drop nothing that they create', () => {
    const pattern =
      /^(drop |create or replace |truncate |alter table \S+ (?!enable )|alter (index|function|view|policy) )/;
    expect(statements.filter(({ text }) => pattern.test(text))).toEqual([]);
  });
});

test('objects are known by kind, name and what they are on', () => {
  expect(definedObject('create or replace function a.b(c text, d integer default 1) returns void')).toBe(
    'function a.b(c text, d integer default 1)',
  );
  expect(definedObject('create constraint trigger a after insert on b.c for each row')).toBe(
    'trigger a on b.c',
  );
  expect(definedObject('create policy "a on b" on c.d for select using (true)')).toBe(
    'policy "a on b" on c.d',
  );
  expect(definedObject('create unique index a on b.c (d)')).toBe('index a');
  expect(definedObject('create index on b.c (d) where e')).toBe('index on b.c (d) where e');
  expect(definedObject('create view a.b with (security_barrier) as select 1')).toBe('view a.b');
  expect(definedObject('comment on table a.b is null')).toBeUndefined();
});

/** What a `create` statement defines. Of an index without a name, the columns. */
function definedObject(text: string): string | undefined {
  const [, kind, rest = ''] =
    /^create (?:or replace )?(?:unique |constraint )?(table|view|type|index|policy|trigger|function) (.*)$/.exec(
      text,
    ) ?? [];
  if (kind === undefined) return undefined;
  const name = {
    function: /^\S+?\(.*?\)(?= returns| language|$)/,
    index: /^(on .*|\S+)/,
    policy: /^"[^"]+" on \S+/,
    trigger: /^\S+/,
  }[kind]?.exec(rest)?.[0];
  if (kind === 'trigger') return `trigger ${name} on ${/ on ([a-z_]+\.[a-z_]+)/.exec(rest)?.[1]}`;
  return `${kind} ${name ?? /^[^\s(]+/.exec(rest)?.[0]}`;
}
