import { AdminShell } from '#features/admin/admin-shell.tsx';
import { NewMovie } from '#features/admin/titles/new-movie.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Card } from '#ui/card.tsx';
import { previewMovie } from './preview-title.tsx';

export default function AddMovie() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.new_movie')} path={[{ label: t('admin.movies'), to: '/admin/movies' }]}>
      <Card>
        <NewMovie preview={previewMovie} />
      </Card>
    </AdminShell>
  );
}
