import { SETUP_CODE_LENGTH } from '@lakou/contract/admin/limits';
import { isCode } from '@lakou/contract/codes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api-error.ts';
import { rowOrNull } from '#lib/database.ts';
import { LiveForm } from '#lib/form.tsx';
import { recheckEntitlements, settledSession } from '#lib/session.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { SunFaceArt } from '#ui/art/sun-face.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from './use-admin-action.ts';

/** Makes the signed-in member the first admin. The database allows it once, with the code that the server printed (P-1). */
export function AdminSetup() {
  const t = useTranslations();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { run, isPending } = useAdminAction(
    async () => {
      if ((await settledSession()).failed) {
        toast.error(t('admin.user_check_failed'));
        return;
      }
      await requireUser();
      // A typing error needs no guess.
      if (code && !isCode(code, SETUP_CODE_LENGTH)) {
        setWrong(true);
        return;
      }
      const isGranted = rowOrNull(await (await supabase()).rpc('setup_admin', { code }));
      if (isGranted === false) {
        setWrong(true);
        return;
      }
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
        <LiveForm
          className="grid w-full gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <Field
            className="text-start"
            label={t('admin.setup_code')}
            hint={t('admin.setup_code_hint')}
            error={isWrong ? t('admin.setup_code_wrong') : undefined}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                value={code}
                onChange={({ target }) => {
                  setCode(target.value);
                  setWrong(false);
                }}
              />
            )}
          </Field>
          <Button type="submit" size="l" busy={isPending}>
            {t(isPending ? 'admin.setting_up' : 'admin.setup')}
          </Button>
        </LiveForm>
      </Card>
    </div>
  );
}
