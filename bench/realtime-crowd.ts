import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

export interface Crowd {
  url: string;
  apikey: string;
  people: number;
  /** Used in turn. */
  tokens: string[];
  /** The first subscriber broadcasts this many messages. */
  speak: number;
  /** Between two of them. */
  pauseMs?: number;
  /** Subscribes to changes of rows too. */
  changes?: boolean;
}

export interface Result {
  p50: number;
  p99: number;
  most: number;
  received: number;
}

/** A thousand subscribers in a thread. Every message carries the time at which it was written, as its body or content. */
const { url, apikey, people, tokens, speak, pauseMs = 150, changes = speak === 0 } = workerData as Crowd;
const latencies: number[] = [];
const sockets: WebSocket[] = [];

async function enter(n: number): Promise<void> {
  const socket = new WebSocket(`${url}?${new URLSearchParams({ apikey, vsn: '1.0.0' })}`);
  sockets.push(socket);
  await once(socket, 'open');
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    if (text.includes('"phx_reply"')) return resolve();
    const written = /"(?:body|content)": ?"(\d{13})"/.exec(text)?.[1];
    if (written !== undefined) latencies.push(Date.now() - Number(written));
  });
  const config = {
    postgres_changes: changes ? [{ event: '*', schema: 'public' }] : [],
    broadcast: { self: true },
    presence: { enabled: false },
  };
  send(socket, 'phx_join', { config, access_token: tokens[n % tokens.length] });
  await promise;
}

function send(socket: WebSocket | undefined, event: string, payload: object): void {
  socket?.send(JSON.stringify({ topic: 'realtime:bench', event, payload, ref: '1', join_ref: '1' }));
}

for (let n = 0; n < people; n += 50) {
  await Promise.all(Array.from({ length: Math.min(50, people - n) }, (_, k) => enter(n + k)));
}
const asked = once(parentPort as NonNullable<typeof parentPort>, 'message') as Promise<[number]>;
parentPort?.postMessage('ready');
for (let n = 0; n < speak; n += 1) {
  send(sockets[0], 'broadcast', { type: 'broadcast', event: 'x', payload: { body: String(Date.now()) } });
  if (pauseMs > 0) await sleep(pauseMs);
}
const [expected] = await asked;
for (let waited = 0; latencies.length < expected && waited < 20_000; waited += 50) await sleep(50);
latencies.sort((a, b) => a - b);
const at = (share: number): number => latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN;
parentPort?.postMessage({
  p50: at(0.5),
  p99: at(0.99),
  most: at(1),
  received: latencies.length,
} satisfies Result);
for (const socket of sockets) socket.terminate();
parentPort?.close();
