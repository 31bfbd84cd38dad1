import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#ui/tabs.tsx';
import { type Film, filmById } from '../read-titles.ts';
import type { Viewer } from '../viewer.ts';
import { WatchButton } from '../watch-button.tsx';
import { FilmAbout } from './film-about.tsx';
import { canWatch } from './read-entitlements.ts';
import { SubscribeButton, TitleActions } from './title-actions.tsx';
import { TitleHero } from './title-hero.tsx';
import { TitleHeroSkeleton } from './title-hero-skeleton.tsx';

/** Loaded when the tab is opened. */
const Reviews = lazy(() => import('../reviews/reviews.tsx').then(({ Reviews }) => ({ default: Reviews })));

interface FilmPageProps {
  id: string;
  /** Buy and rent. */
  offers: (film: Film) => ReactNode;
  discussion: ReactNode;
}

/** The page of a film, for members. */
export function FilmPage({ id, offers, discussion }: FilmPageProps) {
  const t = useTranslations();
  const { user } = useSession();
  const { data: film, isError, isFetching, refetch } = useQuery(filmById(id));
  if (film === undefined || !user) {
    if (isError)
      return <LoadFailed level={1} title="catalogue.movie_load_failed" busy={isFetching} retry={refetch} />;
    return <TitleHeroSkeleton />;
  }
  if (film === null)
    return (
      <EmptyState
        level={1}
        art={<LazyIllustration of="rooster" className="size-56" />}
        title={t('catalogue.film_not_found')}
        text={t('catalogue.film_not_found_text')}
        action={
          <Button asChild>
            <Link to="/films">{t('catalogue.browse_films')}</Link>
          </Button>
        }
      />
    );
  return (
    <>
      <TitleHero kind="movie" title={film}>
        <TitleActions
          kind="movie"
          title={film}
          watch={<WatchFilm film={film} viewer={user.id} />}
          offers={offers(film)}
        />
      </TitleHero>
      <Tabs key={film.id} defaultValue="about" className="page-width py-8">
        <TabList label={t('catalogue.film_details')}>
          <Tab value="about">{t('catalogue.about')}</Tab>
          <Tab value="reviews">{t('catalogue.reviews_count', { count: film.review_count })}</Tab>
        </TabList>
        <TabPanel value="about">
          <FilmAbout film={film} />
        </TabPanel>
        <TabPanel value="reviews">
          <Suspense fallback={<Skeleton className="h-64 max-w-4xl" />}>
            <Reviews movie_id={film.id} viewer={user.id} count={film.review_count} />
          </Suspense>
        </TabPanel>
      </Tabs>
      <div className="page-width">{discussion}</div>
    </>
  );
}

function WatchFilm({ film, viewer }: { film: Film; viewer: Viewer }) {
  const { data: allowed, isError } = useQuery(canWatch('movie', film.id, viewer));
  if (allowed === undefined && !isError) return <Skeleton className="h-11 w-52" />;
  return (allowed ?? film.is_free) ? (
    <WatchButton media="movie" id={film.id} playable={film.has_video} prefetchPlayer />
  ) : (
    <SubscribeButton />
  );
}
