import { setTimeout as sleep } from 'node:timers/promises';
import { type BareHandler, fetchRaw } from './bare.ts';
import type { LoadGenerator, Target } from './load.ts';
import { memberHomes, type Page, pagesByTheirOwn, visitedPages } from './page-list.ts';
import { type Rate, ROUNDS, rateOf, ratesInTurn, SECONDS } from './rate.ts';
import type { Side, Sides } from './servers.ts';
import { mean, percent, table, times, whole } from './table.ts';
import { changeHome } from './world.ts';

const COMPRESSED = { 'accept-encoding': 'br' };
/** No page is older than a second: after this time a change is on all of them. */
const CHANGED_MS = 1100;

/** Every request is for another page, so that none was made before. The first part of the pages warms up. */
export async function measureFirstViews(generator: LoadGenerator, sides: Sides): Promise<string> {
  const rows: string[][] = [];
  for (const { name, paths } of pagesByTheirOwn) {
    console.error(`  first views: ${name}`);
    const size = Math.floor(paths.length / (ROUNDS + 1));
    rows.push(
      await compare(name, sides, (side, round) =>
        request(
          generator,
          side,
          paths.slice(round * size, (round + 1) * size).map((path) => ({ path })),
        ),
      ),
    );
  }
  console.error('  first views: home');
  rows.push(
    await compare('home, everybody their own', sides, async (side) => {
      await changeHome(side.databaseUrl);
      await sleep(CHANGED_MS);
      return request(generator, side, memberHomes);
    }),
    await compare('· the same, nothing has changed', sides, (side) => request(generator, side, memberHomes)),
  );
  const head = ['page', 'before, per second', 'now', 'now / before'];
  return table([...head, 'CPU per page before, ms', 'now', 'cores busy before', 'now'], rows);
}

async function compare(
  name: string,
  sides: Sides,
  measure: (side: Side, round: number) => Promise<Rate>,
): Promise<string[]> {
  const rates = { before: [] as Rate[], now: [] as Rate[] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const side of [sides.before, sides.now]) {
      const rate = await measure(side, round);
      if (round > 0) rates[side.name].push(rate);
    }
  const of = (side: Side['name'], part: keyof Rate) => mean(rates[side].map((rate) => rate[part]));
  return [
    name,
    whole(of('before', 'perSecond')),
    whole(of('now', 'perSecond')),
    times(of('now', 'perSecond'), of('before', 'perSecond')),
    of('before', 'cpuMs').toFixed(1),
    of('now', 'cpuMs').toFixed(1),
    of('before', 'cores').toFixed(1),
    of('now', 'cores').toFixed(1),
  ];
}

function request(generator: LoadGenerator, side: Side, targets: Target[]): Promise<Rate> {
  return rateOf(generator, side, { targets, headers: COMPRESSED, once: true });
}

/** The same page again and again, beside a bare handler that sends the very same bytes. */
export async function measureVisitedPages(
  generator: LoadGenerator,
  bare: BareHandler,
  sides: Sides,
): Promise<string> {
  const rows: string[][] = [];
  for (const page of visitedPages)
    for (const encoding of ['br', 'gzip', 'identity']) {
      console.error(`  visited before: ${page.name}, ${encoding}`);
      rows.push([page.name, encoding, ...(await visitedRow(generator, bare, sides, page, encoding))]);
    }
  return table(['page', 'encoding', 'before, per second', 'now', 'bare handler', 'now / bare'], rows);
}

async function visitedRow(
  generator: LoadGenerator,
  bare: BareHandler,
  { before, now }: Sides,
  { path }: Page,
  encoding: string,
): Promise<string[]> {
  const headers = { 'accept-encoding': encoding };
  await bare.send(await fetchRaw(now.url + path, headers));
  const urls = [before.url, now.url, bare.url];
  const orders = { targets: [{ path }], headers };
  const [old = 0, ours = 0, rival = 0] = await ratesInTurn(generator, urls, orders, SECONDS / 2);
  return [whole(old), whole(ours), whole(rival), percent(ours, rival)];
}
