import type { LoadGenerator, LoadOrders } from './load.ts';
import type { Side } from './servers.ts';
import { mean } from './table.ts';
import { cpuSeconds } from './usage.ts';

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
/** After one to warm up; the sides take turns. */
export const ROUNDS = 2;
const CONNECTIONS = 20;

export interface Rate {
  perSecond: number;
  /** Processor time of the server for each page, in milliseconds. */
  cpuMs: number;
  /** Cores that the server kept busy. */
  cores: number;
}

export async function rateOf(
  generator: LoadGenerator,
  { url, pid, name }: Side,
  orders: Pick<LoadOrders, 'targets' | 'headers' | 'once'>,
): Promise<Rate> {
  const before = cpuSeconds(pid);
  const { perSecond, seconds, answered, statuses } = await generator.run({
    url,
    seconds: SECONDS,
    connections: CONNECTIONS,
    ...orders,
  });
  const cpu = cpuSeconds(pid) - before;
  if (answered === 0) throw new Error(`${name} answered nothing: ${JSON.stringify(statuses)}`);
  const { 200: _, ...others } = statuses;
  if (Object.keys(others).length > 0) console.error(`  ${name} also answered ${JSON.stringify(others)}`);
  return { perSecond, cpuMs: (1000 * cpu) / answered, cores: cpu / seconds };
}

/** Answers per second at each address, which take turns. */
export async function ratesInTurn(
  generator: LoadGenerator,
  urls: readonly string[],
  orders: Pick<LoadOrders, 'targets' | 'headers'>,
  seconds: number,
): Promise<number[]> {
  const rates: number[][] = urls.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, url] of urls.entries()) {
      const { perSecond } = await generator.run({ url, seconds, connections: CONNECTIONS, ...orders });
      if (round > 0) rates[index]?.push(perSecond);
    }
  return rates.map(mean);
}
