import type { ReactNode } from 'react';
import { formatDuration } from '#lib/duration.ts';
import { translationIn } from '#lib/translation-in.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { useTranslatedTitle } from '../translated-title.ts';
import { WatchButton } from '../watch-button.tsx';
import type { Episode } from './read-entitlements.ts';

interface EpisodeCardProps {
  episode: Episode;
  playable: boolean;
  download: (id: string, name: string) => ReactNode;
}

export function EpisodeCard({ episode, playable, download }: EpisodeCardProps) {
  const t = useTranslations();
  const { language } = useLanguage();
  const { title } = useTranslatedTitle(episode);
  const description = translationIn(language, episode.description_translations) ?? episode.description;
  return (
    <article className="grid grid-cols-[8rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 sm:grid-cols-[11rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr]">
      <BannerImage
        src={episode.thumbnail_url}
        seed={episode.title}
        alt=""
        sizes="(min-width: 40rem) 11rem, 8rem"
        className="rounded-m sm:row-span-2"
      />
      <div className="grid justify-items-start gap-1">
        <h4 className="font-display text-lg leading-tight font-[750]">
          <span className="text-soft">
            <span aria-hidden="true">{episode.episode_number}.</span>
            <span className="sr-only">
              {t('catalogue.episode_place', { number: episode.episode_number })}:{' '}
            </span>
          </span>{' '}
          {title}
        </h4>
        <p className="flex flex-wrap items-center gap-2 text-sm text-soft tabular-nums">
          {episode.duration !== null && formatDuration(episode.duration, t)}
          {episode.is_free && <Badge tone="free">{t('catalogue.free')}</Badge>}
        </p>
      </div>
      <div className="grid justify-items-start gap-3 max-sm:col-span-full sm:col-start-2">
        {description && <p className="text-soft">{description}</p>}
        {playable && (
          <div className="flex items-center gap-2">
            <WatchButton
              media="episode"
              id={episode.id}
              playable={episode.has_video}
              name={title}
              size="s"
              variant="secondary"
            />
            {episode.has_video && download(episode.id, title)}
          </div>
        )}
      </div>
    </article>
  );
}
