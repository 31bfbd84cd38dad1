import type { Translate } from '#lib/translations.tsx';
import { type Author, authorDisplayName } from './author.tsx';
import type { Post, Topic, TopicRow } from './read-forum.ts';
import { plainText } from './text/plain-text.ts';

interface JsonLdContext {
  /** The site's public address, without a slash at the end. */
  url: string;
  t: Translate;
}

/** JSON-LD of a page of topics, without those that a moderator has hidden. */
export function topicListJsonLd(
  topics: readonly TopicRow[],
  context: JsonLdContext,
): Record<string, unknown> {
  return {
    '@type': 'ItemList',
    itemListElement: topics
      .filter(({ hidden_at }) => hidden_at === null)
      .map((topic, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        item: postingJsonLd(topic, topic.preview, context),
      })),
  };
}

/** JSON-LD of a topic with the first reply on this page. */
export function topicJsonLd(
  topic: Topic,
  posts: readonly Post[],
  context: JsonLdContext,
): Record<string, unknown> {
  const topicUrl = `${context.url}/forum/topic/${topic.id}`;
  return {
    ...postingJsonLd(topic, topic.content, context),
    mainEntityOfPage: topicUrl,
    ...(topic.category_name && { articleSection: topic.category_name }),
    comment: posts
      .filter(({ hidden_at }) => hidden_at === null)
      .slice(0, COMMENTS)
      .map((post) => ({
        '@type': 'Comment',
        text: plainText(post.content, COMMENT_LENGTH),
        datePublished: post.created_at,
        ...(post.edited_at && { dateModified: post.edited_at }),
        author: personJsonLd(post, context),
      })),
  };
}

const TEXT_LENGTH = 500;
/** The page has all replies with their whole texts anyway. */
const COMMENTS = 1;
const COMMENT_LENGTH = 160;

function postingJsonLd(
  topic: Omit<TopicRow, 'preview' | 'total'>,
  content: string,
  context: JsonLdContext,
): Record<string, unknown> {
  return {
    '@type': 'DiscussionForumPosting',
    url: `${context.url}/forum/topic/${topic.id}`,
    headline: topic.title,
    text: plainText(content, TEXT_LENGTH),
    datePublished: topic.created_at,
    ...(topic.edited_at && { dateModified: topic.edited_at }),
    author: personJsonLd(topic, context),
    commentCount: topic.reply_count,
    interactionStatistic: [
      counterJsonLd('CommentAction', topic.reply_count),
      counterJsonLd('ViewAction', topic.views),
    ],
  };
}

function personJsonLd(author: Author, { url, t }: JsonLdContext): Record<string, unknown> {
  return {
    '@type': 'Person',
    name: authorDisplayName(author, t),
    ...(author.user_id && author.author_full_name !== null && { url: `${url}/profile/${author.user_id}` }),
  };
}

function counterJsonLd(action: string, count: number): Record<string, unknown> {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  };
}
