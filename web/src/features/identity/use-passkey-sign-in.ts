import { useEffect, useRef } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { type Action, useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';
import { useAuthErrorMessage } from './auth-error-message.ts';
import { canAutofillPasskeys, type PasskeySupport } from './passkey-support.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

/** Sooner than a challenge expires, so that one from the list is never too old. */
const RENEW_AUTOFILL_MS = 240_000;

/**
 * Signs in with a passkey on request. Meanwhile the browser offers passkeys under the field with
 * `autocomplete="username webauthn"`; it handles one request at a time, so the prompt replaces that offer.
 */
export function usePasskeySignIn(support: PasskeySupport, remember: () => boolean): Action<void> {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const pending = useRef<AbortController>(undefined);
  const describeError = (error: unknown) => authMessage(error, 'identity.passkey_sign_in_failed');

  function start(mediation?: 'conditional') {
    pending.current?.abort();
    const controller = new AbortController();
    pending.current = controller;
    const { signal } = controller;
    const signingIn = signInWithPasskey({ remember, signal, ...(mediation && { mediation }) });
    return signingIn.then(({ needsSecondFactor }) => {
      if (!needsSecondFactor) toast.success(t('shell.logged_in'));
    });
  }
  async function offerInList() {
    if (!(await canAutofillPasskeys().catch(() => false))) return;
    await start('conditional').catch((error: unknown) => {
      // Not chosen, or replaced by the prompt. Only what a person has chosen can fail for them.
      if (isRefusedByServer(error)) toast.error(describeError(error));
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one offer as long as the form is there.
  useEffect(() => {
    if (support !== 'available') return;
    void offerInList();
    const timer = setInterval(() => void offerInList(), RENEW_AUTOFILL_MS);
    return () => {
      clearInterval(timer);
      pending.current?.abort();
    };
  }, [support]);

  return useAction(() => start(), { onError: () => void offerInList(), describeError });
}

function isRefusedByServer(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code?.startsWith('webauthn_') ?? false;
}
