import { AgentPage } from '#features/commerce/agent/agent-page.tsx';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';

export default function SellVouchers() {
  const t = useTranslations();
  const { user } = useSession();
  return (
    <>
      <Head title={t('commerce.agent_title')} hidden />
      <AgentPage viewer={user?.id} />
    </>
  );
}
