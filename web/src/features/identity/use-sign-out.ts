import { useNavigate } from 'react-router';
import { leaveSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';

export function useSignOut(): { signOut: () => void; busy: boolean } {
  const t = useTranslations();
  const navigate = useNavigate();
  const { busy, run } = useAction(() => toast.error(t('identity.sign_out_failed')));
  async function leave(): Promise<void> {
    const { error } = await leaveSession();
    if (error) throw error;
    toast.success(t('identity.signed_out'));
    // From a guarded page the guard has led there already.
    if (location.pathname !== '/login') await navigate('/login');
  }
  return { busy, signOut: () => void run(leave) };
}
