import { Purchases } from '#features/commerce/purchases/purchases.tsx';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';

export default function PurchasesPage() {
  const t = useTranslations();
  const { user } = useSession();
  return (
    <>
      <Head title={t('commerce.purchases_title')} hidden />
      <Purchases viewer={user?.id} />
    </>
  );
}
