import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/test-databases.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
});
afterAll(() => database.close());

const notify = (channel: string, payload: string) =>
  database.query('select pg_notify($1, $2)', [channel, payload]);

test('a listener receives the notifications of its channel, in order, until it stops', async () => {
  const received: string[] = [];
  const stop = await database.listen('forum', (payload) => received.push(payload));
  for (const word of ['one', 'dè', 'twa']) await notify('forum', word);
  await notify('other', 'not for us');
  await vi.waitFor(() => expect(received).toEqual(['one', 'dè', 'twa']));
  await stop();
  await notify('forum', 'too late');
  const again: string[] = [];
  const stopAgain = await database.listen('forum', (payload) => again.push(payload));
  await notify('forum', 'back');
  await vi.waitFor(() => expect(again).toEqual(['back']));
  expect(received).toEqual(['one', 'dè', 'twa']);
  await stopAgain();
});

test('two listeners on a channel both receive', async () => {
  const received: string[] = [];
  const onNotification = (payload: string) => received.push(payload);
  const stopFirst = await database.listen('twice', onNotification);
  const stopSecond = await database.listen('twice', onNotification);
  await notify('twice', 'a');
  await vi.waitFor(() => expect(received).toEqual(['a', 'a']));
  await stopFirst();
  await stopFirst();
  await notify('twice', 'b');
  await vi.waitFor(() => expect(received).toEqual(['a', 'a', 'b']));
  await stopSecond();
});

test('notifications arrive when their transaction commits, not when it rolls back', async () => {
  const received: string[] = [];
  const stop = await database.listen('news', (payload) => received.push(payload));
  const send = (word: string, fail: boolean) =>
    database.transaction(async (transaction) => {
      await transaction.query('select pg_notify($1, $2)', ['news', word]);
      expect(received).not.toContain(word);
      if (fail) throw new Error('undone');
    });
  await expect(send('undone', true)).rejects.toThrow('undone');
  await send('kept', false);
  await vi.waitFor(() => expect(received).toEqual(['kept']));
  await stop();
});

test('a channel can have any name of up to 63 bytes', async () => {
  const received: string[] = [];
  const name = 'Odd "channel"; drop table x';
  const stop = await database.listen(name, (payload) => received.push(payload));
  await notify(name, 'hi');
  await vi.waitFor(() => expect(received).toEqual(['hi']));
  await stop();
  await expect(database.listen('x'.repeat(64), () => {})).rejects.toThrow(RangeError);
  await expect(database.listen('', () => {})).rejects.toThrow(RangeError);
});

test('a listener receives again after the database has crashed', async () => {
  const received: string[] = [];
  const stop = await database.listen('lasting', (payload) => received.push(payload));
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
      expect(received).toContain('still here?');
    },
    { timeout: 20_000, interval: 100 },
  );
  await stop();
});
