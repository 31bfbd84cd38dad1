import { expect, test } from 'vitest';
import { scanDefinition } from './scan-definition.ts';

test('finds all qualified names, quoted or not', () => {
  const { names, isOpaque } = scanDefinition(
    `select F.id from Public.films f join "My schema"."Odd name" o on o.id = private.key_of (f.id)`,
  );
  expect([...names].toSorted()).toEqual(
    ['My schema.Odd name', 'f.id', 'o.id', 'private.key_of', 'public.films'].toSorted(),
  );
  expect(isOpaque).toBe(false);
});

test.each([
  'select now()',
  'select CURRENT_DATE',
  `select 'today'::date`,
  'select clock_timestamp ()',
  'select random()',
  `execute format('select from %I', name)`,
  'select relname from pg_class',
  `select current_setting('request.headers', true)`,
  'select current_setting(name)',
  `select query_to_xml('select 1', true, true, '')`,
])('does not vouch for %s', (definition) => {
  expect(scanDefinition(definition).isOpaque).toBe(true);
});

test.each([
  `select current_setting('request.jwt.claims', true)::jsonb ->> 'sub'`,
  `select current_setting('role') = 'anon'`,
  'select knowledge, pages.random from pg_catalog.unnest(x) pages',
])('vouches for %s', (definition) => {
  expect(scanDefinition(definition).isOpaque).toBe(false);
});
