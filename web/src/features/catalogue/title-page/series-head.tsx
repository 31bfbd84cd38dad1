import { useQuery } from '@tanstack/react-query';
import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { useLanguage } from '#lib/translations.tsx';
import type { Series } from '../read-titles.ts';
import { VISITOR } from '../viewer.ts';
import { episodesOf } from './read-entitlements.ts';
import { buildSeriesJsonLd } from './title-json-ld.ts';
import { TitleMetadata } from './title-metadata.tsx';

/** Metadata of a series for search engines and shared links: always what a visitor sees. */
export function SeriesHead({ series }: { series: Series }) {
  const { url } = useSettings();
  const { language } = useLanguage();
  const { data: episodes = [] } = useQuery({ ...episodesOf(series.id, VISITOR), enabled: false });
  return (
    <>
      <TitleMetadata type="video.tv_show" title={series} />
      <JsonLd data={buildSeriesJsonLd(series, episodes, url, language)} />
    </>
  );
}
