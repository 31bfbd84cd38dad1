import type { MessageKey } from '@lakou/contract/translate';
import { type ComponentProps, useEffect } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { toast } from '#ui/toast.tsx';
import { SignInRequired } from './api-error.ts';
import { type Session, settledSession } from './session.ts';
import { useTranslations } from './translations.tsx';

/** The sign-in page, and the state that brings the person back to this page afterwards. */
function useSignInTarget(search?: string): { to: '/login'; state: { from: string } } {
  const here = useLocation();
  return { to: '/login', state: { from: here.pathname + (search ?? here.search) + here.hash } };
}

type SignInLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'state'> & {
  /** Instead of this page's query: the title that it is about, for instance. */
  search?: string | undefined;
};

/** A link to the sign-in page that leads back here. */
export function SignInLink({ search, ...props }: SignInLinkProps) {
  return <Link {...useSignInTarget(search)} {...props} />;
}

/** Tells why a sign-in is needed and goes there at once, or offers it as the toast's button. */
export function useRequestSignIn() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { to, state } = useSignInTarget();
  const goToSignIn = () => void navigate(to, { state });
  return {
    redirectToSignIn(reason: MessageKey, tone: 'error' | 'info' = 'error'): void {
      toast[tone](t(reason));
      goToSignIn();
    },
    offerSignIn(reason: MessageKey, tone: 'error' | 'info' = 'error'): void {
      toast[tone](t(reason), { action: { label: t('shell.sign_in'), onClick: goToSignIn } });
    },
  };
}

/** For pages that only members see. */
export function SignInRedirect({ reason }: { reason: MessageKey }) {
  const t = useTranslations();
  const target = useSignInTarget();
  useEffect(() => {
    toast.error(t(reason));
  }, [t, reason]);
  return <Navigate {...target} replace />;
}

/** For actions: who is signed in. Throws SignInRequired, which useAction turns into the way to sign in. */
export async function requireUser(): Promise<NonNullable<Session['user']>> {
  const { user } = await settledSession();
  if (!user) throw new SignInRequired();
  return user;
}
