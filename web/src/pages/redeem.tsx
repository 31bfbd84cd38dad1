import { Redeem } from '#features/commerce/redeem/redeem.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function RedeemPage() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('commerce.redeem_title')} hidden />
      <Redeem />
    </>
  );
}
