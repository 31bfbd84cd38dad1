import { AdminSetup } from '#features/admin/admin-setup.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function AdminSetupPage() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('admin.grant_access')} hidden />
      <AdminSetup />
    </>
  );
}
