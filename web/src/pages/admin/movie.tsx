import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { LoadFailed } from '../../features/admin/load-failed.tsx';
import { mediaTitle } from '../../features/admin/media/read-media.ts';
import { VideoSection } from '../../features/admin/media/video-section.tsx';
import { Head } from '../../lib/head.tsx';
import { useWords } from '../../lib/words.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CentredSpinner } from '../../ui/spinner.tsx';

export default function EditMovie() {
  const t = useWords();
  const { id = '' } = useParams();
  const { data: movie, isError, isFetching, refetch } = useQuery(mediaTitle('movie', id));
  return (
    <div className="page-width grid gap-8 py-10 sm:py-14">
      <Head title={t('videos.edit_movie')} hidden />
      <header className="grid gap-1">
        <h1 className="text-title">{t('videos.edit_movie')}</h1>
        {movie && <p className="text-lg text-soft">{movie.title}</p>}
      </header>
      {isError ? (
        <LoadFailed title="videos.movie_load_failed" busy={isFetching} retry={refetch} />
      ) : movie === undefined ? (
        <CentredSpinner />
      ) : movie === null ? (
        <EmptyState title={t('videos.movie_not_found')} />
      ) : (
        <Card className="max-w-3xl">
          <VideoSection media="movie" id={id} />
        </Card>
      )}
    </div>
  );
}
