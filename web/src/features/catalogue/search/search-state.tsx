import { useSyncExternalStore } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

interface SearchStateProps {
  wish: string;
  count: number;
  search: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => unknown };
}

/** What to say when there is nothing to choose from; otherwise how much there is, for those who only hear it. */
export function SearchState({ wish, count, search }: SearchStateProps) {
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
      {!wish && <p className="text-soft">{t('catalogue.search_hint')}</p>}
      {wish && search.isPending && (
        <p className="flex justify-center py-6 text-3xl text-highlight-text">
          <Spinner />
          <span className="sr-only">{t('shell.loading')}</span>
        </p>
      )}
      {wish && !search.isPending && count === 0 && (
        <div className="grid gap-1 py-4 text-center">
          <p className="font-semibold wrap-anywhere">{t('catalogue.search_nothing', { query: wish })}</p>
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
