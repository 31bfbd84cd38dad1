import type { Database } from '../platform/src/database/database.ts';
import { gather } from './gather-crowd.ts';

const BURST = 200;
/** The first opens connections, and does not count. */
const ROUNDS = 6;

interface Served {
  /** Of the WebSocket. */
  url: string;
  apikey: string;
  token: string;
  database: Database;
}

const SEND = `realtime.send(jsonb_build_object('body', $1::text), 'x', 'bench', false)`;

/** Messages that are all sent at once, and how long they take, as rows of a table. */
export async function measureBursts(name: string, served: Served): Promise<string[]> {
  const { url, apikey, token, database } = served;
  const address = url.replace('ws', 'http').replace('/websocket', '/api/broadcast');
  const request = (body: string) =>
    fetch(address, {
      method: 'POST',
      headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'bench', event: 'x', payload: { body } }] }),
    });
  const each = (send: (body: string) => Promise<unknown>) => (body: string) =>
    Promise.all(Array.from({ length: BURST }, () => send(body)));

  const socket = await measure(served, undefined);
  const requests = await measure(served, each(request));
  const statements = await measure(
    served,
    each((body) => database.query(`select ${SEND}`, [body])),
  );
  const together = await measure(served, (body) =>
    database.query(`select ${SEND} from generate_series(1, ${BURST})`, [body]),
  );
  const row = (what: string, { p50, most }: Burst) =>
    `| ${what} | ${name} | ${p50} | ${most} | ${(most / requests.most).toFixed(1)} × |`;
  return [
    row('broadcasts over one socket', socket),
    row('broadcasts, a request each', requests),
    row('`realtime.send`, a transaction each', statements),
    row('`realtime.send`, one transaction', together),
  ];
}

interface Burst {
  p50: number;
  most: number;
}

/** Without `write`, the subscriber speaks. */
async function measure(
  { url, apikey, token }: Served,
  write: ((body: string) => Promise<unknown>) | undefined,
): Promise<Burst> {
  const bursts: Burst[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const speak = write ? 0 : BURST;
    const crowd = await gather({
      url,
      apikey,
      people: 1,
      tokens: [token],
      speak,
      pauseMs: 0,
      changes: false,
    });
    await write?.(String(Date.now()));
    const { p50, most, received } = await crowd.result(BURST);
    if (received !== BURST) throw new Error(`${received} of ${BURST} messages arrived`);
    if (round > 0) bursts.push({ p50, most });
  }
  const middle = (numbers: number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  return { p50: middle(bursts.map(({ p50 }) => p50)), most: middle(bursts.map(({ most }) => most)) };
}
