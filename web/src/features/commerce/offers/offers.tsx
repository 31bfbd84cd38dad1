import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { sayTimeLeft, useNow } from '../time-left.ts';
import { useFreshEntitlements } from '../use-fresh-entitlements.ts';
import { OfferButton } from './offer-button.tsx';
import { ownRight } from './own-right.ts';

interface OffersProps {
  media_type: 'movie' | 'series';
  media_id: string;
  title: string;
  thumbnail_url: string | null;
  /** The prices; null where that is not for sale. */
  purchase: number | null;
  rental: number | null;
}

/** Buy and rent, or what the member holds already. Nobody is sold the same thing twice. */
export function Offers({ media_type, media_id, title, thumbnail_url, purchase, rental }: OffersProps) {
  const { user } = useSession();
  const { data: held } = useQuery(ownRight(media_type, media_id, user?.id));
  useFreshEntitlements(user?.id);
  if (held && held.until === null) return <Yours />;
  const item = { id: media_id, mediaType: media_type, title, thumbnailUrl: thumbnail_url };
  return (
    <>
      {held?.until && <Rented until={held.until} />}
      {purchase !== null && <OfferButton item={{ ...item, type: 'purchase', price: purchase }} />}
      {rental !== null && !held && <OfferButton item={{ ...item, type: 'rental', price: rental }} />}
    </>
  );
}

function Yours() {
  const t = useTranslations();
  return <Held icon="check">{t('commerce.offer_owned')}</Held>;
}

function Rented({ until }: { until: string }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const time = sayTimeLeft(until, useNow(until), t);
  const over = time === null;
  useEffect(() => {
    if (over) void refetchEntitlements(queries);
  }, [over, queries]);
  if (over) return null;
  return <Held icon="clock">{t('commerce.offer_rented', { time })}</Held>;
}

/** As tall as the buttons beside it, and none. */
function Held({ icon, children }: { icon: IconName; children: string }) {
  return (
    <p className="inline-flex min-h-11 items-center gap-2 font-semibold text-free-text sm:min-w-0!">
      <Icon name={icon} />
      {children}
    </p>
  );
}
