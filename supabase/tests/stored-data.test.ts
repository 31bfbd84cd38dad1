import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ABOUT_PEOPLE, LOOKS_PERSONAL, NOT_PERSONAL } from '../../scripts/stored-data/about-people.ts';
import { describeStoredData, STORED_TABLES } from '../../scripts/stored-data/describe-stored-data.ts';
import { openTestDatabase } from '../../tests/support/test-databases.ts';
import { useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

interface Stored {
  name: string;
  columns: string[];
  documents: string[];
  persons: string[];
}

test('docs/stored-data.md names every table, why it is there and how long its rows stay', async () => {
  const database = await openTestDatabase({ demo: false });
  try {
    const written = readFileSync(join(import.meta.dirname, '../../docs/stored-data.md'), 'utf8');
    const built = await describeStoredData(database);
    expect(built, 'docs/stored-data.md is out of date: run "npm run stored-data" and read what it says').toBe(
      written,
    );
  } finally {
    await database.close();
  }
});

test(
  'every column that looks like a person’s, or holds JSON, is listed as one, or as none',
  inTransaction(async (as) => {
    const tables = await as('owner').query<Stored>(STORED_TABLES);
    const columns = tables.flatMap(({ name, columns: own }) => own.map((column) => `${name}.${column}`));
    // A new column? Add it to ABOUT_PEOPLE, to private.personal_data, or to NOT_PERSONAL.
    const undecided = tables
      .filter(({ persons }) => persons.length === 0)
      .flatMap(({ name, columns: own, documents }) =>
        own
          .filter((column) => LOOKS_PERSONAL.test(column) || documents.includes(column))
          .filter((column) => !ABOUT_PEOPLE[name]?.columns.includes(column))
          .map((column) => `${name}.${column}`),
      )
      .filter((column) => !NOT_PERSONAL.has(column));
    expect(undecided).toEqual([]);
    const named = Object.entries(ABOUT_PEOPLE).flatMap(([name, about]) =>
      about.columns.map((one) => `${name}.${one}`),
    );
    expect([...named, ...NOT_PERSONAL].filter((column) => !columns.includes(column))).toEqual([]);
  }),
);

test(
  'a new table with an e-mail address is noticed',
  inTransaction(async (as) => {
    await as('owner').query('create table private.guests (id bigint primary key, email text)');
    const tables = await as('owner').query<Stored>(STORED_TABLES);
    const guests = tables.find(({ name }) => name === 'private.guests');
    expect(guests?.columns.filter((column) => LOOKS_PERSONAL.test(column))).toEqual(['email']);
    await expect(describeStoredData({ query: async () => tables as never })).rejects.toThrow(
      'private.guests has no comment',
    );
  }),
);
