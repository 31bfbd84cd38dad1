import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useFieldError } from '#lib/form.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';

export function PasswordField<Values extends FieldValues>({
  form,
  name,
  label,
  hint,
  autoComplete,
}: {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
  hint?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
}) {
  const fieldError = useFieldError();
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field label={label} hint={hint} error={fieldError(error)} required>
      {(control) => <PasswordInput autoComplete={autoComplete} {...control} {...form.register(name)} />}
    </Field>
  );
}
