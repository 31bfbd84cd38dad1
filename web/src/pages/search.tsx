import { type LoaderFunctionArgs, redirect } from 'react-router';
import { categories } from '#features/catalogue/read-titles.ts';
import { searchFor } from '#features/catalogue/search/read-search.ts';
import { SearchPage } from '#features/catalogue/search/search-page.tsx';
import { searchWordsIn } from '#lib/address.ts';
import { Head } from '#lib/head.tsx';
import { preload, readInBrowser } from '#lib/preload.ts';
import { useTranslations } from '#lib/translations.tsx';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  // Only the server writes it: see page-variant.ts.
  const to = searchParams.get('to');
  if (to) throw redirect(to);
  const words = searchWordsIn(searchParams);
  await preload(context, words ? searchFor(words) : categories());
  return null;
}
export const clientLoader = readInBrowser;

export default function Search() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('catalogue.search')} hidden />
      <SearchPage />
    </>
  );
}
