import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/test-databases.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
});
afterAll(() => database.close());

const notify = (channel: string, payload: string) =>
  database.query('select pg_notify($1, $2)', [channel, payload]);

test('a listener hears what is said on its channel, in order, until it stops', async () => {
  const heard: string[] = [];
  const stop = await database.listen('forum', (payload) => heard.push(payload));
  for (const word of ['one', 'dè', 'twa']) await notify('forum', word);
  await notify('other', 'not for us');
  await vi.waitFor(() => expect(heard).toEqual(['one', 'dè', 'twa']));
  await stop();
  await notify('forum', 'too late');
  const again: string[] = [];
  const stopAgain = await database.listen('forum', (payload) => again.push(payload));
  await notify('forum', 'back');
  await vi.waitFor(() => expect(again).toEqual(['back']));
  expect(heard).toEqual(['one', 'dè', 'twa']);
  await stopAgain();
});

test('two listeners on a channel are two', async () => {
  const heard: string[] = [];
  const hear = (payload: string) => heard.push(payload);
  const stopFirst = await database.listen('twice', hear);
  const stopSecond = await database.listen('twice', hear);
  await notify('twice', 'a');
  await vi.waitFor(() => expect(heard).toEqual(['a', 'a']));
  await stopFirst();
  await stopFirst();
  await notify('twice', 'b');
  await vi.waitFor(() => expect(heard).toEqual(['a', 'a', 'b']));
  await stopSecond();
});

test('a transaction is heard when it is kept, and not when it is undone', async () => {
  const heard: string[] = [];
  const stop = await database.listen('news', (payload) => heard.push(payload));
  const say = (word: string, fail: boolean) =>
    database.transaction(async (transaction) => {
      await transaction.query('select pg_notify($1, $2)', ['news', word]);
      expect(heard).not.toContain(word);
      if (fail) throw new Error('undone');
    });
  await expect(say('undone', true)).rejects.toThrow('undone');
  await say('kept', false);
  await vi.waitFor(() => expect(heard).toEqual(['kept']));
  await stop();
});

test('a channel may have any name of up to 63 bytes', async () => {
  const heard: string[] = [];
  const name = 'Odd "channel"; drop table x';
  const stop = await database.listen(name, (payload) => heard.push(payload));
  await notify(name, 'hi');
  await vi.waitFor(() => expect(heard).toEqual(['hi']));
  await stop();
  await expect(database.listen('x'.repeat(64), () => {})).rejects.toThrow(RangeError);
  await expect(database.listen('', () => {})).rejects.toThrow(RangeError);
});

test('a listener hears again after the database broke', async () => {
  const heard: string[] = [];
  const stop = await database.listen('lasting', (payload) => heard.push(payload));
  if (database.kind === 'postgres') {
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    );
  } else {
    const endless = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 1000000) b';
    await expect(database.query(endless, [], { timeoutMs: 200 })).rejects.toMatchObject({ code: '57014' });
  }
  await vi.waitFor(
    async () => {
      await notify('lasting', 'still here?');
      expect(heard).toContain('still here?');
    },
    { timeout: 20_000, interval: 100 },
  );
  await stop();
});
