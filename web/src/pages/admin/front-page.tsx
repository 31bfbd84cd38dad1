import { AdminShell } from '#features/admin/admin-shell.tsx';
import { RowsEditor } from '#features/admin/front-page/rows/rows-editor.tsx';
import { RowsPreview } from '#features/catalogue/rows/rows-preview.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function FrontPage() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.front_page')}>
      <p className="max-w-prose text-soft">{t('admin.front_page_text')}</p>
      <RowsEditor
        preview={(rows, categoryOf) => (
          <RowsPreview rows={rows.map((row) => ({ ...row, category: categoryOf(row.category_id) }))} />
        )}
      />
    </AdminShell>
  );
}
