import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_ACTS } from '@lakou/contract/admin/audit';
import { expect, test } from 'vitest';
import { idOf } from './support/people.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

test('the filter offers every action that the database writes', () => {
  const schema = readFileSync(join(import.meta.dirname, '../schema.sql'), 'utf8');
  const written = [...schema.matchAll(/write_audit_log\('([a-z_]+)'/g)].map(([, act]) => act);
  expect(AUDIT_ACTS).toEqual(expect.arrayContaining(written));
  // Triggers write the operation, retried and cancelled encodings, and names that look like those of staff.
  const others = ['insert', 'update', 'delete', 'retry', 'cancel', 'lookalike'];
  expect(AUDIT_ACTS.filter((act) => !written.includes(act) && !others.includes(act))).toEqual([]);
});

/** A hundred entries, one an hour, the latest now: by turns of two people, three kinds, ten objects. */
const write = (as: As) =>
  as('owner').query(
    `insert into audit_log (at, actor_id, act, subject, subject_id)
      select date_trunc('day', now()) + interval '12 hours' - (100 - n) * interval '1 hour',
        case when n % 2 = 0 then '${idOf.admin}'::uuid else '${idOf.editor}'::uuid end,
        (array['insert', 'update', 'delete'])[n % 3 + 1], 'tests', (n % 10)::text
      from generate_series(1, 100) n`,
  );
const day = (as: As, ago: number) =>
  as('owner').value<string>('select (current_date - $1::integer)::text', ago);
interface Entry {
  id: string;
  total: number;
  act: string;
  subject_id: string;
  actor_id: string;
  at: Date;
}

test(
  'admins filter by person, action, object and days, in any combination',
  inTransaction(async (as) => {
    await write(as);
    const list = (filters: string, ...values: unknown[]) =>
      as('admin').query<Entry>(`select * from admin_audit_log(page_size => 100, ${filters})`, ...values);
    const deleted = await list(`filter => 'tests', action => 'delete'`);
    expect(deleted.map(({ act }) => act)).toEqual(Array(33).fill('delete'));
    expect(deleted[0]?.total).toBe(33);
    expect(deleted.map(({ id }) => Number(id))).toEqual(
      deleted.map(({ id }) => Number(id)).toSorted((a, b) => b - a),
    );
    const ofObject = await list(`filter => 'tests', object => '4'`);
    expect(ofObject).toHaveLength(10);
    expect(await list(`object => '4', action => 'delete', filter => 'tests'`)).toHaveLength(
      ofObject.filter(({ act }) => act === 'delete').length,
    );
    const yesterday = await day(as, 1);
    expect(await list(`filter => 'tests', from_day => $1, to_day => $1`, yesterday)).toHaveLength(24);
    expect(
      await list(`filter => 'tests', from_day => $1, to_day => $2`, await day(as, 1), await day(as, 2)),
    ).toEqual([]);
    const name = await as('owner').value<string>(
      'select username from private.profiles where id = $1',
      idOf.editor,
    );
    const byEditor = await list(
      `search => $1, filter => 'tests', from_day => $2, to_day => $2`,
      name,
      yesterday,
    );
    expect(byEditor.map(({ actor_id }) => actor_id)).toEqual(Array(12).fill(idOf.editor));
    const [oldest] = await list(`filter => 'tests', action => 'delete', sort => 'oldest'`);
    expect(oldest?.id).toBe(deleted.at(-1)?.id);
    const second = await as('admin').query<Entry>(
      `select * from admin_audit_log(filter => 'tests', action => 'delete', page => 2, page_size => 10)`,
    );
    expect(second.map(({ id }) => id)).toEqual(deleted.slice(10, 20).map(({ id }) => id));
  }),
);

test(
  'a part of the file has the matches of a thousand entries, their seals, and says where the next begins',
  inTransaction(async (as) => {
    await as('owner').query(
      `insert into audit_log (act, subject, subject_id) select 'update', 'tests', n::text from generate_series(1, 1200) n`,
    );
    while (await as('owner').value<boolean>('select more from private.seal_audit_log(1000)'));
    const part = (before: number | null) =>
      as('admin').value<{ next: number | null; entries: { id: number; hash: string; subject_id: string }[] }>(
        `select audit_export_rows(filter => 'tests', before => $1)`,
        before,
      );
    const first = await part(null);
    expect(first.entries.map(({ subject_id }) => Number(subject_id))).toEqual(
      Array.from({ length: 1000 }, (_, n) => 1200 - n),
    );
    expect(first.entries.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    const last = await part(first.next);
    expect(last).toMatchObject({ next: null });
    expect(last.entries).toHaveLength(200);
    const none = await as('admin').value(
      `select audit_export_rows(action => 'restore', before => $1)`,
      first.next,
    );
    expect(none).toMatchObject({ entries: [] });
  }),
);

test(
  'only admins read, filter and export it',
  inTransaction(async (as) => {
    for (const person of ['editor', 'moderator', 'accountant', 'mimose'] as const)
      for (const call of ['admin_audit_log(action => null)', 'audit_export_rows()', 'begin_audit_export()'])
        expect((await as(person).refusal(`select ${call}`)).code, `${person} ${call}`).toBe('42501');
  }),
);
