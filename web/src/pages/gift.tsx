import { Gifts } from '#features/commerce/gift/gifts.tsx';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';

export default function GiftPage() {
  const t = useTranslations();
  const { user } = useSession();
  return (
    <>
      <Head title={t('commerce.gift_title')} description={t('commerce.gift_description')} />
      <Gifts viewer={user?.id} />
    </>
  );
}
