import { PaymentSuccess } from '../features/commerce/checkout/payment-success.tsx';
import { Head } from '../lib/head.tsx';
import { useWords } from '../lib/words.tsx';

export default function PaymentSuccessPage() {
  const t = useWords();
  return (
    <>
      <Head title={t('commerce.payment')} hidden />
      <PaymentSuccess />
    </>
  );
}
