import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAppBadge } from '#lib/app-badge.ts';
import { lazyWithMessages } from '#lib/page-messages.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useLiveChanges } from '#lib/use-live-changes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { unreadCount } from './read-notifications.ts';

const load = () => import('./notification-panel.tsx');
const NotificationPanel = lazyWithMessages(load);
const MAX_SHOWN = 99;

/** The member's unread notifications in the header, counted live. */
export function NotificationBell() {
  const t = useTranslations();
  const client = useQueryClient();
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  const count = unreadCount(user?.id);
  const { data: unread = 0 } = useQuery(count);
  useAppBadge(unread);
  useLiveChanges(user && [{ table: 'notification_counts', filter: `user_id=eq.${user.id}` }], {
    onChange: ({ event, row }) => {
      if (event !== 'DELETE') client.setQueryData(count.queryKey, Number(row.unread));
      void client.invalidateQueries({ queryKey: ['notifications', user?.id, 'list'] });
    },
    onConnect: () => void client.invalidateQueries({ queryKey: count.queryKey }),
  });
  return (
    <span className="relative inline-flex">
      <IconButton
        icon="bell"
        label={unread > 0 ? t('shell.notifications_unread', { count: unread }) : t('shell.notifications')}
        aria-haspopup="dialog"
        disabled={!user}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute end-0.5 top-0.5 grid min-w-5 place-items-center rounded-full bg-action px-1 text-xs leading-5 font-bold text-on-action tabular-nums"
        >
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
      {open && user && (
        <Suspense>
          <NotificationPanel viewer={user.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
