import { useQueryClient } from '@tanstack/react-query';
import { formatDuration } from '#lib/duration.ts';
import { PlayerLink } from '#lib/player-link.tsx';
import { useSession } from '#lib/session.ts';
import { translationIn } from '#lib/translation-in.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { BannerImage } from '#ui/banner-image.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Progress } from '#ui/progress.tsx';
import { deleteProgress } from './delete-progress.ts';
import { type TitleInProgress, titlesInProgress } from './read-titles-in-progress.ts';

export function InProgressCard({ inProgress }: { inProgress: TitleInProgress }) {
  const t = useTranslations();
  const { media_type, media_id, title, series_title, season_number, episode_number, position, duration } =
    inProgress;
  const minutes = Math.max(1, Math.round((duration - position) / 60));
  const facts = [
    series_title && t('catalogue.episode_short', { season: season_number, number: episode_number }),
    position > 0 && t('catalogue.time_left', { time: formatDuration(minutes, t) }),
  ];
  const { language } = useLanguage();
  const name = translationIn(language, inProgress.name_translations) ?? series_title ?? title;
  return (
    <article className="group relative grid gap-2.5 rounded-m outline-offset-4 outline-(--focus) has-[a:focus-visible]:outline-4">
      <div className="relative overflow-hidden rounded-m shadow-shade">
        <BannerImage
          src={inProgress.thumbnail_url}
          seed={title}
          alt=""
          sizes="(min-width: 64rem) 20rem, 72vw"
          defer
        />
        <span className="absolute inset-0 grid place-items-center bg-black/20 transition-colors group-hover:bg-black/45">
          <span className="grid size-14 place-items-center rounded-full bg-action text-2xl text-on-action">
            <Icon name="play" />
          </span>
        </span>
        <Progress
          label={t('catalogue.continue_title', { title: name })}
          value={duration > 0 ? position / duration : 0}
          className="absolute inset-x-0 bottom-0 h-1.5! rounded-none!"
        />
      </div>
      <div className="grid h-13 grid-cols-[minmax(0,1fr)_auto] content-start">
        <h3 className="truncate text-lg leading-tight tracking-tight">
          <PlayerLink
            to={`/watch/${media_type}/${media_id}`}
            className="after:absolute after:inset-0 focus-visible:shadow-none! focus-visible:outline-none!"
          >
            <span className="sr-only">{t('catalogue.continue_title', { title: '' }).trim()} </span>
            {name}
          </PlayerLink>
        </h3>
        <RemoveButton inProgress={inProgress} name={name} />
        <p className="truncate text-sm text-soft tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </article>
  );
}

/** Removes the title from the row; for a series, all its episodes. */
function RemoveButton({ inProgress, name }: { inProgress: TitleInProgress; name: string }) {
  const t = useTranslations();
  const { user } = useSession();
  const client = useQueryClient();
  const { queryKey } = titlesInProgress(user?.id);
  const { run: remove } = useAction(() => deleteProgress(inProgress), {
    onMutate: () =>
      client.setQueryData(queryKey, (all) => all?.filter(({ media_id }) => media_id !== inProgress.media_id)),
    describeError: () => t('shell.network_error'),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <IconButton
      icon="close"
      label={t('catalogue.remove_from_row', { title: name })}
      onClick={() => void remove()}
      className="relative z-10 row-span-2 -mt-1.5"
    />
  );
}
