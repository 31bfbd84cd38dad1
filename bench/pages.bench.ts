import { BareHandler } from './side-by-side/bare.ts';
import { LoadGenerator } from './side-by-side/load.ts';
import { measurePhones } from './side-by-side/page-phones.ts';
import { measureSizes } from './side-by-side/page-sizes.ts';
import { measureFirstViews, measureVisitedPages } from './side-by-side/page-speed.ts';
import { measureTails } from './side-by-side/page-tails.ts';
import { withBothServers } from './side-by-side/servers.ts';

/*
 * What pages cost, beside the revision that old-revision.ts names and beside a bare handler that sends the same bytes, on
 * PostgreSQL with a long forum and a large catalogue. Then on a slow phone: 400 kbit/s, 150 ms, a processor four times slower
 * than this machine's, 360 px. BENCH_SECONDS is the time per cell, BENCH_PHONES how many phones visit each page.
 */
const OWN_HOMES =
  'Everybody their own: members with every combination of language, theme, rights and history in their cookies; a film that home shows is changed before each round.';
const PHONE =
  '400 kbit/s, 150 ms, processor slowed down four times, 360 px; both revisions at the same time.';
const parts = (process.env.BENCH_PARTS ?? 'speed,tails,sizes,phones').split(',');

const generator = new LoadGenerator();
const bare = await BareHandler.start();
try {
  await withBothServers(async (sides) => {
    if (parts.includes('speed')) {
      const firstViews = await measureFirstViews(generator, sides);
      const visited = await measureVisitedPages(generator, bare, sides);
      print('Pages that were visited before, 20 connections', visited);
      print('Pages viewed for the first time, 20 connections, compressed', firstViews, OWN_HOMES);
    }
    if (parts.includes('tails')) print('Many visitors at once', await measureTails(generator, bare, sides));
    if (parts.includes('sizes')) print('Documents', await measureSizes(sides));
    if (parts.includes('phones')) print('Pages on a slow phone', await measurePhones(sides), PHONE);
  });
} finally {
  generator.stop();
  bare.stop();
}

function print(title: string, rows: string, about = ''): void {
  console.log(`## ${title}\n\n${about && `${about}\n\n`}${rows}`);
}
