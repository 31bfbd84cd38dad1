import { Plans } from '#features/commerce/subscribe/plans.tsx';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';

export default function SubscribePage() {
  const t = useTranslations();
  const { user } = useSession();
  return (
    <>
      <Head title={t('shell.subscribe')} description={t('commerce.plans_description')} />
      <Plans viewer={user?.id} />
    </>
  );
}
