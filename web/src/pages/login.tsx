import { WantedTitle } from '#features/catalogue/wanted-title.tsx';
import { AuthScreen } from '#features/identity/auth-screen.tsx';
import { LoginForm } from '#features/identity/login-form.tsx';
import { RedirectIfSignedIn } from '#features/identity/redirect-if-signed-in.tsx';
import { useWayOn } from '#features/identity/return-path.ts';
import { SecondFactorScreen } from '#features/identity/second-factor-screen.tsx';
import { usePreloadAuth } from '#features/identity/use-preload-auth.ts';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';

export default function Login() {
  const t = useTranslations();
  const { needsSecondFactor } = useSession();
  const wayOn = useWayOn();
  usePreloadAuth();
  return (
    <>
      <Head title={t('identity.sign_in')} />
      <RedirectIfSignedIn>
        {needsSecondFactor ? (
          <SecondFactorScreen
            scene={t('identity.scene_login')}
            onConfirmed={() => toast.success(t('shell.logged_in'))}
          />
        ) : (
          <AuthScreen
            title={t('identity.sign_in')}
            text={t('identity.login_text')}
            scene={t('identity.scene_login')}
            wanted={wayOn && <WantedTitle path={wayOn} />}
          >
            <LoginForm />
          </AuthScreen>
        )}
      </RedirectIfSignedIn>
    </>
  );
}
