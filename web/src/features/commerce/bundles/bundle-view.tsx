import { titlePath } from '@lakou/contract/catalogue/title-address';
import type { Bundle } from '@lakou/contract/commerce/responses';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Poster } from '#ui/poster.tsx';
import { CentredSpinner } from '#ui/spinner.tsx';
import { BuyBundle } from './buy-bundle.tsx';
import { bundleById } from './read-bundles.ts';

/** A bundle: its titles, what it costs this person, and what they have already. */
export function BundleView({ id }: { id: string }) {
  const { user } = useSession();
  const { data: bundle, isError, isFetching, refetch } = useQuery(bundleById(id, user?.id));
  if (bundle) return <Details bundle={bundle} />;
  return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
}

function Details({ bundle }: { bundle: Bundle }) {
  const t = useTranslations();
  const { title, description, titles } = bundle;
  return (
    <div className="page-width grid gap-8 py-10 sm:py-14">
      <Head title={title} description={description || t('commerce.bundle_text', { count: titles.length })} />
      <header className="grid max-w-prose gap-3">
        <p className="font-semibold text-highlight-text">{t('commerce.bundle')}</p>
        <h1 className="text-title break-words">{title}</h1>
        {description && <p className="text-lg text-soft whitespace-pre-line">{description}</p>}
      </header>
      <Price bundle={bundle} />
      <ul
        aria-label={t('commerce.bundle_titles')}
        className="grid grid-cols-2 gap-5 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6"
      >
        {titles.map(({ media_id, title: name, thumbnail_url, is_owned }) => (
          <li key={media_id}>
            <Link to={titlePath(media_id, name)} className="grid gap-2">
              <Poster
                src={thumbnail_url}
                seed={name}
                alt=""
                sizes="(min-width: 80rem) 12rem, (min-width: 40rem) 30vw, 45vw"
              />
              <span className="font-semibold wrap-anywhere">{name}</span>
              {is_owned && (
                <Badge tone="success" className="justify-self-start">
                  {t('commerce.bundle_owned')}
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Price({ bundle }: { bundle: Bundle }) {
  const t = useTranslations();
  const { price } = useFormat();
  const { titles, amount_minor, full_minor } = bundle;
  const wanted = titles.filter(({ is_owned }) => !is_owned);
  if (amount_minor === null)
    return <p className="text-lg font-semibold">{t('commerce.bundle_all_owned')}</p>;
  const single = wanted.reduce((sum, one) => sum + one.price_minor, 0);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="font-display text-title font-[800] tabular-nums">{price(amount_minor / 100)}</strong>
        {single > amount_minor && (
          <span className="text-soft">{t('commerce.bundle_single', { price: price(single / 100) })}</span>
        )}
      </p>
      {amount_minor < full_minor && wanted.length < titles.length && (
        <p className="max-w-prose">
          {t('commerce.bundle_share', {
            count: titles.length - wanted.length,
            full: price(full_minor / 100),
          })}
        </p>
      )}
      <BuyBundle bundle={bundle.id} amount={amount_minor} />
    </div>
  );
}
