import { useTranslations } from '#lib/translations.tsx';
import { usePlayer } from '../player-context.ts';
import { PlayerButton } from './player-button.tsx';
import { useSound } from './use-media.ts';

/** Phones have volume keys, so touch devices only get the mute button. */
export function VolumeControl() {
  const t = useTranslations();
  const { video, commands } = usePlayer();
  const { volume, muted } = useSound(video);
  const audible = muted ? 0 : volume;
  return (
    <div className="group/volume flex items-center">
      <PlayerButton
        label={t(audible === 0 ? 'playback.unmute' : 'playback.mute')}
        icon={audible === 0 ? 'volume-off' : audible < 0.5 ? 'volume-low' : 'volume'}
        hint="m"
        onClick={() => commands.mute()}
      />
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={audible}
        aria-label={t('playback.volume')}
        aria-valuetext={`${Math.round(audible * 100)} %`}
        onKeyDown={(event) => {
          // The slider of a muted film is at 0: a step up from there would forget how loud it was.
          if (!muted || !/^Arrow(Up|Right)$/.test(event.key)) return;
          event.preventDefault();
          commands.changeVolume(0.05);
        }}
        onChange={({ target }) => commands.setVolume(Number(target.value))}
        className="hidden h-11 w-0 cursor-pointer accent-(--highlight) opacity-0 transition-[width,opacity] group-focus-within/volume:w-24 group-focus-within/volume:opacity-100 group-hover/volume:w-24 group-hover/volume:opacity-100 pointer-fine:block"
      />
    </div>
  );
}
