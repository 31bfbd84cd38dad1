import type { Database } from '@lakou/contract/database-types';
import { POSTS_PER_PAGE, TOPICS_PER_PAGE } from '@lakou/contract/forum';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowsOf } from '#lib/database.ts';

/** Generated types do not know which columns of a function's answer may be empty. */
type Maybe<Row, Empty extends keyof Row> = Omit<Row, Empty> & { [Column in Empty]: Row[Column] | null };
type Answer<Name extends keyof Functions> = Functions[Name]['Returns'][number];
type Functions = Pick<
  Database['public']['Functions'],
  'forum_page' | 'forum_topic' | 'topic_page' | 'topic_position' | 'my_suspension'
>;
type Signed = 'user_id' | 'author_username' | 'author_full_name' | 'author_avatar_url';
type Marked = 'edited_at' | 'hidden_at';

export type TopicRow = Maybe<Answer<'forum_page'>, Signed | Marked | 'media_type' | 'media_id'>;
export interface TopicList {
  topics: TopicRow[];
  total: number;
  pages: number;
}
export type Topic = Maybe<Answer<'forum_topic'>, Signed | Marked | 'media_type' | 'media_id' | 'media_title'>;
export type Post = Maybe<Answer<'topic_page'>, Signed | Marked>;
export interface Replies {
  posts: Post[];
  total: number;
}
type Position = Maybe<Answer<'topic_position'>, 'first_unread_id' | 'first_unread_number'>;
type Standing = Maybe<Answer<'my_suspension'>, 'until'>;

/** Always stale: read again whenever a page opens or its window gets the focus (section 9 of the specification). */
const LIVELY = { staleTime: 0, refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;

/** The rooms of the forum, in their order. */
export function forumCategories() {
  return queryOptions({
    queryKey: ['forum', 'rooms'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('forum_categories')
          .select('id, name, description')
          .order('position')
          .order('name'),
      ),
  });
}

/** Ten topics, the pinned before the newest, and how many there are; of one room or of all. */
export function topicList(page: number, category_id: string | null) {
  return queryOptions({
    queryKey: ['forum', 'list', category_id, page],
    queryFn: async ({ client }): Promise<TopicList> => {
      const db = await databaseOf(client);
      const room = category_id === null ? {} : { in_category: category_id };
      const topics = rowsOf(await db.rpc('forum_page', { page, ...room }));
      const total = topics[0]?.total ?? (page > 1 ? rowsOf(await db.rpc('forum_count', room)) : 0);
      return { topics, total, pages: Math.max(1, Math.ceil(total / TOPICS_PER_PAGE)) };
    },
    placeholderData: keepPreviousData,
    ...LIVELY,
  });
}

/** One topic; null where there is none. */
export function topicById(id: string) {
  return queryOptions({
    queryKey: ['forum', 'topic', id],
    queryFn: async ({ client }): Promise<Topic | null> => {
      if (!isId(id)) return null;
      const [topic] = rowsOf(await (await databaseOf(client)).rpc('forum_topic', { topic_id: id }));
      return topic ?? null;
    },
    ...LIVELY,
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
      return { posts, total: posts[0]?.total ?? 0 };
    },
    ...LIVELY,
  });
}

/** Where a post stands in its topic, for links that outlive the posts before it. */
export function placeOf(post_id: string) {
  return queryOptions({
    queryKey: ['forum', 'place', post_id],
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('post_place', { post_id }))[0] ?? null,
    staleTime: 0,
  });
}

/** Where the reader stopped reading, and whether they follow; asked once for each visit. */
export function positionIn(topic_id: string, viewer: string | undefined) {
  return queryOptions({
    queryKey: ['forum', 'position', topic_id, viewer],
    queryFn: async ({ client }): Promise<Position | null> =>
      rowsOf(await (await databaseOf(client)).rpc('topic_position', { topic_id }))[0] ?? null,
    enabled: viewer !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Why the reader may not write; null where they may. */
export function standingOf(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['forum', 'standing', viewer],
    queryFn: async ({ client }): Promise<Standing | null> =>
      rowsOf(await (await databaseOf(client)).rpc('my_suspension'))[0] ?? null,
    enabled: viewer !== undefined,
    refetchOnWindowFocus: 'always',
  });
}

export function pageOfPost(number: number): number {
  return Math.max(1, Math.ceil(number / POSTS_PER_PAGE));
}
