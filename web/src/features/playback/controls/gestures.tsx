import { type PointerEvent, useRef, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { usePlayer } from '../player-context.ts';
import { PlayerIcon } from './player-icon.tsx';

const DOUBLE_MS = 300;
const SEEK_SECONDS = 10;

/**
 * Click and touch on the picture. Mouse: click toggles playback, double click toggles full screen. Touch: tap shows the
 * controls, each further tap near an edge seeks ten seconds.
 */
export function Gestures({ shown, wake, hide }: { shown: boolean; wake: () => void; hide: () => void }) {
  const t = useTranslations();
  const { commands } = usePlayer();
  const last = useRef({ at: 0, side: 0 });
  const [seeked, setSeeked] = useState<{ side: -1 | 1; seconds: number } | null>(null);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function tap({ clientX, currentTarget, pointerType, timeStamp, button }: PointerEvent<HTMLElement>): void {
    if (button !== 0) return;
    if (pointerType === 'mouse') {
      if (timeStamp - last.current.at < DOUBLE_MS) commands.fullScreen();
      last.current = { at: timeStamp, side: 0 };
      commands.toggle();
      return;
    }
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left) / width;
    const side = share < 0.36 ? -1 : share > 0.64 ? 1 : 0;
    const again = side !== 0 && side === last.current.side && timeStamp - last.current.at < DOUBLE_MS;
    last.current = { at: timeStamp, side };
    if (!again) {
      if (shown) hide();
      else wake();
      return;
    }
    commands.seekBy(side * SEEK_SECONDS);
    setSeeked((before) => ({
      side: side as -1 | 1,
      seconds: SEEK_SECONDS + (before && before.side === side ? before.seconds : 0),
    }));
    clearTimeout(hideTimer.current);
    hideTimer.current = setTimeout(() => setSeeked(null), 700);
  }

  return (
    <div
      role="presentation"
      onPointerUp={tap}
      className={cx('absolute inset-0 touch-manipulation', !shown && 'cursor-none')}
    >
      {seeked && (
        <span
          aria-hidden="true"
          className={cx(
            'absolute inset-y-0 grid w-2/5 animate-appear place-content-center justify-items-center gap-1 bg-text/12 text-lg font-semibold',
            seeked.side < 0 ? 'start-0 rounded-e-[50%]' : 'end-0 rounded-s-[50%]',
          )}
        >
          <PlayerIcon name={seeked.side < 0 ? 'back-10' : 'forward-10'} className="text-4xl" />
          {t('playback.seconds', { count: seeked.seconds })}
        </span>
      )}
    </div>
  );
}
