import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { DeleteMemberDialog } from './delete-member-dialog.tsx';
import { MemberActions } from './member-actions.tsx';
import { planName } from './plan-name.ts';
import { memberDetail } from './read-member.ts';
import { SubscriptionBadge } from './subscription-badge.tsx';

/** The admin page of one member. */
export function MemberScreen({ id }: { id: string }) {
  const t = useTranslations();
  const format = useFormat();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const { data: member, isError, isFetching, refetch } = useQuery(memberDetail(id));
  if (isError && !member) return <LoadFailed title="admin.users_error" busy={isFetching} retry={refetch} />;
  if (member === undefined) return <CentredSpinner />;
  if (member === null)
    return (
      <AdminEmptyState
        title={t('errors.member_not_found')}
        action={
          <Button asChild>
            <Link to="/admin/users">{t('admin.manage_users')}</Link>
          </Button>
        }
      />
    );
  const { profile, subscriptions, purchases, devices, acts } = member;
  return (
    <div className="grid gap-5">
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-center gap-5">
          <Avatar src={profile.avatar_url} name={profile.full_name ?? profile.username} size="l" />
          <div className="grid min-w-0 gap-1">
            <p className="text-lg font-semibold break-all">@{profile.username}</p>
            <p className="text-sm break-all text-soft">
              {member.email} · <code>{profile.id.slice(0, 8)}</code>
            </p>
            <p className="flex flex-wrap gap-2">
              {member.role && <Badge tone="new">{member.role}</Badge>}
              <Badge tone={profile.is_public ? 'neutral' : 'muted'}>
                {t(profile.is_public ? 'admin.public_profile' : 'admin.private_profile')}
              </Badge>
              {member.second_factor && <Badge tone="success">{t('admin.second_factor')}</Badge>}
            </p>
          </div>
        </div>
        {member.suspension && (
          <Alert tone="warning" title={t('admin.suspended')}>
            {member.suspension.reason}
            {member.suspension.until && ` · ${format.date(member.suspension.until)}`}
          </Alert>
        )}
        <p className="text-soft">
          {t('admin.member_since', {
            joined: format.date(profile.created_at),
            seen: member.last_sign_in_at ? format.date(member.last_sign_in_at) : '–',
          })}
          {' · '}
          {t('admin.member_writes', { topics: member.topics, posts: member.posts, reviews: member.reviews })}
        </p>
        <div className="flex flex-wrap gap-3">
          <MemberActions member={member} />
          <Button asChild size="s" variant="quiet">
            <Link to={`/profile/${profile.id}`}>{t('admin.see_profile')}</Link>
          </Button>
          <Button size="s" variant="danger" onClick={() => setDeleting(true)}>
            {t('admin.delete_user', { name: profile.username })}
          </Button>
        </div>
      </Card>
      <List title={t('admin.subscriptions')} empty={subscriptions.length === 0}>
        {subscriptions.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-3">
            <SubscriptionBadge {...row} />
            {t(planName(row.subscription_type))} · {row.provider ?? '–'} · {format.date(row.expires_at)}
          </li>
        ))}
      </List>
      <List title={t('admin.purchases')} empty={purchases.length === 0}>
        {purchases.map((row) => (
          <li key={row.id}>
            {row.title ?? t('admin.untitled')} · {t(`admin.purchased_${row.transaction_type}`)} ·{' '}
            {row.amount.toFixed(2)} {row.currency} · {t(`admin.purchased_${row.status}`)} ·{' '}
            {format.date(row.created_at)}
          </li>
        ))}
      </List>
      <List title={t('admin.devices')} empty={devices.length === 0}>
        {devices.map((row) => (
          <li key={row.id} className="break-words">
            {row.user_agent || '–'} · {format.date(row.last_active_at)}
          </li>
        ))}
      </List>
      <List title={t('admin.audit')} empty={acts.length === 0}>
        {acts.map((row) => (
          <li key={row.id}>
            {format.date(row.at)} · <code>{row.act}</code> {row.reason && `· ${row.reason}`}
          </li>
        ))}
      </List>
      <DeleteMemberDialog
        member={deleting ? profile : null}
        onDone={(deleted) => {
          setDeleting(false);
          if (deleted) navigate('/admin/users');
        }}
      />
    </div>
  );
}

function List({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) {
  const t = useTranslations();
  return (
    <Card className="grid gap-3">
      <h2 className="text-heading">{title}</h2>
      {empty ? (
        <p className="text-soft">{t('admin.none_yet')}</p>
      ) : (
        <ul className="grid gap-2">{children}</ul>
      )}
    </Card>
  );
}
