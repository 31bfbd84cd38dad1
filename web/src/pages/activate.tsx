import { Activate } from '#features/identity/device/activate.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function ActivatePage() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('identity.activate_title')} hidden />
      <Activate />
    </>
  );
}
