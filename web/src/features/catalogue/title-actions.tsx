import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DestinationButton } from './destination-button.tsx';
import { toPayment, toSubscription } from './destinations.ts';
import { buyPrice, rentPrice } from './prices.ts';
import type { CardTitle, Kind } from './title.ts';
import { TrailerButton } from './trailer-button.tsx';
import { WatchlistButton } from './watchlist-button.tsx';

interface TitleActionsProps {
  kind: Kind;
  title: CardTitle & { trailer_url: string | null };
  /** Watch Now, or Subscribe to Watch. */
  watch: ReactNode;
}

const ROW = 'flex flex-wrap gap-3 max-sm:*:grow sm:*:first:min-w-52';

/** Everything somebody can do with a film or series. */
export function TitleActions({ kind, title, watch }: TitleActionsProps) {
  const t = useWords();
  const { price } = useFormat();
  return (
    <div className="mt-2 grid gap-3 max-sm:w-full">
      {/* A row of its own: it is known last, and nothing may move when it comes. */}
      <div className={ROW}>
        {watch}
        {title.trailer_url && <TrailerButton title={title.title} url={title.trailer_url} />}
      </div>
      <div className={ROW}>
        {!title.is_free && title.is_purchasable && (
          <DestinationButton to={toPayment()} variant="secondary">
            <Icon name="tag" />
            {t('catalogue.buy_for', { price: price(buyPrice(kind, title)) })}
          </DestinationButton>
        )}
        {!title.is_free && title.is_rentable && (
          <DestinationButton to={toPayment()} variant="secondary">
            <Icon name="ticket" />
            {t('catalogue.rent_for', { price: price(rentPrice(kind, title)) })}
          </DestinationButton>
        )}
        <WatchlistButton kind={kind} id={title.id} />
      </div>
    </div>
  );
}

export function SubscribeButton() {
  const t = useWords();
  return (
    <DestinationButton to={toSubscription()}>
      <Icon name="lock" />
      {t('catalogue.subscribe_to_watch')}
    </DestinationButton>
  );
}
