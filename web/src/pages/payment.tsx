import { Payment } from '../features/commerce/checkout/payment.tsx';
import { Head } from '../lib/head.tsx';
import { useWords } from '../lib/words.tsx';

export default function PaymentPage() {
  const t = useWords();
  return (
    <>
      <Head title={t('commerce.payment_title')} hidden />
      <Payment />
    </>
  );
}
