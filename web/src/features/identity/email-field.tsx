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
}: {
  form: UseFormReturn<Values>;
  label?: string;
  autoComplete?: 'email' | 'username' | 'username webauthn';
}) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const { error } = form.getFieldState('email' as Path<Values>, form.formState);
  return (
    <Field label={label ?? t('identity.email')} error={fieldError(error)} required>
      {(control) => (
        <Input
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          {...form.register('email' as Path<Values>)}
        />
      )}
    </Field>
  );
}
