import type { LoadGenerator } from './load.ts';
import { SECONDS } from './rate.ts';
import type { Side, Sides } from './servers.ts';
import { percentile, table, whole } from './table.ts';
import { topicPaths } from './world.ts';

const CROWDS = [1, 20, 100, 400];
/** With this many connections, those who wait long need time to be seen. */
const CROWDED = 100;

const loads = [
  { name: 'home', paths: ['/'], crowds: CROWDS },
  { name: 'topic', paths: topicPaths.slice(-1), crowds: CROWDS },
  { name: 'topics, each request another', paths: topicPaths, crowds: CROWDS.slice(-1) },
];

/** How long answers take when many ask at once, and how many are refused with 503. */
export async function measureTails(generator: LoadGenerator, { before, now }: Sides): Promise<string> {
  const rows: string[][] = [];
  for (const { name, paths, crowds } of loads)
    for (const connections of crowds) {
      console.error(`  ${name}: ${connections} connections`);
      const row = [name, String(connections)];
      for (const side of [before, now]) row.push(...(await cells(generator, side, paths, connections)));
      rows.push(row);
    }
  const each = (when: string) => [`p50 ${when}, ms`, 'p99', 'p99 / p50', '503'];
  return table(['page', 'connections', ...each('before'), ...each('now')], rows);
}

async function cells(
  generator: LoadGenerator,
  { url }: Side,
  paths: string[],
  connections: number,
): Promise<string[]> {
  const { times, statuses } = await generator.run({
    url,
    targets: paths.map((path) => ({ path })),
    headers: { 'accept-encoding': 'br' },
    seconds: connections < CROWDED ? SECONDS / 2 : SECONDS * 2,
    connections,
  });
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const precise = (ms: number) => (ms < 10 ? ms.toFixed(1) : whole(ms));
  return [precise(p50), precise(p99), (p99 / p50).toFixed(1), whole(statuses[503] ?? 0)];
}
