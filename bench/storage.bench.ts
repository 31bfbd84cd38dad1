import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { exchange, startStorageProcess, zeros } from '../tests/support/storage-process.ts';
import { startNginx } from './nginx.ts';

/**
 * How fast bytes go through Storage, beside rivals measured in the same run: pieces of a film as a player asks for
 * them, beside nginx on the very same file; uploads beside a server that does nothing but write to the disk.
 * Run with: node bench/storage.ts
 */
const MB = 1024 ** 2;
const FILM = 256 * MB;
const PIECE = 4 * MB;
const CONNECTIONS = 8;
const ROUND_MS = 2500;
const ROUNDS = 3;

const folder = mkdtempSync(join(tmpdir(), 'lakou-bench-'));
const children: ChildProcess[] = [];
const storage = await startStorageProcess(join(folder, 'storage'), { folder: join(folder, 'database') });
try {
  const uploads = await measureUploads();
  console.log('## Storage\n\n| what | ours, MB/s | beside | MB/s | ours / rival |\n|---|---:|---|---:|---:|');
  console.log(row(`upload of ${FILM / MB} MB`, uploads.ours, 'bare pipe to disk', uploads.pipe));
  await measureDownloads();
} finally {
  await storage.stop();
  for (const child of children) {
    child.kill();
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}

function row(what: string, ours: number, rival: string, theirs: number): string {
  const ratio = Number.isNaN(theirs) ? 'not measured' : `${Math.round((100 * ours) / theirs)} %`;
  return `| ${what} | ${Math.round(ours)} | ${rival} | ${Number.isNaN(theirs) ? '' : Math.round(theirs)} | ${ratio} |`;
}

async function measureUploads(): Promise<{ ours: number; pipe: number }> {
  const pipe = await startPipe(join(folder, 'piped'));
  const headers = {
    authorization: `Bearer ${storage.serviceKey}`,
    'content-type': 'application/octet-stream',
    'content-length': String(FILM),
    'x-upsert': 'true',
  };
  const send = async (address: string): Promise<number> => {
    const begun = performance.now();
    const { status, text } = await exchange(address, { method: 'POST', headers, body: zeros(FILM) });
    if (status !== 200) throw new Error(`the upload was answered ${status}: ${text}`);
    return FILM / MB / ((performance.now() - begun) / 1000);
  };
  const speeds = { ours: [] as number[], pipe: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    speeds.ours.push(await send(`${storage.url}/storage/v1/object/reels/film.bin`));
    speeds.pipe.push(await send(pipe));
  }
  // The first round warms up.
  return { ours: median(speeds.ours.slice(1)), pipe: median(speeds.pipe.slice(1)) };
}

/** The rival: takes a body and writes it down, synced like ours, and nothing else. */
async function startPipe(path: string): Promise<string> {
  const program = `
    import { createServer } from 'node:http'; import { createWriteStream } from 'node:fs';
    const server = createServer((request, response) => request
      .pipe(createWriteStream(${JSON.stringify(path)}, { flush: true })).on('close', () => response.end('ok')));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [port] = await once(createInterface(child.stdout), 'line');
  return `http://127.0.0.1:${port}/`;
}

async function measureDownloads(): Promise<void> {
  const ours = `${storage.url}/storage/v1/object/public/reels/film.bin`;
  const place = join(folder, 'storage', 'objects', 'reels', 'film.bin');
  const nginx = await startNginx(join(folder, 'nginx'), place);
  if (!nginx)
    console.error(
      'nginx is not installed (Debian: apt-get install nginx-light): no rival to measure beside.',
    );
  const speeds = { ours: [] as number[], nginx: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    speeds.ours.push(await fetchPieces(ours));
    if (nginx) speeds.nginx.push(await fetchPieces(`${nginx.url}/${readdirSync(place)[0]}`));
  }
  await nginx?.stop();
  const mine = median(speeds.ours.slice(1));
  const theirs = nginx ? median(speeds.nginx.slice(1)) : Number.NaN;
  const what = `ranged download of a public object, ${CONNECTIONS} connections, ${PIECE / MB} MB a piece`;
  console.log(row(what, mine, 'nginx', theirs));
}

/** Megabytes per second, over bare sockets, so that the measuring costs as little as it can. */
async function fetchPieces(address: string): Promise<number> {
  const until = performance.now() + ROUND_MS;
  const begun = performance.now();
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => fetchOn(address, until)));
  return counts.reduce((sum, count) => sum + count, 0) / MB / ((performance.now() - begun) / 1000);
}

function fetchOn(address: string, until: number): Promise<number> {
  const { hostname, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let total = 0;
    let left = 0;
    let head = '';
    const request = (): void => {
      if (performance.now() >= until) return void socket.end(() => resolve(total));
      const first = Math.floor(Math.random() * (FILM - PIECE));
      head = '';
      socket.write(
        `GET ${pathname} HTTP/1.1\r\nhost: bench\r\nrange: bytes=${first}-${first + PIECE - 1}\r\n\r\n`,
      );
    };
    socket.on('connect', request).on('error', reject);
    socket.on('data', (chunk) => {
      let bytes = chunk.length;
      if (left === 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith('HTTP/1.1 206')) return void reject(new Error(head.slice(0, end)));
        left = PIECE;
        bytes = head.length - end - 4;
      }
      left -= bytes;
      total += bytes;
      if (left === 0) request();
    });
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
