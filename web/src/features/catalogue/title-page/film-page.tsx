import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FilmDataUse } from '../data-use.tsx';
import { type Film, filmById } from '../read-titles.ts';
import { useViewer } from '../viewer.ts';
import { WatchButton } from '../watch-button.tsx';
import { FilmNotFound } from './film-not-found.tsx';
import { FilmTabs } from './film-tabs.tsx';
import { useCanWatch } from './read-entitlements.ts';
import { SimilarTitles } from './similar/similar-titles.tsx';
import { SubscribeButton, TitleActions } from './title-actions.tsx';
import { TitleHero } from './title-hero.tsx';
import { TitleHeroSkeleton } from './title-hero-skeleton.tsx';

interface FilmPageProps {
  id: string;
  /** Buy and rent. */
  offers: (film: Film) => ReactNode;
  discussion: (film: Film) => ReactNode;
  download: (film: Film) => ReactNode;
}

/** The page of a film. Without a viewer it shows what everybody can read. */
export function FilmPage({ id, offers, discussion, download }: FilmPageProps) {
  const viewer = useViewer();
  const { data: film, isError, isFetching, refetch } = useQuery(filmById(id));
  if (film === undefined && isError)
    return <LoadFailed level={1} title="catalogue.movie_load_failed" busy={isFetching} retry={refetch} />;
  // What a visitor does not find, the member may have bought.
  if (film === undefined || (film === null && (isFetching || !viewer))) return <TitleHeroSkeleton />;
  if (film === null) return <FilmNotFound />;
  return (
    <>
      <TitleHero kind="movie" title={film}>
        <TitleActions
          kind="movie"
          title={film}
          watch={<WatchFilm film={film} />}
          offers={offers(film)}
          download={film.has_video && download(film)}
        />
        {film.duration && <FilmDataUse id={film.id} minutes={film.duration} />}
      </TitleHero>
      <FilmTabs key={film.id} film={film} viewer={viewer} />
      <div className="page-width grid grid-cols-1 gap-12 pb-4" data-below>
        <SimilarTitles id={film.id} />
        {discussion(film)}
      </div>
    </>
  );
}

function WatchFilm({ film }: { film: Film }) {
  const allowed = useCanWatch('movie', film);
  if (allowed === undefined) return <Skeleton className="h-11 w-52" />;
  return allowed ? (
    <WatchButton media="movie" id={film.id} playable={film.has_video} prefetchPlayer />
  ) : (
    <SubscribeButton kind="movie" id={film.id} />
  );
}
