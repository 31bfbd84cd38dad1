import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { type EmailedLink, readEmailedLink, requestedAddress } from '#lib/emailed-link.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { toast } from '#ui/toast.tsx';
import { authErrorKey, useAuthErrorMessage } from './auth-error-message.ts';
import { AuthScreen } from './auth-screen.tsx';
import { useFollowLink } from './use-follow-link.ts';

const ExpiredLinkDialog = lazy(() => import('./expired-link-dialog.tsx'));
const ContinueAsDialog = lazy(() => import('./continue-as-dialog.tsx'));

/**
 * Where the links in our emails lead. A link is used without a question only in the browser that asked for it. Everywhere
 * else a button has to be pressed: mail scanners open links too, and anybody can send somebody a link of their own.
 */
export function ConfirmLink() {
  const { status } = useSession();
  const link = readEmailedLink(useLocation());
  if (status === 'checking') return <CentredSpinner />;
  return link ? <LinkSteps key={link.tokenHash} link={link} /> : <UselessLink />;
}

function LinkSteps({ link }: { link: EmailedLink }) {
  const { user } = useSession();
  const authMessage = useAuthErrorMessage();
  const { follow, question, answer } = useFollowLink(link);
  const [isRequestedHere] = useState(() => link.email !== '' && requestedAddress(link.type) === link.email);
  const [isAsking, setAsking] = useState(!isRequestedHere);
  const [isUseless, setUseless] = useState(false);
  const { run, isPending } = useAction(follow, {
    onError(error) {
      const key = authErrorKey(error);
      setAsking(true);
      setUseless(key === 'otp_expired');
      return key === 'otp_expired' || key === 'bad_code_verifier';
    },
    describeError: (error) => authMessage(error, 'shell.provider_refused'),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (isRequestedHere) void run({ isRequestedHere });
  }, []);

  if (isUseless) return <UselessLink type={link.type} email={link.email} />;
  if (question) {
    return (
      <Suspense>
        <ContinueAsDialog
          current={user?.email}
          next={question.session.user.email ?? ''}
          onContinue={() => answer(true)}
          onStay={() => void answer(false)}
        />
      </Suspense>
    );
  }
  if (!isAsking) return <CentredSpinner />;
  return <LinkQuestion link={link} busy={isPending} onFollow={() => void run({ isRequestedHere: false })} />;
}

/** Names the account before anything happens. */
function LinkQuestion({ link, busy, onFollow }: { link: EmailedLink; busy: boolean; onFollow: () => void }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { user } = useSession();
  const { type, email } = link;
  const replaces = user && type !== 'email_change' && user.email.toLowerCase() !== email.toLowerCase();
  return (
    <AuthScreen
      title={t(`identity.link_${type}`)}
      text={t('identity.link_sent_to', { email })}
      scene={t('identity.scene_login')}
    >
      {replaces && <p>{t('identity.switch_account', { current: user.email, next: email })}</p>}
      <div className="grid gap-3">
        <Button size="l" busy={busy} onClick={onFollow}>
          {replaces ? t('identity.continue_as', { next: email }) : t(`identity.link_${type}_button`)}
        </Button>
        <Button variant="outline" onClick={() => navigate('/', { replace: true })}>
          {replaces ? t('identity.stay_as', { current: user.email }) : t('identity.not_now')}
        </Button>
      </div>
    </AuthScreen>
  );
}

function UselessLink({ type, email = '' }: Partial<Pick<EmailedLink, 'type' | 'email'>>) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { status } = useSession();
  const [isSignedIn] = useState(status === 'in');
  useEffect(() => {
    if (isSignedIn && type !== 'recovery') toast.error(t('errors.otp_expired'));
  }, [isSignedIn, type, t]);
  // That page has a message of its own.
  if (type === 'recovery') return <Navigate to="/reset-password" replace />;
  if (isSignedIn) return <Navigate to="/" replace />;
  return (
    <Suspense>
      <ExpiredLinkDialog email={email} onClose={() => navigate('/', { replace: true })} />
    </Suspense>
  );
}
