import { returnPath } from '@lakou/contract/identity/return-path';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type CandidateSession, redeemLink, refuseSession } from '#lib/candidate-session.ts';
import type { EmailedLink } from '#lib/emailed-link.ts';
import { adoptSession, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import { beginRecovery } from './recovery.ts';

interface Followed {
  session: CandidateSession;
  keepsPassword: boolean;
}

/**
 * Follows an emailed link to its end. `question`: the session is not the one that the page has named, or would replace
 * another one; `answer` says whether to use it.
 */
export function useFollowLink(link: EmailedLink) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { user } = useSession();
  const [question, setQuestion] = useState<Followed | null>(null);
  const next = returnPath(link.next, location.origin);
  const leave = (path = next) => navigate(path, { replace: true });

  async function follow({ isRequestedHere }: { isRequestedHere: boolean }): Promise<void> {
    const { session, keepsPassword } = await redeemLink(link, { isRequestedHere });
    if (!session) {
      await leave();
      return void toast.info(t('shell.other_address_too'));
    }
    if (link.type === 'email_change') return finishEmailChange(session);
    const isNamed = session.user.email?.toLowerCase() === link.email.toLowerCase();
    const isReplacing = user !== null && user.id !== session.user.id;
    if (isNamed && !(isRequestedHere && isReplacing)) return proceed({ session, keepsPassword });
    setQuestion({ session, keepsPassword });
  }

  /** The change is made. It is no reason to sign anybody in. */
  async function finishEmailChange(session: CandidateSession): Promise<void> {
    if (user?.id === session.user.id) await adoptSession(session);
    else void refuseSession(session);
    await leave();
    toast.success(t('shell.address_changed'));
  }

  async function proceed({ session, keepsPassword }: Followed): Promise<void> {
    const { needsSecondFactor } = await adoptSession(session);
    if (link.type !== 'magiclink' && !keepsPassword) {
      beginRecovery(link.type);
      await leave('/reset-password');
    } else if (needsSecondFactor) {
      await navigate('/login', { replace: true, state: { from: next } });
    } else await leave();
    if (link.type === 'signup') toast.success(t('shell.address_confirmed'));
    if (link.type === 'magiclink' && !needsSecondFactor) toast.success(t('shell.logged_in'));
  }

  async function answer(wanted: boolean): Promise<void> {
    if (!question) return;
    if (wanted) return proceed(question);
    await refuseSession(question.session);
    await leave('/');
  }

  return { follow, question, answer };
}
