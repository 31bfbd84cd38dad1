import { setTimeout as sleep } from 'node:timers/promises';
import { LoadGenerator, type LoadOrders } from './side-by-side/load.ts';
import { memberHomes, pagesByTheirOwn, visitedPages } from './side-by-side/page-list.ts';
import { type Side, withBothServers } from './side-by-side/servers.ts';
import { table, whole } from './side-by-side/table.ts';
import { residentBytes } from './side-by-side/usage.ts';

/*
 * The server's memory before, during and after a load of pages, and after a minute of silence, beside the revision that
 * old-revision.ts names. Resident memory is that of the server and of what it starts, without PostgreSQL.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const SILENCE_MS = Number(process.env.BENCH_SILENCE_SECONDS ?? 60) * 1000;
const SAMPLE_MS = 250;

interface Memory {
  resident: number;
  heap: number;
  external: number;
  /** Of pages and Data API answers. Not a number where there is no such cache. */
  cached: number;
  /** How late the latest timer of the main thread ran since the last look, in seconds. */
  lag: number;
}

/** What the bench of pages does: many pages once, visited pages in every encoding, crowds. */
const loads: Pick<LoadOrders, 'targets' | 'headers' | 'connections'>[] = [
  ...[...pagesByTheirOwn.map(({ paths }) => paths.map((path) => ({ path }))), memberHomes].map((targets) => ({
    targets,
    headers: { 'accept-encoding': 'br' },
    connections: 20,
  })),
  ...['br', 'gzip', 'identity'].map((encoding) => ({
    targets: visitedPages,
    headers: { 'accept-encoding': encoding },
    connections: 20,
  })),
  ...[100, 400].map((connections) => ({
    targets: [{ path: '/' }],
    headers: { 'accept-encoding': 'br' },
    connections,
  })),
];

const generator = new LoadGenerator();
try {
  await withBothServers(async ({ before, now }) => {
    const waiting: Promise<string[][]>[] = [];
    for (const side of [before, now]) {
      const rows = await underLoad(side);
      waiting.push(afterSilence(side, rows));
    }
    console.log(`## Memory of the server under a load of pages\n`);
    const head = [
      'revision',
      'when',
      'resident, MB',
      'heap, MB',
      'external, MB',
      'caches, MB',
      'event loop, ms',
    ];
    console.log(table(head, (await Promise.all(waiting)).flat()));
  });
} finally {
  generator.stop();
}

async function underLoad(side: Side): Promise<string[][]> {
  const before = row(side, 'before', await memoryOf(side));
  let most: Memory = { resident: 0, heap: 0, external: 0, cached: 0, lag: 0 };
  const timer = setInterval(() => {
    most = { ...most, resident: Math.max(most.resident, residentBytes(side.pid)) };
  }, SAMPLE_MS);
  for (const load of loads) {
    console.error(`  ${side.name}: load ${loads.indexOf(load) + 1} of ${loads.length}`);
    await generator.run({ url: side.url, seconds: SECONDS, ...load });
    const { heap, external, cached, lag } = await memoryOf(side);
    most = {
      resident: most.resident,
      heap: Math.max(most.heap, heap),
      external: Math.max(most.external, external),
      cached: Math.max(most.cached, cached),
      lag: Math.max(most.lag, lag),
    };
  }
  clearInterval(timer);
  return [before, row(side, 'during, at most', most), row(side, 'after', await memoryOf(side))];
}

async function afterSilence(side: Side, rows: string[][]): Promise<string[][]> {
  await sleep(SILENCE_MS);
  return [...rows, row(side, `after ${SILENCE_MS / 1000} s of silence`, await memoryOf(side))];
}

function row({ name }: Side, when: string, { resident, heap, external, cached, lag }: Memory): string[] {
  const shown = (value: number) => (Number.isNaN(value) ? '–' : whole(value));
  const megabytes = [resident, heap, external, cached].map((bytes) => shown(bytes / 2 ** 20));
  return [name, when, ...megabytes, shown(lag * 1000)];
}

/** Heap and external memory are those of the main thread. */
async function memoryOf({ url, pid }: Side): Promise<Memory> {
  const answer = await fetch(`${url}/metrics`);
  const metrics = await answer.text();
  if (!answer.ok) throw new Error(`/metrics was answered ${answer.status}: ${metrics}`);
  const lines = metrics.split('\n');
  const gauge = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? Number.NaN);
  return {
    resident: residentBytes(pid),
    heap: gauge('nodejs_heap_size_used_bytes'),
    external: gauge('nodejs_external_memory_bytes'),
    cached: gauge('cache_bytes{cache="pages"}') + gauge('cache_bytes{cache="rest"}'),
    lag: gauge('nodejs_eventloop_lag_max_seconds'),
  };
}
