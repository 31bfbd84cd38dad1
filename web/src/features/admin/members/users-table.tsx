import type { Database } from '@lakou/contract/database-types';
import { useState } from 'react';
import { Link } from 'react-router';
import { isNetworkError } from '#lib/api-error.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { type Column, DataTable } from '../tables/data-table.tsx';
import { adminMembers } from '../tables/read-tables.ts';
import { DeleteMemberDialog } from './delete-member-dialog.tsx';
import { SubscriptionBadge } from './subscription-badge.tsx';

export type AdminMember = Database['public']['Functions']['admin_members']['Returns'][number];

export function UsersTable() {
  const t = useTranslations();
  const format = useFormat();
  const [deleting, setDeleting] = useState<AdminMember | null>(null);
  const columns: Column<AdminMember>[] = [
    {
      name: 'admin.user',
      cell: ({ id, username, full_name, avatar_url, role }) => (
        <Link to={`/admin/users/${id}`} className="flex items-center gap-3 rounded-s hover:underline">
          <Avatar src={avatar_url} name={full_name ?? username} size="s" />
          <span className="grid">
            <span className="font-semibold">{full_name || username}</span>
            <span className="text-sm text-soft">@{username}</span>
          </span>
          {role && <Badge tone="new">{role}</Badge>}
        </Link>
      ),
    },
    { name: 'admin.user_id', className: 'sm:max-lg:hidden', cell: ({ id }) => <code>{id.slice(0, 8)}</code> },
    {
      name: 'admin.email',
      sorts: ['email', 'email_desc'],
      cell: ({ email }) => <span className="whitespace-nowrap">{email}</span>,
    },
    {
      name: 'admin.subscription',
      cell: ({ subscription_status, expires_at }) =>
        subscription_status ? (
          <SubscriptionBadge status={subscription_status} expires_at={expires_at} />
        ) : (
          '–'
        ),
    },
    {
      name: 'admin.joined',
      sorts: ['oldest', 'newest'],
      className: 'xl:whitespace-nowrap',
      cell: ({ created_at }) => format.date(created_at),
    },
    {
      name: 'admin.actions',
      pinned: true,
      cell: (row) => (
        <IconButton
          icon="trash"
          label={t('admin.delete_user', { name: row.username })}
          onClick={() => setDeleting(row)}
        />
      ),
    },
  ];
  return (
    <>
      <DataTable
        list="users"
        label={t('admin.user_management')}
        columns={columns}
        read={adminMembers}
        searchLabel={t('admin.search_members')}
        filters={[
          { value: 'subscribed', name: 'admin.filter_subscribed' },
          { value: 'staff', name: 'admin.filter_staff' },
          { value: 'suspended', name: 'admin.filter_suspended' },
        ]}
        failed={(error) => (isNetworkError(error) ? 'admin.users_error' : 'admin.users_failed')}
        empty={<AdminEmptyState title={t('admin.nothing_found')} />}
      />
      <DeleteMemberDialog member={deleting} onDone={() => setDeleting(null)} />
    </>
  );
}
