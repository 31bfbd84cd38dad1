import { FilmsBrowser } from '#features/catalogue/browse/films-browser.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Films() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('catalogue.explore_films')} description={t('catalogue.films_description')} />
      <FilmsBrowser />
    </>
  );
}
