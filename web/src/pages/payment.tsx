import { itemOfQuery } from '@lakou/contract/commerce/payment-item';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { toOffer } from '#features/catalogue/prices.ts';
import { filmById, seriesById } from '#features/catalogue/read-titles.ts';
import { type OfferedItem, Payment } from '#features/commerce/checkout/payment.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function PaymentPage() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('commerce.payment_title')} hidden />
      <Payment offered={useOfferInAddress()} />
    </>
  );
}

/** For those who had to register first. Nothing is ordered until they press 'Pay'. */
function useOfferInAddress(): OfferedItem | undefined {
  const [params] = useSearchParams();
  const asked = itemOfQuery(params);
  const isSeries = asked?.mediaType === 'series';
  const film = useQuery({ ...filmById(asked?.id ?? ''), enabled: asked !== undefined && !isSeries });
  const series = useQuery({ ...seriesById(asked?.id ?? ''), enabled: isSeries });
  if (!asked) return undefined;
  const { data: title, isError, isFetching, refetch } = isSeries ? series : film;
  const state = { isError, isFetching, retry: () => void refetch() };
  if (!title) return { ...state, item: title };
  const price = toOffer(asked.mediaType, title)[asked.type];
  if (price === null) return { ...state, item: null };
  const item = { ...asked, title: title.title, thumbnailUrl: title.thumbnail_url, price };
  return { ...state, item };
}
