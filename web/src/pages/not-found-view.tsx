import { Link } from 'react-router';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';

/** There is nothing at this address. */
export function NotFoundView() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('shell.not_found')} hidden />
      <EmptyState
        level={1}
        className="pt-20"
        art={<LazyIllustration of="rooster" className="h-64" />}
        title={t('shell.not_found')}
        text={t('shell.not_found_text')}
        action={
          <Button asChild>
            <Link to="/">{t('shell.return_home')}</Link>
          </Button>
        }
      />
    </>
  );
}
