import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useFieldError } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

/** The email input of these forms; registers the field `email`. */
export function EmailField<Values extends FieldValues & { email: string }>({
  form,
  label,
  autoComplete = 'email',
  posted,
}: {
  form: UseFormReturn<Values>;
  label?: string;
  autoComplete?: 'email' | 'username' | 'username webauthn';
  /** Of a form that the browser has sent itself: what was typed, and what was wrong. */
  posted?: { value: string | undefined; error: string | undefined };
}) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const { error } = form.getFieldState('email' as Path<Values>, form.formState);
  return (
    <Field label={label ?? t('identity.email')} error={fieldError(error) ?? posted?.error} required>
      {(control) => (
        <Input
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={posted?.value}
          autoFocus={posted?.error !== undefined}
          {...control}
          {...form.register('email' as Path<Values>)}
        />
      )}
    </Field>
  );
}
