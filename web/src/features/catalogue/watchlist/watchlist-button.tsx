import { useQuery } from '@tanstack/react-query';
import { settledSession } from '#lib/session.ts';
import { useRequestSignIn } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import type { Kind } from '../title.ts';
import { useViewer, VISITOR } from '../viewer.ts';
import { useChangeWatchlist } from './change-watchlist.ts';
import { isOnWatchlist } from './read-watchlist.ts';

export function WatchlistButton({ kind, id }: { kind: Kind; id: string }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const known = useViewer();
  const { data: listed = false } = useQuery(isOnWatchlist(known, kind, id));
  const { offerSignIn } = useRequestSignIn();
  const { run: change } = useChangeWatchlist({
    onChanged: (changed) =>
      toast.success(t(changed.listed ? 'catalogue.added_to_watchlist' : 'catalogue.removed_from_watchlist')),
  });

  /** Adding is idempotent, so this works before the current state has loaded. */
  const toggle = async (): Promise<void> => {
    const viewer = known ?? (await settledSession()).user?.id ?? VISITOR;
    if (viewer === VISITOR) offerSignIn('catalogue.watchlist_sign_in');
    else await change({ viewer, kind, id, listed: !listed });
  };
  return (
    <Button variant="secondary" disabled={!hydrated} onClick={() => void toggle()}>
      {/* As wide as the longer label, so that toggling causes no layout shift. */}
      <span className="grid *:col-start-1 *:row-start-1 *:inline-flex *:items-center *:justify-center *:gap-2">
        <span className={listed ? 'invisible' : ''}>
          <Icon name="bookmark" />
          {t('catalogue.add_to_watchlist')}
        </span>
        <span className={listed ? '' : 'invisible'}>
          <Icon name="bookmark-filled" />
          {t('catalogue.remove_from_watchlist')}
        </span>
      </span>
    </Button>
  );
}
