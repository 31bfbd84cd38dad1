import { expect, test } from 'vitest';
import { statementSummary, statementText } from './statement-text.ts';

test('a statement is shown without the texts that stand in it', () => {
  expect(
    statementText(`select id -- of anna@example.test
      from auth.users /* x */ where email = 'anna@example.test' and name = E'O\\'Neil'
      and note = 'it''s' and body = $q$secret$q$ and id = $1`),
  ).toBe(
    "select id from auth.users where email = '?' and name = '?' and note = '?' and body = '?' and id = $1",
  );
});

test('of quoted names only plain ones are shown', () => {
  expect(statementText('select "title" as "anna@example.test", "a""b" from "public"."movies"')).toBe(
    'select "title" as "?", "?" from "public"."movies"',
  );
});

test('a summary names the verb and the first table', () => {
  expect(statementSummary('select count(*) from "public"."movies" where id = $1')).toBe(
    'select public.movies',
  );
  expect(statementSummary('insert into private.jobs (kind) values ($1)')).toBe('insert private.jobs');
  expect(statementSummary('update auth.users set email = $1')).toBe('update auth.users');
  expect(statementSummary('select 1')).toBe('select');
  expect(statementSummary('')).toBe('script');
});

test('long statements are cut', () => {
  expect(statementText(`select ${'a, '.repeat(5000)} b`)).toHaveLength(2000);
});
