import type { LoaderFunctionArgs } from 'react-router';
import { seriesPage } from '#features/catalogue/browse/read-lists.ts';
import { SeriesList } from '#features/catalogue/browse/series-list.tsx';
import { categories } from '#features/catalogue/read-titles.ts';
import { pageIn } from '#lib/address.ts';
import { Head } from '#lib/head.tsx';
import { preload, readInBrowser } from '#lib/preload.ts';
import { useTranslations } from '#lib/translations.tsx';

export async function loader({ context, request }: LoaderFunctionArgs) {
  await preload(context, categories(), seriesPage(pageIn(new URL(request.url).searchParams)));
  return null;
}
export const clientLoader = readInBrowser;

export default function SeriesListPage() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('catalogue.series')} description={t('catalogue.series_description')} />
      <SeriesList />
    </>
  );
}
