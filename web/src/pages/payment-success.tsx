import { WatchNext } from '#features/catalogue/watch-next.tsx';
import { PaymentSuccess } from '#features/commerce/checkout/payment-success.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function PaymentSuccessPage() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('commerce.payment')} hidden />
      <PaymentSuccess watchNext={(wanted) => <WatchNext wanted={wanted} />} />
    </>
  );
}
