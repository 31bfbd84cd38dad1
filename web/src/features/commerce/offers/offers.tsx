import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { titleAccess } from '#lib/read-title-access.ts';
import { useAppearance, useIsProbableMember, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useGourdes } from '../checkout/read-methods.ts';
import { useFreshEntitlements } from '../use-fresh-entitlements.ts';
import { OfferButton } from './offer-button.tsx';

interface OffersProps {
  media_type: 'movie' | 'series';
  media_id: string;
  title: string;
  thumbnail_url: string | null;
  /** The prices; null when not for sale. */
  purchase: number | null;
  rental: number | null;
}

/**
 * Buy and rent buttons for what the member does not have yet, so that nobody pays twice. Until that is known, the buttons
 * show their prices and cannot be pressed. If it cannot be read, the database still refuses a second order.
 */
export function Offers({ media_type, media_id, title, thumbnail_url, purchase, rental }: OffersProps) {
  const t = useTranslations();
  const { user } = useSession();
  const { subscribed } = useAppearance();
  const isProbableMember = useIsProbableMember();
  const { data: rights, isLoading } = useQuery(titleAccess(user?.id, media_type, media_id));
  useFreshEntitlements(user?.id);
  if (rights?.access === 'bought' || (purchase === null && rental === null)) return null;
  const item = { id: media_id, mediaType: media_type, title, thumbnailUrl: thumbnail_url };
  const waits = isProbableMember || isLoading;
  const buttons = (
    <>
      {purchase !== null && (
        <OfferButton item={{ ...item, type: 'purchase', price: purchase }} disabled={waits} />
      )}
      {rental !== null && !rights?.until && (
        <OfferButton item={{ ...item, type: 'rental', price: rental }} disabled={waits} />
      )}
      <p className="order-last flex w-full grow flex-wrap gap-x-6 gap-y-1 text-sm text-soft empty:hidden">
        <GourdePrices purchase={purchase} rental={rights?.until ? null : rental} />
        {purchase !== null && (
          <TextLink to={`/gift?item=${media_type}:${media_id}`}>{t('commerce.gift_title')}</TextLink>
        )}
      </p>
    </>
  );
  return subscribed ? <OtherWays>{buttons}</OtherWays> : buttons;
}

/** What it costs with a wallet in Haiti; nothing where no such wallet is taken. */
function GourdePrices({ purchase, rental }: Pick<OffersProps, 'purchase' | 'rental'>) {
  const t = useTranslations();
  const { money } = useFormat();
  const gourdesOf = useGourdes();
  const prices = [
    { key: 'catalogue.buy_for', dollars: purchase } as const,
    { key: 'catalogue.rent_for', dollars: rental } as const,
  ].flatMap(({ key, dollars }) => {
    const gourdes = dollars === null ? undefined : gourdesOf(Math.round(dollars * 100));
    return gourdes === undefined ? [] : t(key, { price: money(gourdes, 'HTG') });
  });
  if (prices.length === 0) return null;
  return <span>{t('commerce.in_gourdes', { prices: prices.join(' · ') })}</span>;
}

/** Subscribers can watch it already; the offers are there for those who look for them. */
function OtherWays({ children }: { children: ReactNode }) {
  const t = useTranslations();
  return (
    <details className="group order-last w-full">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-s font-semibold text-soft hover:text-text [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-down" className="transition-[rotate] group-open:rotate-180" />
        {t('commerce.other_ways')}
      </summary>
      <div className="flex flex-wrap gap-3 pt-2 max-sm:*:grow">{children}</div>
    </details>
  );
}
