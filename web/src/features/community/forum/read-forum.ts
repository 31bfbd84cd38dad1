import {
  POSTS_PER_PAGE,
  SORTED_TOPICS_MAX,
  TOPICS_PER_PAGE,
  type TopicSort,
} from '@lakou/contract/community/limits';
import type { Database } from '@lakou/contract/database-types';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';

/** The generated types do not know which columns of a function's result can be null. */
type Nullable<Row, Empty extends keyof Row> = Omit<Row, Empty> & { [Column in Empty]: Row[Column] | null };
type ResultRow<Name extends keyof Functions> = Functions[Name]['Returns'][number];
type Functions = Pick<
  Database['public']['Functions'],
  'forum_page' | 'forum_topic' | 'topic_page' | 'topic_position' | 'my_suspension'
>;
type AuthorColumn = 'user_id' | 'author_username' | 'author_full_name' | 'author_avatar_url';
type MarkColumn = 'edited_at' | 'hidden_at';
type PostColumn = AuthorColumn | MarkColumn | 'reactions';

export type TopicRow = Nullable<
  ResultRow<'forum_page'>,
  AuthorColumn | MarkColumn | 'media_type' | 'media_id'
>;
export interface TopicList {
  topics: TopicRow[];
  total: number;
  pages: number;
}
export type Topic = Nullable<
  ResultRow<'forum_topic'>,
  PostColumn | 'media_type' | 'media_id' | 'media_title'
>;
export type Post = Omit<Nullable<ResultRow<'topic_page'>, PostColumn>, 'updated_at' | 'total'>;
export interface Replies {
  posts: Post[];
  total: number;
}
type Position = Nullable<ResultRow<'topic_position'>, 'first_unread_id' | 'first_unread_number'>;
type Suspension = Nullable<ResultRow<'my_suspension'>, 'until'>;

/** Refetches on mount and on window focus, as section 9 of the specification asks. */
const ALWAYS_REFETCH = { staleTime: 0, refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;

/** The forum's categories in their order. */
export function forumCategories() {
  return queryOptions({
    queryKey: ['forum', 'categories'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('forum_categories')
          .select('id, name, name_translations')
          .order('position')
          .order('name'),
      ),
  });
}

/** What a category is for, on its page; null when it does not exist. */
export function forumCategoryText(id: string) {
  return queryOptions({
    queryKey: ['forum', 'category-text', id],
    queryFn: async ({ client }) =>
      rowOrNull(
        await (await databaseOf(client))
          .from('forum_categories')
          .select('description, description_translations')
          .eq('id', id)
          .maybeSingle(),
      ),
  });
}

/** A page of topics with the total, of one category or of all: pinned first, then newest, or in another order. */
export function topicList(page: number, category_id: string | null, sort: TopicSort | null = null) {
  return queryOptions({
    queryKey: ['forum', 'list', category_id, page, ...(sort ? [sort] : [])],
    queryFn: async ({ client }): Promise<TopicList> => {
      const db = await databaseOf(client);
      const filter = category_id === null ? {} : { in_category: category_id };
      const topics = rowsOf(await db.rpc('forum_page', { page, ...filter, ...(sort && { sort }) }));
      const all = topics[0]?.total ?? (page > 1 ? rowsOf(await db.rpc('forum_count', filter)) : 0);
      const total = sort ? Math.min(all, SORTED_TOPICS_MAX) : all;
      return { topics, total, pages: Math.max(1, Math.ceil(total / TOPICS_PER_PAGE)) };
    },
    placeholderData: keepPreviousData,
    ...ALWAYS_REFETCH,
  });
}

/** Which of these topics have replies that the viewer has not read. Topics they never opened are not counted. */
export function unreadTopics(topics: readonly { id: string }[], viewer: string | undefined) {
  const topic_ids = topics.map(({ id }) => id);
  return queryOptions({
    queryKey: ['forum', 'unread', viewer, topic_ids],
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('unread_topics', { topic_ids })),
    enabled: viewer !== undefined && topic_ids.length > 0,
    ...ALWAYS_REFETCH,
  });
}

/** One topic; null when it does not exist. */
export function topicById(id: string) {
  return queryOptions({
    queryKey: ['forum', 'topic', id],
    queryFn: async ({ client }): Promise<Topic | null> => {
      if (!isId(id)) return null;
      const [topic] = rowsOf(await (await databaseOf(client)).rpc('forum_topic', { topic_id: id }));
      return topic ?? null;
    },
    ...ALWAYS_REFETCH,
  });
}

/** A page of replies, oldest first. */
export function repliesTo(topic_id: string, page: number) {
  return queryOptions({
    queryKey: ['forum', 'replies', topic_id, page],
    queryFn: async ({ client }): Promise<Replies> => {
      if (!isId(topic_id)) return { posts: [], total: 0 };
      const posts = rowsOf(
        await (await databaseOf(client)).rpc('topic_page', { topic_id, page, page_size: POSTS_PER_PAGE }),
      );
      return { posts: posts.map(withoutUnused), total: posts[0]?.total ?? 0 };
    },
    ...ALWAYS_REFETCH,
  });
}

/** What no reader sees is not sent with the page either. */
function withoutUnused({ updated_at: _updated, total: _total, ...post }: ResultRow<'topic_page'>): Post {
  return post;
}

/** A post's topic and number, for permalinks: its page changes when earlier posts are deleted. */
export function postPlace(post_id: string) {
  return queryOptions({
    queryKey: ['forum', 'place', post_id],
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('post_place', { post_id }))[0] ?? null,
    staleTime: 0,
  });
}

/** How far the viewer has read and whether they follow the topic; fetched once per visit. */
export function readingPosition(topic_id: string, viewer: string | undefined) {
  return queryOptions({
    queryKey: ['forum', 'position', topic_id, viewer],
    queryFn: async ({ client }): Promise<Position | null> =>
      rowsOf(await (await databaseOf(client)).rpc('topic_position', { topic_id }))[0] ?? null,
    enabled: viewer !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The viewer's suspension; null when they can write. */
export function ownSuspension(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['forum', 'suspension', viewer],
    queryFn: async ({ client }): Promise<Suspension | null> =>
      rowsOf(await (await databaseOf(client)).rpc('my_suspension'))[0] ?? null,
    enabled: viewer !== undefined,
    refetchOnWindowFocus: 'always',
  });
}

export function pageOfPost(number: number): number {
  return Math.max(1, Math.ceil(number / POSTS_PER_PAGE));
}
