import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthSentence } from './auth-sentence.ts';
import { leaveForProvider, ProviderDisabled } from './leave-for-provider.ts';

const WORDS = {
  sign_in: {
    google: { label: 'identity.google_sign_in', failed: 'identity.google_login_failed' },
    facebook: { label: 'identity.facebook_sign_in', failed: 'identity.facebook_login_failed' },
  },
  sign_up: {
    google: { label: 'identity.google_sign_up', failed: 'identity.google_sign_up_failed' },
    facebook: { label: 'identity.facebook_sign_up', failed: 'identity.facebook_sign_up_failed' },
  },
} as const;

/** Always there; one that is not set up says so instead of leaving the page (decision 42). */
export function ProviderButtons(props: { deed: keyof typeof WORDS; remember: () => boolean }) {
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
  deed,
  remember,
}: {
  provider: 'google' | 'facebook';
  deed: keyof typeof WORDS;
  remember: () => boolean;
}) {
  const t = useTranslations();
  const say = useAuthSentence();
  const { label, failed } = WORDS[deed][provider];
  const { busy, run } = useAction((error) =>
    toast.error(error instanceof ProviderDisabled ? t(`identity.${provider}_disabled`) : say(error, failed)),
  );
  const landOn = deed === 'sign_in' ? '/' : '/films';
  return (
    <Button
      variant="secondary"
      className="w-full"
      busy={busy}
      onClick={() => run(() => leaveForProvider(provider, { landOn, remember: remember() }))}
    >
      {!busy && <Icon name={provider} />}
      {t(label)}
    </Button>
  );
}
