import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import { authErrorKey } from '../auth-error-message.ts';

const ConfirmIdentityDialog = lazy(() => import('./confirm-identity-dialog.tsx'));

type Perform = <Output>(action: () => Promise<Output>) => Promise<Output>;

const ConfirmedContext = createContext<Perform>((action) => action());

/**
 * Runs an action that needs a recent sign-in. Where the server asks for one, the member confirms who they are in a dialog,
 * and the action runs again.
 */
export function useConfirmed(): Perform {
  return useContext(ConfirmedContext);
}

/** The auth service, and the database where it decides. */
const NEEDS_CONFIRMATION = new Set(['reauthentication_needed', 'sign_in_again']);

export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<{ confirm: () => void; cancel: () => void } | null>(null);
  const perform = useCallback<Perform>(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!NEEDS_CONFIRMATION.has(authErrorKey(error) ?? hintOf(error))) throw error;
      await new Promise<void>((resolve, reject) => {
        setQuestion({ confirm: resolve, cancel: () => reject(error) });
      }).finally(() => setQuestion(null));
      return action();
    }
  }, []);
  return (
    <ConfirmedContext value={perform}>
      {children}
      {question && (
        <Suspense>
          <ConfirmIdentityDialog onConfirmed={question.confirm} onClose={question.cancel} />
        </Suspense>
      )}
    </ConfirmedContext>
  );
}

function hintOf(error: unknown): string {
  const { hint } = (error ?? {}) as { hint?: unknown };
  return typeof hint === 'string' ? hint : '';
}
