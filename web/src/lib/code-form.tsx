import { isCode, normalizeCode } from '@lakou/contract/codes';
import { type SyntheticEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { errorKeyMessage } from './error-message.ts';
import { LiveForm } from './form.tsx';
import { useTranslations } from './translations.tsx';

interface CodeFormProps {
  /** Characters without dashes. */
  length: number;
  label: string;
  button: string;
  /** What was typed before, and the error key of what was wrong with it. */
  code?: string;
  error?: string | undefined;
  onCode: (code: string) => void;
}

/** A typing error is noticed here; everything else the database knows. */
export function CodeForm({ length, label, button, code = '', error: initial, onCode }: CodeFormProps) {
  const t = useTranslations();
  const [typed, setTyped] = useState(code);
  const [error, setError] = useState(initial);
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!isCode(typed, length)) return setError('code_mistyped');
    setError(undefined);
    onCode(normalizeCode(typed));
  }
  return (
    <LiveForm onSubmit={submit} className="grid gap-5">
      <Field label={label} error={error && errorKeyMessage(error, t)} required>
        {(control) => (
          <Input
            {...control}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={'XXXX-'.repeat(length / 4).slice(0, -1)}
            className="font-mono text-xl tracking-wider uppercase"
          />
        )}
      </Field>
      <Button type="submit" size="l" className="w-full">
        {button}
      </Button>
    </LiveForm>
  );
}
