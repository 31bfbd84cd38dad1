import { expect, test } from 'vitest';
import { useWorld } from './support/world.ts';

const world = useWorld();
const isPostgres = process.env.TEST_DATABASE === 'postgres';

const addMessage = `insert into contact_messages (name, email, subject, message) values ('Ana', 'a@example.test', 'Bonjou', 'Yon mesaj ase long')`;
const counted = async () => {
  const [row] = await world.database.query<{ rows: number; real: number }>(
    `select rows, (select count(*) from contact_messages) as real from private.row_counts where name = 'contact_messages'`,
  );
  return row;
};

test.runIf(isPostgres)(
  'writers of a counted table do not wait for each other, and every row is counted',
  async () => {
    const before = await counted();
    const open = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    const ended = Promise.withResolvers<void>();
    const writers = open.map(({ resolve }, n) =>
      world.database
        .transaction(async (transaction) => {
          await transaction.script(`set local lock_timeout to '5s'`);
          await transaction.query(addMessage);
          resolve();
          await ended.promise;
          if (n === 0) throw new Error('rolled back');
        })
        .catch((error: Error) => {
          resolve();
          return error.message;
        }),
    );
    await Promise.all(open.map(({ promise }) => promise));
    ended.resolve();
    expect(await Promise.all(writers)).toEqual(['rolled back', undefined, undefined, undefined, undefined]);
    const after = await counted();
    expect(after).toEqual({ rows: (before?.rows ?? 0) + 4, real: (before?.real ?? 0) + 4 });

    const shards = () =>
      world.database.query(`select from private.row_count_shards where name = 'contact_messages'`);
    const { length } = await shards();
    await Promise.all(Array.from({ length: 50 }, () => world.database.query(addMessage)));
    expect((await shards()).length, 'no more parts than connections').toBeLessThanOrEqual(
      Math.max(length, 10),
    );
    await world.database.query('delete from contact_messages');
    expect(await counted()).toEqual({ rows: 0, real: 0 });
  },
);

test(
  'an operator who loaded rows without triggers counts them again',
  world.inTransaction(async (as) => {
    await as('owner').query(addMessage);
    await as('owner').query('update private.row_count_shards set rows = 77');
    await as('owner').query('select private.recount_rows()');
    const wrong = await as('owner').query(`
      select c.name from private.row_counts c, lateral (
        select (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s',
          case c.name when 'profiles' then 'private.profiles' else 'public.' || c.name end), false, true, '')))[1]::text::bigint) x (n)
      where c.rows <> x.n`);
    expect(wrong).toEqual([]);
  }),
);
