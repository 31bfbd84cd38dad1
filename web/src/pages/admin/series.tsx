import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { LoadFailed } from '../../features/admin/load-failed.tsx';
import { EpisodeVideos } from '../../features/admin/media/episode-videos.tsx';
import { seriesForEditors } from '../../features/admin/media/read-media.ts';
import { Head } from '../../lib/head.tsx';
import { useWords } from '../../lib/words.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CentredSpinner } from '../../ui/spinner.tsx';

export default function EditSeries() {
  const t = useWords();
  const { id = '' } = useParams();
  const { data: series, isError, isFetching, refetch } = useQuery(seriesForEditors(id));
  return (
    <div className="page-width grid gap-8 py-10 sm:py-14">
      <Head title={t('videos.edit_series')} hidden />
      <header className="grid gap-1">
        <h1 className="text-title">{t('videos.edit_series')}</h1>
        {series && <p className="text-lg text-soft">{series.title}</p>}
      </header>
      {isError ? (
        <LoadFailed title="videos.series_load_failed" busy={isFetching} retry={refetch} />
      ) : series === undefined ? (
        <CentredSpinner />
      ) : series === null ? (
        <EmptyState title={t('catalogue.series_not_found')} />
      ) : (
        <EpisodeVideos episodes={series.episodes} />
      )}
    </div>
  );
}
