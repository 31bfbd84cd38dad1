import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Landing, withoutLanding } from '#lib/landing.ts';
import { recheckSession, takeLanding, useSession } from '#lib/session.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import { beginRecovery } from './recovery.ts';

const CHOOSE_PASSWORD = new Set(['recovery', 'invite']);
const ExpiredLinkDialog = lazy(() => import('./expired-link-dialog.tsx'));

/**
 * For people who come by a link from a mail, or back from a provider, to whichever page: tells them what it did,
 * takes what the link carried out of the address, and leads on where something is left to do. Once in the app.
 */
export function LandingNotice() {
  const t = useTranslations();
  const { status, half, failed } = useSession();
  const { language } = useLanguage();
  const location = useLocation();
  const navigate = useNavigate();
  const [expired, setExpired] = useState(false);
  const settled = status !== 'checking';

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is known who is here.
  useEffect(() => {
    const landing = settled ? takeLanding() : null;
    if (!landing) return;
    const here = withoutLanding(location);
    const canChoosePassword = !landing.refusal && CHOOSE_PASSWORD.has(landing.errand);
    if (canChoosePassword) beginRecovery();
    const wayOn = nextPlace(landing, { here, half, canChoosePassword });
    void navigate(wayOn, {
      replace: true,
      preventScrollReset: true,
      state: wayOn === '/login' ? { from: here } : null,
    });
    // That page has its own words for a link that does not work.
    if (location.pathname !== '/reset-password' || !landing.refusal) void tell(landing);
  }, [settled]);

  useEffect(() => {
    if (failed && window.location.hash.includes('access_token=')) {
      toast.error(t('shell.network_error'), { action: { label: t('shell.retry'), onClick: recheckSession } });
    }
  }, [failed, t]);

  async function tell(landing: Landing & { returning: boolean }): Promise<void> {
    const { errand, refusal, halfway, returning } = landing;
    if (refusal === 'otp_expired' && status === 'out') return setExpired(true);
    if (refusal) {
      const { authSentence } = await import('./auth-sentence.ts');
      toast.error(authSentence({ code: refusal }, { t, language, otherwise: 'identity.provider_refused' }));
    } else if (halfway) toast.info(t('identity.other_address_too'));
    else if (errand === 'signup') toast.success(t('identity.address_confirmed'));
    else if (errand === 'email_change') toast.success(t('identity.address_changed'));
    else if (!half && !returning && !CHOOSE_PASSWORD.has(errand)) toast.success(t('identity.logged_in'));
  }

  if (!expired) return null;
  return (
    <Suspense>
      <ExpiredLinkDialog onClose={() => setExpired(false)} />
    </Suspense>
  );
}

function nextPlace(
  { refusal, halfway }: Landing,
  { here, half, canChoosePassword }: { here: string; half: boolean; canChoosePassword: boolean },
): string {
  if (canChoosePassword) return '/reset-password';
  return half && !refusal && !halfway ? '/login' : here;
}
