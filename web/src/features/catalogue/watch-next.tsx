import { useQuery } from '@tanstack/react-query';
import type { TitleInPath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { TitleRow } from './home/title-row.tsx';
import { filmById, latestMovies, seriesById } from './read-titles.ts';
import { TitleCard } from './title-card.tsx';
import { WatchButton } from './watch-button.tsx';

/** For new subscribers: the title they came for, then the newest films. */
export function WatchNext({ wanted }: { wanted: TitleInPath | null }) {
  const t = useTranslations();
  const { data: films = [] } = useQuery(latestMovies());
  const others = films.filter(({ id }) => id !== wanted?.id);
  return (
    <section aria-labelledby="watch-next" className="page-width grid max-w-5xl! gap-5">
      <SectionHead id="watch-next" title={t('catalogue.watch_next')} />
      {wanted && <WantedTitleCard wanted={wanted} />}
      {others.length > 0 && <TitleRow label={t('catalogue.latest_movies')} titles={others} />}
    </section>
  );
}

function WantedTitleCard({ wanted: { kind, id } }: { wanted: TitleInPath }) {
  const { data: film } = useQuery({ ...filmById(id), enabled: kind === 'movie' });
  const { data: series } = useQuery({ ...seriesById(id), enabled: kind === 'series' });
  const title = film ?? series;
  if (!title) return null;
  return (
    <div className="grid w-44 gap-3">
      <TitleCard kind={film ? 'movie' : 'series'} title={title} sizes="11rem" />
      {film && <WatchButton media="movie" id={id} playable={film.has_video} name={film.title} />}
    </div>
  );
}
