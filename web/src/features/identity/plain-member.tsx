import { PLAIN_SIGN_OUT_PATH } from '@lakou/contract/identity/posted-sign-in';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/text-link.tsx';

/** Who is signed in by plain form. Where scripts run, the app signs in and goes on instead. */
export function PlainMember({ email }: { email: string }) {
  const t = useTranslations();
  return (
    <noscript>
      <div className="page-width max-w-xl text-start text-text">
        <Card>
          <div className="grid gap-4">
            <h1 className="text-title wrap-anywhere">{t('identity.plain_signed_in', { email })}</h1>
            <p className="text-soft">{t('identity.plain_signed_in_text')}</p>
            <p className="flex flex-wrap gap-x-6 gap-y-2">
              <TextLink to="/films">{t('shell.films')}</TextLink>
              <TextLink to="/series">{t('shell.series')}</TextLink>
              <TextLink to="/forum">{t('shell.forum')}</TextLink>
            </p>
            <form method="post" action={PLAIN_SIGN_OUT_PATH}>
              <Button type="submit">{t('shell.sign_out')}</Button>
            </form>
          </div>
        </Card>
      </div>
    </noscript>
  );
}
