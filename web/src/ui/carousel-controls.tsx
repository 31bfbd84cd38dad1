import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

interface CarouselControlsProps {
  at: number;
  total: number;
  counter: boolean;
  /** On top of a picture: a dark background in both themes. */
  over: boolean;
  /** Omitted without autoplay. */
  playing: boolean | undefined;
  onPlay: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function CarouselControls(props: CarouselControlsProps) {
  const { at, total, counter, over, playing, onPlay, onPrevious, onNext } = props;
  const t = useTranslations();
  return (
    <div
      {...(over ? { 'data-theme': 'dark' } : {})}
      className={cx(
        'z-2 flex w-fit items-center rounded-m',
        over ? 'absolute end-4 bottom-4 bg-bg/75 sm:end-6 sm:bottom-6' : 'ms-auto mt-3',
      )}
    >
      {playing !== undefined && (
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={t(playing ? 'shell.pause_slides' : 'shell.play_slides')}
          data-autoplay
          onClick={onPlay}
        />
      )}
      <IconButton
        icon="chevron-left"
        label={t('shell.previous_slide')}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      {counter && (
        <span aria-hidden="true" className="min-w-14 text-center text-sm font-semibold tabular-nums">
          {at + 1} / {total}
        </span>
      )}
      <IconButton icon="chevron-right" label={t('shell.next_slide')} disabled={!onNext} onClick={onNext} />
    </div>
  );
}
