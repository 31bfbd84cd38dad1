import { WantedTitle } from '#features/catalogue/wanted-title.tsx';
import { AuthScreen } from '#features/identity/auth-screen.tsx';
import { RedirectIfSignedIn } from '#features/identity/redirect-if-signed-in.tsx';
import { RegisterForm } from '#features/identity/register-form.tsx';
import { useWayOn } from '#features/identity/return-path.ts';
import { usePreloadAuth } from '#features/identity/use-preload-auth.ts';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Register() {
  const t = useTranslations();
  const wayOn = useWayOn();
  usePreloadAuth();
  return (
    <>
      <Head title={t('identity.sign_up')} />
      <RedirectIfSignedIn>
        <AuthScreen
          title={t('identity.register_title')}
          text={t('identity.register_text')}
          scene={t('identity.scene_register')}
          wanted={wayOn && <WantedTitle path={wayOn} />}
        >
          <RegisterForm />
        </AuthScreen>
      </RedirectIfSignedIn>
    </>
  );
}
