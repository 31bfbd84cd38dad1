import { ResetSteps } from '#features/identity/reset-steps.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function ResetPassword() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('identity.reset_title')} hidden />
      <ResetSteps />
    </>
  );
}
