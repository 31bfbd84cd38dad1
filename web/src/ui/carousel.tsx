import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { CarouselControls } from './carousel-controls.tsx';
import { cx } from './class-names.ts';
import { useAutoplay } from './use-autoplay.ts';

interface Slide {
  key: string;
  content: ReactNode;
}

interface CarouselProps {
  /** The accessible name of the region. */
  label: string;
  slides: readonly Slide[];
  /** Milliseconds each slide stays; without it there is no autoplay. */
  autoplayMs?: number | undefined;
  pauseOnHover?: boolean | undefined;
  loop?: boolean | undefined;
  /** Shows 'n / total'. */
  counter?: boolean | undefined;
  /** Position of the buttons: on the picture's lower edge, or under it. */
  controls?: 'over' | 'below';
  className?: string | undefined;
}

/**
 * Slides are stacked and fade, so that the first one is complete in the server's HTML, nothing has to be measured,
 * and a slide's pictures load only shortly before it is shown.
 */
export function Carousel(props: CarouselProps) {
  const { label, slides, autoplayMs, pauseOnHover = false, loop = true, counter = false, className } = props;
  const t = useTranslations();
  const total = slides.length;
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, Math.max(0, total - 1));
  const go = (to: number) => setWanted(loop ? (to + total) % total : Math.min(Math.max(to, 0), total - 1));
  const atEnd = !loop && at === total - 1;
  const autoplay = useAutoplay({
    everyMs: total > 1 && !atEnd ? autoplayMs : undefined,
    position: at,
    pauseOnHover,
    onTurn: () => go(at + 1),
  });
  const near = useNear(at, total);
  if (total === 0) return null;

  function steer(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || inText(event.target)) return;
    event.preventDefault();
    go(at + step);
  }

  return (
    <section
      aria-roledescription={t('shell.carousel')}
      aria-label={label}
      onKeyDown={total > 1 ? steer : undefined}
      {...autoplay.listeners}
      className={cx('relative', className)}
    >
      <div
        aria-live={autoplay.playing ? 'off' : 'polite'}
        {...(total > 1 ? swipe((step) => go(at + step)) : {})}
        className="grid touch-pan-y"
      >
        {slides.map(
          ({ key, content }, index) =>
            near(index) && (
              // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a set of form fields
              <div
                key={key}
                role="group"
                aria-roledescription={t('shell.slide')}
                aria-label={t('shell.slide_of', { position: index + 1, total })}
                inert={index !== at}
                aria-hidden={index !== at || undefined}
                className={cx('slide', index === at ? 'z-1' : 'invisible opacity-0')}
              >
                {content}
              </div>
            ),
        )}
      </div>
      {total > 1 && (
        <CarouselControls
          at={at}
          total={total}
          counter={counter}
          over={props.controls !== 'below'}
          playing={autoplayMs === undefined ? undefined : !autoplay.paused}
          onPlay={autoplay.toggle}
          onPrevious={loop || at > 0 ? () => go(at - 1) : undefined}
          onNext={atEnd ? undefined : () => go(at + 1)}
        />
      )}
    </section>
  );
}

/** The current slide, those shown before, and its neighbours once the page has loaded. */
function useNear(at: number, total: number): (index: number) => boolean {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([0]));
  useEffect(() => {
    const meet = () =>
      setSeen((before) => new Set([...before, at, (at + 1) % total, (at + total - 1) % total]));
    if (document.readyState === 'complete') return meet();
    addEventListener('load', meet, { once: true });
    return () => removeEventListener('load', meet);
  }, [at, total]);
  return (index) => index === at || seen.has(index);
}

function inText(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, video, [role=slider]') !== null
  );
}

const SWIPED = 40;

function swipe(onStep: (step: 1 | -1) => void) {
  let from: number | undefined;
  return {
    onPointerDown(event: PointerEvent) {
      from = event.pointerType === 'mouse' ? undefined : event.clientX;
    },
    onPointerUp(event: PointerEvent) {
      const moved = from === undefined ? 0 : event.clientX - from;
      from = undefined;
      if (Math.abs(moved) > SWIPED) onStep(moved < 0 ? 1 : -1);
    },
  };
}
