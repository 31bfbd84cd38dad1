import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/test-databases.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await database.query('create table seats (number int primary key)');
});
beforeEach(() => database.query('delete from seats'));
afterAll(() => database.close());

const seats = async (): Promise<number[]> =>
  (await database.query<{ number: number }>('select number from seats order by number')).map(
    ({ number }) => number,
  );

test('a transaction commits and returns what the callback returned', async () => {
  const answer = await database.transaction(async (transaction) => {
    await transaction.query('insert into seats values ($1)', [1]);
    await transaction.run({ text: 'insert into seats values ($1)', values: ['2'], name: 'seat' });
    await transaction.script('insert into seats values (3); insert into seats values (4);');
    return transaction.query<{ n: number }>('select count(*) as n from seats');
  });
  expect(answer).toEqual([{ n: 4 }]);
  expect(await seats()).toEqual([1, 2, 3, 4]);
});

test('a transaction whose callback fails is rolled back', async () => {
  const work = database.transaction(async (transaction) => {
    await transaction.query('insert into seats values (1)');
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await seats()).toEqual([]);
});

test('a transaction with a failed statement is rolled back, even if the callback ignored the error', async () => {
  const work = database.transaction(async (transaction) => {
    await transaction.query('insert into seats values (1)');
    await transaction.query('insert into seats values (1)').catch(() => {});
  });
  await expect(work).rejects.toMatchObject({ code: '25P02' });
  expect(await seats()).toEqual([]);
});

test('a failing script reports the position', async () => {
  const script = 'insert into seats values (1);\ninsert into seets values (2);';
  const work = database.transaction((transaction) => transaction.script(script));
  await expect(work).rejects.toMatchObject({ code: '42P01', position: script.indexOf('seets') + 1 });
  expect(await seats()).toEqual([]);
});

test('a script cannot end the transaction it runs in', async () => {
  const work = database.transaction(async (transaction) => {
    await transaction.script('insert into seats values (1); commit;');
  });
  await expect(work).rejects.toThrow('ended the transaction');
});

test('simultaneous statements of a transaction run one after the other', async () => {
  const numbers = Array.from({ length: 10 }, (_, index) => index);
  await database.transaction(async (transaction) => {
    await Promise.all(numbers.map((number) => transaction.query('insert into seats values ($1)', [number])));
  });
  expect(await seats()).toEqual(numbers);
});

test('a transaction cannot be used after its callback has ended', async () => {
  const stolen = await database.transaction(async (transaction) => transaction.query.bind(transaction));
  await expect(stolen('select 1')).rejects.toThrow('over');
});

test('other calls neither see nor disturb an open transaction', async () => {
  const counts: number[] = [];
  const others = database.transaction(async (transaction) => {
    await transaction.query('insert into seats values (1)');
    const outside = Array.from({ length: 5 }, async () => counts.push((await seats()).length));
    await transaction.query('insert into seats values (2)');
    return outside;
  });
  await Promise.all(await others.then((outside) => outside));
  expect(counts).toHaveLength(5);
  expect(counts.every((count) => count === 0 || count === 2)).toBe(true);
  expect(await seats()).toEqual([1, 2]);
});

test('twenty simultaneous transactions count correctly', async () => {
  await Promise.all(
    Array.from({ length: 20 }, () =>
      database.transaction(async (transaction) => {
        await transaction.script('lock table seats in exclusive mode');
        await transaction.query('insert into seats select coalesce(max(number), 0) + 1 from seats');
      }),
    ),
  );
  expect(await seats()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});
