import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigration } from './new-migration.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-migration-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const noon = new Date('2027-03-04T12:00:00Z');

test('names a migration after the time and the given words, with a header', () => {
  expect(createMigration(folder, 'catalogue_trailers', noon)).toBe('20270304120000_catalogue_trailers.sql');
  expect(readFileSync(join(folder, '20270304120000_catalogue_trailers.sql'), 'utf8')).toMatch(
    /^-- Catalogue: /,
  );
});

test('comes after a migration with a later time', () => {
  writeFileSync(join(folder, '20280101000000_identity.sql'), '');
  expect(createMigration(folder, 'identity_badges', noon)).toBe('20280101000001_identity_badges.sql');
});

test.each([
  '',
  'Trailers',
  'catalogue trailers',
  'catalogue-trailers',
  '../catalogue',
  'catalogue_',
  'misc_things',
])('refuses the name "%s"', (name) => {
  expect(() => createMigration(folder, name, noon)).toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

test('refuses a name that another migration has', () => {
  createMigration(folder, 'catalogue_trailers', noon);
  expect(() => createMigration(folder, 'catalogue_trailers', noon)).toThrow('already has this name');
});
