import { useTranslations } from '#lib/translations.tsx';
import { Poster } from '#ui/poster.tsx';
import { PlayerIcon } from './controls/player-icon.tsx';
import { usePlayer } from './player-context.ts';

/** Replaces the picture in audio-only mode. */
export function AudioOnlyScreen() {
  const t = useTranslations();
  const { title } = usePlayer();
  return (
    <div className="sequins absolute inset-0 grid place-content-center justify-items-center gap-4 bg-bg pb-24">
      {title && (
        <Poster
          src={title.thumbnail_url}
          seed={title.title}
          alt=""
          sizes="16rem"
          className="w-[min(16rem,32dvh)] rounded-l"
        />
      )}
      <p className="flex items-center gap-2 bg-bg px-3 font-medium text-highlight-text">
        <PlayerIcon name="headphones" />
        {t('playback.audio_only_now')}
      </p>
    </div>
  );
}
