import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { type Series, seriesById } from '../read-titles.ts';
import { Reviews } from '../reviews/reviews.tsx';
import { useViewer } from '../viewer.ts';
import { type EpisodeDownloads, Episodes } from './episodes.tsx';
import { SeriesAbout } from './series-about.tsx';
import { SeriesHead } from './series-head.tsx';
import { SimilarTitles } from './similar/similar-titles.tsx';
import { TitleActions } from './title-actions.tsx';
import { TitleHero } from './title-hero.tsx';
import { TitleHeroSkeleton } from './title-hero-skeleton.tsx';
import { WatchSeries } from './watch-series.tsx';

interface SeriesPageProps {
  id: string;
  /** Buy and rent. */
  offers: (series: Series) => ReactNode;
  discussion: (series: Series) => ReactNode;
  downloads: EpisodeDownloads;
}

/** The public page of a series. */
export function SeriesPage({ id, offers, discussion, downloads }: SeriesPageProps) {
  const t = useTranslations();
  const viewer = useViewer();
  const { data: series, isError, isFetching, refetch } = useQuery(seriesById(id));
  if (series === undefined)
    return (
      <>
        <Head title={t('catalogue.series')} hidden />
        {isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <TitleHeroSkeleton />}
      </>
    );
  if (series === null)
    return (
      <>
        <Head title={t('catalogue.series_not_found')} hidden />
        <EmptyState
          level={1}
          art={<LazyIllustration of="rooster" className="size-56" />}
          title={t('catalogue.series_not_found')}
          text={t('catalogue.series_not_found_text')}
          action={
            <Button asChild>
              <Link to="/series">{t('catalogue.browse_series')}</Link>
            </Button>
          }
        />
      </>
    );
  return (
    <>
      <SeriesHead series={series} />
      <TitleHero kind="series" title={series}>
        <TitleActions
          kind="series"
          title={series}
          watch={<WatchSeries series={series} />}
          offers={offers(series)}
        />
      </TitleHero>
      <div className="page-width grid grid-cols-1 gap-12 py-10">
        <SeriesAbout series={series} />
        <Episodes key={series.id} series={series} downloads={downloads} />
      </div>
      <div className="page-width grid grid-cols-1 gap-12 pb-10" data-below>
        <section aria-labelledby="reviews" className="grid gap-6">
          <SectionHead id="reviews" title={t('catalogue.reviews_count', { count: series.review_count })} />
          <Reviews key={series.id} kind="series" title={series} viewer={viewer} />
        </section>
        <SimilarTitles id={series.id} />
        {discussion(series)}
      </div>
    </>
  );
}
