import { useQuery } from '@tanstack/react-query';
import { Head } from '#lib/head.tsx';
import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';
import type { Series } from '../read-titles.ts';
import { VISITOR } from '../viewer.ts';
import { describeSeries } from './describe-title.ts';
import { episodesOf } from './read-rights.ts';
import { shareImage, shorten } from './share.ts';

/** What search engines and shared links say of a series: what a visitor sees, whoever is looking. */
export function SeriesHead({ series }: { series: Series }) {
  const { url } = useSettings();
  const { data: episodes = [] } = useQuery({ ...episodesOf(series.id, VISITOR), enabled: false });
  return (
    <>
      <Head
        type="video.tv_show"
        title={series.title}
        description={series.description ? shorten(series.description) : undefined}
        image={shareImage(series.banner_url ?? series.thumbnail_url)}
      />
      <JsonLd data={describeSeries(series, episodes, url)} />
    </>
  );
}
