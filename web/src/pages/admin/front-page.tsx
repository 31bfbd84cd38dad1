import { AdminShell } from '#features/admin/admin-shell.tsx';
import { FeaturedManager } from '#features/admin/front-page/featured-manager.tsx';
import { RowsEditor } from '#features/admin/front-page/rows/rows-editor.tsx';
import { RowsPreview } from '#features/catalogue/rows/rows-preview.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { SectionHead } from '#ui/section-head.tsx';

export default function FrontPage() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.front_page')}>
      <FeaturedManager />
      <SectionHead title={t('admin.rows_of_titles')} text={t('admin.front_page_text')} className="pt-4" />
      <RowsEditor
        preview={(rows, categoryOf) => (
          <RowsPreview rows={rows.map((row) => ({ ...row, category: categoryOf(row.category_id) }))} />
        )}
      />
    </AdminShell>
  );
}
