import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { FactorSummary } from './account/read-account.ts';
import { useAuthErrorMessage } from './auth-error-message.ts';
import { usePasskeySupport } from './passkey-support.ts';
import { showSecurityKey } from './webauthn-factor.ts';

/** One button for each security key or passkey that completes the sign-in. */
export function SecurityKeyButtons({
  keys,
  variant,
  onConfirmed,
}: {
  keys: FactorSummary[];
  variant: 'primary' | 'secondary';
  onConfirmed?: (() => void) | undefined;
}) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const support = usePasskeySupport();
  const showing = useAction(
    async (factorId: string) => {
      await showSecurityKey(factorId);
      onConfirmed?.();
    },
    { describeError: (error) => authMessage(error, 'identity.factor_key_failed') },
  );
  if (support === 'unknown') return null;
  if (support !== 'available') return <Alert tone="warning">{t('identity.factor_key_unsupported')}</Alert>;
  return keys.map(({ id, name }) => (
    <Button
      key={id}
      size="l"
      variant={variant}
      className="w-full"
      busy={showing.isPending && showing.input === id}
      onClick={() => void showing.run(id)}
    >
      <Icon name="key" />
      {t('identity.factor_use_key', { name: name || t('identity.account_factor_key') })}
    </Button>
  ));
}
