import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Stars } from '#ui/star-rating.tsx';
import { cardPrice } from './prices.ts';
import { type CardTitle, DEFAULT_MINUTES, type Kind, yearOf } from './title.ts';

/** "2025 · 108 min", or "2022 · 2 seasons". */
export function useShortFacts(kind: Kind, title: CardTitle): string {
  const t = useTranslations();
  const length =
    kind === 'movie'
      ? t('catalogue.minutes', { count: title.duration ?? DEFAULT_MINUTES })
      : t('catalogue.seasons', { count: title.season_count ?? 0 });
  return `${yearOf(title.release_date)} · ${length}`;
}

/** Free, Premium with its price, or Sample. */
export function PriceBadge({ kind, title }: { kind: Kind; title: CardTitle }) {
  const t = useTranslations();
  const format = useFormat();
  const price = cardPrice(kind, title);
  if (title.sample) return <Badge tone="sample">{t('catalogue.sample')}</Badge>;
  if (price === null) return null;
  return (
    <Badge tone={price === 'free' ? 'free' : 'premium'}>
      {price === 'free' ? t('catalogue.free') : t('catalogue.premium_price', { price: format.price(price) })}
    </Badge>
  );
}

/** The average of real reviews with their number; a film without any is 'New' (P-12). */
export function Rating({ kind, title }: { kind: Kind; title: CardTitle }) {
  const t = useTranslations();
  if (title.rating == null && kind === 'series') return null;
  if (title.rating == null) return <Badge tone="new">{t('catalogue.new')}</Badge>;
  return <Stars value={title.rating} count={title.review_count ?? 0} />;
}
