import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { type As, useWorld } from './support/world.ts';

/* What somebody with all rights over the database removes from the audit log or changes in it shows in its chain of hashes. */
const { inTransaction } = useWorld();

interface Checked {
  checked_to: string;
  is_last: boolean;
  head: string;
  problem: string | null;
  entry: string | null;
}

const rename = (as: As, title: string) =>
  as('admin').query(`update movies set title = $1 where id = '${fixture['free movie']}'`, title);
const seal = async (as: As, atMost = 100) => {
  while (await as('owner').value<boolean>('select more from private.seal_audit_log($1)', atMost));
};
const check = async (as: As, after = 0) => {
  const [result] = await as('admin').query<Checked>('select * from check_audit_log($1)', after);
  return result;
};
const newest = (as: As) => as('owner').value<string>('select max(id) from audit_log');
/** As an owner of the tables can. */
const tamper = async (as: As, sql: string) => {
  await as('owner').query('alter table public.audit_log disable trigger user');
  expect(await as('owner').touches(sql)).toBeGreaterThan(0);
  await as('owner').query('alter table public.audit_log enable always trigger audit_append_only');
};
const threeEntries = async (as: As) => {
  await rename(as, 'Youn');
  await rename(as, 'De');
  await rename(as, 'Twa');
  return Number(await newest(as));
};

test(
  'an untouched log is whole, sealed or not, and its head changes with each entry',
  inTransaction(async (as) => {
    await threeEntries(as);
    expect(await check(as)).toMatchObject({ is_last: true, problem: null, checked_to: 0 });
    await seal(as, 2);
    const before = await check(as);
    expect(before).toMatchObject({ is_last: true, problem: null, entry: null });
    expect(before?.head).toMatch(/^[0-9a-f]{64}$/);
    expect(await as('owner').value('select count(*) from private.unsealed_audit_entries')).toBe(0);
    await rename(as, 'Kat');
    await seal(as);
    const after = await check(as);
    expect(after).toMatchObject({ problem: null, checked_to: Number(before?.checked_to) + 1 });
    expect(after?.head).not.toBe(before?.head);
    expect(await check(as, Number(before?.checked_to))).toEqual(after);
    // Another time zone renders times differently.
    await as('owner').query(`set local time zone 'America/Port-au-Prince'`);
    expect(await check(as)).toEqual(after);
  }),
);

describe.each([
  ['an entry is removed', (id: number) => `delete from audit_log where id = ${id}`, 'entry_removed'],
  ['an entry is changed', (id: number) => `update audit_log set act = 'x' where id = ${id}`, 'entry_changed'],
  [
    'an entry gets another time',
    (id: number) => `update audit_log set at = at - interval '1 second' where id = ${id}`,
    'entry_changed',
  ],
])('%s', (_, sql, problem) => {
  test.each([
    ['after it was sealed', true],
    ['before', false],
  ])(
    '%s, and the check names it',
    async (__, isSealed) =>
      await inTransaction(async (as) => {
        const last = await threeEntries(as);
        if (isSealed) await seal(as);
        await tamper(as, sql(last - 1));
        expect(await check(as)).toMatchObject({ problem, entry: last - 1 });
        await seal(as);
        expect(await check(as)).toMatchObject({ problem, entry: last - 1 });
      })(),
  );
});

describe('seals', () => {
  test.each([
    ['removed with their entry', 'delete from private.audit_seals where entry_id = $1', 'seal_removed'],
    [
      'made older, so that their entry may be missing',
      `update private.audit_seals set at = at - interval '9 years' where entry_id = $1`,
      'seal_changed',
    ],
    [
      'changed with their entry',
      `update private.audit_seals s set digest = private.digest_audit_entry(a) from audit_log a where a.id = s.entry_id and a.id = $1`,
      'seal_changed',
    ],
  ])(
    'that are %s break the chain',
    async (_, sql, problem) =>
      await inTransaction(async (as) => {
        const last = await threeEntries(as);
        await seal(as);
        await tamper(as, `update audit_log set act = 'x' where id = ${last - 1}`);
        await as('owner').query(sql, last - 1);
        expect(await check(as)).toMatchObject({ problem });
      })(),
  );

  test(
    'cannot be removed from the end either',
    inTransaction(async (as) => {
      const last = await threeEntries(as);
      await seal(as);
      await tamper(as, `delete from audit_log where id = ${last}`);
      await as('owner').query('delete from private.audit_seals where entry_id = $1', last);
      expect(await check(as)).toMatchObject({ problem: 'end_removed' });
    }),
  );
});

test(
  'entries whose time is over are deleted, their seals too, and the rest stays a chain',
  inTransaction(async (as) => {
    await as('owner').query(
      `insert into audit_log (at, act, subject, subject_id) select now() - interval '20 years' * (n % 2), 'update', 'movies', n::text
        from generate_series(1, 6) n`,
    );
    const last = await threeEntries(as);
    await seal(as);
    const seals = () => as('owner').value<number>('select count(*) from private.audit_seals');
    const before = await check(as);
    const all = await seals();
    await as('owner').query(`select private.purge_expired('audit_log', 100)`);
    expect(await check(as)).toEqual(before);
    await seal(as, 1);
    expect(await check(as)).toEqual(before);
    // Old ones among younger ones go when those before them have gone.
    const left = await seals();
    expect(left).toBeLessThanOrEqual(all);
    await tamper(as, `delete from audit_log where id = ${last}`);
    expect(await check(as)).toMatchObject({ problem: 'entry_removed', entry: last });
  }),
);

test(
  'the beginning of the chain goes with old entries',
  inTransaction(async (as) => {
    await threeEntries(as);
    await seal(as);
    await tamper(as, 'delete from audit_log');
    await as('owner').query('alter table public.audit_log enable always trigger note_unsealed_entry');
    await as('owner').query('delete from private.audit_seals');
    await as('owner').query(
      `update private.audit_chain set trimmed_to = sealed_to, trimmed_hash = sealed_hash`,
    );
    await as('owner').query(
      `insert into audit_log (at, act, subject, subject_id) select now() - interval '20 years', 'update', 'movies', n::text
        from generate_series(1, 5) n`,
    );
    await threeEntries(as);
    await seal(as);
    await as('owner').query(`select private.purge_expired('audit_log', 100)`);
    await seal(as, 2);
    expect(await as('owner').value<number>('select count(*) from private.audit_seals')).toBe(3);
    expect(await check(as)).toMatchObject({ problem: null, is_last: true });
  }),
);

describe('entries outside of the chain are named', () => {
  test(
    'when the seals are removed and the chain begins after them',
    inTransaction(async (as) => {
      const last = await threeEntries(as);
      await seal(as);
      await as('owner').query('delete from private.audit_seals');
      await as('owner').query(
        `update private.audit_chain set trimmed_to = sealed_to, trimmed_hash = sealed_hash`,
      );
      const first = await as('owner').value<number>('select min(id) from audit_log');
      expect(await check(as)).toMatchObject({ problem: 'entry_unsealed', entry: Number(first) });
      await tamper(as, `delete from audit_log where id < ${last}`);
      expect(await check(as)).toMatchObject({ problem: 'entry_unsealed', entry: last });
    }),
  );

  test.each([1, 2, 100])('when they were written without being noted, in parts of %i', (atMost) =>
    inTransaction(async (as) => {
      await threeEntries(as);
      await as('owner').query('alter table public.audit_log disable trigger note_unsealed_entry');
      await rename(as, 'Kat');
      const outside = Number(await newest(as));
      await as('owner').query('alter table public.audit_log enable always trigger note_unsealed_entry');
      await threeEntries(as);
      await seal(as);
      let part: Checked | undefined;
      for (let after = '0'; !part?.is_last && !part?.problem; after = part?.checked_to ?? '0')
        [part] = await as('owner').query<Checked>(
          'select * from private.check_audit_chain($1, $2)',
          after,
          atMost,
        );
      expect(part).toMatchObject({ problem: 'entry_unsealed', entry: outside });
    })(),
  );
});

test(
  'only admins check the chain',
  inTransaction(async (as) => {
    for (const person of ['editor', 'moderator', 'accountant', 'mimose'] as const)
      expect((await as(person).refusal('select check_audit_log()')).code).toBe('42501');
  }),
);
