import type { GiftInput } from '@lakou/contract/commerce/inputs';
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

const PAGE = 20;

/** The title that a link to /gift names as `movie:<id>` or `series:<id>`; null when it is not on sale. */
export function titleToGive(item: string | null) {
  const [kind, id] = item?.split(':') ?? [];
  const table = kind === 'series' ? 'series' : 'movies';
  return queryOptions({
    queryKey: ['commerce', 'title-to-give', item],
    queryFn:
      id && isId(id)
        ? async ({ client }) =>
            rowOrNull(
              await (await databaseOf(client))
                .from(table)
                .select('id, title, purchase_price')
                .eq('id', id)
                .eq('is_purchasable', true)
                .eq('is_free', false)
                .maybeSingle(),
            )
        : skipToken,
  });
}

/** What the viewer gave and paid, newest first. */
export function ownGifts(viewer: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['commerce', 'gifts', viewer],
    queryFn: viewer
      ? async ({ client, pageParam }) =>
          rowsOf(
            await (await databaseOf(client)).rpc('my_gifts', pageParam === null ? {} : { before: pageParam }),
          )
      : skipToken,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.created_at),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}
export type Gift = Awaited<ReturnType<typeof readGifts>>[number];
const readGifts = async () => rowsOf(await (await supabase()).rpc('my_gifts'));

/** An order for this gift, at the price in the database. */
export async function createGift({ item, ...gift }: GiftInput): Promise<string> {
  const [kind, id] = item.split(':');
  const what = id ? { media_type: kind as string, media_id: id } : { pass: item };
  const order = rowsOf(await (await supabase()).rpc('create_gift', { ...gift, ...what }));
  return order.id;
}
