import { AdminShell } from '#features/admin/admin-shell.tsx';
import { BannersManager } from '#features/admin/front-page/banners-manager.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function AdminBanners() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.banners')} text={t('admin.banners_text')}>
      <BannersManager />
    </AdminShell>
  );
}
