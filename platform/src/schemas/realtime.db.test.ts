import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import type { Database } from '../database/database.ts';
import { installSchemas, syncRealtime } from './install-schemas.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await installSchemas(database);
});
afterAll(() => database?.close());
afterEach(() =>
  script(`
    drop table if exists public.topic, public.pair;
    truncate realtime.changes, realtime.messages, realtime.message_outbox;
  `),
);

const script = (sql: string) => database.transaction((transaction) => transaction.script(sql));
const changes = () =>
  database.query(
    'select table_schema, table_name, operation, record, old_key from realtime.changes order by id',
  );
const watched = async () => {
  const rows = await database.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'realtime_record_change' order by 1`,
  );
  return rows.map(({ name }) => name);
};
const publishTopics = async () => {
  await script(`
    create table public.topic (id integer primary key, title text, at timestamptz);
    alter publication supabase_realtime add table public.topic;
  `);
  await syncRealtime(database);
};

async function waitForCount(received: string[], count: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (received.length < count && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a table of the publication', () => {
  test('has its changes recorded: the new row and the old key', async () => {
    await publishTopics();
    await script(`
      insert into public.topic values (1, 'Sodo', '2026-01-02 03:04:05+00');
      update public.topic set id = 2, title = 'Sodo 2';
      delete from public.topic;
    `);
    const topic = { table_schema: 'public', table_name: 'topic' };
    expect(await changes()).toEqual([
      {
        ...topic,
        operation: 'INSERT',
        record: { id: 1, title: 'Sodo', at: '2026-01-02T03:04:05+00:00' },
        old_key: null,
      },
      {
        ...topic,
        operation: 'UPDATE',
        record: { id: 2, title: 'Sodo 2', at: '2026-01-02T03:04:05+00:00' },
        old_key: { id: 1 },
      },
      { ...topic, operation: 'DELETE', record: null, old_key: { id: 2 } },
    ]);
  });

  test('notifies listeners once per transaction, whatever the size of the rows', async () => {
    await publishTopics();
    const received: string[] = [];
    const stop = await database.listen('realtime_changes', (payload) => received.push(payload));
    try {
      await script(`insert into public.topic select n, repeat('x', 20000) from generate_series(1, 50) n`);
      await script(`insert into public.topic values (51, 'the end')`);
      await waitForCount(received, 2);
    } finally {
      await stop();
    }
    expect(received).toHaveLength(2);
    const counts = await Promise.all(
      received.map((number) =>
        database.query(
          'select count(*)::integer as count from realtime.changes where transaction_id = $1::xid8',
          [number],
        ),
      ),
    );
    expect(counts).toEqual([[{ count: 50 }], [{ count: 1 }]]);
  });

  test('notifies of nothing that was rolled back', async () => {
    await publishTopics();
    await expect(script(`insert into public.topic values (1); select 1 / 0`)).rejects.toThrow();
    expect(await changes()).toEqual([]);
  });

  test('is recorded for roles that cannot read the outbox', async () => {
    await publishTopics();
    await script('grant insert on public.topic to authenticated');
    await database.query(`insert into public.topic values (1, 'Bonjou')`, [], {
      as: { role: 'authenticated' },
    });
    expect(await changes()).toHaveLength(1);
  });

  test('is recorded from the next sync on, and no longer once it is removed', async () => {
    await script('create table public.topic (id integer primary key)');
    await syncRealtime(database);
    expect(await watched()).toEqual([]);
    await script('alter publication supabase_realtime add table public.topic');
    await Promise.all([syncRealtime(database), syncRealtime(database), syncRealtime(database)]);
    expect(await watched()).toEqual(['topic']);
    await script('alter publication supabase_realtime drop table public.topic');
    await syncRealtime(database);
    expect(await watched()).toEqual([]);
  });

  test('can have a key of several columns, with any names, that changes later', async () => {
    await script(`
      create table public.pair ("a'b" integer, "Clé" integer, note text, primary key ("Clé", "a'b"));
      alter publication supabase_realtime add table public.pair;
    `);
    await syncRealtime(database);
    await script(`insert into public.pair values (1, 2, 'x'); delete from public.pair`);
    expect((await changes()).at(-1)).toMatchObject({ old_key: { "a'b": 1, Clé: 2 } });
    await script(`alter table public.pair drop constraint pair_pkey, add primary key ("Clé")`);
    await syncRealtime(database);
    await script(`insert into public.pair values (1, 3, 'x'); delete from public.pair`);
    expect((await changes()).at(-1)).toMatchObject({ operation: 'DELETE', old_key: { Clé: 3 } });
  });

  test('is refused when only some of its columns are published, since a row image would show the others', async () => {
    await script(`
      create table public.topic (id integer primary key, secret text);
      alter publication supabase_realtime add table public.topic (id);
    `);
    await expect(syncRealtime(database)).rejects.toThrow('lists public.topic with chosen columns or rows');
  });
});

describe('a message sent from the database', () => {
  test('is stored under its topic, listed in the outbox and announced by its transaction', async () => {
    const received: string[] = [];
    const stop = await database.listen('realtime_messages', (payload) => received.push(payload));
    try {
      await database.query(`select realtime.send('{"text":"bonjou"}', 'greeting', 'topic:1', true)`);
      await waitForCount(received, 1);
    } finally {
      await stop();
    }
    const listed = await database.query<{ id: string; transaction: string }>(
      'select message_id as id, transaction_id::text as transaction from realtime.message_outbox',
    );
    const [{ id, transaction } = {}] = listed;
    expect(listed).toHaveLength(1);
    expect(received).toEqual([transaction]);
    expect(
      await database.query('select id, payload, event, topic, private, extension from realtime.messages'),
    ).toEqual([
      {
        id,
        payload: { text: 'bonjou', id },
        event: 'greeting',
        topic: 'topic:1',
        private: true,
        extension: 'broadcast',
      },
    ]);
  });

  test('needs a policy when a member sends it, and never fails the transaction', async () => {
    const as = { role: 'authenticated' };
    await database.query(`select realtime.send('{}', 'greeting', 'topic:1')`, [], { as });
    expect(await database.query('select * from realtime.messages')).toEqual([]);
    await script(`create policy "members send to topic 1" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'topic:1')`);
    await database.query(`select realtime.send('{}', 'greeting', 'topic:1')`, [], { as });
    await database.query(`select realtime.send('{}', 'greeting', 'topic:2')`, [], { as });
    await script('drop policy "members send to topic 1" on realtime.messages');
    expect(await database.query('select topic from realtime.messages')).toEqual([{ topic: 'topic:1' }]);
  });
});

test('old rows are deleted', async () => {
  await publishTopics();
  await script(`
    insert into public.topic values (1), (2);
    update realtime.changes set changed_at = now() - interval '2 hours' where record ->> 'id' = '1';
    insert into realtime.messages (topic, extension, inserted_at) values ('old', 'broadcast', now() - interval '4 days');
    set constraints all immediate;
    update realtime.message_outbox set recorded_at = now() - interval '2 hours';
    insert into realtime.message_outbox (message_id) values (gen_random_uuid());
    select realtime.prune();
  `);
  expect(await changes()).toMatchObject([{ record: { id: 2 } }]);
  expect(await database.query('select * from realtime.messages')).toEqual([]);
  expect(await database.query('select from realtime.message_outbox')).toHaveLength(1);
});
