import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { FieldError } from './field-error.tsx';

/** Props that tie a control to its field: spread them on the control. */
interface ControlProps {
  id: string;
  required: boolean;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean | undefined;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, hint and error, tied together: `<Field label="Email">{(p) => <Input {...p} />}</Field>`. */
export function Field({
  label,
  hint,
  error,
  required = false,
  labelHidden,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cx('grid grid-cols-1 content-start gap-1.5', className)}>
      <label
        htmlFor={id}
        className={cx(
          labelHidden ? 'sr-only' : 'font-semibold leading-snug',
          // A symbol without text: the control itself is marked as required.
          required && "after:ms-1 after:text-danger-text after:content-['*'/'']",
        )}
      >
        {label}
      </label>
      {children({
        id,
        required,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
