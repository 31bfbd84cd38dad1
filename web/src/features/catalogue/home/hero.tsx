import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAppearance } from '#lib/session.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { SAMPLE_FILMS } from '../sample-films.ts';
import { yearOf } from '../title.ts';
import { AdvertisementSlide } from './hero-advertisement.tsx';
import { HeroFilmSlide } from './hero-film.tsx';
import { HERO_SHAPE } from './hero-shape.ts';
import { banners, type HeroFilm, heroFilms } from './read-home.ts';

const AUTOPLAY_MS = 5000;

/** Featured films, then advertisements for viewers without a subscription. */
export function Hero() {
  const t = useTranslations();
  const { subscribed } = useAppearance();
  const { language } = useLanguage();
  const featured = useQuery({ ...heroFilms(language), placeholderData: keepPreviousData });
  const advertising = useQuery({ ...banners('slide'), enabled: !subscribed });
  const sample = useSampleFilm();
  if (featured.isPending) return <div className={HERO_SHAPE} role="status" aria-label={t('shell.loading')} />;
  const films = featured.data?.length ? featured.data : [sample];
  const advertisements = subscribed ? [] : (advertising.data ?? []);
  return (
    <Carousel
      label={t('catalogue.featured')}
      autoplayMs={AUTOPLAY_MS}
      counter
      slides={[
        ...films.map((film, index) => ({
          key: film.id,
          content: <HeroFilmSlide film={film} first={index === 0} />,
        })),
        ...advertisements.map((advertisement) => ({
          key: advertisement.id,
          content: <AdvertisementSlide advertisement={advertisement} />,
        })),
      ]}
    />
  );
}

/** For an empty or unreachable catalogue (P-29). */
function useSampleFilm(): HeroFilm {
  const t = useTranslations();
  const [{ id, title, duration, genre, release_date }] = SAMPLE_FILMS;
  return {
    id,
    title,
    description: t('catalogue.sample_1'),
    banner_url: null,
    trailer_url: null,
    rating: null,
    year: yearOf(release_date),
    duration: duration ?? null,
    genre,
    target: null,
    sample: true,
  };
}
