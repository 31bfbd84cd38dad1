import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const BITS_PER_SECOND = 400_000;
const DELAY_MS = 150;
/** Bytes per turn: the connections share one line. */
const SLICE = 1024;

export interface SlowLine {
  url: string;
  /** Bytes sent to the browser so far. */
  received(): number;
  /** Breaks all connections and refuses new ones for this long. */
  cut(ms: number): void;
  close(): Promise<void>;
}

/** A proxy with 400 kbit/s (or as given) and 150 ms of latency in front of a server; service workers use it too. */
export async function slowLine(serverUrl: string, bitsPerSecond = BITS_PER_SECOND): Promise<SlowLine> {
  const { hostname, port } = new URL(serverUrl);
  const waiting = new Map<Socket, Buffer[]>();
  const sockets = new Set<Socket>();
  let received = 0;
  let busy = false;
  let cutUntil = 0;

  function deliver(): void {
    const [next] = waiting;
    busy = next !== undefined;
    if (!next) return;
    const [socket, chunks] = next;
    const chunk = chunks.shift() as Buffer;
    const slice = chunk.subarray(0, SLICE);
    if (chunk.length > SLICE) chunks.unshift(chunk.subarray(SLICE));
    waiting.delete(socket);
    if (chunks.length > 0) waiting.set(socket, chunks);
    received += slice.length;
    if (!socket.destroyed) socket.write(slice);
    setTimeout(deliver, (slice.length / (bitsPerSecond / 8)) * 1000);
  }

  const server = createServer((browser) => {
    if (performance.now() < cutUntil) {
      browser.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    browser.on('data', (bytes) => setTimeout(() => upstream.writable && upstream.write(bytes), DELAY_MS));
    browser.on('close', () => {
      waiting.delete(browser);
      upstream.destroy();
    });
    upstream.on('data', (bytes: Buffer) => {
      waiting.set(browser, [...(waiting.get(browser) ?? []), bytes]);
      if (!busy) deliver();
    });
    upstream.on('close', () => browser.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    cut(ms) {
      cutUntil = performance.now() + ms;
      waiting.clear();
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
