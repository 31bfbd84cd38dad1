import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { AdvertisementLink } from './advertisement-link.tsx';
import { HERO_SHAPE } from './hero-shape.ts';
import type { Advertisement } from './home-reads.ts';

/** The picture says it all; we only say that it is advertising. */
export function AdvertisementSlide({ advertisement }: { advertisement: Advertisement }) {
  const t = useTranslations();
  const { image_url, title } = advertisement;
  return (
    <div data-theme="dark" className={HERO_SHAPE}>
      <AdvertisementLink
        advertisement={advertisement}
        className="absolute inset-0 block overflow-hidden -outline-offset-4"
      >
        {/* On a tall screen nothing is cut off: the picture stands whole on its own blur. */}
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
