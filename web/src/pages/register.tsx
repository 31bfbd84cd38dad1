import { AuthScreen } from '#features/identity/auth-screen.tsx';
import { RegisterForm } from '#features/identity/register-form.tsx';
import { SentOnIfSignedIn } from '#features/identity/sent-on.tsx';
import { useWarmUp } from '#features/identity/use-warm-up.ts';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Register() {
  const t = useTranslations();
  useWarmUp();
  return (
    <>
      <Head title={t('identity.sign_up')} />
      <SentOnIfSignedIn>
        <AuthScreen
          title={t('identity.register_title')}
          text={t('identity.register_text')}
          scene={t('identity.scene_register')}
        >
          <RegisterForm />
        </AuthScreen>
      </SentOnIfSignedIn>
    </>
  );
}
