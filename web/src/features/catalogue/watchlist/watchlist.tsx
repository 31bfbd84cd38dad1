import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { pageIn } from '#lib/address.ts';
import { sayFailure } from '#lib/failure.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { toast } from '#ui/toast.tsx';
import { TITLES_PER_PAGE } from '../read-titles.ts';
import type { Kind } from '../title.ts';
import { TitleCard } from '../title-card.tsx';
import { GRID_SIZES, TitleGrid } from '../title-grid.tsx';
import { GridSkeleton } from '../title-skeleton.tsx';
import type { Viewer } from '../viewer.ts';
import { useChangeWatchlist } from './change-watchlist.ts';
import { type ListedTitle, watchlistPage } from './read-watchlist.ts';

/** What a member wants to see: films and series together, the newest wish first. */
export function Watchlist({ viewer }: { viewer: Viewer }) {
  const t = useTranslations();
  const [params] = useSearchParams();
  const page = pageIn(params);
  const { data, isError, isFetching, refetch } = useQuery(watchlistPage(viewer, page));
  const remove = useRemove(viewer);
  if (!data) {
    if (isError) return <LoadFailed busy={isFetching} retry={refetch} />;
    return <GridSkeleton count={12} />;
  }
  if (data.titles.length === 0)
    return (
      <EmptyState
        art={<LazyIllustration of="lamp" className="size-56" />}
        title={t('catalogue.watchlist_empty')}
        text={t('catalogue.watchlist_empty_text')}
        action={
          <Button asChild>
            <Link to="/films">{t('catalogue.browse_films')}</Link>
          </Button>
        }
      />
    );
  return (
    <>
      <TitleGrid label={t('catalogue.watchlist')}>
        {data.titles.map((listed) => (
          <div key={listed.title.id}>
            <TitleCard kind={listed.kind} title={listed.title} level={2} sizes={GRID_SIZES} />
            <IconButton
              icon="trash"
              variant="secondary"
              label={t('catalogue.remove_title', { title: listed.title.title })}
              onClick={(event) => remove(listed, event.currentTarget)}
              className="absolute end-2 top-2 z-10"
            />
          </div>
        ))}
      </TitleGrid>
      <Pagination
        page={page}
        pages={Math.ceil(data.count / TITLES_PER_PAGE)}
        hrefFor={(other) => (other > 1 ? `?page=${other}` : '?')}
      />
    </>
  );
}

/** Takes a title off at once; for a while the toast offers it back. */
function useRemove(viewer: Viewer): (listed: ListedTitle, button: Element) => void {
  const t = useTranslations();
  const { mutateAsync } = useChangeWatchlist();
  const change = (change: { kind: Kind; id: string; listed: boolean }, done?: () => void) =>
    mutateAsync({ viewer, ...change }).then(done, (error: unknown) =>
      toast.error(sayFailure(error, t, 'catalogue.watchlist_failed')),
    );
  return ({ kind, title: { id } }, button) => {
    // The focus would be lost with the card: it goes to the neighbour's, or to the page's heading.
    const item = button.closest('li');
    const neighbour = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('a');
    const heading = document.querySelector<HTMLElement>('#main h1');
    heading?.setAttribute('tabindex', '-1');
    (neighbour ?? heading)?.focus();
    void change({ kind, id, listed: false }, () =>
      toast.success(t('catalogue.removed_from_watchlist'), {
        action: { label: t('catalogue.undo'), onClick: () => void change({ kind, id, listed: true }) },
      }),
    );
  };
}
