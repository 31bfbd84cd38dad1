import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { TitleRights } from './access-label.ts';
import { databaseOf, rowsOf } from './database.ts';
import { ENTITLEMENTS } from './entitlements.ts';
import type { PricedTitle, TitleKind } from './title-prices.ts';

/** How a title is offered, and what the viewer has of it. */
export type TitleAccess = PricedTitle & TitleRights;

/** At most as many as `list_title_access` answers for, and as an address can carry. */
const MOST = 100;

/**
 * What the viewer has of a title; null if they cannot see it. Each title has its own place in the cache, but all titles of
 * a page are read by one query.
 */
export function titleAccess(viewer: string | undefined, kind: TitleKind, id: string) {
  return queryOptions({
    queryKey: ['catalogue', 'access', viewer, kind, id],
    meta: ENTITLEMENTS,
    queryFn: viewer ? ({ client }) => readWithOthers(client, kind, id) : skipToken,
  });
}

interface Batch {
  wanted: Record<TitleKind, Set<string>>;
  rows: Promise<Map<string, TitleAccess>>;
}

const open = new WeakMap<QueryClient, Batch>();

async function readWithOthers(client: QueryClient, kind: TitleKind, id: string): Promise<TitleAccess | null> {
  let batch = open.get(client);
  if (!batch || batch.wanted.movie.size + batch.wanted.series.size >= MOST) {
    batch = startBatch(client);
    open.set(client, batch);
  }
  batch.wanted[kind].add(id);
  return (await batch.rows).get(`${kind} ${id}`) ?? null;
}

/** Is sent when all cards of a render have asked. */
function startBatch(client: QueryClient): Batch {
  const wanted = { movie: new Set<string>(), series: new Set<string>() };
  const rows = new Promise((resolve) => setTimeout(resolve)).then(async () => {
    if (open.get(client)?.wanted === wanted) open.delete(client);
    const found = rowsOf(
      await (await databaseOf(client)).rpc(
        'list_title_access',
        { movie_ids: [...wanted.movie], series_ids: [...wanted.series] },
        { get: true },
      ),
    );
    return new Map(
      found.map((row) => [`${row.media_type} ${row.media_id}`, row as typeof row & TitleAccess]),
    );
  });
  return { wanted, rows };
}
