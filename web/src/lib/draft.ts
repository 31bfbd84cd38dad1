import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const PREFIX = 'lakou-draft:';

/** What was typed survives a reload, a sign-in in between, and a lost session. Never use it for passwords. */
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
      const kept = sessionStorage.getItem(PREFIX + name);
      if (kept) form.reset({ ...form.getValues(), ...JSON.parse(kept) }, { keepDefaultValues: true });
    }
    const { unsubscribe } = form.watch((values) =>
      sessionStorage.setItem(PREFIX + name, JSON.stringify(values)),
    );
    return unsubscribe;
  }, [name, form, ready]);
  return { forget: () => sessionStorage.removeItem(PREFIX + name) };
}
