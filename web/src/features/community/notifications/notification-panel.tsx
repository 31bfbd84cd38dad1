import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { plainText } from '../forum/text/plain-text.ts';
import { myNotifications, type Notification, useMarkRead } from './read-notifications.ts';

/** Notifications, newest first; each links to its post. */
export default function NotificationPanel({ viewer, onClose }: { viewer: string; onClose: () => void }) {
  const t = useTranslations();
  const { data, isError, isFetching, refetch } = useQuery(myNotifications(viewer));
  const { run: markRead, isPending } = useMarkRead(viewer);
  const unread = data?.some(({ read_at }) => read_at === null);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        side="right"
        title={t('shell.notifications')}
        footer={
          unread && (
            <Button variant="secondary" size="s" busy={isPending} onClick={() => void markRead('all')}>
              {t('community.mark_all_read')}
            </Button>
          )
        }
      >
        {data && data.length > 0 ? (
          <ul className="-mx-3 grid gap-1">
            {data.map((one) => (
              <li key={one.id}>
                <NotificationItem
                  notification={one}
                  onFollow={() => {
                    if (one.read_at === null) void markRead([one.id]);
                    onClose();
                  }}
                />
              </li>
            ))}
          </ul>
        ) : data ? (
          <EmptyState
            level={3}
            art={<LazyIllustration of="bird" className="size-40" />}
            title={t('community.notifications_none')}
            text={t('community.notifications_none_text')}
          />
        ) : isError ? (
          <Alert
            tone="danger"
            action={
              <Button variant="secondary" size="s" busy={isFetching} onClick={() => void refetch()}>
                {t('shell.retry')}
              </Button>
            }
          >
            {t('shell.notifications_failed')}
          </Alert>
        ) : (
          <Skeleton className="h-40" />
        )}
      </DialogContent>
    </Dialog>
  );
}

function NotificationItem({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const t = useTranslations();
  const { kind, topic_id, topic_title, post_id, excerpt, actor_avatar_url, more } = notification;
  const knownName = notification.actor_full_name || notification.actor_username;
  const name = knownName ?? t('community.unknown');
  const isUnread = notification.read_at === null;
  return (
    <Link
      to={`/forum/topic/${topic_id}${post_id ? `#post-${post_id}` : ''}`}
      onClick={onFollow}
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-m p-3 hover:bg-surface-raised',
        isUnread && 'bg-surface-raised',
      )}
    >
      <Avatar src={actor_avatar_url} name={knownName} size="s" className="row-span-3" />
      <span dir="auto" className={cx('leading-snug wrap-anywhere', isUnread && 'font-semibold')}>
        {t(MESSAGES[kind as keyof typeof MESSAGES] ?? 'community.notified_reply', {
          name,
          title: topic_title,
        })}
        {more > 0 && <> {t('community.notified_more', { count: more })}</>}
        {isUnread && <span className="sr-only"> ({t('community.unread')})</span>}
      </span>
      {excerpt && kind !== 'hidden' && (
        <span dir="auto" className="line-clamp-2 text-sm text-soft wrap-anywhere">
          {plainText(excerpt, 140)}
        </span>
      )}
      <span className="col-start-2 text-sm text-soft">
        <RelativeTime iso={notification.created_at} />
      </span>
    </Link>
  );
}

const MESSAGES = {
  reply: 'community.notified_reply',
  mention: 'community.notified_mention',
  hidden: 'community.notified_hidden',
} as const;
