import { useQuery } from '@tanstack/react-query';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { SAMPLE_FILMS } from '../sample-films.ts';
import { yearOf } from '../title.ts';
import { AdvertisementSlide } from './hero-advertisement.tsx';
import { HeroFilmSlide } from './hero-film.tsx';
import { HERO_SHAPE } from './hero-shape.ts';
import { banners, type HeroFilm, heroFilms } from './home-reads.ts';

const TURN_MS = 5000;

/** The projector's light: featured films, then advertising for those who have not paid to be spared it. */
export function Hero() {
  const t = useTranslations();
  const { subscribed } = useAppearance();
  const read = useQuery(heroFilms());
  const advertising = useQuery({ ...banners('slide'), enabled: !subscribed });
  const sample = useSample();
  if (read.isPending) return <div className={HERO_SHAPE} role="status" aria-label={t('shell.loading')} />;
  const films = read.data?.length ? read.data : [sample];
  const advertisements = subscribed ? [] : (advertising.data ?? []);
  return (
    <Carousel
      label={t('catalogue.featured')}
      autoplayMs={TURN_MS}
      counter
      slides={[
        ...films.map((film, at) => ({
          key: film.id,
          content: <HeroFilmSlide film={film} first={at === 0} />,
        })),
        ...advertisements.map((one) => ({
          key: one.id,
          content: <AdvertisementSlide advertisement={one} />,
        })),
      ]}
    />
  );
}

/** For a house without a catalogue, or one that cannot be reached (decision 29). */
function useSample(): HeroFilm {
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
