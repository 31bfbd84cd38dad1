import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { readLanding } from '#lib/landing.ts';
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

const PAUSE_MS = 2000;

/** From the link in the mail to the new password, whatever state the link is in. */
export function ResetSteps() {
  const t = useTranslations();
  const { status, half, failed } = useSession();
  const [done, setDone] = useState(false);
  const arrived = readLanding(useLocation());
  // Until the landing has been told, what it says stands in the address alone.
  const recovering = status !== 'checking' && (isRecovering() || arrived?.errand === 'recovery');
  const scene = t('identity.scene_reset');
  if (done) return <Done />;
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
  if (recovering && half) {
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

/** Long enough to read that it worked, then on to the sign-in. */
function Done() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { user } = useSession();
  const [email] = useState(user?.email);
  useEffect(() => {
    endRecovery();
    const timer = setTimeout(() => navigate('/login', { replace: true, state: { email } }), PAUSE_MS);
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
