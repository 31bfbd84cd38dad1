import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { readAuthRedirect } from '#lib/auth-redirect.ts';
import { recheckSession, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { AuthScreen } from './auth-screen.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { endRecovery, isRecovering } from './recovery.ts';
import { ResetForm } from './reset-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

const REDIRECT_DELAY_MS = 2000;

/** The password reset page, from the link in the email to the new password. */
export function ResetSteps() {
  const t = useTranslations();
  const { status, needsSecondFactor, failed } = useSession();
  const [done, setDone] = useState(false);
  const arrived = readAuthRedirect(useLocation());
  // Until AuthRedirectNotice has run, only the address says that this is a recovery.
  const recovering = status !== 'checking' && (isRecovering() || arrived?.flow === 'recovery');
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
        <p role="status" className="flex items-center gap-3 text-lg text-soft">
          <Spinner className="text-highlight-text" />
          {t('identity.reset_checking')}
        </p>
      </AuthScreen>
    );
  }
  if (recovering && needsSecondFactor) {
    return (
      <AuthScreen title={t('identity.factor_title')} text={t('identity.factor_text')} scene={scene}>
        <SecondFactorForm />
      </AuthScreen>
    );
  }
  if (recovering && status === 'in') {
    return (
      <AuthScreen title={t('identity.reset_title')} text={t('identity.reset_text')} scene={scene}>
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
