import {
  type AuthRedirect,
  readAuthRedirect,
  withoutAuthParams,
} from '@lakou/contract/identity/auth-redirect';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type CandidateSession, refuseSession } from '#lib/candidate-session.ts';
import { lazyWithMessages } from '#lib/page-messages.ts';
import { adoptSession, recheckSession, takeAuthRedirect, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import { takeAttemptMessage } from './provider-attempt.ts';
import { beginRecovery } from './recovery.ts';

const CHOOSE_PASSWORD = new Set(['recovery', 'invite']);
const ExpiredLinkDialog = lazyWithMessages(() => import('./expired-link-dialog.tsx'));
const ContinueAsDialog = lazyWithMessages(() => import('./continue-as-dialog.tsx'));

type Arrived = NonNullable<ReturnType<typeof takeAuthRedirect>>;

/**
 * Handles arrivals by an email link or from a sign-in provider, on any page: says what happened, removes the tokens from
 * the address, and opens the next page where one is needed. Rendered once in the app.
 */
export function AuthRedirectNotice() {
  const t = useTranslations();
  const { status, user, needsSecondFactor, failed } = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const [expired, setExpired] = useState(false);
  const [question, setQuestion] = useState<(Arrived & { candidate: CandidateSession }) | null>(null);
  const settled = status !== 'checking';

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the session is known.
  useEffect(() => {
    const arrived = settled ? takeAuthRedirect() : null;
    if (!arrived) return;
    const { candidate } = arrived;
    if (!candidate) return finish(arrived, needsSecondFactor);
    void navigate(withoutAuthParams(location), { replace: true, preventScrollReset: true });
    setQuestion({ ...arrived, candidate });
  }, [settled]);

  useEffect(() => {
    if (failed && readAuthRedirect(window.location)) {
      toast.error(t('shell.network_error'), { action: { label: t('shell.retry'), onClick: recheckSession } });
    }
  }, [failed, t]);

  function finish(arrived: Arrived, lacksFactor: boolean): void {
    const here = withoutAuthParams(location);
    const canChoosePassword = !arrived.refusal && CHOOSE_PASSWORD.has(arrived.flow);
    if (canChoosePassword) beginRecovery(arrived.flow);
    const target = nextPath(arrived, { here, needsSecondFactor: lacksFactor, canChoosePassword });
    void navigate(target, {
      replace: true,
      preventScrollReset: true,
      state: target === '/login' ? { from: here } : null,
    });
    // The reset page has its own message for a link that does not work.
    if (location.pathname !== '/reset-password' || !arrived.refusal) void notify(arrived, lacksFactor);
  }

  async function notify(arrived: Arrived, lacksFactor: boolean): Promise<void> {
    const { flow, refusal, awaitsOtherLink, returning } = arrived;
    if (refusal === 'otp_expired' && status === 'out') return setExpired(true);
    if (refusal) {
      const { authErrorMessage } = await import('./auth-error-message.ts');
      const attempt = takeAttemptMessage();
      const fallback = attempt ?? 'shell.provider_refused';
      // A provider's refusal has no other reason to name than that it failed.
      const isRefusal = refusal === 'bad_oauth_callback' || refusal === 'access_denied';
      toast.error(attempt && isRefusal ? t(attempt) : authErrorMessage({ code: refusal }, { t, fallback }));
    } else if (awaitsOtherLink) toast.info(t('shell.other_address_too'));
    else if (flow === 'signup') toast.success(t('shell.address_confirmed'));
    else if (flow === 'email_change') toast.success(t('shell.address_changed'));
    else if (!lacksFactor && !returning && !CHOOSE_PASSWORD.has(flow)) toast.success(t('shell.logged_in'));
  }

  async function continueAs(arrived: Arrived & { candidate: CandidateSession }): Promise<void> {
    const adopted = await adoptSession(arrived.candidate);
    setQuestion(null);
    finish({ ...arrived, returning: false }, adopted.needsSecondFactor);
  }

  if (question) {
    return (
      <Suspense>
        <ContinueAsDialog
          current={user?.email}
          next={question.candidate.user.email ?? ''}
          onContinue={() => continueAs(question)}
          onStay={() => {
            setQuestion(null);
            void refuseSession(question.candidate);
          }}
        />
      </Suspense>
    );
  }
  if (!expired) return null;
  return (
    <Suspense>
      <ExpiredLinkDialog email="" onClose={() => setExpired(false)} />
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
