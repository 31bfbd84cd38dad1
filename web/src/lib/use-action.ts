import { type SyntheticEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * What a form or a button does, once at a time: a second click while the first is under way does nothing, and a
 * failure, be it of the network on the way to the checks, is said.
 */
export function useAction(onFailure: (error: unknown) => void): {
  busy: boolean;
  run(deed: () => Promise<unknown>): Promise<void>;
} {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  async function run(deed: () => Promise<unknown>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await deed();
    } catch (error) {
      onFailure(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, run };
}

/** As useAction, for a form: `<LiveForm onSubmit={submit}>`. */
export function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { send, onFailure }: { send: (values: Values) => Promise<unknown>; onFailure: (error: unknown) => void },
): { busy: boolean; submit: (event: SyntheticEvent) => void } {
  const { busy, run } = useAction(onFailure);
  return {
    busy,
    submit(event) {
      event.preventDefault();
      void run(() => form.handleSubmit(send)());
    },
  };
}
