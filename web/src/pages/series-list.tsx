import type { LoaderFunctionArgs } from 'react-router';
import { titlesPage } from '#features/catalogue/browse/read-lists.ts';
import { SeriesList } from '#features/catalogue/browse/series-list.tsx';
import { filteredPageIn } from '#features/catalogue/browse/use-title-filter.ts';
import { categories } from '#features/catalogue/read-titles.ts';
import { Head } from '#lib/head.tsx';
import { preload, readInBrowser } from '#lib/preload.ts';
import { useTranslations } from '#lib/translations.tsx';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const filter = filteredPageIn('series', new URL(request.url).searchParams);
  await preload(context, categories(), titlesPage('series', filter));
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
