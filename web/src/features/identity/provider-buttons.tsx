import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useAuthErrorMessage } from './auth-error-message.ts';
import { PROVIDER_FAILED, type Provider, type ProviderMode } from './provider-attempt.ts';
import { useWayOn } from './return-path.ts';
import { ProviderDisabled, signInWithProvider } from './sign-in-with-provider.ts';

/** Always there; one that is not set up says so instead of leaving the page (P-42). */
export function ProviderButtons(props: { mode: ProviderMode; remember: () => boolean }) {
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
  provider: Provider;
  mode: ProviderMode;
  remember: () => boolean;
}) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const next = useWayOn();
  const signIn = () => signInWithProvider(provider, { mode, remember: remember(), next });
  const { run, isPending } = useAction(signIn, {
    describeError: (error) =>
      error instanceof ProviderDisabled
        ? t(`identity.${provider}_disabled`)
        : authMessage(error, PROVIDER_FAILED[mode][provider]),
  });
  return (
    <Button variant="secondary" className="w-full" busy={isPending} onClick={() => void run()}>
      {!isPending && <Icon name={provider} />}
      {t(`identity.${provider}_${mode}`)}
    </Button>
  );
}
