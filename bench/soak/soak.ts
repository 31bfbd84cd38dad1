import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { buyerOnce } from './buyers.ts';
import { Ledger } from './ledger.ts';
import { listenOnce, memberOnce } from './members.ts';
import { ingestOnce, payOnce, postOnce, viewOnce, type World } from './people.ts';
import { openShop } from './shop.ts';
import { auditOnce, plainFormOnce, searchOnce, statusOnce, televisionOnce } from './visitors.ts';
import { type Memory, WatchedServer } from './watched-server.ts';

/**
 * `npm run soak`: viewers, searchers, posters, payers, members from sign-up to deletion, live listeners and an ingest on one
 * server for SOAK_MINUTES (ten by default); about once a minute a buyer who pays in every way, a television, a plain
 * form and an audit. Prints the requests and responses, and the server's memory after a warm-up,
 * in the middle and at the end. Exits with 1 on any response of 500 or above, on a request without a response, on
 * anything that a person misses, and on growing memory.
 */
const minutes = Number(process.env.SOAK_MINUTES ?? 10);
const CROWD = { viewers: 12, posters: 3, payers: 2, members: 2, listeners: 2, searchers: 2 };
const MIB = 2 ** 20;
/** How much more memory the end can hold than the time after the warm-up. */
const growth = { heap: { share: 1.2, more: 16 * MIB }, rss: { share: 1.25, more: 96 * MIB } };

if (!(minutes > 0)) throw new Error('SOAK_MINUTES must be a number above 0');
const folder = mkdtempSync(join(tmpdir(), 'lakou-soak-'));
const server = await WatchedServer.start({
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'warn',
  AUTH_LIMITS: 'signUps=off,signIns=off,mails=off',
  INGEST_THREADS: '1',
  // All viewers are visitors from the same address.
  STREAMS_PER_ACCOUNT: '20',
});
const wrong: string[] = [];
let over = false;
let paused = false;

try {
  const world = await openWorld();
  const film = makeFilm();
  const shop = await openShop(world);
  const loops = [
    ...Array.from({ length: CROWD.viewers }, () => repeat(() => viewOnce(world), 500)),
    ...Array.from({ length: CROWD.posters }, () => repeat(() => postOnce(world), 1_000)),
    ...Array.from({ length: CROWD.payers }, () => repeat(() => payOnce(world), 2_000)),
    ...Array.from({ length: CROWD.members }, () => repeat(() => memberOnce(world), 2_000)),
    ...Array.from({ length: CROWD.listeners }, () => repeat(() => listenOnce(world), 1_000)),
    ...Array.from({ length: CROWD.searchers }, () => repeat(() => searchOnce(world), 2_000)),
    repeat(() => ingestOnce(world, film), 10_000),
    // Each about once a minute.
    repeat(() => buyerOnce(world, shop), 45_000),
    repeat(() => televisionOnce(world), 55_000),
    repeat(() => plainFormOnce(world), 55_000),
    repeat(() => statusOnce(world), 20_000),
    repeat(() => auditOnce(world, shop), 50_000),
  ];
  const measured: [string, Memory][] = [];
  for (const [name, share] of [
    ['after warm-up', 0.3],
    ['in the middle', 0.3],
    ['at the end', 0.4],
  ] as const) {
    await sleep(share * minutes * 60_000);
    measured.push([name, await measure()]);
  }
  over = true;
  await Promise.all(loops);
  process.exitCode = report(world.record, measured) ? 0 : 1;
} finally {
  over = true;
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function openWorld(): Promise<World> {
  const { anonKey, serviceKey } = await loadSigningKeys({ folder: join(folder, 'data') });
  const service = createClient(server.url, serviceKey, { auth: { persistSession: false } });
  const { data } = await service
    .from('movies')
    .select('id, is_free, is_purchasable, has_video')
    .eq('published', true);
  const films = data ?? [];
  const free = films.filter((one) => one.is_free && one.has_video).map(({ id }) => id as string);
  const sold = films.filter((one) => one.is_purchasable && !one.is_free).map(({ id }) => id as string);
  if (free.length === 0 || sold.length === 0) throw new Error('the demo world has no films for a soak');
  return { url: server.url, anonKey, serviceKey, record: new Ledger(), free, sold };
}

function makeFilm(): string {
  const path = join(folder, 'film.mp4');
  const picture = 'testsrc2=size=640x360:rate=12:duration=6';
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=220:duration=6'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...codecs, path]);
  return path;
}

/** Repeats the task with a pause. */
async function repeat(task: () => Promise<void>, pauseMs: number): Promise<void> {
  while (!over) {
    while (paused && !over) await sleep(100);
    await task().catch((error: Error) => {
      if (server.isRunning && wrong.length < 20) wrong.push(error.message);
    });
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

/** Measures while all tasks pause: what is left is retained memory. */
async function measure(): Promise<Memory> {
  paused = true;
  await sleep(3_000);
  const memory = await server.memory();
  paused = false;
  return memory;
}

function report(record: Ledger, measured: [string, Memory][]): boolean {
  const mb = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
  console.log(
    `\n${minutes} minutes: ${JSON.stringify(CROWD)}, one film after the other prepared beside them\n`,
  );
  console.log(record.table());
  console.log(
    '\n| memory | heap after tidying | buffers | resident | event loop p99 |\n|---|---|---|---|---|',
  );
  for (const [name, { heap, buffers, rss, lagP99 }] of measured) {
    console.log(`| ${name} | ${mb(heap)} | ${mb(buffers)} | ${mb(rss)} | ${lagP99.toFixed(1)} ms |`);
  }
  const [first, last] = [measured[0]?.[1], measured.at(-1)?.[1]];
  for (const what of ['heap', 'rss'] as const) {
    const { share, more } = growth[what];
    const most = (first?.[what] ?? 0) * share + more;
    if ((last?.[what] ?? 0) > most)
      wrong.push(`memory grew: ${what} is ${mb(last?.[what] ?? 0)}, more than ${mb(most)}`);
  }
  if (!server.isRunning) wrong.push('the server ended');
  if (record.failures > 0)
    wrong.push(`${record.failures} requests failed on the server's side:`, ...record.wrong);
  console.log(wrong.length === 0 ? '\nNothing failed, nothing grew.' : `\n${wrong.join('\n')}`);
  return wrong.length === 0;
}
