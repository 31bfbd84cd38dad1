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
  postedError,
}: {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
  hint?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
  /** Of a form that the browser has sent itself. */
  postedError?: string | undefined;
}) {
  const fieldError = useFieldError();
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field label={label} hint={hint} error={fieldError(error) ?? postedError} required>
      {(control) => (
        <PasswordInput
          autoComplete={autoComplete}
          autoFocus={postedError !== undefined}
          {...control}
          {...form.register(name)}
        />
      )}
    </Field>
  );
}
