import { type ReactNode, useState } from 'react';
import { useLinkClickHandler } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { AuthorName, authorDisplayName } from '../author.tsx';
import type { Post, Topic } from '../read-forum.ts';
import { EditPostForm } from '../write/edit-post-form.tsx';
import { DeleteButton } from './delete-button.tsx';
import { EditedMark } from './edited-mark.tsx';
import { HiddenBody } from './hidden-body.tsx';
import { LazyPostMenu } from './lazy-post-menu.tsx';
import { PostBody } from './post-body.tsx';
import { Reactions } from './reactions.tsx';
import type { OwnReactions } from './read-reactions.ts';
import { postPath } from './use-permalink.ts';
import type { usePermissions } from './use-permissions.ts';

interface PostCardProps {
  post: Post;
  topic: Topic;
  permissions: ReturnType<typeof usePermissions>;
  /** Being sent. */
  pending?: boolean;
  /** Deleted while the page is open. */
  isDeleted?: boolean;
  /** The reply that the address links to. */
  isTarget?: boolean;
  /** The viewer's own. */
  reactions: OwnReactions;
  onQuote: (post: Post) => void;
  onChanged: () => unknown;
}

/** One reply. */
export function PostCard(props: PostCardProps) {
  const { post, topic, permissions, pending, isDeleted, isTarget, reactions, onQuote, onChanged } = props;
  const t = useTranslations();
  const [editing, setEditing] = useState(false);
  const name = authorDisplayName(post, t);
  const hidden = post.hidden_at !== null;
  if (isDeleted) return <p className="py-5 text-soft italic">{t('community.deleted_post')}</p>;
  return (
    <article
      aria-label={t('community.post_by', { name })}
      aria-busy={pending || undefined}
      className={cx('post', pending && 'opacity-70', isTarget && '-mx-4 rounded-l bg-surface-raised px-4')}
    >
      <Avatar src={post.author_avatar_url} name={post.author_username && name} />
      <div className="post-facts">
        <AuthorName author={post} />
        {post.user_id !== null && post.user_id === topic.user_id && (
          <Badge tone="muted">{t('community.author')}</Badge>
        )}
        {pending ? (
          <span role="status" className="inline-flex items-center gap-2">
            <Spinner /> {t('community.sending')}
          </span>
        ) : (
          <PostLink id={post.id} path={postPath(topic.id, post)}>
            <RelativeTime iso={post.created_at} />
          </PostLink>
        )}
        <EditedMark edited_at={post.edited_at} />
      </div>
      <div className="post-content">
        {editing ? (
          <EditPostForm
            topic_id={topic.id}
            post={post}
            onDone={() => {
              setEditing(false);
              void onChanged();
            }}
            onCancel={() => setEditing(false)}
          />
        ) : hidden ? (
          <HiddenBody kind="post" id={post.id} canReveal={permissions.canReveal(post.user_id)} />
        ) : (
          <PostBody content={post.content} />
        )}
        {!pending && !editing && (
          <div className="post-actions">
            {!hidden && (
              <Reactions post={post} own={reactions[post.id]} canReact={permissions.canReact(post.user_id)} />
            )}
            {permissions.canWrite && !hidden && (
              <IconButton icon="quote" label={t('community.quote')} onClick={() => onQuote(post)} />
            )}
            {permissions.canEdit(post.user_id) && !hidden && (
              <IconButton icon="edit" label={t('community.edit')} onClick={() => setEditing(true)} />
            )}
            {permissions.canDelete(post.user_id) && (
              <DeleteButton kind="post" id={post.id} onDeleted={onChanged} />
            )}
            <LazyPostMenu
              kind="post"
              id={post.id}
              name={name}
              path={postPath(topic.id, post)}
              hidden={hidden}
              edited={post.edited_at !== null}
              canReport={permissions.canReport(post.user_id) && !hidden}
              canModerate={permissions.canModerate}
            />
          </div>
        )}
      </div>
    </article>
  );
}

/** Its address in the page is half as long as the whole one, which the browser makes of it. */
function PostLink({ id, path, children }: { id: string; path: string; children: ReactNode }) {
  const onClick = useLinkClickHandler<HTMLAnchorElement>(path, { preventScrollReset: true });
  return (
    <a href={`#post-${id}`} onClick={onClick} className="post-date">
      {children}
    </a>
  );
}
