import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { usePlayer } from '../player-context.ts';
import { PlayerButton } from './player-button.tsx';
import { usePaused, useWaiting } from './use-media.ts';

const SIDE_BUTTON = 'size-14! bg-black/45! text-xl pointer-fine:hidden!';

/** Large touch buttons in the middle of the picture. Not tab stops: keyboards use the control bar. */
export function CentreControls({ shown }: { shown: boolean }) {
  const t = useTranslations();
  const { video, commands } = usePlayer();
  const paused = usePaused(video);
  const waiting = useWaiting(video);
  return (
    <div
      className={cx(
        'pointer-events-none absolute inset-0 flex items-center justify-center gap-8 transition-opacity',
        shown ? '*:pointer-events-auto' : 'opacity-0',
      )}
    >
      <PlayerButton
        label={t('playback.back_seconds', { count: 10 })}
        icon="back-10"
        tabIndex={-1}
        onClick={() => commands.seekBy(-10)}
        className={SIDE_BUTTON}
      />
      <PlayerButton
        label={t(paused ? 'playback.play' : 'playback.pause')}
        icon={paused ? 'play' : 'pause'}
        tabIndex={-1}
        onClick={commands.toggle}
        className={cx(
          'size-20! bg-action! text-4xl text-on-action! shadow-shade hover:bg-action-hover! sm:size-24!',
          !paused && 'pointer-fine:hidden!',
          waiting && !paused && 'invisible',
        )}
      />
      <PlayerButton
        label={t('playback.forward_seconds', { count: 10 })}
        icon="forward-10"
        tabIndex={-1}
        onClick={() => commands.seekBy(10)}
        className={SIDE_BUTTON}
      />
    </div>
  );
}
