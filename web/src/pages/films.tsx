import { FilmsBrowser } from '../features/catalogue/browse/films-browser.tsx';
import { Head } from '../lib/head.tsx';
import { useWords } from '../lib/words.tsx';

export default function Films() {
  const t = useWords();
  return (
    <>
      <Head title={t('catalogue.explore_films')} description={t('catalogue.films_description')} />
      <FilmsBrowser />
    </>
  );
}
