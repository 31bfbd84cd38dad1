import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { pictureSources } from '#lib/picture.ts';
import { useSaveData } from '#lib/save-data.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import { cx } from './class-names.ts';
import { ResponsiveImage } from './responsive-image.tsx';

export interface PictureProps {
  src: string | null | undefined;
  alt: string;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes?: string | undefined;
  /** Loaded first: the page's main picture. */
  priority?: boolean | undefined;
  /** Not loaded before the page's load event: for pictures far along a row. */
  defer?: boolean | undefined;
  /** Decides how the placeholder looks; `alt` by default. */
  seed?: string | undefined;
  /** Another placeholder than the default. */
  placeholder?: ReactNode;
  className?: string | undefined;
}

interface FrameProps extends Omit<PictureProps, 'seed'> {
  /** The smallest and the largest it is shown at, in the screen's pixels. */
  widths: readonly [smallest: number, largest: number];
  width: number;
  height: number;
}

/** A picture with reserved space: nothing moves when it loads. */
export function PictureFrame(props: FrameProps) {
  const { src, alt, sizes, priority, defer, placeholder, className, widths, width, height } = props;
  const [broken, setBroken] = useState<string | null>(null);
  const loaded = usePageLoaded();
  const hydrated = useHydrated();
  const savesData = useSaveData();
  const [smallest, largest] = widths;
  const missing = !src || broken === src;
  const waits = defer && !loaded;
  /** It can have failed before hydration. */
  const noticeFailure = (image: HTMLImageElement): void => {
    if (image.src && image.complete && image.naturalWidth === 0 && src) setBroken(src);
  };
  return (
    <span
      className={cx('picture', className)}
      {...(missing && alt ? { role: 'img', 'aria-label': alt } : {})}
    >
      {missing ? (
        // A drawing of five kilobytes: in the server's HTML only as the page's main picture.
        (priority || hydrated) && placeholder
      ) : (
        <ResponsiveImage
          onAttached={noticeFailure}
          sources={waits ? undefined : pictureSources(src, smallest, savesData ? smallest : largest)}
          sizes={sizes}
          alt={alt}
          width={width}
          height={height}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'low'}
          decoding={priority ? 'sync' : 'async'}
          onError={() => setBroken(src)}
          className="cover"
        />
      )}
    </span>
  );
}

function usePageLoaded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('load', listener);
      return () => removeEventListener('load', listener);
    },
    () => document.readyState === 'complete',
    () => false,
  );
}
