import { Suspense } from 'react';
import { POSTER_WIDTHS } from '#lib/picture.ts';
import { cx } from './class-names.ts';
import { lazyDecoration } from './lazy-decoration.ts';
import { PictureFrame, type PictureProps } from './picture-frame.tsx';

// Most titles have a poster: the placeholder is loaded only for those without.
const PosterPlaceholder = lazyDecoration(
  async () => (await import('./art/poster-placeholder.tsx')).PosterPlaceholder,
);

/** A poster, always 2:3. */
export function Poster({ sizes = '(min-width: 48rem) 12rem, 42vw', seed, className, ...rest }: PictureProps) {
  return (
    <PictureFrame
      widths={POSTER_WIDTHS}
      width={320}
      height={480}
      sizes={sizes}
      placeholder={
        <Suspense>
          <PosterPlaceholder seed={seed ?? rest.alt} className="absolute inset-0 size-full" />
        </Suspense>
      }
      className={cx('poster', className)}
      {...rest}
    />
  );
}
