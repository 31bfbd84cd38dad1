import type { ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Poster } from '#ui/poster.tsx';
import { useGenreNames } from '../genre-names.ts';
import type { CardTitle, Kind } from '../title.ts';
import { Rating, TitleAccessBadge, useShortFacts } from '../title-facts.tsx';
import { useTranslatedTitle } from '../translated-title.ts';

interface TitleHeroProps {
  kind: Kind;
  title: CardTitle & { banner_url: string | null };
  /** The buttons. */
  children: ReactNode;
}

/** Banner, poster, name and buttons; always in the dark theme. */
export function TitleHero({ kind, title: original, children }: TitleHeroProps) {
  const t = useTranslations();
  const title = useTranslatedTitle(original);
  const genreName = useGenreNames();
  const facts = useShortFacts(kind, title);
  return (
    <section data-theme="dark" className="relative isolate">
      <BannerImage
        src={title.banner_url ?? title.thumbnail_url}
        seed={original.title}
        alt=""
        priority
        className="-z-20 md:absolute! md:inset-0 md:aspect-auto! [&_img]:object-[72%_50%]"
      />
      <div className="absolute inset-x-0 top-0 -z-10 aspect-video bg-linear-to-t from-bg from-15% via-bg/70 via-45% to-transparent to-85% md:hidden" />
      <div className="absolute inset-0 -z-10 hidden bg-linear-to-r from-bg/95 from-40% via-bg/85 via-70% to-bg/30 lg:from-30% lg:via-60% lg:to-transparent lg:to-95% md:block" />
      <div className="page-width grid gap-x-4 gap-y-5 pb-8 max-md:-mt-14 max-md:grid-cols-[7rem_minmax(0,1fr)] max-md:items-end md:gap-x-8 md:min-h-[min(42vw,38rem)] md:grid-cols-[13rem_minmax(0,1fr)] md:items-end md:py-12 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-x-12">
        <Poster
          src={title.thumbnail_url}
          seed={original.title}
          alt={t('catalogue.poster_of', { title: title.title })}
          sizes="(min-width: 64rem) 16rem, (min-width: 48rem) 13rem, 7rem"
          className="w-full shadow-shade"
        />
        <div className="grid max-w-3xl justify-items-start gap-4 max-md:contents">
          {/* Beside the poster on phones; the buttons below both. */}
          <div className="grid min-w-0 justify-items-start gap-2.5 md:gap-4">
            <h1 className="max-w-[8.5em] text-title font-[800] break-words lg:text-display">{title.title}</h1>
            {title.title !== original.title && (
              <p className="-mt-2 text-soft">{t('catalogue.original_title', { title: original.title })}</p>
            )}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="font-medium tabular-nums">{facts}</span>
              <Rating kind={kind} title={title} />
              <TitleAccessBadge kind={kind} title={title} />
            </div>
            {title.genre.length > 0 && (
              <ul aria-label={t('catalogue.genres')} className="flex flex-wrap gap-2">
                {title.genre.map((genre) => (
                  <li key={genre}>
                    <Badge>{genreName(genre)}</Badge>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className="max-md:col-span-full max-md:w-full">{children}</div>
        </div>
      </div>
    </section>
  );
}
