import { useEffect } from 'react';
import { useLocation, useMatches, useNavigate } from 'react-router';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';

/** On a page that needs no sign-in, a session that ended by itself is told, with the way back in. */
export function SessionNotice() {
  const t = useTranslations();
  const { ended } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // There the guard speaks.
  const guarded = useMatches().some(({ id }) => /signed-in|admin-only|guard/.test(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it ends, wherever the reader goes then.
  useEffect(() => {
    if (!ended || guarded || pathname === '/login') return;
    toast.info(t('shell.session_ended'), {
      action: {
        label: t('shell.sign_in'),
        onClick: () => navigate('/login', { state: { from: pathname + search } }),
      },
    });
  }, [ended]);
  return null;
}
