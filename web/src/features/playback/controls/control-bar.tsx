import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { useCast } from '../casting/use-cast.ts';
import { findSubtitles } from '../find-track.ts';
import { usePlayer } from '../player-context.ts';
import { clockTime } from '../time-text.ts';
import { useFullScreen } from './full-screen.ts';
import { PlayerButton } from './player-button.tsx';
import { SeekBar } from './seek-bar.tsx';
import { useEnded, useMedia, usePaused, useTime } from './use-media.ts';
import { VolumeControl } from './volume-control.tsx';

interface ControlBarProps {
  shown: boolean;
  toggleCaptions: () => void;
  onNext: (() => void) | undefined;
}

export function ControlBar({ shown, toggleCaptions, onNext }: ControlBarProps) {
  const t = useTranslations();
  const {
    video,
    engine,
    playback,
    preferences,
    panel,
    open,
    commands,
    episodes,
    audioOnly,
    announce,
    wayBack,
  } = usePlayer();
  const paused = usePaused(video);
  const ended = useEnded(video);
  const full = useFullScreen();
  const { cast, isCasting } = useCast({
    ...{ video, engine, playback, announce },
    captions: findSubtitles(playback.film.subtitles, preferences),
    isStored: wayBack !== null,
  });
  const { subtitles } = playback.film;
  const captioned = findSubtitles(subtitles, preferences) !== undefined;
  return (
    <section
      data-controls
      aria-label={t('playback.controls')}
      className={cx(
        'absolute inset-x-0 bottom-0 bg-linear-to-t from-black/90 via-black/65 via-55% to-transparent px-3 pt-16 transition-opacity duration-200 sm:px-6',
        'pb-[max(0.5rem,env(safe-area-inset-bottom))] focus-within:opacity-100 sm:pb-[max(1rem,env(safe-area-inset-bottom))]',
        !shown && 'pointer-events-none opacity-0',
      )}
    >
      <div className="flex justify-between sm:hidden">
        <Clock />
      </div>
      <SeekBar />
      <div data-row="buttons" className="flex items-center gap-0.5 sm:gap-1">
        <PlayerButton
          data-control="play"
          label={t(ended ? 'playback.replay' : paused ? 'playback.play' : 'playback.pause')}
          icon={ended ? 'replay' : paused ? 'play' : 'pause'}
          hint="k"
          onClick={commands.toggle}
        />
        <PlayerButton
          label={t('playback.back_seconds', { count: 10 })}
          icon="back-10"
          hint="j"
          onClick={() => commands.seekBy(-10)}
          className="max-sm:hidden!"
        />
        <PlayerButton
          label={t('playback.forward_seconds', { count: 10 })}
          icon="forward-10"
          hint="l"
          onClick={() => commands.seekBy(10)}
          className="max-sm:hidden!"
        />
        {onNext && (
          <PlayerButton
            label={t('playback.next_episode')}
            icon="next"
            onClick={onNext}
            className="max-sm:hidden!"
          />
        )}
        <VolumeControl />
        <span className="max-sm:hidden">
          <Clock />
        </span>
        <span className="flex-1" />
        {subtitles.length > 0 && (
          <PlayerButton
            label={t('playback.captions')}
            icon="captions"
            hint="c"
            aria-pressed={captioned}
            onClick={toggleCaptions}
          />
        )}
        {episodes.length > 1 && (
          <PlayerButton
            data-opens="episodes"
            label={t('playback.episodes')}
            icon="episodes"
            aria-expanded={panel === 'episodes'}
            onClick={() => open(panel === 'episodes' ? null : 'episodes')}
          />
        )}
        <PlayerButton
          data-opens="settings"
          label={t('playback.settings')}
          icon="settings"
          aria-expanded={panel !== null && panel !== 'episodes'}
          onClick={() => open(panel && panel !== 'episodes' ? null : 'settings')}
        />
        {cast && (
          <PlayerButton label={t('playback.cast')} icon="cast" aria-pressed={isCasting} onClick={cast} />
        )}
        {document.pictureInPictureEnabled && !audioOnly && (
          <PlayerButton
            label={t('playback.picture_in_picture')}
            icon="picture-in-picture"
            onClick={commands.pictureInPicture}
            className="max-sm:hidden!"
          />
        )}
        <PlayerButton
          label={t(full ? 'playback.leave_full_screen' : 'playback.full_screen')}
          icon={full ? 'leave-full-screen' : 'full-screen'}
          hint="f"
          onClick={commands.fullScreen}
        />
      </div>
    </section>
  );
}

function Clock() {
  const { video, playback } = usePlayer();
  const time = useTime(video);
  const reported = useMedia(video, 'durationchange emptied', ({ duration }) => duration || 0, 0);
  const length = Number.isFinite(reported) && reported > 0 ? reported : playback.film.duration;
  return (
    <span aria-hidden="true" className="ms-1.5 text-sm whitespace-nowrap tabular-nums sm:text-base">
      {clockTime(time)} <span className="text-soft">/ {clockTime(length)}</span>
    </span>
  );
}
