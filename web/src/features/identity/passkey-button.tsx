import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { usePasskeySupport } from './passkey-support.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

/** Not there where this browser or address has no passkeys. */
export function PasskeyButton({ remember }: { remember: () => boolean }) {
  const t = useTranslations();
  const { url, passkeyHost } = useSettings();
  const support = usePasskeySupport();
  const { run, isPending } = usePasskeySignIn(support, remember);
  // Rendered by the server where the address allows it, so that nothing moves when the page comes to life.
  const isShown = support === 'unknown' ? new URL(url).hostname === passkeyHost : support === 'available';
  if (!isShown) return null;
  return (
    <Button variant="secondary" className="w-full" busy={isPending} onClick={() => void run()}>
      {!isPending && <Icon name="key" />}
      {t('identity.passkey_sign_in')}
    </Button>
  );
}
