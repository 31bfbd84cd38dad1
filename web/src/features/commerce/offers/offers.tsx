import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { useIsProbableMember, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { formatTimeLeft, useNow } from '../time-left.ts';
import { useFreshEntitlements } from '../use-fresh-entitlements.ts';
import { OfferButton } from './offer-button.tsx';
import { titleEntitlement } from './title-entitlement.ts';

interface OffersProps {
  media_type: 'movie' | 'series';
  media_id: string;
  title: string;
  thumbnail_url: string | null;
  /** Not published: only staff and those who paid for it see the page. */
  draft: boolean;
  /** The prices; null when not for sale. */
  purchase: number | null;
  rental: number | null;
}

/**
 * Buy and rent buttons, or what the member already owns, so that nobody pays twice. Until that is known, the buttons
 * show their prices and cannot be pressed. If it cannot be read, the database still refuses a second order.
 */
export function Offers({ media_type, media_id, title, thumbnail_url, draft, purchase, rental }: OffersProps) {
  const { user } = useSession();
  const isProbableMember = useIsProbableMember();
  const { data: entitlement, isLoading } = useQuery(titleEntitlement(media_type, media_id, user?.id));
  useFreshEntitlements(user?.id);
  if (entitlement && entitlement.until === null) return <OwnedLabel />;
  const item = { id: media_id, mediaType: media_type, title, thumbnailUrl: thumbnail_url };
  const waits = isProbableMember || isLoading;
  if (draft && !entitlement) return waits ? null : <DraftLabel />;
  return (
    <>
      {entitlement?.until && <RentedLabel until={entitlement.until} />}
      {purchase !== null && (
        <OfferButton item={{ ...item, type: 'purchase', price: purchase }} disabled={waits} />
      )}
      {rental !== null && !entitlement && (
        <OfferButton item={{ ...item, type: 'rental', price: rental }} disabled={waits} />
      )}
    </>
  );
}

function OwnedLabel() {
  const t = useTranslations();
  return <EntitlementLabel icon="check">{t('commerce.offer_owned')}</EntitlementLabel>;
}

function DraftLabel() {
  const t = useTranslations();
  return (
    <Badge tone="info" className="self-center">
      {t('commerce.offer_draft')}
    </Badge>
  );
}

function RentedLabel({ until }: { until: string }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const time = formatTimeLeft(until, useNow(until), t);
  const over = time === null;
  useEffect(() => {
    if (over) void refetchEntitlements(queries);
  }, [over, queries]);
  if (over) return null;
  return <EntitlementLabel icon="clock">{t('commerce.offer_rented', { time })}</EntitlementLabel>;
}

/** As tall as the buttons beside it. */
function EntitlementLabel({ icon, children }: { icon: IconName; children: string }) {
  return (
    <p className="inline-flex min-h-11 items-center gap-2 font-semibold text-free-text sm:min-w-0!">
      <Icon name={icon} />
      {children}
    </p>
  );
}
