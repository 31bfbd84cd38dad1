import { useState } from 'react';
import { rowsOf } from '../../../lib/database.ts';
import { sayFailure } from '../../../lib/failure.ts';
import { LiveForm } from '../../../lib/form.tsx';
import { supabase } from '../../../lib/supabase.ts';
import { useDeed } from '../../../lib/use-deed.ts';
import { useWords } from '../../../lib/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.tsx';

/** For the day the phone is lost: one code from the paper removes the factor, and the sign-in goes on. */
export function RecoveryCodeForm({
  onConfirmed,
  onBack,
}: {
  onConfirmed?: (() => void) | undefined;
  onBack: () => void;
}) {
  const t = useWords();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const { busy, run } = useDeed((error) => toast.error(sayFailure(error, t, 'account.failed')));
  const use = () =>
    run(async () => {
      const client = await supabase();
      if (!rowsOf(await client.rpc('use_recovery_code', { code }))) {
        setWrong(true);
        return;
      }
      const { error } = await client.auth.refreshSession();
      if (error) throw error;
      onConfirmed?.();
    });
  return (
    <LiveForm
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void use();
      }}
    >
      <Field
        label={t('account.recovery_code')}
        hint={t('account.recovery_hint')}
        error={wrong ? t('account.recovery_wrong') : undefined}
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
      <Button type="submit" size="l" busy={busy} className="w-full">
        {t('account.recovery_confirm')}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {t('account.recovery_back')}
      </Button>
    </LiveForm>
  );
}
