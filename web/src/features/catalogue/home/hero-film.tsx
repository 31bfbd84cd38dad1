import { formatDuration } from '#lib/duration.ts';
import { useFormat } from '#lib/format.ts';
import { useAppearance } from '#lib/session.ts';
import { useTitlePath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { useGenreNames } from '../genre-names.ts';
import { LinkButton } from '../link-button.tsx';
import { playerPath } from '../paths.ts';
import { SampleButton } from '../sample-button.tsx';
import { TrailerButton } from '../trailer-button.tsx';
import { HERO_SHAPE } from './hero-shape.ts';
import type { HeroFilm } from './read-home.ts';

/** A full-width slide. It uses the dark theme always, since the text is on the banner. */
export function HeroFilmSlide({ film, first }: { film: HeroFilm; first: boolean }) {
  const t = useTranslations();
  return (
    <article data-theme="dark" className={cx(HERO_SHAPE, 'flex items-end overflow-hidden lg:items-center')}>
      <BannerImage
        src={film.banner_url}
        alt=""
        priority={first}
        // The image is as tall as the slide and cropped at the sides; phones load a smaller one than they could show.
        sizes="(max-width: 40rem) 130vw, max(100vw, 140svh)"
        fill
        seed={film.title}
        className="[&_img]:object-[78%_50%]"
      />
      <div className="slide-shade absolute inset-0" />
      <div className="page-width relative grid justify-items-start gap-3 pb-20 sm:pb-24 lg:gap-4 lg:pb-16">
        {film.sample && <Badge tone="sample">{t('catalogue.sample')}</Badge>}
        <h2 className="max-w-[14ch] text-display font-[800] break-words">{film.title}</h2>
        <Facts film={film} />
        {film.description && (
          <p className="line-clamp-3 max-w-[46ch] text-lg text-pretty text-text sm:line-clamp-4">
            {film.description}
          </p>
        )}
        <Actions film={film} />
      </div>
    </article>
  );
}

/** Year, duration, genre and rating. */
function Facts({ film }: { film: HeroFilm }) {
  const t = useTranslations();
  const { number } = useFormat();
  const genreName = useGenreNames();
  const { duration } = film;
  const length = typeof duration === 'number' ? formatDuration(duration, t) : duration;
  const facts = [String(film.year), length, film.genre.map(genreName).join(', ')].filter(Boolean);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-text">
      <span>{facts.join(' · ')}</span>
      {film.rating !== null && (
        <span className="inline-flex items-center gap-1 font-semibold text-highlight-text tabular-nums">
          <Icon name="star" />
          <span aria-hidden="true">{number(film.rating)}</span>
          <span className="sr-only">{t('shell.out_of_five', { value: number(film.rating) })}</span>
        </span>
      )}
    </p>
  );
}

function Actions({ film }: { film: HeroFilm }) {
  const { trailer_url, target, title } = film;
  if (film.sample) return <SampleAction title={title} />;
  if (!target && !trailer_url) return null;
  return (
    <div className="mt-1 flex flex-wrap gap-3">
      {target && <TargetActions title={title} target={target} />}
      {trailer_url && <TrailerButton title={title} url={trailer_url} size="l" />}
    </div>
  );
}

/** 'Watch' opens the player if the viewer has access, else the page of the title. */
function TargetActions({ title, target }: { title: string; target: NonNullable<HeroFilm['target']> }) {
  const t = useTranslations();
  const { subscribed } = useAppearance();
  const page = useTitlePath()(target.kind, { id: target.id, title });
  const canPlay = target.has_video && (target.is_free || subscribed);
  const player = canPlay && playerPath('movie', target.id);
  return (
    <>
      <LinkButton to={player || page} opensPlayer={Boolean(player)} size="l">
        <Icon name="play" />
        {t('catalogue.watch')}
        <span className="sr-only">{title}</span>
      </LinkButton>
      <LinkButton to={page} size="l" variant="secondary">
        {t('catalogue.details')}
        <span className="sr-only">{title}</span>
      </LinkButton>
    </>
  );
}

/** A sample opens a notice; it cannot be bought (P-29). */
function SampleAction({ title }: { title: string }) {
  const t = useTranslations();
  return (
    <SampleButton title={title} className={buttonClass({ size: 'l', variant: 'secondary' })}>
      {t('catalogue.details')}
    </SampleButton>
  );
}
