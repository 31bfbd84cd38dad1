import { type PostedSignIn, readPostedSignIn } from '@lakou/contract/identity/posted-sign-in';
import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { WantedTitle } from '#features/catalogue/wanted-title.tsx';
import { AuthScreen } from '#features/identity/auth-screen.tsx';
import { LoginForm } from '#features/identity/login-form.tsx';
import { PlainMember } from '#features/identity/plain-member.tsx';
import { PlainSecondFactor } from '#features/identity/plain-second-factor.tsx';
import { RedirectIfSignedIn } from '#features/identity/redirect-if-signed-in.tsx';
import { useWayOn } from '#features/identity/return-path.ts';
import { usePreloadAuth } from '#features/identity/use-preload-auth.ts';
import { Head } from '#lib/head.tsx';
import { readInBrowser } from '#lib/preload.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { toast } from '#ui/toast.tsx';

const SecondFactorScreen = lazy(async () => ({
  default: (await import('#features/identity/second-factor-screen.tsx')).SecondFactorScreen,
}));

/** What came of a sign-in by plain form; null where there was none. */
export function loader({ request }: LoaderFunctionArgs): PostedSignIn | null {
  return readPostedSignIn(new URL(request.url).searchParams);
}
export const clientLoader = readInBrowser;

export default function Login() {
  const t = useTranslations();
  const { needsSecondFactor } = useSession();
  const posted = useLoaderData<PostedSignIn | null>();
  const wayOn = useWayOn();
  usePreloadAuth();
  return (
    <>
      <Head title={t('identity.sign_in')} />
      {/* Browsers that do not say where a form comes from say its origin then. */}
      <meta name="referrer" content="same-origin" />
      <RedirectIfSignedIn {...(posted?.member && { plain: <PlainMember email={posted.member} /> })}>
        {needsSecondFactor ? (
          <Suspense fallback={<CentredSpinner />}>
            <SecondFactorScreen
              scene={t('identity.scene_login')}
              onConfirmed={() => toast.success(t('shell.logged_in'))}
            />
          </Suspense>
        ) : posted?.secondFactor ? (
          <AuthScreen
            title={t('identity.factor_title')}
            text={t(posted.secondFactor === 'code' ? 'identity.factor_text' : 'identity.factor_key_text')}
            scene={t('identity.scene_login')}
          >
            <PlainSecondFactor posted={posted} />
          </AuthScreen>
        ) : (
          <AuthScreen
            title={t('identity.sign_in')}
            text={t('identity.login_text')}
            scene={t('identity.scene_login')}
            wanted={wayOn && <WantedTitle path={wayOn} />}
          >
            <LoginForm posted={posted} />
          </AuthScreen>
        )}
      </RedirectIfSignedIn>
    </>
  );
}
