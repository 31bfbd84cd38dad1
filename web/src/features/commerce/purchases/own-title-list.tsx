import { paymentKindKey } from '@lakou/contract/commerce/booking-name';
import { itemKindOf } from '@lakou/contract/commerce/payment-item';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { formatTimeLeft, useNow } from '#lib/time-left.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Poster } from '#ui/poster.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { titlePath } from '../checkout/payment-item.ts';
import { localTimeZone } from '../local-time-zone.ts';
import { EmptyPanel } from './empty-panel.tsx';
import { FailedPanel } from './failed-panel.tsx';
import { type OwnTitle, ownTitles } from './read-purchases.ts';

/** Titles the member has bought or rented, and how long the rentals last. */
export function OwnTitleList({ viewer }: { viewer: string | undefined }) {
  const t = useTranslations();
  const { data: titles, isError, isFetching, refetch } = useQuery(ownTitles(viewer));
  if (!titles)
    return isError ? <FailedPanel busy={isFetching} retry={refetch} /> : <Skeleton className="h-48" />;
  if (titles.length === 0)
    return (
      <EmptyPanel
        art="market"
        title={t('commerce.no_titles')}
        text={t('commerce.no_titles_text')}
        action={
          <Button variant="outline" asChild>
            <Link to="/films">{t('catalogue.browse_films')}</Link>
          </Button>
        }
      />
    );
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {titles.map((title) => (
        <li key={title.id}>
          <OwnedTitle title={title} />
        </li>
      ))}
    </ul>
  );
}

function OwnedTitle({ title: own }: { title: OwnTitle }) {
  const t = useTranslations();
  const { date } = useFormat();
  const rented = own.transaction_type === 'rental';
  const kind = itemKindOf(own);
  const id = own.movie_id ?? own.series_id;
  const name = own.title ?? '';
  const day = date(own.created_at, localTimeZone());
  return (
    <article className="flex h-full items-center gap-4 rounded-l border border-line bg-surface p-4">
      <Poster
        src={own.movies?.thumbnail_url ?? own.series?.thumbnail_url ?? null}
        seed={name}
        alt=""
        sizes="5rem"
        className="w-20 shrink-0"
      />
      <div className="grid min-w-0 flex-1 gap-1">
        <h3 className="text-lg leading-tight break-words">{name}</h3>
        <p className="text-sm text-soft">
          {t(paymentKindKey(kind))}
          {' · '}
          {t(rented ? 'commerce.rented_on' : 'commerce.bought_on', { date: day })}
        </p>
        <TitleStatusBadge title={own} />
        <AddedTime title={own} />
        {id ? (
          <Link
            to={titlePath({ ...kind, id })}
            className="inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-s font-semibold hover:text-highlight-text"
          >
            {t('catalogue.details')}
            <span className="sr-only">{name}</span>
            <Icon name="arrow-right" />
          </Link>
        ) : (
          <p className="text-sm text-soft">{t('commerce.title_gone')}</p>
        )}
      </div>
    </article>
  );
}

/** What was added to a rental, and why. */
function AddedTime({ title }: { title: OwnTitle }) {
  const t = useTranslations();
  const { rental_outage_minutes, rental_cut_minutes } = title;
  return (
    <>
      {rental_outage_minutes > 0 && (
        <p className="text-sm text-soft">
          {t('commerce.added_for_outage', { count: rental_outage_minutes })}
        </p>
      )}
      {rental_cut_minutes > 0 && (
        <p className="text-sm text-soft">{t('commerce.added_for_cut', { count: rental_cut_minutes })}</p>
      )}
    </>
  );
}

function TitleStatusBadge({ title }: { title: OwnTitle }) {
  const t = useTranslations();
  const now = useNow(title.rental_expiry);
  const badge = { className: 'justify-self-start whitespace-normal' };
  if (title.status === 'refunded')
    return (
      <Badge tone="muted" {...badge}>
        {t('commerce.returned')}
      </Badge>
    );
  if (title.status === 'disputed')
    return (
      <Badge tone="danger" {...badge}>
        {t('commerce.disputed')}
      </Badge>
    );
  if (!title.rental_expiry)
    return (
      <Badge tone="success" {...badge}>
        {t('catalogue.yours')}
      </Badge>
    );
  const left = formatTimeLeft(title.rental_expiry, now, t);
  return (
    <Badge tone={left ? 'success' : 'muted'} {...badge}>
      {left ?? t('commerce.rental_over')}
    </Badge>
  );
}
