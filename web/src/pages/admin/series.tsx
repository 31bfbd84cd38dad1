import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { AdminEmptyState } from '#features/admin/admin-empty-state.tsx';
import { AdminShell } from '#features/admin/admin-shell.tsx';
import { LoadFailed } from '#features/admin/load-failed.tsx';
import { EpisodesEditor } from '#features/admin/titles/episodes-editor.tsx';
import { titleForEditors } from '#features/admin/titles/read-title.ts';
import { TitleForm } from '#features/admin/titles/title-form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { previewSeries } from './preview-title.tsx';

export default function EditSeries() {
  const t = useTranslations();
  const { id = '' } = useParams();
  const { data: series, isError, isFetching, refetch } = useQuery(titleForEditors('series', id));
  return (
    <AdminShell
      title={t('media.edit_series')}
      path={[{ label: t('admin.series'), to: '/admin/series' }]}
      actions={
        series && (
          <Button asChild variant="secondary">
            <Link to={`/series/${id}`} target="_blank">
              {t('admin.see_page')}
            </Link>
          </Button>
        )
      }
    >
      {isError && !series ? (
        <LoadFailed title="media.series_load_failed" busy={isFetching} retry={refetch} />
      ) : series === undefined ? (
        <CentredSpinner />
      ) : series === null ? (
        <AdminEmptyState
          of="projector"
          title={t('catalogue.series_not_found')}
          action={
            <Button asChild>
              <Link to="/admin/series">{t('admin.manage_series')}</Link>
            </Button>
          }
        />
      ) : (
        <>
          <Card>
            <TitleForm
              key={series.id}
              kind="series"
              title={series}
              preview={previewSeries}
              onSaved={() => {}}
            />
          </Card>
          <Card>
            <EpisodesEditor series_id={id} />
          </Card>
        </>
      )}
    </AdminShell>
  );
}
