import { Link, useLocation } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

/** What needs a sign-in, and the way there and back. */
export function LogInNotice({ text }: { text: string }) {
  const t = useTranslations();
  const { pathname, search, hash } = useLocation();
  return (
    <Alert
      action={
        <Button asChild size="s">
          <Link to="/login" state={{ from: pathname + search + hash }}>
            {t('community.log_in')}
          </Link>
        </Button>
      }
    >
      {text}
    </Alert>
  );
}
