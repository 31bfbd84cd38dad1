import { type BareHandler, fetchRaw } from './bare.ts';
import type { LoadGenerator } from './load.ts';
import { ratesInTurn, SECONDS } from './rate.ts';
import type { Sides } from './servers.ts';
import { percent, table, times, whole } from './table.ts';
import { filmPaths, idIn, topicPaths } from './world.ts';

const CARD =
  'id,title,description,thumbnail_url,duration,release_date,genre,is_free,is_purchasable,is_rentable,purchase_price,rental_price,rating,review_count';
/** So many addresses of a kind are hot. */
const HOT = 20;
const [topics, films] = [topicPaths, filmPaths].map((paths) => paths.slice(0, HOT).map(idIn)) as [
  string[],
  string[],
];
const pages = Array.from({ length: HOT }, (_, page) => page);

const reads: Record<string, string[]> = {
  'film list': pages.map(
    (page) => `movies?select=${CARD}&published=eq.true&order=created_at.desc&limit=24&offset=${24 * page}`,
  ),
  'one film': films.map((id) => `movies?select=*&id=eq.${id}&published=eq.true`),
  search: ['kisa', 'lanp', 'drama', 'fim', 'lamè'].map(
    (word) => `rpc/search?query=${encodeURIComponent(word)}`,
  ),
  'forum list': pages.map((page) => `rpc/forum_page?page=${page + 1}`),
  topic: topics.map((id) => `rpc/forum_topic?topic_id=${id}`),
  replies: topics.map((id) => `rpc/topic_page?topic_id=${id}&page=1&page_size=20`),
};

/** Visitors' reads of what many read: the old revision, this one, and a bare handler that sends the same bytes. */
export async function measureHotReads(
  generator: LoadGenerator,
  bare: BareHandler,
  { before, now }: Sides,
): Promise<string> {
  const rows: string[][] = [];
  for (const [name, paths] of Object.entries(reads)) {
    console.error(`  hot reads: ${name}`);
    const targets = paths.map((path) => ({ path: `/rest/v1/${path}` }));
    await bare.send(await fetchRaw(now.url + (targets[0]?.path ?? ''), {}));
    const urls = [before.url, now.url, bare.url];
    const [old = 0, ours = 0, rival = 0] = await ratesInTurn(
      generator,
      urls,
      { targets, headers: {} },
      SECONDS / 2,
    );
    rows.push([name, whole(old), whole(ours), times(ours, old), whole(rival), percent(ours, rival)]);
  }
  return table(['read', 'before, per second', 'now', 'now / before', 'bare handler', 'now / bare'], rows);
}
