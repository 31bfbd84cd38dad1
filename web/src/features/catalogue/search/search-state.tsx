import { useSyncExternalStore } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

interface SearchStateProps {
  query: string;
  count: number;
  search: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => unknown };
}

/** Hint, spinner, error or empty message; with results, their number for screen readers. */
export function SearchState({ query, count, search }: SearchStateProps) {
  const t = useTranslations();
  const online = useOnline();
  if (!online && count === 0) return <Alert tone="warning">{t('catalogue.search_offline')}</Alert>;
  if (search.isError)
    return (
      <Alert
        tone="danger"
        action={
          <Button size="s" variant="secondary" busy={search.isFetching} onClick={() => void search.refetch()}>
            {t('shell.retry')}
          </Button>
        }
      >
        {t('catalogue.search_failed')}
      </Alert>
    );
  return (
    <div role="status">
      {!query && <p className="text-soft">{t('catalogue.search_hint')}</p>}
      {query && search.isPending && (
        <p className="flex justify-center py-6 text-3xl text-highlight-text">
          <Spinner />
          <span className="sr-only">{t('shell.loading')}</span>
        </p>
      )}
      {query && !search.isPending && count === 0 && (
        <div className="grid gap-1 py-4 text-center">
          <p className="font-semibold wrap-anywhere">{t('catalogue.search_nothing', { query })}</p>
          <p className="text-soft">{t('catalogue.search_nothing_text')}</p>
        </div>
      )}
      {count > 0 && <span className="sr-only">{t('catalogue.search_found', { count })}</span>}
    </div>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
