import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const PREFIX = 'lakou-draft:';

/** Saves what is typed across a reload, a sign-in and a lost session. Never use it for passwords. */
export function useDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  { ready = true }: { ready?: boolean } = {},
): { forget(): void } {
  const restored = useRef(false);
  useEffect(() => {
    if (!ready) return;
    if (!restored.current) {
      restored.current = true;
      const stored = sessionStorage.getItem(PREFIX + name);
      if (stored) form.reset({ ...form.getValues(), ...JSON.parse(stored) }, { keepDefaultValues: true });
    }
    const { unsubscribe } = form.watch((values) =>
      sessionStorage.setItem(PREFIX + name, JSON.stringify(values)),
    );
    return unsubscribe;
  }, [name, form, ready]);
  return { forget: () => sessionStorage.removeItem(PREFIX + name) };
}

/** Begins a draft for a form that opens next. One that somebody has begun already is not replaced. */
export function beginDraft(name: string, values: FieldValues): void {
  if (sessionStorage.getItem(PREFIX + name) === null)
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
}
