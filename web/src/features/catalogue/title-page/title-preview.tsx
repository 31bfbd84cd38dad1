import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { toOffer } from '../prices.ts';
import type { Film, Series } from '../read-titles.ts';
import { FilmAbout } from './film-about.tsx';
import { SeriesAbout } from './series-about.tsx';
import { TitleHero } from './title-hero.tsx';

type TitlePreviewProps = { kind: 'movie'; title: Film } | { kind: 'series'; title: Series };

/** The page of an unsaved title for the admin form; its buttons are disabled. */
export function TitlePreview({ kind, title }: TitlePreviewProps) {
  const t = useTranslations();
  const format = useFormat();
  const { purchase, rental } = toOffer(kind, title);
  return (
    <>
      <TitleHero kind={kind} title={{ ...title, id: '' }}>
        <div className="mt-2 flex flex-wrap gap-3">
          <Button disabled>
            {t(title.is_free ? 'catalogue.watch_now' : 'catalogue.subscribe_to_watch')}
          </Button>
          {title.trailer_url && (
            <Button variant="secondary" disabled>
              {t('catalogue.watch_trailer')}
            </Button>
          )}
          {purchase !== null && (
            <Button variant="secondary" disabled>
              {t('catalogue.buy_for', { price: format.price(purchase) })}
            </Button>
          )}
          {rental !== null && (
            <Button variant="secondary" disabled>
              {t('catalogue.rent_for', { price: format.price(rental) })}
            </Button>
          )}
        </div>
      </TitleHero>
      <div className="page-width py-8">
        {kind === 'movie' ? <FilmAbout film={title} /> : <SeriesAbout series={title} />}
      </div>
    </>
  );
}
