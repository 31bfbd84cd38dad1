import { useParams } from 'react-router';
import { Receipt } from '../features/commerce/purchases/receipt.tsx';
import { Head } from '../lib/head.tsx';
import { useSession } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';

export default function ReceiptPage() {
  const t = useWords();
  const { user } = useSession();
  const { payment = '' } = useParams();
  return (
    <>
      <Head title={t('commerce.receipt')} hidden />
      {user && <Receipt id={payment} viewer={user.id} email={user.email} />}
    </>
  );
}
