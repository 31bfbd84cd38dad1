import { PLAIN_SIGN_OUT_PATH, type PostedSignIn } from '@lakou/contract/identity/posted-sign-in';
import { errorKeyMessage } from '#lib/error-message.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { useAuthErrorMessage } from './auth-error-message.ts';
import { CodeField } from './code-field.tsx';

/** The second step of a sign-in by plain form, until the app is there. */
export function PlainSecondFactor({ posted: { secondFactor, errors, failure } }: { posted: PostedSignIn }) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const isWrong = failure?.code === 'mfa_verification_failed';
  const refused = failure && authMessage(failure, 'identity.factor_failed');
  return (
    <div className="grid gap-5">
      {secondFactor === 'code' ? (
        <form method="post" noValidate className="grid gap-5">
          {refused && !isWrong && <Alert tone="danger" title={refused} />}
          <CodeField
            name="code"
            autoFocus
            error={isWrong ? refused : errors?.code && errorKeyMessage(errors.code, t)}
          />
          <Button type="submit" size="l" className="w-full">
            {t('identity.factor_confirm')}
          </Button>
        </form>
      ) : (
        <NeedsScript />
      )}
      <form method="post" action={PLAIN_SIGN_OUT_PATH} className="grid">
        <Button type="submit" variant="quiet">
          {t('identity.other_account')}
        </Button>
      </form>
    </div>
  );
}
