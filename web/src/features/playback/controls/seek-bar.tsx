import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { usePlayer } from '../player-context.ts';
import { clockTime, spokenTime } from '../time-text.ts';
import { SeekPreview } from './seek-preview.tsx';
import { useMedia, useTime } from './use-media.ts';

/** Shows the position, the buffered ranges, and a preview under the pointer. */
export function SeekBar() {
  const t = useTranslations();
  const { video, playback, commands, scrub } = usePlayer();
  const time = useTime(video);
  const reported = useMedia(video, 'durationchange emptied', ({ duration }) => duration || 0, 0);
  const length = Number.isFinite(reported) && reported > 0 ? reported : playback.film.duration;
  const [dragged, setDragged] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const slider = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const input = slider.current;
    if (!input) return;
    // React's onChange fires on every movement; the native event fires on release.
    const onRelease = (): void => {
      commands.seekTo(Number(input.value));
      setDragged(null);
    };
    input.addEventListener('change', onRelease);
    return () => input.removeEventListener('change', onRelease);
  }, [commands]);

  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (event.pointerType !== 'mouse') return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setHovered(Math.min(1, Math.max(0, (event.clientX - left) / width)) * length);
  };
  const at = dragged ?? scrub.position ?? time;
  const shown = dragged ?? scrub.position ?? hovered;
  const share = (seconds: number) => `${length > 0 ? Math.min(100, (100 * seconds) / length) : 0}%`;
  return (
    <div
      className="group/seek relative flex h-7 touch-none items-center"
      onPointerMove={onPointerMove}
      onPointerLeave={() => setHovered(null)}
    >
      <div className="absolute inset-x-0 h-1.5 overflow-hidden rounded-full bg-text/25 transition-[height] forced-colors:border group-hover/seek:h-2.5 group-focus-within/seek:h-2.5">
        <Buffered length={length} />
        <div
          className="absolute inset-y-0 start-0 rounded-full bg-action forced-colors:bg-[Highlight]"
          style={{ width: share(at) }}
        />
      </div>
      <div
        className={cx(
          'pointer-events-none absolute size-4.5 -translate-x-1/2 rounded-full bg-highlight shadow-shade transition-[scale] forced-colors:border-4',
          'group-hover/seek:scale-125 group-focus-within/seek:scale-125',
        )}
        style={{ left: share(at) }}
      />
      {shown !== null && (
        <SeekPreview time={shown} share={length > 0 ? shown / length : 0} playback={playback} />
      )}
      <input
        ref={slider}
        data-control="seek"
        type="range"
        min={0}
        max={length || 1}
        step="any"
        value={at}
        aria-label={t('playback.seek')}
        aria-valuetext={t('playback.position', { at: spokenTime(at, t), all: spokenTime(length, t) })}
        onChange={({ target }) => setDragged(Number(target.value))}
        onKeyDown={(event) => {
          const arrow = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
          const jump = { PageDown: -60, PageUp: 60 }[event.key];
          const end = { Home: 0, End: length }[event.key];
          if (arrow === undefined && jump === undefined && end === undefined) return;
          event.preventDefault();
          if (arrow !== undefined) scrub.press(arrow, event.repeat);
          else if (jump !== undefined) commands.seekBy(jump);
          else commands.seekTo(end ?? 0);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span className="pointer-events-none absolute inset-0 rounded-full outline-offset-2 outline-(--focus) group-has-focus-visible/seek:outline-3" />
      <span className="sr-only">{clockTime(at)}</span>
    </div>
  );
}

function Buffered({ length }: { length: number }) {
  const { video } = usePlayer();
  const ranges = useMedia(
    video,
    'progress timeupdate seeked emptied',
    ({ buffered }) =>
      Array.from({ length: buffered.length }, (_, at) =>
        [buffered.start(at), buffered.end(at)].map((edge) => Math.round(edge)).join('-'),
      ).join(' '),
    '',
  );
  if (!ranges || !length) return null;
  return ranges.split(' ').map((range) => {
    const [from = 0, to = 0] = range.split('-').map(Number);
    return (
      <div
        key={from}
        className="absolute inset-y-0 bg-text/35"
        style={{ left: `${(100 * from) / length}%`, width: `${(100 * (to - from)) / length}%` }}
      />
    );
  });
}
