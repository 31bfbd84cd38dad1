import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';
import { useViewer, VISITOR, type Viewer } from '../viewer.ts';

function canWatch(media: 'movie' | 'series', id: string, viewer: Viewer | undefined) {
  return queryOptions({
    queryKey: ['catalogue', 'can-watch', media, id, viewer],
    meta: ENTITLEMENTS,
    queryFn:
      viewer === undefined || viewer === VISITOR
        ? skipToken
        : async ({ client }) => {
            const db = await databaseOf(client);
            return rowsOf(await db.rpc('can_watch', { media_type: media, media_id: id }));
          },
  });
}

/**
 * Whether the viewer can watch; undefined while that is not known. The rule is the SQL function can_watch (P-4). Visitors, who only
 * get published titles, can watch what is free: it is not asked for them, so that their page depends on nobody's purchases.
 */
export function useCanWatch(
  media: 'movie' | 'series',
  title: { id: string; is_free: boolean },
): boolean | undefined {
  const viewer = useViewer();
  const { data, isError } = useQuery(canWatch(media, title.id, viewer));
  if (viewer === VISITOR || isError) return title.is_free;
  return data;
}

/** The episodes that the viewer can see, in order (P-28). */
export function episodesOf(series_id: string, viewer: Viewer | undefined = VISITOR) {
  return queryOptions({
    queryKey: ['catalogue', 'episodes', series_id, viewer],
    meta: ENTITLEMENTS,
    queryFn:
      viewer === undefined
        ? skipToken
        : async ({ client }) =>
            rowsOf(
              await (await databaseOf(client))
                .from('episodes')
                .select(
                  'id, season_number, episode_number, title, description, title_translations, description_translations, thumbnail_url, duration, is_free, has_video',
                )
                .eq('series_id', series_id)
                .order('season_number')
                .order('episode_number'),
            ),
    placeholderData: keepPreviousData,
  });
}
export type Episode = NonNullable<
  Awaited<ReturnType<Extract<ReturnType<typeof episodesOf>['queryFn'], (...args: never) => unknown>>>
>[number];
