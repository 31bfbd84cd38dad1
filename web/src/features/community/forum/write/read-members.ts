import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

/** Members whose username starts with the prefix. */
export function membersLike(prefix: string, topic_id: string | undefined) {
  return queryOptions({
    queryKey: ['forum', 'members', topic_id, prefix.toLowerCase()],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client)).rpc('suggest_members', { prefix, ...(topic_id && { topic_id }) }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
export type SuggestedMember = Awaited<
  ReturnType<NonNullable<ReturnType<typeof membersLike>['queryFn']>>
>[number];
