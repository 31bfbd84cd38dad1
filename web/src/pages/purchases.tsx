import { Purchases } from '../features/commerce/purchases/purchases.tsx';
import { Head } from '../lib/head.tsx';
import { useSession } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';

export default function PurchasesPage() {
  const t = useWords();
  const { user } = useSession();
  return (
    <>
      <Head title={t('commerce.purchases_title')} hidden />
      {user && <Purchases viewer={user.id} />}
    </>
  );
}
