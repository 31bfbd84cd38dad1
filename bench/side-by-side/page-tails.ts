import { type BareHandler, fetchRaw } from './bare.ts';
import type { LoadGenerator } from './load.ts';
import { SECONDS } from './rate.ts';
import type { Sides } from './servers.ts';
import { percentile, table, whole } from './table.ts';
import { topicPaths } from './world.ts';

const COMPRESSED = { 'accept-encoding': 'br' };
const CROWDS = [1, 20, 100, 400];
/** With this many connections, those who wait long need time to be seen. */
const CROWDED = 100;

const loads = [
  { name: 'home', paths: ['/'], crowds: CROWDS },
  { name: 'topic', paths: topicPaths.slice(-1), crowds: CROWDS },
  { name: 'topics, each request another', paths: topicPaths, crowds: CROWDS.slice(-1) },
];

/**
 * How long answers take when many ask at once, and how many are refused with 503. The bare handler sends the bytes of the
 * first page to all: what it takes is the client's and the machine's part.
 */
export async function measureTails(
  generator: LoadGenerator,
  bare: BareHandler,
  { before, now }: Sides,
): Promise<string> {
  const rows: string[][] = [];
  for (const { name, paths, crowds } of loads) {
    await bare.send(await fetchRaw(`${now.url}${paths[0]}`, COMPRESSED));
    for (const connections of crowds) {
      console.error(`  ${name}: ${connections} connections`);
      const row = [name, String(connections)];
      for (const { url } of [before, now, bare])
        row.push(...(await cells(generator, url, paths, connections)));
      rows.push(row.slice(0, -1));
    }
  }
  const each = (when: string) => [`p50 ${when}, ms`, 'p99', 'p99 / p50'];
  const head = [
    'page',
    'connections',
    ...each('before'),
    '503',
    ...each('now'),
    '503',
    ...each('bare handler'),
  ];
  return table(head, rows);
}

async function cells(
  generator: LoadGenerator,
  url: string,
  paths: string[],
  connections: number,
): Promise<string[]> {
  const { times, statuses } = await generator.run({
    url,
    targets: paths.map((path) => ({ path })),
    headers: COMPRESSED,
    seconds: connections < CROWDED ? SECONDS / 2 : SECONDS * 2,
    connections,
  });
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const precise = (ms: number) => (ms < 10 ? ms.toFixed(1) : whole(ms));
  return [precise(p50), precise(p99), (p99 / p50).toFixed(1), whole(statuses[503] ?? 0)];
}
