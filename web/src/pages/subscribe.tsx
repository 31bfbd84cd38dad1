import { Plans } from '../features/commerce/subscribe/plans.tsx';
import { Head } from '../lib/head.tsx';
import { useSession } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';

export default function SubscribePage() {
  const t = useWords();
  const { user } = useSession();
  return (
    <>
      <Head title={t('shell.subscribe')} description={t('commerce.plans_description')} />
      {user && <Plans viewer={user.id} />}
    </>
  );
}
