import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { authorDisplayName } from '../author.tsx';
import { useCategoryName } from '../category-names.ts';
import type { TopicRow } from '../read-forum.ts';
import { plainText } from '../text/plain-text.ts';

interface TopicCardProps {
  topic: TopicRow;
  /** Shown where topics of several categories are listed. */
  showCategory: boolean;
  /** Deleted while the list is open: the card stays, without a link. */
  isDeleted: boolean;
  /** Has replies that the viewer has not read. */
  hasUnread: boolean;
}

const PREVIEW_LENGTH = 220;

/** A topic in the list; the whole card is its link. */
export function TopicCard({ topic, showCategory, isDeleted, hasUnread }: TopicCardProps) {
  const t = useTranslations();
  const name = authorDisplayName(topic, t);
  const category = useCategoryName(topic);
  const hidden = topic.hidden_at !== null;
  const title = hidden ? t('community.hidden_post') : topic.title;
  return (
    <Card
      interactive={!isDeleted}
      className={cx('relative isolate', topic.pinned && 'border-s-4 border-s-highlight')}
      asChild
    >
      <article className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Avatar src={topic.author_avatar_url} name={topic.author_username && name} className="row-span-3" />
        <h3
          className={cx(
            'text-lg leading-snug wrap-anywhere sm:text-xl',
            isDeleted && 'text-soft line-through',
            hidden && 'italic',
          )}
        >
          {isDeleted ? (
            <bdi>{title}</bdi>
          ) : (
            <Link to={`/forum/topic/${topic.id}`} discover="none" className="topic-link">
              <bdi>{title}</bdi>
            </Link>
          )}
        </h3>
        {isDeleted ? (
          <p className="text-soft">{t('community.topic_gone')}</p>
        ) : (
          !hidden && (
            <p dir="auto" className="line-clamp-2 text-soft wrap-anywhere">
              {plainText(topic.preview, PREVIEW_LENGTH)}
            </p>
          )
        )}
        <div className="topic-facts">
          <span className="font-semibold text-text">
            <bdi>{name}</bdi>
          </span>
          <RelativeTime iso={topic.created_at} />
          <Fact icon="chat">{t('community.replies', { count: topic.reply_count })}</Fact>
          <Fact icon="eye">{t('community.views', { count: topic.views })}</Fact>
          {hasUnread && !isDeleted && <Badge tone="new">{t('community.new_replies')}</Badge>}
          <TopicBadges topic={topic} />
          {showCategory && topic.category_name && (
            <Link
              to={`/forum/category/${topic.category_id}`}
              discover="none"
              className="relative z-10 -my-1 inline-flex min-h-8 items-center rounded-s pointer-coarse:min-h-11"
            >
              <Badge tone="muted" className="hover:text-text">
                {category}
              </Badge>
            </Link>
          )}
        </div>
      </article>
    </Card>
  );
}

function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <Icon name={icon} className="size-4" />
      {children}
    </span>
  );
}

/** 'Pinned' and 'Locked'. */
export function TopicBadges({ topic }: { topic: { pinned: boolean; locked: boolean } }) {
  const t = useTranslations();
  return (
    <>
      {topic.pinned && (
        <Badge tone="premium">
          <Icon name="pin" className="size-3.5" />
          {t('community.pinned')}
        </Badge>
      )}
      {topic.locked && (
        <Badge tone="muted">
          <Icon name="lock" className="size-3.5" />
          {t('community.locked')}
        </Badge>
      )}
    </>
  );
}
