import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { AdvertisementLink } from './advertisement-link.tsx';
import { HERO_SHAPE } from './hero-shape.ts';
import type { Advertisement } from './read-home.ts';

/** The advertisement as an image with a label. */
export function AdvertisementSlide({ advertisement }: { advertisement: Advertisement }) {
  const t = useTranslations();
  const { image_url, title } = advertisement;
  return (
    <div data-theme="dark" className={HERO_SHAPE}>
      <AdvertisementLink
        advertisement={advertisement}
        className="absolute inset-0 block overflow-hidden -outline-offset-4"
      >
        {/* On narrow screens the whole image is shown on a blurred copy instead of being cropped. */}
        <BannerImage
          src={image_url}
          alt=""
          sizes="10vw"
          fill
          className="scale-125 opacity-60 blur-2xl lg:hidden"
        />
        <BannerImage
          src={image_url}
          alt={title}
          fill
          className="bg-transparent! [&_img]:max-lg:object-contain"
        />
      </AdvertisementLink>
      <Badge tone="muted" className="pointer-events-none absolute start-4 top-4">
        {t('shell.advertisement')}
      </Badge>
    </div>
  );
}
