import { useQuery } from '@tanstack/react-query';
import { useAppearance } from '../../../lib/session.ts';
import { WhenNear } from '../../../lib/when-near.tsx';
import { useWords } from '../../../lib/words.tsx';
import { BannerImage } from '../../../ui/banner-image.tsx';
import { Carousel } from '../../../ui/carousel.tsx';
import { LateArt } from '../../../ui/late-art.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { AdvertisementLink } from './advertisement-link.tsx';
import { banners } from './home-reads.ts';

const TURN_MS = 5000;

/** 'Featured Promotions'; nothing at all for subscribers (decision 13), without promotions, or when they fail. */
export function Promotions() {
  const t = useWords();
  const { subscribed } = useAppearance();
  const { data: promotions = [] } = useQuery({ ...banners('promotion'), enabled: !subscribed });
  if (subscribed || promotions.length === 0) return null;
  return (
    <div className="page-width grid gap-5 *:min-w-0 lg:grid-cols-[1fr_2.4fr] lg:gap-10">
      <div className="grid grid-rows-[auto_1fr] gap-8">
        <SectionHead title={t('catalogue.featured_promotions')} />
        <WhenNear className="hidden items-end justify-center pb-14 lg:grid">
          <LateArt of="sun" className="w-56 animate-appear" />
        </WhenNear>
      </div>
      <Carousel
        label={t('catalogue.featured_promotions')}
        autoplayMs={TURN_MS}
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
