import type { ReactNode } from 'react';
import { SubscribeLink } from '#lib/subscribe-link.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { CardTitle, Kind } from '../title.ts';
import { TrailerButton } from '../trailer-button.tsx';
import { WatchlistButton } from '../watchlist/watchlist-button.tsx';

interface TitleActionsProps {
  kind: Kind;
  title: CardTitle & { trailer_url: string | null };
  /** Watch Now, or Subscribe to Watch. */
  watch: ReactNode;
  /** Buy and rent. */
  offers: ReactNode;
}

const ROW = 'flex flex-wrap gap-3 max-sm:*:grow sm:*:first:min-w-52';

/** The buttons of a film or series. */
export function TitleActions({ kind, title, watch, offers }: TitleActionsProps) {
  return (
    <div className="mt-2 grid gap-3 max-sm:w-full">
      {/* In its own row, since it loads last and must not shift the others. */}
      <div className={ROW}>
        {watch}
        {title.trailer_url && (
          <TrailerButton
            title={title.title}
            url={title.trailer_url}
            actions={
              <>
                {watch}
                {offers}
              </>
            }
          />
        )}
      </div>
      <div className={ROW}>
        {offers}
        <WatchlistButton kind={kind} id={title.id} />
      </div>
    </div>
  );
}

/** To the plans; after subscribing, this title is the first that is offered. */
export function SubscribeButton({ kind, id }: { kind: Kind; id: string }) {
  const t = useTranslations();
  return (
    <Button asChild>
      <SubscribeLink kind={kind} id={id}>
        <Icon name="lock" />
        {t('catalogue.subscribe_to_watch')}
      </SubscribeLink>
    </Button>
  );
}
