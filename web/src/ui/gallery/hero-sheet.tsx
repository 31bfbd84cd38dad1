import { Badge } from '../badge.tsx';
import { BannerImage } from '../banner-image.tsx';
import { Button } from '../button.tsx';
import { Carousel } from '../carousel.tsx';
import { Icon } from '../icon.tsx';
import { Stars } from '../star-rating.tsx';

const films = [
  {
    file: 'la-mer-se-souvient',
    title: 'La mer se souvient',
    line: 'A fisherman’s daughter listens to what the tide brings back.',
  },
  {
    file: 'tanbou-minwi',
    title: 'Tanbou minwi',
    line: 'Three drummers, one night, and a debt older than all of them.',
  },
  {
    file: 'le-dernier-tap-tap',
    title: 'Le dernier tap-tap',
    line: 'He painted it for thirty years. Tonight he drives it once.',
  },
];

export function HeroSheet() {
  return (
    <Carousel
      label="Featured"
      counter
      autoplayMs={5000}
      slides={films.map(({ file, title, line }, at) => ({
        key: file,
        content: (
          <div
            data-theme="dark"
            className="relative isolate grid min-h-[min(42rem,86vh)] items-end overflow-hidden"
          >
            <BannerImage
              src={`/storage/v1/object/public/artwork/banners/${file}.avif`}
              alt=""
              priority={at === 0}
              fill
              className="-z-2"
            />
            <div className="hero-shade absolute inset-0 -z-1" />
            <div className="page-width grid justify-items-start gap-4 pt-40 pb-24 sm:pb-16">
              <Badge tone="premium">Premium</Badge>
              <h1 className="max-w-[14ch] text-display">{title}</h1>
              <p className="max-w-[42ch] text-lg">{line}</p>
              <Stars value={4.2} count={18} />
              <div className="flex flex-wrap gap-3 pt-2">
                <Button size="l">
                  <Icon name="play" /> Watch Now
                </Button>
                <Button size="l" variant="outline">
                  Details
                </Button>
              </div>
            </div>
          </div>
        ),
      }))}
    />
  );
}
