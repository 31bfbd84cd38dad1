import type { Pass } from '@lakou/contract/commerce/limits';
import { useTranslations } from './translations.tsx';

/** What a gift or voucher opens: a pass, or a title to keep. */
interface Offer {
  pass?: string | null;
  title?: string;
}

export function useOfferName(): (offer: Offer) => string {
  const t = useTranslations();
  return ({ pass, title = '' }) =>
    pass ? t(`commerce.gift_pass_${pass as Pass}`) : t('commerce.gift_title_to_keep', { title });
}
