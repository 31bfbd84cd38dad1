import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useAuthErrorMessage } from '../auth-error-message.ts';
import { usePasskeySupport } from '../passkey-support.ts';
import { addSecurityKey } from '../webauthn-factor.ts';
import { useConfirmed } from './confirm-identity.tsx';
import type { FactorSummary } from './read-account.ts';

/** Not there where this browser or address has no WebAuthn. */
export function AddSecurityKey(props: { existing: FactorSummary[]; onAdded: () => Promise<unknown> }) {
  const { existing, onAdded } = props;
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const confirmed = useConfirmed();
  const support = usePasskeySupport();
  const adding = useAction(
    async () => {
      await confirmed(() => addSecurityKey(newName(t('identity.account_factor_key'), existing)));
      await onAdded();
    },
    { describeError: (error) => authMessage(error, 'identity.account_factor_failed') },
  );
  if (support !== 'available') return null;
  return (
    <Button variant="secondary" busy={adding.isPending} onClick={() => void adding.run()}>
      {!adding.isPending && <Icon name="key" />}
      {t(existing.length > 0 ? 'identity.account_factor_add_another_key' : 'identity.account_factor_add_key')}
    </Button>
  );
}

/** Names of factors are unique: Security key, Security key 2, … */
function newName(kind: string, existing: FactorSummary[]): string {
  const taken = new Set(existing.map(({ name }) => name));
  let number = 1;
  let name = kind;
  while (taken.has(name)) name = `${kind} ${++number}`;
  return name;
}
