import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import { type DatabaseError, QUERY_CANCELED } from './errors.ts';
import { inLane } from './lanes.ts';

const urgentLanes = ['playback', 'auth', 'page', 'service', 'maintenance'] as const;

test('endless statements of the Data API do not keep playback, sign-in, pages and the server waiting', async () => {
  await using database = await openTestDatabase();
  const embedded = database.kind === 'embedded';
  const endless = embedded
    ? 'select count(*) from generate_series(1, 100000) a, generate_series(1, 1000000) b'
    : 'select pg_sleep(600)';
  // The embedded database interrupts them when others wait; PostgreSQL has connections left.
  const stop = embedded
    ? 'select 1'
    : `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`;
  let ended = 0;
  const attack = async (): Promise<unknown> => {
    const api = inLane(database, 'api');
    const error = await api
      .query(endless, [], { as: { role: 'anon' }, timeoutMs: 600_000 })
      .catch((reason: unknown) => reason);
    ended += 1;
    return error;
  };
  const attacks = Array.from({ length: embedded ? 3 : 24 }, attack);

  for (const lane of urgentLanes) {
    expect(await database.query('select 1 as n', [], { lane })).toEqual([{ n: 1 }]);
    expect(await database.transaction((open) => open.query('select 1 as n'), lane)).toEqual([{ n: 1 }]);
  }
  expect(ended).toBe(0);

  while (ended < attacks.length) await database.query(stop, [], { lane: 'auth' });
  for (const error of await Promise.all(attacks)) expect(error).toBeInstanceOf(Error);
});

test('an interrupted statement of the Data API takes effect once, or fails without any', async () => {
  await using database = await openTestDatabase({ empty: true });
  await database.query('create table counts (n int)');
  const busy =
    'insert into counts select count(*) from generate_series(1, 300) a, generate_series(1, 1000) b';
  let done = false;
  const write = inLane(database, 'api')
    .query(busy)
    .then(
      () => [{ n: 300_000 }],
      (error: DatabaseError) => (error.code === QUERY_CANCELED ? [] : Promise.reject(error)),
    )
    .finally(() => {
      done = true;
    });
  while (!done) await database.query('select 1', [], { lane: 'page' });
  expect(await database.query('select n from counts')).toEqual(await write);
});
