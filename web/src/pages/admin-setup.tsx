import { AdminSetup } from '../features/admin/admin-setup.tsx';
import { Head } from '../lib/head.tsx';
import { useWords } from '../lib/words.tsx';

export default function AdminSetupPage() {
  const t = useWords();
  return (
    <>
      <Head title={t('admin.grant_access')} hidden />
      <AdminSetup />
    </>
  );
}
