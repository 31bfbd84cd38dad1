import { Link, useLocation } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';

/** A payment is its payer's business: whoever is signed out signs in and is led back here. */
export function SignInFirst() {
  const t = useTranslations();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      level={1}
      art={<LazyIllustration of="key" className="h-56" />}
      title={t('errors.not_authenticated')}
      text={t('commerce.sign_in_to_see')}
      action={
        <Button asChild>
          <Link to="/login" state={{ from: pathname + search }}>
            {t('shell.sign_in')}
          </Link>
        </Button>
      }
    />
  );
}
