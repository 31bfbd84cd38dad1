import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { AdminEmptyState } from '#features/admin/admin-empty-state.tsx';
import { AdminShell } from '#features/admin/admin-shell.tsx';
import { LoadFailed } from '#features/admin/load-failed.tsx';
import { VideoSection } from '#features/admin/media/video-section.tsx';
import { titleForEditors } from '#features/admin/titles/read-title.ts';
import { TitleForm } from '#features/admin/titles/title-form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { previewMovie } from './preview-title.tsx';

export default function EditMovie() {
  const t = useTranslations();
  const { id = '' } = useParams();
  const { data: movie, isError, isFetching, refetch } = useQuery(titleForEditors('movie', id));
  return (
    <AdminShell
      title={t('media.edit_movie')}
      path={[{ label: t('admin.movies'), to: '/admin/movies' }]}
      actions={
        movie && (
          <Button asChild variant="secondary">
            <Link to={`/films/${id}`} target="_blank">
              {t('admin.see_page')}
            </Link>
          </Button>
        )
      }
    >
      {isError && !movie ? (
        <LoadFailed title="media.movie_load_failed" busy={isFetching} retry={refetch} />
      ) : movie === undefined ? (
        <CentredSpinner />
      ) : movie === null ? (
        <AdminEmptyState
          of="projector"
          title={t('media.movie_not_found')}
          action={
            <Button asChild>
              <Link to="/admin/movies">{t('admin.manage_movies')}</Link>
            </Button>
          }
        />
      ) : (
        <>
          <Card>
            <TitleForm key={movie.id} kind="movie" title={movie} preview={previewMovie} onSaved={() => {}} />
          </Card>
          <Card>
            <VideoSection media="movie" id={id} />
          </Card>
        </>
      )}
    </AdminShell>
  );
}
