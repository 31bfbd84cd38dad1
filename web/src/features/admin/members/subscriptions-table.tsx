import type { Database } from '@lakou/contract/database-types';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { type Column, DataTable } from '../tables/data-table.tsx';
import { adminSubscriptions } from '../tables/read-tables.ts';
import { planName } from './plan-name.ts';
import { renewalNote } from './renewal-note.ts';
import { SubscriptionBadge } from './subscription-badge.tsx';

type Subscription = Database['public']['Functions']['admin_subscriptions']['Returns'][number];

export function SubscriptionsTable() {
  const t = useTranslations();
  const format = useFormat();
  const columns: Column<Subscription>[] = [
    {
      name: 'admin.user',
      cell: ({ user_id, username, email }) =>
        user_id ? (
          <Link to={`/admin/users/${user_id}`} className="grid rounded-s hover:underline">
            <span className="font-semibold">{username}</span>
            <span className="text-sm text-soft">{email}</span>
          </Link>
        ) : (
          t('admin.deleted_member')
        ),
    },
    {
      name: 'admin.user_id',
      className: 'sm:max-lg:hidden',
      cell: ({ user_id }) => <code>{user_id?.slice(0, 8) ?? '–'}</code>,
    },
    { name: 'admin.status', cell: (row) => <SubscriptionBadge {...row} /> },
    {
      name: 'admin.plan',
      cell: ({ subscription_type }) => t(planName(subscription_type)),
    },
    {
      name: 'admin.expires',
      sorts: ['expires', 'expires_desc'],
      className: 'xl:whitespace-nowrap',
      cell: (row) => {
        const note = renewalNote(row, Date.now());
        return (
          <span className="grid">
            {format.date(row.expires_at)}
            {note && <span className="text-sm text-soft">{t(note)}</span>}
          </span>
        );
      },
    },
    {
      name: 'admin.created',
      sorts: ['oldest', 'newest'],
      className: 'xl:whitespace-nowrap',
      cell: ({ created_at }) => format.date(created_at),
    },
  ];
  return (
    <DataTable
      list="subscriptions"
      label={t('admin.manage_subscriptions')}
      columns={columns}
      read={adminSubscriptions}
      searchLabel={t('admin.search_members')}
      filters={[
        { value: 'active', name: 'admin.status_active' },
        { value: 'past_due', name: 'admin.status_past_due' },
        { value: 'canceled', name: 'admin.status_canceled' },
        { value: 'expired', name: 'admin.status_expired' },
        { value: 'monthly', name: 'admin.plan_monthly' },
        { value: 'yearly', name: 'admin.plan_yearly' },
      ]}
      failed="admin.subscriptions_failed"
      empty={<AdminEmptyState title={t('admin.no_subscriptions')} />}
    />
  );
}
