import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { LiveForm } from '#lib/form.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

/** When the authenticator is lost: a recovery code removes the factor, and the sign-in continues. */
export function RecoveryCodeForm({
  onConfirmed,
  onBack,
}: {
  onConfirmed?: (() => void) | undefined;
  onBack: () => void;
}) {
  const t = useTranslations();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const { run, isPending } = useAction(
    async () => {
      const client = await supabase();
      if (!rowsOf(await client.rpc('use_recovery_code', { code }))) {
        setWrong(true);
        return;
      }
      const { error } = await client.auth.refreshSession();
      if (error) throw error;
      onConfirmed?.();
    },
    { errorKey: 'identity.account_failed' },
  );
  return (
    <LiveForm
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Field
        label={t('identity.account_recovery_code')}
        hint={t('identity.account_recovery_hint')}
        error={wrong ? t('identity.account_recovery_wrong') : undefined}
        required
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={({ target }) => {
              setCode(target.value);
              setWrong(false);
            }}
          />
        )}
      </Field>
      <Button type="submit" size="l" busy={isPending} className="w-full">
        {t('identity.account_recovery_confirm')}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {t('identity.account_recovery_back')}
      </Button>
    </LiveForm>
  );
}
