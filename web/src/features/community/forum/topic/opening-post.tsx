import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTitlePath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { AuthorName, authorDisplayName } from '../author.tsx';
import { TopicBadges } from '../list/topic-card.tsx';
import type { Topic } from '../read-forum.ts';
import { EditTopicForm } from '../write/edit-topic-form.tsx';
import { DeleteButton } from './delete-button.tsx';
import { EditedMark } from './edited-mark.tsx';
import { FollowButton } from './follow-button.tsx';
import { HiddenBody } from './hidden-body.tsx';
import { LazyPostMenu } from './lazy-post-menu.tsx';
import { PostBody } from './post-body.tsx';
import { Reactions } from './reactions.tsx';
import type { OwnReactions } from './read-reactions.ts';
import type { usePermissions } from './use-permissions.ts';

interface OpeningPostProps {
  topic: Topic;
  permissions: ReturnType<typeof usePermissions>;
  /** The viewer's own. */
  reactions: OwnReactions;
  onQuote: () => void;
  onChanged: () => unknown;
}

/** A topic's title, author and first post. */
export function OpeningPost({ topic, permissions, reactions, onQuote, onChanged }: OpeningPostProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const hidden = topic.hidden_at !== null;
  const name = authorDisplayName(topic, t);
  return (
    <Card asChild>
      <article className="grid grid-cols-1 gap-5">
        <header className="grid grid-cols-1 gap-4">
          <h1 dir="auto" className="text-title wrap-anywhere">
            {hidden ? t('community.hidden_post') : topic.title}
          </h1>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
            <span className="inline-flex items-center gap-3">
              <Avatar src={topic.author_avatar_url} name={topic.author_username && name} />
              <AuthorName author={topic} />
            </span>
            <RelativeTime iso={topic.created_at} />
            <EditedMark edited_at={topic.edited_at} />
            <span className="inline-flex items-center gap-1.5">
              <Icon name="chat" className="size-4" />
              {t('community.replies', { count: topic.reply_count })}
            </span>
            <span className="inline-flex items-center gap-1.5">
              <Icon name="eye" className="size-4" />
              {t('community.views', { count: topic.views })}
            </span>
            <TopicBadges topic={topic} />
          </div>
        </header>
        {editing ? (
          <EditTopicForm
            topic={topic}
            onDone={() => {
              setEditing(false);
              void onChanged();
            }}
            onCancel={() => setEditing(false)}
          />
        ) : hidden ? (
          <HiddenBody kind="topic" id={topic.id} canReveal={permissions.canReveal(topic.user_id)} />
        ) : (
          <PostBody content={topic.content} />
        )}
        {topic.media_id && topic.media_title && <TitleLink topic={topic} title={topic.media_title} />}
        {!editing && (
          <div className="post-actions ms-0 -mb-2 gap-1">
            {permissions.viewer && <FollowButton topic_id={topic.id} viewer={permissions.viewer} />}
            {!hidden && (
              <Reactions
                post={topic}
                own={reactions[topic.id]}
                canReact={permissions.canReact(topic.user_id)}
              />
            )}
            {permissions.canWrite && !hidden && (
              <IconButton icon="quote" label={t('community.quote')} onClick={onQuote} />
            )}
            {permissions.canEdit(topic.user_id) && !hidden && (
              <IconButton icon="edit" label={t('community.edit')} onClick={() => setEditing(true)} />
            )}
            {permissions.canDelete(topic.user_id) && (
              <DeleteButton
                kind="topic"
                id={topic.id}
                onDeleted={() => navigate('/forum', { replace: true })}
              />
            )}
            <LazyPostMenu
              kind="topic"
              id={topic.id}
              name={name}
              path={`/forum/topic/${topic.id}`}
              hidden={hidden}
              edited={topic.edited_at !== null}
              marks={topic}
              canReport={permissions.canReport(topic.user_id) && !hidden}
              canModerate={permissions.canModerate}
            />
          </div>
        )}
      </article>
    </Card>
  );
}

/** The film or series that this discussion belongs to. */
function TitleLink({ topic, title }: { topic: Topic; title: string }) {
  const t = useTranslations();
  const titlePath = useTitlePath();
  const movie = topic.media_type === 'movie';
  return (
    <Link
      to={titlePath(movie ? 'movie' : 'series', { id: topic.media_id ?? '', title })}
      className="flex min-h-13 items-center gap-3 rounded-m border border-line bg-surface-raised px-4 font-semibold hover:border-line-strong"
    >
      <Icon name={movie ? 'film' : 'tv'} className="text-highlight-text" />
      <bdi>{t('community.about_title', { title })}</bdi>
      <Icon name="arrow-right" className="ms-auto" />
    </Link>
  );
}
