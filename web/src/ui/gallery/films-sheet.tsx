import { Badge } from '../badge.tsx';
import { BannerImage } from '../banner-image.tsx';
import { Carousel } from '../carousel.tsx';
import { Poster } from '../poster.tsx';
import { ScrollRow } from '../scroll-row.tsx';
import { SectionHead } from '../section-head.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Stars } from '../star-rating.tsx';

const films = [
  ['tanbou-minwi', 'Tanbou minwi'],
  ['wout-mon-nwa', 'Wout Mòn Nwa'],
  ['radyo-katye', 'Radyo katye'],
  ['the-kite-season', 'The Kite Season'],
  ['kafe-cho', 'Kafe cho'],
  ['night-ferry', 'Night Ferry'],
  ['leta', 'Létà'],
  ['kok-kalite', 'Kòk kalite'],
  ['salt-wind', 'Salt Wind'],
  ['les-volets-bleus', 'Les volets bleus'],
] as const;

export function FilmsSheet() {
  return (
    <>
      <section className="grid gap-5" aria-label="Row of posters">
        <SectionHead title="Latest Movies" link={{ to: '/films', label: 'All films' }} />
        <ScrollRow label="Latest Movies">
          {films.map(([file, title], at) => (
            <a key={file} href="#film" className="group grid gap-2 rounded-m">
              <span className="relative">
                <Poster
                  src={`/storage/v1/object/public/artwork/posters/${file}.avif`}
                  alt=""
                  defer={at > 5}
                  className="transition-transform duration-200 group-hover:-translate-y-1"
                />
                <Badge tone={at % 3 ? 'premium' : 'free'} className="absolute start-2 top-2">
                  {at % 3 ? '$9.99' : 'Free'}
                </Badge>
              </span>
              <span className="font-semibold leading-snug">{title}</span>
              <Stars value={3.4 + (at % 4) * 0.4} count={at * 3 + 1} className="text-sm" />
            </a>
          ))}
        </ScrollRow>
      </section>
      <section className="grid gap-5" aria-label="Promotions">
        <SectionHead title="Featured Promotions" />
        <Carousel
          label="Featured Promotions"
          controls="below"
          counter
          pauseOnHover
          autoplayMs={5000}
          className="max-w-4xl"
          slides={[1, 2, 3, 4].map((number) => ({
            key: String(number),
            content: (
              <BannerImage
                src={`/storage/v1/object/public/banners/promo-${number}.avif`}
                alt={`Promotion ${number}`}
                className="rounded-l"
              />
            ),
          }))}
        />
      </section>
      <section className="grid grid-cols-3 gap-4 sm:grid-cols-6" aria-label="Placeholders">
        <Poster src={null} alt="A film without a poster" />
        <Poster src="/nowhere.avif" alt="A poster that is gone" />
        <Skeleton className="aspect-[2/3]" />
        <Skeleton className="aspect-[2/3]" />
      </section>
    </>
  );
}
