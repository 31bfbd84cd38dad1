import { expect, test } from 'vitest';
import { PARTS } from '../../server/src/status/status.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const outages = (as: As) =>
  as('owner').query<{ part: string; lasts: boolean; minutes: number }>(
    `select part, ended_at is null as lasts,
        round(extract(epoch from coalesce(ended_at, now()) - began_at) / 60)::integer as minutes
      from private.outages order by id`,
  );
const note = (as: As, works: boolean | null) =>
  as('owner').query(`select private.note_part('films', $1)`, works);
/** As if the last check had been so many minutes ago. */
const wait = (as: As, minutes: number) =>
  as('owner').query(
    `update private.service_parts set checked_at = checked_at - $1 * interval '1 minute',
      failing_since = failing_since - $1 * interval '1 minute'`,
    minutes,
  );

test(
  'an outage begins with the first of two failures and ends with the next success',
  inTransaction(async (as) => {
    await note(as, true);
    await note(as, false);
    expect(await outages(as)).toEqual([]);
    await wait(as, 2);
    await note(as, false);
    await note(as, false);
    expect(await outages(as)).toEqual([{ part: 'films', lasts: true, minutes: 2 }]);
    await note(as, true);
    expect(await outages(as)).toEqual([{ part: 'films', lasts: false, minutes: 2 }]);
    await note(as, false);
    await note(as, true);
    expect(await outages(as)).toHaveLength(1);
  }),
);

test(
  'a part that is no longer set up is not shown, and its outage ends',
  inTransaction(async (as) => {
    await note(as, false);
    await wait(as, 1);
    await note(as, false);
    await note(as, null);
    expect(await outages(as)).toMatchObject([{ part: 'films', lasts: false }]);
    expect(await as('owner').value('select private.read_status()')).toMatchObject({ parts: [] });
  }),
);

test(
  'silence of more than three minutes is an outage of the site; a restart is none',
  inTransaction(async (as) => {
    const silence = (minutes: number) =>
      as('owner').query(`update private.sign_of_life set at = now() - $1 * interval '1 minute'`, minutes);
    await silence(2);
    await as('owner').query('select private.note_alive()');
    expect(await outages(as)).toEqual([]);
    await silence(7);
    await as('owner').query('select private.note_alive()');
    await as('owner').query('select private.note_alive()');
    expect(await outages(as)).toEqual([{ part: 'site', lasts: false, minutes: 7 }]);
  }),
);

test(
  'the page reads ninety days, and knows when nobody has looked for a while',
  inTransaction(async (as) => {
    await note(as, true);
    await wait(as, 20);
    await as('owner').query(
      `insert into private.outages (part, began_at, ended_at)
        select 'mail', now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 hour' from unnest('{1,89,91}'::integer[]) n`,
    );
    const status = await as('owner').value<{ parts: unknown[]; outages: unknown[] }>(
      'select private.read_status()',
    );
    expect(status.parts).toEqual([{ part: 'films', is_known: false, failing_since: null }]);
    expect(status.outages).toHaveLength(2);
  }),
);

test(
  'the server and the database know the same parts',
  inTransaction(async (as) => {
    const known = await as('owner').value<string>(
      `select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'private.outages'::regclass and conname = 'outages_part_check'`,
    );
    expect([...known.matchAll(/'([a-z]+)'::text/g)].map(([, part]) => part)).toEqual([...PARTS]);
  }),
);
