import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribed, until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';

let server: RealtimeTestServer;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server?.close());

const hears = (channel: RealtimeChannel): Record<string, unknown>[] => {
  const received: Record<string, unknown>[] = [];
  channel.on('broadcast', { event: '*' }, (message) => received.push(message));
  return received;
};
const bytesOf = ({ payload }: Record<string, unknown>) => [...new Uint8Array(payload as ArrayBuffer)];

test('bytes from the database and over HTTP arrive as bytes with protocol 2.0.0, and not at all with 1.0.0', async () => {
  const [newer, older] = [
    server.client(undefined, { vsn: '2.0.0' }),
    server.client(undefined, { vsn: '1.0.0' }),
  ];
  const [two, one] = [newer.channel('bytes'), older.channel('bytes')];
  const [inTwo, inOne] = [hears(two), hears(one)];
  await Promise.all([subscribed(two), subscribed(one)]);
  await server.sql(`select realtime.send_binary('\\x00ff07', 'file', 'bytes', false)`);
  expect(await newer.channel('bytes').httpSend('posted', new Uint8Array([1, 2]))).toEqual({ success: true });
  await server.sql(`select realtime.send('{"n":1}', 'json', 'bytes', false)`);
  await until(() => inTwo.length === 3 && inOne.length === 1, 'the messages');
  const byEvent = new Map(inTwo.map((message) => [message.event, message]));
  expect(bytesOf(byEvent.get('file') ?? {})).toEqual([0, 255, 7]);
  expect(byEvent.get('file')?.meta).toEqual({ id: expect.any(String) });
  expect(bytesOf(byEvent.get('posted') ?? {})).toEqual([1, 2]);
  expect(inOne).toMatchObject([{ event: 'json', payload: { n: 1 } }]);
});

test('bytes to a private topic reach its members, and are replayed', async () => {
  const ann = await server.member();
  await server.sql(`insert into public.club_member values ('bytes', '${ann.id}', false);
    select realtime.send_binary('\\x01', 'file', 'club:bytes')`);
  const config = { private: true, broadcast: { replay: { since: 0 } } };
  const channel = ann.client.channel('club:bytes', { config });
  const received = hears(channel);
  await subscribed(channel);
  await server.sql(`select realtime.send_binary('\\x02', 'file', 'club:bytes')`);
  await until(() => received.length === 2, 'both');
  expect(received.map(bytesOf)).toEqual([[1], [2]]);
  expect(received.map(({ meta }) => meta)).toMatchObject([{ replayed: true }, { id: expect.any(String) }]);
});

test('a trigger with realtime.broadcast_changes sends each changed row to the members of a private topic', async () => {
  const ann = await server.member();
  await server.sql(`insert into public.club_member values ('rows', '${ann.id}', false);
    create table public.score (id int primary key, points int);
    create function public.send_score() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        perform realtime.broadcast_changes('club:rows', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
    create trigger send_score after insert or update or delete on public.score
      for each row execute function public.send_score()`);
  const [insider, outsider] = [
    ann.client.channel('club:rows', { config: { private: true } }),
    server.client().channel('club:rows'),
  ];
  const [inside, outside] = [hears(insider), hears(outsider)];
  await Promise.all([subscribed(insider), subscribed(outsider)]);
  await server.sql('insert into public.score values (1, 10)');
  await server.sql('update public.score set points = 11');
  await server.sql('delete from public.score');
  await server.sql(`select realtime.send('{}', 'end', 'club:rows', false)`);
  await until(() => inside.length === 3 && outside.length === 1, 'the rows');
  const table = { schema: 'public', table: 'score', id: expect.any(String) };
  expect(inside.map(({ event, payload }) => [event, payload])).toEqual([
    ['INSERT', { ...table, operation: 'INSERT', record: { id: 1, points: 10 }, old_record: null }],
    [
      'UPDATE',
      { ...table, operation: 'UPDATE', record: { id: 1, points: 11 }, old_record: { id: 1, points: 10 } },
    ],
    ['DELETE', { ...table, operation: 'DELETE', record: null, old_record: { id: 1, points: 11 } }],
  ]);
  expect(outside).toMatchObject([{ event: 'end' }]);
});

test('realtime.broadcast_changes refuses statement triggers and other operations', async () => {
  const call = (operation: string, level: string) =>
    server.sql(`select realtime.broadcast_changes('t', 'e', '${operation}', 'score', 'public',
      row (1), row (1), '${level}')`);
  await expect(call('INSERT', 'STATEMENT')).rejects.toThrow('for each row');
  await expect(call('TRUNCATE', 'ROW')).rejects.toThrow('TRUNCATE');
});
