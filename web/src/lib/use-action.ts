import type { MessageKey } from '@lakou/contract/translate';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useRef } from 'react';
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { toast } from '#ui/toast.tsx';
import { isSignedOut } from './api-error.ts';
import { errorMessage } from './error-message.ts';
import { useRequestSignIn } from './sign-in.tsx';
import { useTranslations } from './translations.tsx';

type Awaitable = unknown | Promise<unknown>;

export interface ActionOptions<Input, Output> {
  /** Before the request, for changes that are shown at once. */
  onMutate?: (input: Input) => Awaitable;
  onSuccess?: (output: Output, input: Input) => Awaitable;
  /** Called first when it fails. Return true where it has shown the failure itself. */
  onError?: (error: unknown, input: Input) => Awaitable;
  onSettled?: (input: Input) => Awaitable;
  /** Message for failures without one of their own. */
  errorKey?: MessageKey | ((input: Input) => MessageKey | undefined);
  /** Instead of `errorKey`, where a feature words its failures itself. */
  describeError?: (error: unknown, input: Input) => string | undefined;
  /** Shown when the member is signed out, with the way to sign in and back. */
  signInKey?: MessageKey;
  /** `redirect` leaves for the sign-in page at once, `offer` shows a button; `redirect` unless told. */
  signIn?: 'redirect' | 'offer';
  /** Of a list: inputs with different keys run side by side, each once at a time. */
  inputKey?: (input: Input) => string;
}

export interface Action<Input> {
  /** Ignored while the same action is under way. Never rejects: failures are shown. */
  run: (input: Input) => Promise<void>;
  isPending: boolean;
  /** Of the last run, such as the row whose button is busy. */
  input: Input | undefined;
}

/** Every write of the app: once at a time, with failures reported in one place. */
export function useAction<Input = void, Output = unknown>(
  perform: (input: Input) => Promise<Output>,
  options: ActionOptions<Input, Output> = {},
): Action<Input> {
  const t = useTranslations();
  const { redirectToSignIn, offerSignIn } = useRequestSignIn();
  const running = useRef(new Set<string>());

  function describe(error: unknown, input: Input): string | undefined {
    const { describeError, errorKey } = options;
    if (describeError) return describeError(error, input);
    const fallback = typeof errorKey === 'function' ? errorKey(input) : errorKey;
    return fallback && errorMessage(error, t, fallback);
  }
  async function reportError(error: unknown, input: Input): Promise<void> {
    const { onError, signInKey, signIn } = options;
    if ((await onError?.(error, input)) === true) return;
    if (signInKey && isSignedOut(error)) {
      if (signIn === 'offer') offerSignIn(signInKey);
      else redirectToSignIn(signInKey);
      return;
    }
    const message = describe(error, input);
    if (message) toast.error(message);
  }

  const { mutateAsync, isPending, variables } = useMutation<Output, unknown, Input>({
    mutationFn: perform,
    onMutate: async (input) => {
      await options.onMutate?.(input);
    },
    onSuccess: (output, input) => options.onSuccess?.(output, input),
    onError: reportError,
    onSettled: (_output, _error, input) => options.onSettled?.(input),
  });

  async function run(input: Input): Promise<void> {
    const key = options.inputKey?.(input) ?? '';
    if (running.current.has(key)) return;
    running.current.add(key);
    try {
      await mutateAsync(input);
    } catch {
      // Reported by onError.
    } finally {
      running.current.delete(key);
    }
  }
  return { run, isPending, input: variables };
}

interface SubmitOptions<Values extends FieldValues>
  extends Pick<
    ActionOptions<void, unknown>,
    'onError' | 'errorKey' | 'describeError' | 'signInKey' | 'signIn'
  > {
  /** Sends the checked values, and does what follows a success. */
  send: (values: Values) => Promise<unknown>;
  onInvalid?: (errors: FieldErrors<Values>) => void;
}

/**
 * As useAction, for a form: `<LiveForm onSubmit={submit}>`. The checks belong to the action, because they are loaded
 * over the network too.
 */
export function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { send, onInvalid, ...options }: SubmitOptions<Values>,
): { submit: (event: SyntheticEvent) => void; isPending: boolean } {
  const { run, isPending } = useAction(() => form.handleSubmit(send, onInvalid)(), options);
  return {
    isPending,
    submit(event) {
      event.preventDefault();
      void run();
    },
  };
}
