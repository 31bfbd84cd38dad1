import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DataError, rowOrNull } from '#lib/database.ts';
import { recheckEntitlements, settledSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { SunFaceArt } from '#ui/art/sun-face.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { toast } from '#ui/toast.tsx';
import { sayRefusal } from './say-refusal.ts';

/** The way to the first admin. The server decides; it says yes only while there is none (decision 1). */
export function AdminSetup() {
  const t = useTranslations();
  const alive = useHydrated();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function setUp(): Promise<void> {
    const { status, failed } = await settledSession();
    if (failed) {
      toast.error(t('admin.user_check_failed'));
      return;
    }
    if (status !== 'in') {
      toast.error(t('admin.login_first'));
      navigate('/login', { state: { from: '/admin/setup' } });
      return;
    }
    try {
      rowOrNull(await (await supabase()).rpc('setup_admin'));
    } catch (error) {
      const already = error instanceof DataError && error.code === '23505';
      toast.error(already ? t('admin.already_admin') : sayRefusal(error, t, 'admin.setup_failed'));
      return;
    }
    toast.success(t('admin.granted'));
    await recheckEntitlements();
    await queries.invalidateQueries();
    navigate('/admin');
  }

  return (
    <div className="page-width grid place-items-center py-16">
      <Card className="grid w-full max-w-lg justify-items-center gap-5 p-8 text-center">
        <SunFaceArt className="h-40 w-auto" />
        <h1 className="text-title">{t('admin.grant_access')}</h1>
        <p className="text-soft">{t('admin.setup_text')}</p>
        <Button
          size="l"
          busy={busy}
          disabled={!alive}
          onClick={async () => {
            setBusy(true);
            await setUp();
            setBusy(false);
          }}
        >
          {t(busy ? 'admin.setting_up' : 'admin.setup')}
        </Button>
      </Card>
    </div>
  );
}
