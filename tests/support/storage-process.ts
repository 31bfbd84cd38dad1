import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DatabaseOptions } from '../../platform/src/database/open-database.ts';

export interface StorageProcess {
  url: string;
  serviceKey: string;
  /** Resident memory now and at its highest, in bytes. */
  memory(): { now: number; peak: number };
  stop(): Promise<void>;
}

/** Starts `storage-server.ts` in a process of its own. */
export async function startStorageProcess(
  folder: string,
  database: DatabaseOptions,
): Promise<StorageProcess> {
  const server = new URL('./storage-server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [server, JSON.stringify({ folder, database })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(([code]) => Promise.reject(new Error(`the storage server ended with ${code}`))),
  ])) as [string];
  const { url, serviceKey } = JSON.parse(line) as { url: string; serviceKey: string };
  return {
    url,
    serviceKey,
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
      return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
    },
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}

const block = Buffer.alloc(1 << 20);

/** A stream of this many zeros. */
export function zeros(bytes: number): Readable {
  return Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= block.length)
        yield left < block.length ? block.subarray(0, left) : block;
    })(),
    { objectMode: false, highWaterMark: block.length },
  );
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Bytes of the body. */
  bytes: number;
  /** The body, if it is short. */
  text: string;
}

/** A request whose bodies can be larger than memory. */
export async function exchange(
  address: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: Readable } = {},
): Promise<Answer> {
  const outgoing = request(address, { method, headers });
  const answered = once(outgoing, 'response');
  const sent = body ? pipeline(body, outgoing) : Promise.resolve(outgoing.end());
  const [[response]] = await Promise.all([answered, sent]);
  let bytes = 0;
  let text = '';
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes < 10_000) text += chunk;
      done();
    },
  });
  await pipeline(response, count);
  return { status: response.statusCode, headers: response.headers, bytes, text };
}
