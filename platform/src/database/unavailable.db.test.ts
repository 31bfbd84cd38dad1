import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import { DatabaseUnavailable } from './errors.ts';

const endless = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 1000000) b';

test('a runaway statement is ended, and other calls continue', async () => {
  await using database = await openTestDatabase({ empty: true, timeoutMs: 500 });
  await database.query('create table kept as select 1 as n');
  await expect(database.query(endless)).rejects.toMatchObject({ code: '57014' });
  expect(await database.query('select n from kept')).toEqual([{ n: 1 }]);
});

test('a runaway statement inside a transaction is ended and rolled back', async () => {
  await using database = await openTestDatabase({ empty: true, transactionTimeoutMs: 500 });
  await database.query('create table seats (n int)');
  const runaway = database.transaction(async (transaction) => {
    await transaction.query('insert into seats values (1)');
    await transaction.query(endless);
  });
  await expect(runaway).rejects.toMatchObject({ code: '57014' });
  expect(await database.query('select n from seats')).toEqual([]);
});

test('an abandoned transaction is rolled back, and other calls are served', async () => {
  await using database = await openTestDatabase({ empty: true, transactionTimeoutMs: 500 });
  await database.query('create table seats (n int)');
  const forgotten = database.transaction(async (transaction) => {
    await transaction.query('insert into seats values (1)');
    await new Promise(() => {});
  });
  await expect(forgotten).rejects.toMatchObject({ code: '25P03' });
  expect(await database.query('select n from seats')).toEqual([]);
});

test('a closing database finishes running calls and refuses later ones', async () => {
  await using database = await openTestDatabase({ empty: true });
  const running = Promise.all(
    Array.from({ length: 20 }, () => database.query<{ n: number }>('select 1 as n')),
  );
  const closed = database.close();
  await expect(database.query('select 1')).rejects.toThrow(DatabaseUnavailable);
  await expect(database.listen('x', () => {})).rejects.toThrow(DatabaseUnavailable);
  expect((await running).flat()).toHaveLength(20);
  await closed;
});

test('a lost connection fails only its own call, and the next one is served', async () => {
  await using database = await openTestDatabase({ empty: true });
  await database.query('create table kept as select 1 as n');
  // PGlite crashes on a COPY without data; a server needs pg_terminate_backend.
  const end =
    database.kind === 'embedded' ? 'copy kept from stdin' : 'select pg_terminate_backend(pg_backend_pid())';
  await expect(database.query(end)).rejects.toThrow(DatabaseUnavailable);
  const inTransaction = database.transaction(async (transaction) => {
    await transaction.query('insert into kept values (2)');
    await transaction.query(end);
  });
  await expect(inTransaction).rejects.toThrow(DatabaseUnavailable);
  expect(await database.query('select n from kept')).toEqual([{ n: 1 }]);
});

test('idle connections that broke are replaced', async () => {
  await using database = await openTestDatabase({ empty: true });
  await Promise.all(Array.from({ length: 20 }, () => database.query('select 1')));
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await vi.waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => database.query('select 1 as n')));
    expect(answers.flat()).toHaveLength(20);
  });
});
