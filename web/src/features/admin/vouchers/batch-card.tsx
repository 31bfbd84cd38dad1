import { useFormat } from '#lib/format.ts';
import { useOfferName } from '#lib/offer-name.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { BatchActions } from './batch-actions.tsx';
import type { Batch } from './read-vouchers.ts';

const TONES = {
  new: 'neutral',
  printed: 'info',
  active: 'success',
  expired: 'muted',
  revoked: 'danger',
} as const;

/** One batch: what it opens, how many were sold and redeemed, whether the books agree, and what can be done. */
export function BatchCard({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const { date, money } = useFormat();
  const offerName = useOfferName();
  const status = batch.status as keyof typeof TONES;
  const price = money(batch.price_minor / 100, batch.currency);
  return (
    <Card asChild className="grid content-start gap-4">
      <li>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 className="font-semibold wrap-anywhere">
              {t('admin.batch_number', { number: batch.id })} · {offerName(batch)}
            </h3>
            <p className="text-sm text-soft wrap-anywhere">
              {batch.agent_name} · {price} · {t('admin.batch_expires')}: {date(batch.expires_on)}
            </p>
          </div>
          <Badge tone={TONES[status]}>{t(`admin.batch_status_${status}`)}</Badge>
        </div>
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4 [&_dd]:font-display [&_dd]:text-xl [&_dd]:font-[750] [&_dd]:tabular-nums [&_dt]:text-sm [&_dt]:text-soft">
          {(['vouchers', 'sold', 'redeemed', 'revoked'] as const).map((count) => (
            <div key={count}>
              <dt>{t(`admin.batch_${count}`)}</dt>
              <dd>{batch[count]}</dd>
            </div>
          ))}
        </dl>
        {batch.activated_at && <BatchBooks batch={batch} />}
        <BatchActions batch={batch} />
      </li>
    </Card>
  );
}

/** The agent's books have every sold voucher, the ledger every redeemed one. */
function BatchBooks({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const { money } = useFormat();
  const agrees =
    batch.owed_minor === batch.sold * batch.price_minor &&
    batch.booked_minor === batch.redeemed * batch.price_minor;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span>
        {t('admin.batch_books')}: {money(batch.owed_minor / 100, batch.currency)}
      </span>
      <span>
        {t('admin.batch_ledger')}: {money(batch.booked_minor / 100, batch.currency)}
      </span>
      <span className={agrees ? 'inline-flex items-center gap-1 text-free-text' : 'text-danger-text'}>
        {agrees && <Icon name="check" />}
        {t(agrees ? 'admin.batch_agrees' : 'admin.batch_differs')}
      </span>
    </p>
  );
}
