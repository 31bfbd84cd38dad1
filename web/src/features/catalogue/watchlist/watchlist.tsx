import { TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { pageIn } from '#lib/address.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { toast } from '#ui/toast.tsx';
import { TitleCard } from '../title-card.tsx';
import { GRID_SIZES, TitleGrid } from '../title-grid.tsx';
import type { Viewer } from '../viewer.ts';
import { useChangeWatchlist } from './change-watchlist.ts';
import { type ListedTitle, watchlistPage } from './read-watchlist.ts';
import { WatchlistPlaceholder } from './watchlist-placeholder.tsx';

/** Films and series on the watchlist of a member, newest first; placeholders until it is known who that is. */
export function Watchlist({ viewer }: { viewer: Viewer | undefined }) {
  const t = useTranslations();
  const [params] = useSearchParams();
  const page = pageIn(params);
  const { data, isError, isFetching, refetch } = useQuery(watchlistPage(viewer, page));
  const remove = useRemoveFromWatchlist(viewer);
  if (!data) {
    if (isError) return <LoadFailed busy={isFetching} retry={refetch} />;
    return <WatchlistPlaceholder viewer={viewer} />;
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
        hrefFor={(target) => (target > 1 ? `?page=${target}` : '?')}
      />
    </>
  );
}

/** Removes a title optimistically; the toast offers to undo it. */
function useRemoveFromWatchlist(viewer: Viewer | undefined): (listed: ListedTitle, button: Element) => void {
  const t = useTranslations();
  const { run: change } = useChangeWatchlist({
    onChanged({ listed, ...title }) {
      if (listed) return;
      toast.success(t('catalogue.removed_from_watchlist'), {
        action: { label: t('catalogue.undo'), onClick: () => void change({ ...title, listed: true }) },
      });
    },
  });
  return ({ kind, title: { id } }, button) => {
    // The focused card is removed, so the focus moves to its neighbour or the page heading.
    const item = button.closest('li');
    const neighbour = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('a');
    const heading = document.querySelector<HTMLElement>('#main h1');
    heading?.setAttribute('tabindex', '-1');
    (neighbour ?? heading)?.focus();
    if (viewer) void change({ viewer, kind, id, listed: false });
  };
}
