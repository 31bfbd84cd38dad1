import { Payment } from '#features/commerce/checkout/payment.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function PaymentPage() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('commerce.payment_title')} hidden />
      <Payment />
    </>
  );
}
