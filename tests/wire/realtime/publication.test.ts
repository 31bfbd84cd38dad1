import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changesOf,
  type Row,
  type RowChange,
  subscribed,
  systemOf,
  until,
} from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';

let server: RealtimeTestServer;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server?.close());

const idsOf = (received: RowChange[], table: string) =>
  received.filter((change) => change.table === table).map(({ new: row }) => (row as Row).id);

test('a table that is published while the server runs sends its changes from then on, and none once it is removed', async () => {
  const everything = server.client().channel('everything');
  const all = changesOf(everything, {});
  await subscribed(everything);
  await server.sql(`create table public.diary (id bigint primary key, body text);
    grant select on public.diary to anon;
    insert into public.diary values (1)`);
  await server.sql(
    'alter publication supabase_realtime add table public.diary; insert into public.diary values (2)',
  );
  const itself = server.client().channel('diary');
  const own = changesOf(itself, { table: 'diary' });
  await subscribed(itself);
  await server.sql('insert into public.diary values (3)');
  await until(() => own.length > 0 && idsOf(all, 'diary').length > 1, 'the new table');

  await server.sql(
    'alter publication supabase_realtime drop table public.diary; insert into public.diary values (4)',
  );
  await server.sql('insert into public.bulletin (id) values (1)');
  await until(() => idsOf(all, 'bulletin').length > 0, 'a table that is still published');
  expect(idsOf(all, 'diary')).toEqual([2, 3]);
  expect(idsOf(own, 'diary')).toEqual([3]);
  const [recorded] = await server.database.query(`select from realtime.changes where record ->> 'id' = '4'`);
  expect(recorded).toBeUndefined();
});

test('somebody who asked for a table before it was published receives its changes from then on', async () => {
  await server.sql('create table public.later (id bigint primary key); grant select on public.later to anon');
  const client = server.client();
  const [channel, gone] = [client.channel('later'), client.channel('gone')];
  const [received, said, saidToGone] = [
    changesOf(channel, { table: 'later' }),
    systemOf(channel),
    systemOf(gone),
  ];
  changesOf(gone, { table: 'later' });
  await Promise.all([subscribed(channel), subscribed(gone)]);
  await until(() => said.length === 1 && saidToGone.length === 1, 'the refusal');
  expect(said).toMatchObject([{ status: 'error', message: expect.stringContaining('Unable to subscribe') }]);
  await client.removeChannel(gone);
  await server.sql('alter publication supabase_realtime add table public.later');
  await until(() => said.length === 2, 'the confirmation');
  expect(said[1]).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' });
  await server.sql('insert into public.later values (1)');
  await until(() => received.length === 1, 'the row');
  expect(saidToGone).toHaveLength(1);
});

test('a new column and a new key of a published table are in its changes', async () => {
  await server.sql(`create table public.crate (id bigint primary key);
    grant select on public.crate to anon;
    alter publication supabase_realtime add table public.crate`);
  const channel = server.client().channel('crate');
  const received = changesOf(channel, { table: 'crate' });
  await subscribed(channel);
  await server.sql(`alter table public.crate add column place text not null default 'left';
    alter table public.crate drop constraint crate_pkey, add primary key (id, place)`);
  await server.sql(`insert into public.crate values (1); delete from public.crate`);
  await until(() => received.length === 2, 'both changes');
  expect(received.map(({ new: row, old }) => [row, old])).toEqual([
    [{ id: 1, place: 'left' }, {}],
    [{}, { id: 1, place: 'left' }],
  ]);
});

test('somebody who cannot record changes can still create tables: the failure is a warning', async () => {
  await server.sql(`create table public.partly (id bigint primary key, secret text);
    alter publication supabase_realtime add table public.partly (id)`);
  await server.sql('create table public.unrelated (id bigint primary key)');
  const [watched] = await server.database.query(
    `select from pg_trigger where tgrelid = 'public.partly'::regclass and tgname = 'realtime_record_change'`,
  );
  expect(watched).toBeUndefined();
  await server.sql('drop table public.partly');
});
