import type { ComponentProps } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

/** The input for the digits of an authenticator app. */
export function CodeField({ error, ...props }: ComponentProps<typeof Input> & { error: string | undefined }) {
  const t = useTranslations();
  return (
    <Field label={t('identity.factor_code')} error={error} required>
      {(control) => (
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="font-display text-2xl! font-bold tracking-[0.3em]"
          {...control}
          {...props}
        />
      )}
    </Field>
  );
}
