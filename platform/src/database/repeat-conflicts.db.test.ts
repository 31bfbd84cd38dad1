import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/test-databases.ts';
import { inRepeatingLane } from './repeat-conflicts.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await database.query('create table seats (number int primary key, taken int not null default 0)');
  await database.query('create sequence tries');
  await database.transaction((transaction) =>
    transaction.script(`
      create function fail_until(which bigint, failure text) returns void language plpgsql as $$
      begin
        if nextval('tries') < which then
          raise exception using errcode = failure, message = 'in the way';
        end if;
      end $$`),
  );
});
beforeEach(async () => {
  await database.query('truncate seats');
  await database.query('insert into seats values (1), (2)');
  await database.query(`select setval('tries', 1, false)`);
});
afterAll(() => database.close());

const taken = async () =>
  (await database.query<{ taken: number }>('select taken from seats order by number')).map(
    (row) => row.taken,
  );
const take = (number: number) => ({ text: `update seats set taken = taken + 1 where number = ${number}` });
const failUntil = (which: number, failure: string) => ({ text: `select fail_until(${which}, '${failure}')` });

test.each(['40P01', '40001'])('statements that fail with %s are sent once more, as a whole', async (code) => {
  await database.run([take(1), failUntil(2, code), take(2)]);
  expect(await taken()).toEqual([1, 1]);
});

test('after a second conflict, and for every other error, the caller is told', async () => {
  await expect(database.run([take(1), failUntil(3, '40P01')])).rejects.toMatchObject({ code: '40P01' });
  await database.query(`select setval('tries', 1, false)`);
  await expect(database.run([take(1), failUntil(2, '23505')])).rejects.toMatchObject({ code: '23505' });
  expect(await taken()).toEqual([0, 0]);
});

test('a transaction is repeated only for code that says that it does nothing but SQL', async () => {
  const work = (which: typeof database | ReturnType<typeof inRepeatingLane>) =>
    which.transaction(async (transaction) => {
      await transaction.run(take(1));
      await transaction.run(failUntil(2, '40P01'));
    });
  await expect(work(database)).rejects.toMatchObject({ code: '40P01' });
  await database.query(`select setval('tries', 1, false)`);
  await work(inRepeatingLane(database, 'auth'));
  expect(await taken()).toEqual([1, 0]);
});

test.runIf(process.env.TEST_DATABASE === 'postgres')('both sides of a real deadlock succeed', async () => {
  const attempt = { text: `select nextval('tries')` };
  const wait = { text: 'select pg_sleep(0.2)' };
  await Promise.all([
    database.run([attempt, take(1), wait, take(2)]),
    database.run([attempt, take(2), wait, take(1)]),
  ]);
  expect(await taken()).toEqual([2, 2]);
  const [tries] = await database.query<{ last_value: number }>('select last_value from tries');
  expect(tries?.last_value, 'one of them was repeated').toBeGreaterThan(2);
});
