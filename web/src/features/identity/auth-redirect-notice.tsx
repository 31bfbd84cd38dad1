import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type AuthRedirect, withoutAuthParams } from '#lib/auth-redirect.ts';
import { recheckSession, takeAuthRedirect, useSession } from '#lib/session.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import { beginRecovery } from './recovery.ts';

const CHOOSE_PASSWORD = new Set(['recovery', 'invite']);
const ExpiredLinkDialog = lazy(() => import('./expired-link-dialog.tsx'));

/**
 * Handles arrivals by an email link or from a sign-in provider, on any page: says what happened, removes the tokens from
 * the address, and opens the next page where one is needed. Rendered once in the app.
 */
export function AuthRedirectNotice() {
  const t = useTranslations();
  const { status, needsSecondFactor, failed } = useSession();
  const { language } = useLanguage();
  const location = useLocation();
  const navigate = useNavigate();
  const [expired, setExpired] = useState(false);
  const settled = status !== 'checking';

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the session is known.
  useEffect(() => {
    const authRedirect = settled ? takeAuthRedirect() : null;
    if (!authRedirect) return;
    const here = withoutAuthParams(location);
    const canChoosePassword = !authRedirect.refusal && CHOOSE_PASSWORD.has(authRedirect.flow);
    if (canChoosePassword) beginRecovery();
    const target = nextPath(authRedirect, { here, needsSecondFactor, canChoosePassword });
    void navigate(target, {
      replace: true,
      preventScrollReset: true,
      state: target === '/login' ? { from: here } : null,
    });
    // The reset page has its own message for a link that does not work.
    if (location.pathname !== '/reset-password' || !authRedirect.refusal) void notify(authRedirect);
  }, [settled]);

  useEffect(() => {
    if (failed && window.location.hash.includes('access_token=')) {
      toast.error(t('shell.network_error'), { action: { label: t('shell.retry'), onClick: recheckSession } });
    }
  }, [failed, t]);

  async function notify(authRedirect: AuthRedirect & { returning: boolean }): Promise<void> {
    const { flow, refusal, awaitsOtherLink, returning } = authRedirect;
    if (refusal === 'otp_expired' && status === 'out') return setExpired(true);
    if (refusal) {
      const { authErrorMessage } = await import('./auth-error-message.ts');
      toast.error(
        authErrorMessage({ code: refusal }, { t, language, fallback: 'identity.provider_refused' }),
      );
    } else if (awaitsOtherLink) toast.info(t('identity.other_address_too'));
    else if (flow === 'signup') toast.success(t('identity.address_confirmed'));
    else if (flow === 'email_change') toast.success(t('identity.address_changed'));
    else if (!needsSecondFactor && !returning && !CHOOSE_PASSWORD.has(flow))
      toast.success(t('identity.logged_in'));
  }

  if (!expired) return null;
  return (
    <Suspense>
      <ExpiredLinkDialog onClose={() => setExpired(false)} />
    </Suspense>
  );
}

function nextPath(
  { refusal, awaitsOtherLink }: AuthRedirect,
  {
    here,
    needsSecondFactor,
    canChoosePassword,
  }: { here: string; needsSecondFactor: boolean; canChoosePassword: boolean },
): string {
  if (canChoosePassword) return '/reset-password';
  return needsSecondFactor && !refusal && !awaitsOtherLink ? '/login' : here;
}
