import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';
import { VISITOR, type Viewer } from '../viewer.ts';

/** Whether the viewer can watch; the rule is the SQL function can_watch (P-4). */
export function canWatch(
  media: 'movie' | 'series' | 'episode',
  id: string,
  viewer: Viewer | undefined = VISITOR,
) {
  return queryOptions({
    queryKey: ['catalogue', 'can-watch', media, id, viewer],
    meta: ENTITLEMENTS,
    queryFn:
      viewer === undefined
        ? skipToken
        : async ({ client }) => {
            const db = await databaseOf(client);
            return rowsOf(await db.rpc('can_watch', { media_type: media, media_id: id }));
          },
  });
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
