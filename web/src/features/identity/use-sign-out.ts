import { useNavigate } from 'react-router';
import { endSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';

export function useSignOut(): { signOut: () => void; isPending: boolean } {
  const t = useTranslations();
  const navigate = useNavigate();
  const { run, isPending } = useAction(
    async () => {
      const { error } = await endSession();
      if (error) throw error;
      toast.success(t('shell.signed_out'));
      // On a guarded page the guard has redirected already.
      if (location.pathname !== '/login') await navigate('/login');
    },
    { describeError: () => t('shell.sign_out_failed') },
  );
  return { signOut: () => void run(), isPending };
}
