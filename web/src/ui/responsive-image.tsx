import { type ComponentProps, type RefCallback, useLayoutEffect, useRef } from 'react';
import type { PictureSources } from '#lib/picture.ts';

interface ResponsiveImageProps extends Omit<ComponentProps<'img'>, keyof PictureSources | 'ref' | 'sizes'> {
  alt: string;
  /** Left out while it has to wait. */
  sources?: PictureSources | undefined;
  sizes?: string | undefined;
  onAttached?: ((image: HTMLImageElement) => void) | undefined;
}

/**
 * An image that gets its addresses when it is in the page. React also creates images that it then drops, beside something that
 * suspends: Chromium would load those, and never free one with `sizes` or `srcset`, nor the tree around it.
 */
export function ResponsiveImage({ sources, sizes, alt, onAttached, ...rest }: ResponsiveImageProps) {
  const { src, srcSet } = sources ?? {};
  const image = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    // The browser chooses when this task is over, so it requests one file.
    for (const [name, value] of Object.entries({ sizes: src && sizes, srcset: srcSet, src }))
      setAttribute(image.current, name, value);
  }, [src, srcSet, sizes]);
  const attach: RefCallback<HTMLImageElement> = (element) => {
    image.current = element;
    if (element) onAttached?.(element);
  };
  return (
    <img
      ref={attach}
      alt={alt}
      {...rest}
      {...(import.meta.env.SSR && src && { src, srcSet, sizes })}
      suppressHydrationWarning
    />
  );
}

function setAttribute(element: Element | null, name: string, value: string | undefined): void {
  if (value === undefined) element?.removeAttribute(name);
  else if (element?.getAttribute(name) !== value) element?.setAttribute(name, value);
}
