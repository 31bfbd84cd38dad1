import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';

interface AvailabilityProps {
  is_free: boolean;
  is_purchasable: boolean;
  is_rentable: boolean;
}

/** Free, For Sale, For Rent; Not Available when none applies: then it comes with the subscription alone. */
export function Availability({ is_free, is_purchasable, is_rentable }: AvailabilityProps) {
  const t = useTranslations();
  const none = !is_free && !is_purchasable && !is_rentable;
  return (
    <span className="flex flex-wrap gap-1.5">
      {is_free && <Badge tone="free">{t('admin.free')}</Badge>}
      {is_purchasable && <Badge tone="premium">{t('admin.for_sale')}</Badge>}
      {is_rentable && <Badge tone="new">{t('admin.for_rent')}</Badge>}
      {none && (
        <>
          <Badge tone="muted">{t('admin.not_available')}</Badge>
          <Badge>{t('catalogue.subscription')}</Badge>
        </>
      )}
    </span>
  );
}
