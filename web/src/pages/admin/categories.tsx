import { AdminShell } from '#features/admin/admin-shell.tsx';
import { CategoriesManager } from '#features/admin/front-page/categories-manager.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function AdminCategories() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.categories')} text={t('admin.categories_text')}>
      <CategoriesManager />
    </AdminShell>
  );
}
