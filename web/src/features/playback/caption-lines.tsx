import { useCallback } from 'react';
import { cx } from '#ui/class-names.ts';
import type { CaptionStyle } from './preferences.ts';
import { useBottomMargin } from './use-bottom-margin.ts';

const SIZE = {
  small: 'text-[clamp(0.9rem,2.2vmin,1.6rem)]',
  medium: 'text-[clamp(1.1rem,3vmin,2.2rem)]',
  large: 'text-[clamp(1.4rem,4vmin,3rem)]',
  huge: 'text-[clamp(1.8rem,5.4vmin,4rem)]',
};
const COLOUR = { chalk: 'text-text', mango: 'text-highlight', green: 'text-free' };
const BACKGROUND = {
  none: '[text-shadow:0_0_0.3em_#000,0_0_0.1em_#000,0_0.05em_0.15em_#000]',
  shade: 'bg-black/70',
  solid: 'bg-black',
};

export function captionClass({ size, colour, background }: CaptionStyle): string {
  return cx(
    'rounded-s px-[0.45em] py-[0.12em] leading-snug font-medium',
    SIZE[size],
    COLOUR[colour],
    BACKGROUND[background],
  );
}

interface CaptionLinesProps {
  video: HTMLVideoElement | null;
  cues: readonly VTTCue[];
  style: CaptionStyle;
  /** Moves the lines above the visible controls. */
  raised: boolean;
  /** Keeps the lines clear of the interpreter: beside it, and above it on upright screens. */
  hasSign: boolean;
}

export function CaptionLines({ video, cues, style, raised, hasSign }: CaptionLinesProps) {
  const margin = useBottomMargin(video);
  return (
    <div
      data-captions
      className={cx(
        'pointer-events-none absolute inset-x-[6%] grid justify-items-center gap-1 text-center transition-[bottom] duration-200',
        raised ? '[--controls:8rem] sm:[--controls:9rem]' : '[--controls:0px]',
        hasSign &&
          'portrait:[--sign-height:calc(var(--sign)*0.75+1.5rem)] landscape:end-[calc(var(--sign)+5%)]',
      )}
      style={{ bottom: `max(${margin}px, var(--controls) + var(--sign-height, 0px))` }}
    >
      {cues.map((cue) => (
        <Line key={`${cue.startTime} ${cue.text}`} cue={cue} className={captionClass(style)} />
      ))}
    </div>
  );
}

function Line({ cue, className }: { cue: VTTCue; className: string }) {
  const fill = useCallback(
    (line: HTMLParagraphElement | null) => line?.replaceChildren(cue.getCueAsHTML()),
    [cue],
  );
  return <p ref={fill} className={cx('whitespace-pre-line', className)} />;
}
