import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { type Post, pageOfPost, type Replies, readingPosition, type Topic } from '../read-forum.ts';
import { PostCard } from './post-card.tsx';
import type { OwnReactions } from './read-reactions.ts';
import { postPath } from './use-permalink.ts';
import type { usePermissions } from './use-permissions.ts';

interface ReplyListProps {
  topic: Topic;
  page: number;
  replies: Replies;
  pending: Post | null;
  deletedIds: ReadonlySet<string>;
  /** The reply that the address links to. */
  targetId: string | undefined;
  permissions: ReturnType<typeof usePermissions>;
  reactions: OwnReactions;
  onQuote: (post: Post) => void;
  onChanged: () => unknown;
}

/** The replies, oldest first, with the viewer's own while it is being sent. */
export function ReplyList({ topic, page, replies, pending, deletedIds, targetId, ...rest }: ReplyListProps) {
  const t = useTranslations();
  const posts =
    pending && !replies.posts.some(({ id }) => id === pending.id)
      ? [...replies.posts, pending]
      : replies.posts;
  return (
    <section aria-labelledby="replies" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="replies" className="text-heading">
          {t('community.replies_heading')}
        </h2>
        <JumpLinks topic={topic} page={page} viewer={rest.permissions.viewer} />
      </div>
      {posts.length === 0 ? (
        <EmptyState
          level={3}
          art={<LazyIllustration of="lamp" className="size-40" />}
          title={t('community.no_replies')}
          text={t('community.no_replies_text')}
        />
      ) : (
        <ol aria-labelledby="replies" className="grid grid-cols-1 divide-y divide-line">
          {posts.map((post) => (
            <li key={post.id} id={`post-${post.id}`} data-number={post.number} className="reply">
              <PostCard
                post={post}
                topic={topic}
                pending={post === pending}
                isDeleted={deletedIds.has(post.id)}
                isTarget={targetId === post.id}
                {...rest}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Links to the first unread reply and to the last page. */
function JumpLinks({ topic, page, viewer }: { topic: Topic; page: number; viewer: string | undefined }) {
  const t = useTranslations();
  const { data: position } = useQuery(readingPosition(topic.id, viewer));
  const last = pageOfPost(topic.reply_count);
  const unread =
    position?.first_unread_id && position.first_unread_number && position.read_count > 0
      ? { id: position.first_unread_id, number: position.first_unread_number }
      : null;
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {unread && (
        <Button asChild variant="secondary" size="s">
          <Link to={postPath(topic.id, unread)}>
            <Icon name="chevron-down" />
            {t('community.jump_unread')}
          </Link>
        </Button>
      )}
      {page < last && (
        <Button asChild variant="quiet" size="s">
          <Link to={`?page=${last}`}>{t('community.jump_latest')}</Link>
        </Button>
      )}
    </div>
  );
}
