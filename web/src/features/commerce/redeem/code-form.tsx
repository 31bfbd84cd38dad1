import { CODE_PARAMETER, isCode, normalizeCode } from '@lakou/contract/codes';
import { CODE_LENGTH } from '@lakou/contract/commerce/limits';
import { type SyntheticEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorKeyMessage } from '#lib/error-message.ts';
import { LiveForm } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

/** A typing error is noticed here; everything else the database knows. */
export function CodeForm({ code, error: initial }: { code: string; error?: string }) {
  const t = useTranslations();
  const [, setParams] = useSearchParams();
  const [typed, setTyped] = useState(code);
  const [error, setError] = useState(initial);
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!isCode(typed, CODE_LENGTH)) return setError('code_mistyped');
    setParams((params) => {
      params.set(CODE_PARAMETER, normalizeCode(typed));
      return params;
    });
  }
  return (
    <LiveForm onSubmit={submit} className="grid gap-5">
      <Field label={t('commerce.redeem_code')} error={error && errorKeyMessage(error, t)} required>
        {(control) => (
          <Input
            {...control}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX"
            className="font-mono text-xl tracking-wider uppercase"
          />
        )}
      </Field>
      <Button type="submit" size="l" className="w-full">
        {t('commerce.redeem_check')}
      </Button>
    </LiveForm>
  );
}
