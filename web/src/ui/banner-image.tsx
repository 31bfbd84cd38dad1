import { Suspense } from 'react';
import { cx } from './class-names.ts';
import { lazyDecoration } from './lazy-decoration.ts';
import { PictureFrame, type PictureProps } from './picture-frame.tsx';

const BannerPlaceholder = lazyDecoration(
  async () => (await import('./art/banner-placeholder.tsx')).BannerPlaceholder,
);

type BannerImageProps = PictureProps & {
  /** Covers the positioned element around it instead of keeping 16:9. */
  fill?: boolean | undefined;
};

/** A wide picture, 16:9. */
export function BannerImage({ sizes = '100vw', seed, fill, className, ...rest }: BannerImageProps) {
  return (
    <PictureFrame
      widths={[480, 1920]}
      width={1920}
      height={1080}
      sizes={sizes}
      placeholder={
        <Suspense>
          <BannerPlaceholder seed={seed ?? rest.alt} className="absolute inset-0 size-full" />
        </Suspense>
      }
      className={cx(fill ? 'absolute inset-0 size-full' : 'relative aspect-video', className)}
      {...rest}
    />
  );
}
