import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api-error.ts';
import { rowOrNull } from '#lib/database.ts';
import { recheckEntitlements, settledSession } from '#lib/session.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { SunFaceArt } from '#ui/art/sun-face.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from './use-admin-action.ts';

/** Makes the signed-in member the first admin. The database allows it only while there is none (P-1). */
export function AdminSetup() {
  const t = useTranslations();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { run, isPending } = useAdminAction(
    async () => {
      if ((await settledSession()).failed) {
        toast.error(t('admin.user_check_failed'));
        return;
      }
      await requireUser();
      rowOrNull(await (await supabase()).rpc('setup_admin'));
      toast.success(t('admin.granted'));
      await recheckEntitlements();
      await queries.invalidateQueries();
      navigate('/admin');
    },
    {
      onError(error) {
        const isAlreadyAdmin = error instanceof ApiError && error.code === '23505';
        if (isAlreadyAdmin) toast.error(t('admin.already_admin'));
        return isAlreadyAdmin;
      },
      signInKey: 'admin.login_first',
      errorKey: 'admin.setup_failed',
    },
  );
  return (
    <div className="page-width grid place-items-center py-16">
      <Card className="grid w-full max-w-lg justify-items-center gap-5 p-8 text-center">
        <SunFaceArt className="h-40 w-auto" />
        <h1 className="text-title">{t('admin.grant_access')}</h1>
        <p className="text-soft">{t('admin.setup_text')}</p>
        <Button size="l" busy={isPending} disabled={!hydrated} onClick={() => void run()}>
          {t(isPending ? 'admin.setting_up' : 'admin.setup')}
        </Button>
      </Card>
    </div>
  );
}
