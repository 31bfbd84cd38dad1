import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { AuthorName, authorDisplayName } from '../author.tsx';
import type { TitleTopic } from '../discussion-link.tsx';
import { plainText } from '../text/plain-text.ts';
import { postPath } from '../topic/use-permalink.ts';

const EXCERPT_LENGTH = 280;

/** The last replies of a topic, shortened; each leads to its place in the forum. */
export function LatestReplies({ topic }: { topic: TitleTopic }) {
  const t = useTranslations();
  const { topic_id, replies, reply_count } = topic;
  if (replies.length === 0) return null;
  const first = reply_count - replies.length + 1;
  return (
    <ol aria-label={t('community.latest_replies')} className="grid grid-cols-1 divide-y divide-line">
      {replies.map((reply, at) => {
        const name = authorDisplayName(reply, t);
        return (
          <li key={reply.id}>
            <article
              aria-label={t('community.post_by', { name })}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 py-4"
            >
              <Avatar
                src={reply.author_avatar_url}
                name={reply.author_username && name}
                className="row-span-2"
              />
              <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
                <AuthorName author={reply} />
                <Link
                  to={postPath(topic_id, { id: reply.id, number: first + at })}
                  className="rounded-s hover:underline"
                >
                  <RelativeTime iso={reply.created_at} />
                </Link>
              </p>
              <p dir="auto" className="wrap-anywhere">
                {reply.hidden_at === null
                  ? plainText(reply.content, EXCERPT_LENGTH)
                  : t('community.hidden_post')}
              </p>
            </article>
          </li>
        );
      })}
    </ol>
  );
}
