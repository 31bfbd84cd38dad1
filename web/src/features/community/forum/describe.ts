import type { Translate } from '#lib/translations.tsx';
import { type Author, nameOf } from './author.tsx';
import type { Post, Topic, TopicRow } from './read-forum.ts';
import { plainText } from './text/plain-text.ts';

interface Around {
  /** The address people use, without a slash at the end. */
  url: string;
  t: Translate;
}

/** For search engines: a page of topics. What a moderator has hidden is not offered to them. */
export function describeList(topics: readonly TopicRow[], around: Around): Record<string, unknown> {
  return {
    '@type': 'ItemList',
    itemListElement: topics
      .filter(({ hidden_at }) => hidden_at === null)
      .map((topic, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        item: posting(topic, topic.preview, around),
      })),
  };
}

/** For search engines: a topic with the replies on this page. */
export function describeTopic(topic: Topic, posts: readonly Post[], around: Around): Record<string, unknown> {
  const address = `${around.url}/forum/topic/${topic.id}`;
  return {
    ...posting(topic, topic.content, around),
    mainEntityOfPage: address,
    ...(topic.category_name && { articleSection: topic.category_name }),
    comment: posts
      .filter(({ hidden_at }) => hidden_at === null)
      .map((post) => ({
        '@type': 'Comment',
        url: `${address}#post-${post.id}`,
        text: plainText(post.content, LENGTH),
        datePublished: post.created_at,
        ...(post.edited_at && { dateModified: post.edited_at }),
        author: person(post, around),
      })),
  };
}

const LENGTH = 500;

function posting(
  topic: Omit<TopicRow, 'preview' | 'total'>,
  content: string,
  around: Around,
): Record<string, unknown> {
  return {
    '@type': 'DiscussionForumPosting',
    url: `${around.url}/forum/topic/${topic.id}`,
    headline: topic.title,
    text: plainText(content, LENGTH),
    datePublished: topic.created_at,
    ...(topic.edited_at && { dateModified: topic.edited_at }),
    author: person(topic, around),
    commentCount: topic.reply_count,
    interactionStatistic: [counter('CommentAction', topic.reply_count), counter('ViewAction', topic.views)],
  };
}

function person(author: Author, { url, t }: Around): Record<string, unknown> {
  return {
    '@type': 'Person',
    name: nameOf(author, t),
    ...(author.user_id && author.author_full_name !== null && { url: `${url}/profile/${author.user_id}` }),
  };
}

function counter(action: string, count: number): Record<string, unknown> {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  };
}
