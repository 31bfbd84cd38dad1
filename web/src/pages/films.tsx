import type { LoaderFunctionArgs } from 'react-router';
import { FilmsBrowser } from '#features/catalogue/browse/films-browser.tsx';
import { filmsPage } from '#features/catalogue/browse/read-lists.ts';
import { filmFilterIn, isFiltered } from '#features/catalogue/browse/use-film-filter.ts';
import { categories } from '#features/catalogue/read-titles.ts';
import { Head } from '#lib/head.tsx';
import { preload, readInBrowser } from '#lib/preload.ts';
import { hintsAtMember } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!hintsAtMember(request)) return null;
  const filter = filmFilterIn(new URL(request.url).searchParams);
  await preload(context, categories(), ...(isFiltered(filter) ? [] : [filmsPage(filter)]));
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
