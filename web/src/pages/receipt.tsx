import { useParams } from 'react-router';
import { Receipt } from '#features/commerce/purchases/receipt.tsx';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';

export default function ReceiptPage() {
  const t = useTranslations();
  const { user } = useSession();
  const { payment = '' } = useParams();
  return (
    <>
      <Head title={t('commerce.receipt')} hidden />
      {user ? <Receipt id={payment} /> : <CentredSpinner />}
    </>
  );
}
