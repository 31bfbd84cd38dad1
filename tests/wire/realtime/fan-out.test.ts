import { RealtimeClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changesOf, type Row, type RowChange, subscribed, until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';

const size = process.env.LONG ? 1_000 : 100;
const changes = 50;
let server: RealtimeTestServer;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server?.close());

test(`${size} subscribers of one topic each receive all ${changes} changes in order, and those without the right none`, async () => {
  const owner = crypto.randomUUID();
  const owners = await server.keys.sign({ sub: owner, role: 'authenticated' }, '1h');
  const strangers = await server.keys.sign({ sub: crypto.randomUUID(), role: 'authenticated' }, '1h');
  const clients: RealtimeClient[] = [];
  const enter = async (token: string | undefined): Promise<RowChange[]> => {
    const client = new RealtimeClient(`${server.url}/realtime/v1`, {
      params: { apikey: server.keys.anonKey },
    });
    clients.push(client);
    if (token) await client.setAuth(token);
    const channel = client.channel('notes');
    const received = changesOf(channel as never, {});
    await subscribed(channel as never);
    return received;
  };
  try {
    const inTurns = async (tokens: (string | undefined)[]): Promise<RowChange[][]> => {
      const all: RowChange[][] = [];
      for (let at = 0; at < tokens.length; at += 50) {
        all.push(...(await Promise.all(tokens.slice(at, at + 50).map(enter))));
      }
      return all;
    };
    const insiders = await inTurns(Array.from({ length: size }, () => owners));
    const outsiders = await inTurns(
      Array.from({ length: size / 10 }, (_, n) => (n % 2 ? strangers : undefined)),
    );
    for (let n = 1; n <= changes; n += 1) {
      await server.database.query('insert into public.note values ($1, $2, $3)', [n, owner, 'for members']);
    }
    // Everybody can read this row: a client that has received it has received everything before it.
    await server.sql('insert into public.bulletin (id) values (1)');
    const everybody = [...insiders, ...outsiders];
    await until(
      () => everybody.every((received) => received.at(-1)?.table === 'bulletin'),
      'the last change',
      50_000,
    );
    const idsOf = (received: RowChange[]) =>
      received.filter(({ table }) => table === 'note').map(({ new: row }) => (row as Row).id);
    const expected = Array.from({ length: changes }, (_, index) => index + 1);
    for (const received of insiders) expect(idsOf(received)).toEqual(expected);
    for (const received of outsiders) expect(idsOf(received)).toEqual([]);
  } finally {
    await Promise.all(clients.map((client) => client.disconnect()));
  }
}, 120_000);
