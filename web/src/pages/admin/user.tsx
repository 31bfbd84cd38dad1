import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { AdminShell } from '#features/admin/admin-shell.tsx';
import { MemberScreen } from '#features/admin/members/member-detail.tsx';
import { memberDetail } from '#features/admin/members/read-member.ts';
import { useTranslations } from '#lib/translations.tsx';

export default function User() {
  const t = useTranslations();
  const { id = '' } = useParams();
  const { data } = useQuery(memberDetail(id));
  const name = data?.profile.full_name || data?.profile.username;
  return (
    <AdminShell title={name ?? t('admin.user')} path={[{ label: t('admin.users'), to: '/admin/users' }]}>
      <MemberScreen key={id} id={id} />
    </AdminShell>
  );
}
