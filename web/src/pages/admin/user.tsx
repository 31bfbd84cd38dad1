import { useParams } from 'react-router';
import { AdminShell } from '../../features/admin/admin-shell.tsx';
import { MemberScreen } from '../../features/admin/member-detail.tsx';
import { useWords } from '../../lib/words.tsx';

export default function User() {
  const t = useWords();
  const { id = '' } = useParams();
  return (
    <AdminShell title={t('admin.user')} path={[{ label: t('admin.users'), to: '/admin/users' }]}>
      <MemberScreen key={id} id={id} />
    </AdminShell>
  );
}
