import { isRouteErrorResponse, Link } from 'react-router';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import NotFound from '#pages/not-found.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';

export function FailureView({ error }: { error: unknown }) {
  const t = useTranslations();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <>
      <Head title={t('shell.broken')} hidden />
      <EmptyState
        level={1}
        art={<LazyIllustration of="mermaid" className="h-56" />}
        title={t('shell.broken')}
        text={t('shell.broken_text')}
        action={
          <>
            <Button onClick={() => location.reload()}>{t('shell.retry')}</Button>
            <Button variant="outline" asChild>
              <Link to="/" reloadDocument>
                {t('shell.return_home')}
              </Link>
            </Button>
            {/* Drawn by the server without the app and without the database. */}
            <a href="/status" className="basis-full py-2.5 underline underline-offset-4">
              {t('shell.faq_status')}
            </a>
          </>
        }
      />
    </>
  );
}
