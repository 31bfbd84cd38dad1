import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useAuthErrorMessage } from './auth-error-message.ts';
import { ProviderDisabled, signInWithProvider } from './sign-in-with-provider.ts';

const MESSAGES = {
  sign_in: {
    google: { label: 'identity.google_sign_in', failed: 'identity.google_login_failed' },
    facebook: { label: 'identity.facebook_sign_in', failed: 'identity.facebook_login_failed' },
  },
  sign_up: {
    google: { label: 'identity.google_sign_up', failed: 'identity.google_sign_up_failed' },
    facebook: { label: 'identity.facebook_sign_up', failed: 'identity.facebook_sign_up_failed' },
  },
} as const;

/** Always there; one that is not set up says so instead of leaving the page (P-42). */
export function ProviderButtons(props: { mode: keyof typeof MESSAGES; remember: () => boolean }) {
  const t = useTranslations();
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-4 text-soft">
        <span className="h-px flex-1 bg-line" />
        {t('identity.or')}
        <span className="h-px flex-1 bg-line" />
      </div>
      <ProviderButton provider="google" {...props} />
      <ProviderButton provider="facebook" {...props} />
    </div>
  );
}

function ProviderButton({
  provider,
  mode,
  remember,
}: {
  provider: 'google' | 'facebook';
  mode: keyof typeof MESSAGES;
  remember: () => boolean;
}) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const { label, failed } = MESSAGES[mode][provider];
  const returnTo = mode === 'sign_in' ? '/' : '/films';
  const { run, isPending } = useAction(
    () => signInWithProvider(provider, { returnTo, remember: remember() }),
    {
      describeError: (error) =>
        error instanceof ProviderDisabled ? t(`identity.${provider}_disabled`) : authMessage(error, failed),
    },
  );
  return (
    <Button variant="secondary" className="w-full" busy={isPending} onClick={() => void run()}>
      {!isPending && <Icon name={provider} />}
      {t(label)}
    </Button>
  );
}
