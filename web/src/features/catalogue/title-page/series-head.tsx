import { useQuery } from '@tanstack/react-query';
import { Head } from '#lib/head.tsx';
import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';
import type { Series } from '../read-titles.ts';
import { VISITOR } from '../viewer.ts';
import { episodesOf } from './read-entitlements.ts';
import { shareImage, shortenText } from './share.ts';
import { buildSeriesJsonLd } from './title-json-ld.ts';

/** Metadata of a series for search engines and shared links: always what a visitor sees. */
export function SeriesHead({ series }: { series: Series }) {
  const { url } = useSettings();
  const { data: episodes = [] } = useQuery({ ...episodesOf(series.id, VISITOR), enabled: false });
  return (
    <>
      <Head
        type="video.tv_show"
        title={series.title}
        description={series.description ? shortenText(series.description) : undefined}
        image={shareImage(series.banner_url ?? series.thumbnail_url)}
      />
      <JsonLd data={buildSeriesJsonLd(series, episodes, url)} />
    </>
  );
}
