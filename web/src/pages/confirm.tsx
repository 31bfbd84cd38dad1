import { ConfirmLink } from '#features/identity/confirm-link.tsx';
import { usePreloadAuth } from '#features/identity/use-preload-auth.ts';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Confirm() {
  const t = useTranslations();
  usePreloadAuth();
  return (
    <>
      <Head title={t('identity.link_title')} hidden />
      <ConfirmLink />
    </>
  );
}
