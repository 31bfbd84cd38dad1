import { Link } from 'react-router';
import { AdminShell } from '#features/admin/admin-shell.tsx';
import { MoviesTable } from '#features/admin/titles/movies-table.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';

export default function ManageMovies() {
  const t = useTranslations();
  return (
    <AdminShell
      title={t('admin.manage_movies')}
      actions={
        <Button asChild>
          <Link to="/admin/movies/new">{t('admin.add_movie')}</Link>
        </Button>
      }
    >
      <MoviesTable />
    </AdminShell>
  );
}
