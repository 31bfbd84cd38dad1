import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { sayFailure } from '#lib/failure.ts';
import { settledSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import { isSignedOut } from '../signed-out.ts';
import type { Kind } from '../title.ts';
import { useViewer, VISITOR } from '../viewer.ts';
import { useChangeWatchlist } from './change-watchlist.ts';
import { onWatchlist } from './read-watchlist.ts';

export function WatchlistButton({ kind, id }: { kind: Kind; id: string }) {
  const t = useTranslations();
  const alive = useHydrated();
  const known = useViewer();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data: listed = false } = useQuery(onWatchlist(known, kind, id));
  const { mutate, isPending } = useChangeWatchlist();

  /** Does what the button says, also while it is still unknown whether the title is listed: adding twice is harmless. */
  const toggle = async (): Promise<void> => {
    if (isPending) return;
    const viewer = known ?? (await settledSession()).user?.id ?? VISITOR;
    if (viewer === VISITOR) {
      const onClick = () => void navigate('/login', { state: { from: pathname } });
      toast.error(t('catalogue.watchlist_sign_in'), { action: { label: t('shell.sign_in'), onClick } });
      return;
    }
    mutate(
      { viewer, kind, id, listed: !listed },
      {
        onSuccess: () =>
          toast.success(t(listed ? 'catalogue.removed_from_watchlist' : 'catalogue.added_to_watchlist')),
        onError: (error) =>
          toast.error(
            sayFailure(
              error,
              t,
              isSignedOut(error) ? 'catalogue.watchlist_sign_in' : 'catalogue.watchlist_failed',
            ),
          ),
      },
    );
  };
  return (
    <Button variant="secondary" disabled={!alive} onClick={() => void toggle()}>
      <Icon name={listed ? 'bookmark-filled' : 'bookmark'} />
      {/* As wide as the longer of the two, so that nothing moves when it changes. */}
      <span className="grid *:col-start-1 *:row-start-1">
        <span className={listed ? 'invisible' : ''}>{t('catalogue.add_to_watchlist')}</span>
        <span className={listed ? '' : 'invisible'}>{t('catalogue.remove_from_watchlist')}</span>
      </span>
    </Button>
  );
}
