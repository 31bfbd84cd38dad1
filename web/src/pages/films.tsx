import type { LoaderFunctionArgs } from 'react-router';
import { FilmsBrowser } from '#features/catalogue/browse/films-browser.tsx';
import { titlesPage } from '#features/catalogue/browse/read-lists.ts';
import { filteredPageIn, isWholeList } from '#features/catalogue/browse/use-title-filter.ts';
import { categories } from '#features/catalogue/read-titles.ts';
import { frontPageRows } from '#features/catalogue/rows/read-rows.ts';
import { Head } from '#lib/head.tsx';
import { preload, readInBrowser } from '#lib/preload.ts';
import { hintsAtMember } from '#lib/session-hint.ts';
import { useTranslations } from '#lib/translations.tsx';

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!hintsAtMember(request)) return null;
  const filter = filteredPageIn('movie', new URL(request.url).searchParams);
  await preload(
    context,
    categories(),
    ...(filter.q ? [] : [titlesPage('movie', filter)]),
    ...(isWholeList(filter) ? [frontPageRows('films')] : []),
  );
  return null;
}
export const clientLoader = readInBrowser;

export default function Films() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('catalogue.explore_films')} description={t('catalogue.films_description')} />
      <FilmsBrowser />
    </>
  );
}
