import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { recheckSession, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { AuthScreen } from './auth-screen.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { endRecovery, recoveryType } from './recovery.ts';
import { ResetForm } from './reset-form.tsx';
import { SecondFactorScreen } from './second-factor-screen.tsx';

const REDIRECT_DELAY_MS = 2000;

/** The password reset page, from the link in the email to the new password. */
export function ResetSteps() {
  const t = useTranslations();
  const { status, user, needsSecondFactor, failed } = useSession();
  const [done, setDone] = useState(false);
  const type = status === 'checking' ? null : recoveryType();
  const scene = t('identity.scene_reset');
  if (done) return <ResetDone />;
  if (failed) {
    return (
      <AuthScreen title={t('identity.reset_title')} scene={scene}>
        <Alert tone="danger">{t('shell.network_error')}</Alert>
        <Button onClick={recheckSession}>{t('shell.retry')}</Button>
      </AuthScreen>
    );
  }
  if (status === 'checking') {
    return (
      <AuthScreen title={t('identity.reset_title')} scene={scene}>
        <NeedsScript />
        <p role="status" className="flex items-center gap-3 text-lg text-soft noscript:hidden">
          <Spinner className="text-highlight-text" />
          {t('identity.reset_checking')}
        </p>
      </AuthScreen>
    );
  }
  if (type && needsSecondFactor) {
    return <SecondFactorScreen scene={scene} />;
  }
  if (type && status === 'in') {
    const isFirst = type !== 'recovery';
    const text = isFirst
      ? t('identity.choose_password_text', { email: user?.email ?? '' })
      : t('identity.reset_text');
    return (
      <AuthScreen
        title={t(isFirst ? 'identity.choose_password' : 'identity.reset_title')}
        text={text}
        scene={scene}
      >
        <ResetForm onDone={() => setDone(true)} />
      </AuthScreen>
    );
  }
  return (
    <AuthScreen title={t('identity.reset_invalid')} text={t('identity.reset_invalid_text')} scene={scene}>
      <div className="flex flex-wrap gap-3">
        <ForgotPassword label="identity.reset_again" />
        <Button variant="outline" asChild>
          <Link to="/login">{t('identity.back_to_login')}</Link>
        </Button>
      </div>
    </AuthScreen>
  );
}

/** Confirms the new password for two seconds, then opens the sign-in page. */
function ResetDone() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { user } = useSession();
  const [email] = useState(user?.email);
  useEffect(() => {
    endRecovery();
    const timer = setTimeout(
      () => navigate('/login', { replace: true, state: { email } }),
      REDIRECT_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate, email]);
  return (
    <AuthScreen title={t('identity.reset_title')} scene={t('identity.scene_reset')}>
      <Alert tone="success">{t('identity.reset_done_text')}</Alert>
      <Button asChild>
        <Link to="/login" replace state={{ email }}>
          {t('identity.sign_in')}
        </Link>
      </Button>
    </AuthScreen>
  );
}
