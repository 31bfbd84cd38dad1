import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { factors } from './account/read-account.ts';
import { AuthScreen } from './auth-screen.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** The second step of a sign-in: a code, a security key, or the choice between them. */
export function SecondFactorScreen({ scene, onConfirmed }: { scene: string; onConfirmed?: () => void }) {
  const t = useTranslations();
  const { data, isPending } = useQuery(factors());
  const keys = data?.filter(({ type }) => type === 'webauthn') ?? [];
  const hasApp = data === undefined || data.some(({ type }) => type !== 'webauthn');
  const text = keys.length === 0 ? 'factor_text' : hasApp ? 'factor_either_text' : 'factor_key_text';
  return (
    <AuthScreen
      title={t('identity.factor_title')}
      text={isPending ? '' : t(`identity.${text}`)}
      scene={scene}
    >
      {isPending ? (
        <Spinner label={t('shell.loading')} className="mx-auto text-highlight-text" />
      ) : (
        <SecondFactorForm keys={keys} hasApp={hasApp} {...(onConfirmed && { onConfirmed })} />
      )}
    </AuthScreen>
  );
}
