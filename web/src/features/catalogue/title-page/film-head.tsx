import { useQuery } from '@tanstack/react-query';
import { Head } from '#lib/head.tsx';
import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { filmById } from '../read-titles.ts';
import { buildMovieJsonLd } from './title-json-ld.ts';
import { TitleMetadata } from './title-metadata.tsx';

/** Metadata of a film, also for visitors who cannot see the page (P-35). */
export function FilmHead({ id }: { id: string }) {
  const t = useTranslations();
  const { url } = useSettings();
  const { language } = useLanguage();
  const { data: film } = useQuery(filmById(id));
  if (!film) return <Head title={t(film === null ? 'catalogue.film_not_found' : 'catalogue.films')} hidden />;
  return (
    <>
      <TitleMetadata type="video.movie" title={film} />
      <JsonLd data={buildMovieJsonLd(film, url, language)} />
    </>
  );
}
