import { useQuery } from '@tanstack/react-query';
import { preload } from 'react-dom';
import { Head } from '#lib/head.tsx';
import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { pictureSources } from '#lib/picture.ts';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { BANNER_WIDTHS } from '#ui/banner-image.tsx';
import { filmById } from '../read-titles.ts';
import { shareImage, shortenText } from './share.ts';
import { buildMovieJsonLd } from './title-json-ld.ts';

/** Metadata of a film, also for visitors who cannot see the page (P-35). */
export function FilmHead({ id }: { id: string }) {
  const t = useTranslations();
  const { url } = useSettings();
  const { signedIn } = useAppearance();
  const { data: film } = useQuery(filmById(id));
  if (!film) return <Head title={t(film === null ? 'catalogue.film_not_found' : 'catalogue.films')} hidden />;
  const banner = film.banner_url ?? film.thumbnail_url;
  // The page waits for the session; its image can load meanwhile.
  if (signedIn && banner) {
    const { src, srcSet = src } = pictureSources(banner, ...BANNER_WIDTHS);
    preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: '100vw', fetchPriority: 'high' });
  }
  return (
    <>
      <Head
        type="video.movie"
        title={film.title}
        description={film.description ? shortenText(film.description) : undefined}
        image={shareImage(banner)}
      />
      <JsonLd data={buildMovieJsonLd(film, url)} />
    </>
  );
}
