import { useQuery } from '@tanstack/react-query';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { WhenNear } from '#lib/when-near.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { AdvertisementLink } from './advertisement-link.tsx';
import { banners } from './read-home.ts';

const AUTOPLAY_MS = 5000;

/** 'Featured Promotions'; renders nothing for subscribers (P-13), without promotions, or on errors. */
export function Promotions() {
  const t = useTranslations();
  const { subscribed } = useAppearance();
  const { data: promotions = [] } = useQuery({ ...banners('promotion'), enabled: !subscribed });
  if (subscribed || promotions.length === 0) return null;
  return (
    <div className="page-width grid gap-5 *:min-w-0 lg:grid-cols-[1fr_2.4fr] lg:gap-10">
      <div className="grid grid-rows-[auto_1fr] gap-8">
        <SectionHead title={t('catalogue.featured_promotions')} />
        <WhenNear className="hidden items-end justify-center pb-14 lg:grid">
          <LazyIllustration of="sun" className="w-56 animate-appear" />
        </WhenNear>
      </div>
      <Carousel
        label={t('catalogue.featured_promotions')}
        autoplayMs={AUTOPLAY_MS}
        pauseOnHover
        counter
        controls="below"
        slides={promotions.map((promotion) => ({
          key: promotion.id,
          content: (
            <AdvertisementLink advertisement={promotion} className="block rounded-l outline-offset-4">
              <BannerImage
                src={promotion.image_url}
                alt={promotion.title}
                defer
                sizes="(min-width: 64rem) 62vw, 92vw"
                className="rounded-l shadow-shade"
              />
            </AdvertisementLink>
          ),
        }))}
      />
    </div>
  );
}
