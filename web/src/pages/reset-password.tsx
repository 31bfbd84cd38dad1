import { ResetSteps } from '../features/identity/reset-steps.tsx';
import { Head } from '../lib/head.tsx';
import { useWords } from '../lib/words.tsx';

export default function ResetPassword() {
  const t = useWords();
  return (
    <>
      <Head title={t('identity.reset_title')} hidden />
      <ResetSteps />
    </>
  );
}
