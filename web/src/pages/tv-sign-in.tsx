import { DeviceSignIn } from '#features/identity/device/device-sign-in.tsx';
import { RedirectIfSignedIn } from '#features/identity/redirect-if-signed-in.tsx';
import { usePreloadAuth } from '#features/identity/use-preload-auth.ts';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function TelevisionSignIn() {
  const t = useTranslations();
  usePreloadAuth();
  return (
    <>
      <Head title={t('identity.device_title')} hidden />
      <RedirectIfSignedIn>
        <DeviceSignIn />
      </RedirectIfSignedIn>
    </>
  );
}
