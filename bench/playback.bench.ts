import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../platform/src/database/database.ts';
import { loadSigningKeys } from '../platform/src/tokens/signing-keys.ts';
import { prepareDatabase } from '../server/src/prepare-database.ts';
import { startLakou } from '../tests/support/lakou-process.ts';
import { startNginx as startShippedNginx } from '../tests/support/nginx.ts';
import { sparePort } from '../tests/support/postgres-server.ts';
import { addStream, Browser } from '../tests/support/streams.ts';
import { onPostgres } from './bench-databases.ts';
import { startNginx } from './nginx.ts';

/*
 * How many segments of a film go out in a second, each only to whom the gate lets in: from the process itself and through
 * deploy/nginx.conf, beside nginx, which lets everybody in, on the very same files in the same run; and how many tickets are
 * given and exchanged. The server is a process of its own.
 */
const CONNECTIONS = 8;
const ROUND_MS = 2000;
const ROUNDS = 5;
const DELIVERY_SECRET = 'a-secret-of-nginx-and-its-processes';
/** Below the limit of tickets per member. */
const TICKETS = 60;
const MEMBERS = 20;
const TRUST_SECONDS = 5;
const WITHDRAWALS = 5;
/** Longer than this, and something is broken. */
const WITHDRAWN_MS = 60_000;

interface Reel {
  what: string;
  bytes: number;
  segments: number;
}
const reels: Reel[] = [
  { what: 'a film that many watch, at 730 kbit/s', bytes: 365_000, segments: 60 },
  { what: 'more films than memory holds, at 2 Mbit/s', bytes: 1_000_000, segments: 250 },
];

const folder = mkdtempSync(join(tmpdir(), 'lakou-bench-'));
try {
  await onPostgres(measure);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(place: string, database: Database, DATABASE_URL = ''): Promise<void> {
  await prepareDatabase(database, { demo: true });
  const keys = await loadSigningKeys({ folder });
  const tokens = await Promise.all((await addMembers(database)).map(token));
  const settings = {
    ...{ DATABASE_URL, DATA_DIR: folder, TRUSTED_PROXIES: '1', DELIVERY_SECRET },
    PLAYBACK_TRUST_SECONDS: String(TRUST_SECONDS),
  };
  const lakou = await startLakou(settings, { measured: true });
  const streams = join(folder, 'streams');
  const nginx = await startNginx(join(folder, 'nginx'), streams);
  if (!nginx) console.error('nginx is not installed: no rival to measure beside.');
  const port = await sparePort();
  const shipped =
    nginx &&
    (await startShippedNginx(join(folder, 'shipped-nginx'), port, {
      servers: [lakou.url],
      deliverySecret: DELIVERY_SECRET,
      streams,
    }));
  try {
    console.log(
      `## Playback\n\n| segments per second, ${CONNECTIONS} connections | ours | through nginx | bare nginx | ours / bare | through / bare |\n|---|---:|---:|---:|---:|---:|`,
    );
    for (const reel of reels) console.log(await measureSegments(reel));
    console.log(`\n| per second, on ${place} | |\n|---|---:|`);
    await measureTickets();
    console.log(
      `\n| a withdrawn right, trusted for ${TRUST_SECONDS} s | first refusal after, s: median | longest of ${WITHDRAWALS} |\n|---|---:|---:|`,
    );
    console.log(await measureWithdrawal('segments from the process', lakou.url));
    if (shipped) console.log(await measureWithdrawal('segments through nginx', `http://127.0.0.1:${port}`));
  } finally {
    await nginx?.stop();
    await shipped?.stop();
    await lakou.stop();
  }

  function token(sub: string): Promise<string> {
    return keys.sign({ sub, role: 'authenticated', aud: 'authenticated' }, '1h');
  }

  async function measureSegments(reel: Reel): Promise<string> {
    const movie_id = await addMovie(database);
    const names = Array.from({ length: reel.segments }, (_, n) => `v730/${String(n).padStart(5, '0')}.m4s`);
    const stream = await addStream({ database, dataFolder: folder }, { movie_id });
    mkdirSync(join(folder, 'streams', stream.id, 'v730'));
    for (const name of names)
      writeFileSync(join(folder, 'streams', stream.id, name), randomBytes(reel.bytes));
    const browser = new Browser(lakou.url);
    await browser.play('movie', movie_id);
    const [cookie = ''] = [...browser.cookies].flatMap(([name, value]) =>
      name.endsWith(' lakou_stream') ? [`cookie: lakou_stream=${value}\r\n`] : [],
    );
    const headers = `${cookie}user-agent: ${browser.name}\r\n`;
    const ours = names.map((name) => `/stream/${stream.id}/${name}`);
    const theirs = names.map((name) => `/${stream.id}/${name}`);
    const speeds = { ours: [] as number[], through: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      speeds.ours.push(await fetchSegments(lakou.url, ours, headers, reel.bytes));
      if (!nginx) continue;
      speeds.through.push(await fetchSegments(`http://127.0.0.1:${port}`, ours, headers, reel.bytes));
      speeds.bare.push(await fetchSegments(nginx.url, theirs, headers, reel.bytes));
    }
    rmSync(join(folder, 'streams', stream.id), { recursive: true });
    // The first round warms up.
    const [mine, through, bare] = Object.values(speeds).map((rounds) => median(rounds.slice(1)));
    const share = (speed = Number.NaN) => `${Math.round((100 * speed) / (bare ?? Number.NaN))} %`;
    const cells = [mine, through, bare].map((speed) => Math.round(speed ?? Number.NaN));
    return `| ${reel.what}, ${Math.round(reel.bytes / 1000)} KB each | ${[...cells, share(mine), share(through)].join(' | ')} |`;
  }

  /** From the moment at which a film stops to be published to the first segment that is refused, while its viewer goes on. */
  async function measureWithdrawal(what: string, url: string): Promise<string> {
    const seconds: number[] = [];
    for (let n = 0; n < WITHDRAWALS; n += 1) {
      const movie_id = await addMovie(database);
      await addStream({ database, dataFolder: folder }, { movie_id });
      const viewer = new Browser(url);
      const { base } = await viewer.play('movie', movie_id);
      const status = () => viewer.status(`${base}v145/00000.m4s`);
      // Not always at the same age of the last check.
      const until = performance.now() + (n * TRUST_SECONDS * 1000) / WITHDRAWALS;
      do if ((await status()) !== 200) throw new Error('a viewer was refused');
      while (performance.now() < until);
      await database.query('update public.movies set published = false where id = $1', [movie_id]);
      const begun = performance.now();
      while ((await status()) === 200)
        if (performance.now() > begun + WITHDRAWN_MS) throw new Error('a withdrawn right did not end');
      seconds.push((performance.now() - begun) / 1000);
    }
    return `| ${what} | ${median(seconds).toFixed(1)} | ${Math.max(...seconds).toFixed(1)} |`;
  }

  async function measureTickets(): Promise<void> {
    const movie_id = await addMovie(database);
    await addStream({ database, dataFolder: folder }, { movie_id });
    const browsers = tokens.map((given) => new Browser(lakou.url, { token: given }));
    const given = await perSecond(TICKETS * MEMBERS, async (n) => {
      const { status } = await browsers[n % MEMBERS]!.press('movie', movie_id);
      if (status !== 200) throw new Error(`playback was answered ${status}`);
    });
    const visitors = Array.from({ length: 400 }, () => new Browser(lakou.url));
    const fresh: string[] = [];
    await perSecond(visitors.length, async (n) => {
      fresh[n] = (await visitors[n]!.press('movie', movie_id)).body.url;
    });
    const exchanged = await perSecond(visitors.length, async (n) => {
      const status = await visitors[n]!.status(fresh[n] ?? '');
      if (status !== 200) throw new Error(`a ticket was answered ${status}`);
    });
    const asked = await perSecond(1000, async () => {
      const answer = await fetch(`${lakou.url}/rest/v1/rpc/can_watch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[0]}` },
        body: JSON.stringify({ media_type: 'movie', media_id: movie_id }),
      });
      await answer.text();
    });
    console.log(`| tickets given to members | ${Math.round(given)} |`);
    console.log(`| tickets exchanged for a session and a playlist | ${Math.round(exchanged)} |`);
    console.log(`| beside: the rule alone, asked over the Data API | ${Math.round(asked)} |`);
  }
}

async function addMembers(database: Database): Promise<string[]> {
  const ids = Array.from({ length: MEMBERS }, () => randomUUID());
  for (const id of ids) {
    await database.query(
      `insert into auth.users (id, email, aud, role, raw_user_meta_data)
        values ($1, $2, 'authenticated', 'authenticated', '{}')`,
      [id, `${id}@example.test`],
    );
  }
  return ids;
}

async function addMovie(database: Database): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Bench', true, true) returning id`,
  );
  return row!.id;
}

async function perSecond(times: number, work: (n: number) => Promise<void>): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < times) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return times / ((performance.now() - begun) / 1000);
}

/** Segments per second, over bare sockets, so that the measuring costs as little as it can. */
async function fetchSegments(url: string, paths: string[], headers: string, size: number): Promise<number> {
  const begun = performance.now();
  const until = begun + ROUND_MS;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => fetchOn(url, paths, headers, size, until)),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1000);
}

function fetchOn(
  url: string,
  paths: string[],
  headers: string,
  size: number,
  until: number,
): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let total = 0;
    const open = (): void => {
      const socket = connect(Number(port), hostname);
      let left = 0;
      let head = '';
      const leave = (next: () => void): void => {
        socket.removeAllListeners('close');
        socket.destroy();
        next();
      };
      const request = (): void => {
        if (performance.now() >= until) {
          leave(() => resolve(total));
          return;
        }
        const path = paths[Math.floor(Math.random() * paths.length)];
        head = '';
        socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${headers}\r\n`);
      };
      socket.on('connect', request).on('error', reject);
      socket.on('close', () => reject(new Error('the server hung up')));
      socket.on('data', (chunk) => {
        let bytes = chunk.length;
        if (left === 0) {
          head += chunk.toString('latin1');
          const end = head.indexOf('\r\n\r\n');
          if (end < 0) return;
          if (!head.startsWith('HTTP/1.1 200')) return void reject(new Error(head.slice(0, end)));
          left = size;
          bytes = head.length - end - 4;
        }
        left -= bytes;
        if (left > 0) return;
        total += 1;
        // nginx ends a connection after a thousand requests.
        if (/^connection: close/im.test(head)) leave(open);
        else request();
      });
    };
    open();
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
