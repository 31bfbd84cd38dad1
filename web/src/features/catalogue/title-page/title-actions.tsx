import type { ReactNode } from 'react';
import { SubscribeLink } from '#lib/subscribe-link.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { CardTitle, Kind } from '../title.ts';
import { TrailerButton } from '../trailer-button.tsx';
import { WatchlistButton } from '../watchlist/watchlist-button.tsx';
import { ShareButton } from './share-button.tsx';

interface TitleActionsProps {
  kind: Kind;
  title: CardTitle & { trailer_url: string | null };
  /** Watch Now, or Subscribe to Watch. */
  watch: ReactNode;
  /** Buy and rent. */
  offers: ReactNode;
  /** To keep it on this device. */
  download?: ReactNode;
}

/** The buttons of a film or series. */
export function TitleActions({ kind, title, watch, offers, download }: TitleActionsProps) {
  return (
    <div className="title-actions">
      {/* In its own row, since it loads last and must not shift the others. */}
      <div className="title-actions-row">
        <span className="title-actions-main">{watch}</span>
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
      <div className="title-actions-row">
        {offers}
        <WatchlistButton kind={kind} id={title.id} />
        <ShareButton id={title.id} title={title.title} />
        {download}
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
